//! What a machine is about with one agent of the run.

use std::sync::Arc;

use crate::run::rules::Rules;
use crate::run::stop::Stop;
use crate::tool::NextTurn;

/// What a machine is about with one agent of the run, and the log does not say.
#[derive(Debug)]
pub(super) struct Thread {
    /// The agent's rules; `None` if there is no such agent any more.
    pub(super) rules: Option<Arc<Rules>>,
    pub(super) question: Question,
    /// What the app says of the next question.
    pub(super) plan: Plan,
    /// A limit that was met while the model answered.
    pub(super) interrupted: Option<Stop>,
}

/// Whether this machine asked the model for the open step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    No,
    /// It said so in the log.
    Claimed,
    /// The question is on its way.
    InFlight,
}

/// Whether the app said what it has to say of the next question.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Plan {
    No,
    Asked,
    Made(NextTurn),
}

impl Thread {
    pub(super) fn new(rules: Option<Arc<Rules>>) -> Self {
        Self {
            rules,
            question: Question::No,
            plan: Plan::No,
            interrupted: None,
        }
    }

    /// Whether something was asked for that has not come.
    pub(super) fn is_waited_for(&self) -> bool {
        self.question == Question::InFlight || self.plan == Plan::Asked
    }

    /// Forgets what was asked for.
    pub(super) fn abandon(&mut self) {
        self.question = Question::No;
        self.plan = Plan::No;
    }
}
