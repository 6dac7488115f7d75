//! What an agent is, once built, apart from the types of its input and answer.

use std::fmt;
use std::sync::Arc;

use crate::item::ToolCall;
use crate::model::{AnyModel, Memo, Request};
use crate::run::{Ask, Call, CallFailure, CallOutcome, CallPhase, DecisionError, Rules, Verdict};
use crate::schema::{Issue, Schema};
use crate::store::AnyStore;
use crate::tool::{Gate, Kind, Prepared, Registry, States};

use super::panic::caught;
use super::{AnswerRule, Leasing};

/// What an agent is, once built, apart from the types of its input and answer.
pub(crate) struct Setup {
    pub(crate) id: Arc<str>,
    pub(crate) instructions: Option<Arc<str>>,
    pub(crate) answer: AnswerRule,
    pub(crate) registry: Registry,
    pub(crate) states: Arc<States>,
    pub(crate) model: Box<dyn AnyModel>,
    pub(crate) store: Box<dyn AnyStore>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) leasing: Option<Leasing>,
}

impl Setup {
    pub(super) fn request(&self, ask: Ask, memo: Memo) -> Request {
        let mut request = Request::new(ask.model, ask.transcript);
        request.instructions.clone_from(&self.instructions);
        request.tools = Arc::clone(self.registry.set());
        request.tool_choice = ask.tool_choice;
        request.answer = self.answer.format().map(Arc::clone);
        request.memo = memo;
        request
    }

    /// Finds out whether a call can run. Nothing of the tool's function runs.
    pub(super) fn check(
        &self,
        call: &ToolCall,
    ) -> Result<(Verdict, Box<dyn Prepared>), CallFailure> {
        if call.name.is_empty() {
            return Err(CallFailure::new("the call names no tool"));
        }
        let Some(tool) = self.registry.get(&call.name) else {
            return Err(CallFailure::new(self.unknown(&call.name)));
        };
        let prepared = caught(|| tool.prepare(call.input()))
            .map_err(|panic| {
                let told = format!("reading the arguments of `{}` failed", call.name);
                let detail = format!("{told}: panicked: {panic}");
                CallFailure::new(told).with_detail(detail)
            })?
            .map_err(|issues| {
                let schema = tool.input_schema().text();
                let told = format!(
                    "the arguments of `{}` are not valid: {}. Expected JSON of this schema: {schema}",
                    call.name,
                    Issue::join(&issues)
                );
                let detail = format!("the arguments are not valid: {} (they were: {})", Issue::join(&issues), excerpt(&call.arguments));
                CallFailure::new(told).with_detail(detail)
            })?;
        let options = tool.options();
        let approval = match options.approval {
            Gate::Open => None,
            Gate::Always | Gate::Predicate => Some("the tool needs approval".to_owned()),
        };
        let manual = (options.kind == Kind::Manual).then(|| tool.output_schema().text().clone());
        let verdict = Verdict::Valid { approval, manual };
        Ok((verdict, prepared))
    }

    /// What is wrong with what a decision did to `call`: whether its tool is there and takes the
    /// input, or gives such an output.
    pub(crate) fn check_decided(&self, call: &Call) -> Result<(), DecisionError> {
        let unfit = |what, issues: Vec<Issue>| {
            let call = call.id().to_owned();
            if issues.is_empty() {
                Ok(())
            } else {
                Err(DecisionError::Unfit { call, what, issues })
            }
        };
        match call.phase() {
            CallPhase::Dismissed(CallOutcome::Output(output)) => {
                let tool = self.registry.get(call.name());
                let schema = tool.map(|tool| tool.output_schema().text());
                unfit(
                    "output",
                    schema
                        .map(|schema| Schema::issues_of(schema, output))
                        .unwrap_or_default(),
                )
            }
            CallPhase::Ready => {
                let checked = self.check(&call.effective());
                unfit(
                    "input",
                    checked
                        .err()
                        .map(|failure| Issue::new("", failure.detail))
                        .into_iter()
                        .collect(),
                )
            }
            _ => Ok(()),
        }
    }

    fn unknown(&self, name: &str) -> String {
        let known: Vec<_> = self
            .registry
            .set()
            .definitions()
            .iter()
            .map(|tool| format!("`{}`", tool.name))
            .collect();
        match known.as_slice() {
            [] => format!("there is no tool `{name}`: no tools are offered"),
            known => format!(
                "there is no tool `{name}`; the tools are {}",
                known.join(", ")
            ),
        }
    }
}

/// The beginning of a text that may be long.
fn excerpt(text: &str) -> &str {
    const LONGEST: usize = 400;
    text.char_indices()
        .nth(LONGEST)
        .map_or(text, |(end, _)| &text[..end])
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup")
            .field("id", &self.id)
            .field("registry", &self.registry)
            .finish_non_exhaustive()
    }
}
