//! An agent apart from who answers, where runs are kept and what its tools work on.

use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::json::RawJson;
use crate::model::{ToolDefinition, ToolSet};
use crate::run::{Failure, Review, Rules, Turn};
use crate::tool::{NextTurn, Registry, ToolContext, ToolError};

use super::AnswerRule;
use super::panic::{caught, caught_async};

/// An agent apart from who answers, where runs are kept and what its tools work on: what a sub-agent
/// has of its own.
pub(crate) struct Definition {
    pub(crate) instructions: Option<Arc<str>>,
    pub(crate) answer: AnswerRule,
    pub(crate) registry: Registry,
    pub(crate) rules: Arc<Rules>,
    pub(crate) planners: Vec<Planner>,
    pub(crate) policy: Option<Policy>,
    pub(crate) reviewer: Option<Reviewer>,
}

/// Says what the next question has beside what the agent always says.
pub(crate) type Planner = Box<dyn Fn(&Turn<'_>) -> NextTurn + Send + Sync>;

/// Says who decides about a call.
pub(crate) type Policy =
    Box<dyn Fn(ToolContext) -> BoxFuture<'static, Result<Approval, ToolError>> + Send + Sync>;

/// Says whether a person must look at an answer.
pub(crate) type Reviewer = Box<dyn Fn(&RawJson, &Turn<'_>) -> Option<Review> + Send + Sync>;

/// What an agent says of a call, before its tool is asked.
///
/// ```
/// use phaseo_agent::Approval;
///
/// assert_eq!(Approval::from(true), Approval::Require);
/// assert_eq!(Approval::from(false), Approval::Inherit);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Approval {
    /// What the tool says.
    #[default]
    Inherit,
    /// A person decides, whatever the tool says.
    Require,
    /// It runs, whatever the tool says.
    Allow,
    /// It does not run; the model is told this reason.
    Deny(String),
}

/// `true` requires approval; `false` leaves it to the tool, whose own gate only
/// [`Approval::Allow`] lifts.
impl From<bool> for Approval {
    fn from(required: bool) -> Self {
        match required {
            true => Self::Require,
            false => Self::Inherit,
        }
    }
}

impl Definition {
    /// The agent's id.
    pub(crate) fn id(&self) -> &Arc<str> {
        &self.rules.agent_id
    }

    /// What the app says of the next question.
    pub(super) fn plan(&self, turn: &Turn<'_>) -> Result<NextTurn, Failure> {
        let mut plan = NextTurn::new();
        for planner in &self.planners {
            let settings = caught(|| planner(turn))
                .map_err(|panic| Failure::agent(format!("it panicked: {panic}")))?;
            plan.then(&settings);
        }
        match self.registry.unknown_in(&plan) {
            Some(problem) => Err(Failure::agent(problem)),
            None => Ok(plan),
        }
    }

    /// What the agent says of a call, or how its rule failed: a person decides then.
    pub(super) async fn approval(&self, context: ToolContext) -> Result<Approval, String> {
        let Some(policy) = &self.policy else {
            return Ok(Approval::Inherit);
        };
        match caught_async(async { policy(context).await }).await {
            Ok(said) => said.map_err(|error| format!("approval rule failed: {error}")),
            Err(panic) => Err(format!("approval rule panicked: {panic}")),
        }
    }

    /// Why a person must look at an answer. Where the app's function panics, somebody must.
    pub(super) fn review(&self, answer: &RawJson, turn: &Turn<'_>) -> Option<Review> {
        let reviewer = self.reviewer.as_ref()?;
        let review = caught(|| reviewer(answer, turn)).unwrap_or_else(|panic| {
            let reason = format!("the review function panicked: {panic}");
            Some(Review::new(reason))
        })?;
        Some(match review.payload.is_null() {
            true => review.payload(answer),
            false => review,
        })
    }

    /// The tools to offer: all, or those of these names.
    pub(super) fn tools(&self, names: Option<&[String]>) -> Arc<ToolSet> {
        let all = self.registry.set();
        let Some(names) = names else {
            return Arc::clone(all);
        };
        let offered = |tool: &&ToolDefinition| names.iter().any(|name| **name == *tool.name);
        let definitions = all.definitions().iter().filter(offered).cloned().collect();
        Arc::new(ToolSet::new(definitions))
    }
}

impl fmt::Debug for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Definition")
            .field("rules", &self.rules)
            .field("registry", &self.registry)
            .finish_non_exhaustive()
    }
}
