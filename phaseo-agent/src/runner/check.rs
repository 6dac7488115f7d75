//! The check of a call: whether its tool is there and takes the input, and who must decide first.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::item::ToolCall;
use crate::json::RawJson;
use crate::run::{Call, CallFailure, CallOutcome, CallPhase, DecisionError, Supply, Verdict};
use crate::schema::{Issue, Schema};
use crate::tool::{Gate, Kind, Prepared, Tool, ToolContext, ToolError};

use super::panic::{caught, caught_async};
use super::{Approval, Definition};

type Ready = Box<dyn Prepared>;

/// What a person is told who must approve a call because its tool says so.
const ASKED: &str = "the tool needs approval";

impl Definition {
    /// Reads the input of a call. Nothing of the tool's function runs.
    pub(super) fn prepare(
        &self,
        call: &ToolCall,
        offered: Option<&[String]>,
    ) -> Result<Ready, CallFailure> {
        if call.name.is_empty() {
            return Err(CallFailure::new("the call names no tool"));
        }
        let is_offered = offered.is_none_or(|names| names.contains(&call.name));
        let Some(tool) = self.registry.get(&call.name).filter(|_| is_offered) else {
            return Err(CallFailure::new(self.unknown(&call.name, offered)));
        };
        read(tool, call, || tool.prepare(call.input()))
    }

    /// Reads what was supplied for a call, for its tool to make the output of.
    pub(super) fn prepare_response(
        &self,
        call: &ToolCall,
        supplied: &RawJson,
    ) -> Result<Ready, CallFailure> {
        let Some(tool) = self.registry.get(&call.name) else {
            return Err(CallFailure::new(self.unknown(&call.name, None)));
        };
        read(tool, call, || tool.respond(call.input(), supplied))
    }

    /// Who must decide about a call that was read, where no code of the app's has to be asked.
    pub(super) fn verdict_at_once(&self, call: &str) -> Option<Verdict> {
        let tool = self.registry.get(call)?;
        let approval = match tool.options().approval {
            Gate::Open => None,
            Gate::Always => Some(ASKED.to_owned()),
            Gate::Predicate => return None,
        };
        let supply = supply(tool);
        Some(Verdict::Valid { approval, supply })
    }

    /// Who must decide about a call that was read, in this order: the agents that this one works for,
    /// who can deny and ask; the agent itself, which can also lift the tool's gate; the tool.
    pub(super) async fn verdict(
        &self,
        outer: Vec<Arc<Self>>,
        call: &str,
        prepared: Ready,
        context: ToolContext,
    ) -> (Ready, Verdict) {
        let Some(tool) = self.registry.get(call) else {
            let told = self.unknown(call, None);
            return (prepared, Verdict::Refused(CallFailure::new(told)));
        };
        let mut asked = None;
        for agent in outer {
            match agent.approval(context.clone()).await {
                Ok(Approval::Deny(reason)) => return (prepared, Verdict::Denied(reason)),
                Ok(Approval::Require) => {
                    asked = Some("an outer agent asks for approval".to_owned());
                }
                Ok(Approval::Inherit | Approval::Allow) => {}
                Err(failed) => asked = Some(format!("an outer agent's {failed}")),
            }
        }
        let own = match (
            self.approval(context.clone()).await,
            tool.options().approval,
        ) {
            (Ok(Approval::Deny(reason)), _) => return (prepared, Verdict::Denied(reason)),
            (Ok(Approval::Allow), _) | (Ok(Approval::Inherit), Gate::Open) => None,
            (Ok(Approval::Require), _) => Some("the agent asks for approval".to_owned()),
            (Err(failed), _) => Some(format!("the agent's {failed}")),
            (Ok(Approval::Inherit), Gate::Always) => Some(ASKED.to_owned()),
            (Ok(Approval::Inherit), Gate::Predicate) => match prepared.approval(&context) {
                Some(asked) => reason(asked).await,
                // A rule that is not there asks.
                None => Some(ASKED.to_owned()),
            },
        };
        let supply = supply(tool);
        let approval = own.or(asked);
        (prepared, Verdict::Valid { approval, supply })
    }

    /// What is wrong with what a decision did to `call`: whether its tool is there and takes the
    /// input, or gives such an output.
    pub(crate) fn check_decided(&self, call: &Call) -> Result<(), DecisionError> {
        let (what, issues) = match (call.phase(), call.supplied()) {
            (CallPhase::Dismissed(CallOutcome::Output(output)), _) => {
                let issues = match self.registry.get(call.name()) {
                    Some(tool) => output_issues(tool, output),
                    None => vec![Issue::new("", self.unknown(call.name(), None))],
                };
                ("output", Some(issues))
            }
            (CallPhase::Ready, Some(supplied)) => {
                let read = self.prepare_response(&call.effective(), supplied);
                ("output", read.err().map(issues_of))
            }
            (CallPhase::Ready | CallPhase::AwaitingOutput, None) => {
                let read = self.prepare(&call.effective(), None);
                ("input", read.err().map(issues_of))
            }
            _ => return Ok(()),
        };
        match issues.filter(|issues| !issues.is_empty()) {
            Some(issues) => Err(DecisionError::Unfit {
                call: call.id().to_owned(),
                what,
                issues,
            }),
            None => Ok(()),
        }
    }

    fn unknown(&self, name: &str, offered: Option<&[String]>) -> String {
        let set = self.tools(offered);
        let known: Vec<_> = set
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

fn output_issues(tool: &Tool, output: &RawJson) -> Vec<Issue> {
    let issues = Schema::issues_of(tool.output_schema().text(), output);
    // What is supplied is the output itself, unless the tool makes its output of it.
    match issues.is_empty() && !tool.responds() {
        true => caught(|| tool.supplied_issues(output))
            .unwrap_or_else(|_| vec![Issue::new("", "the validation panicked")]),
        false => issues,
    }
}

fn issues_of(failure: CallFailure) -> Vec<Issue> {
    vec![Issue::new("", failure.detail)]
}

fn read(
    tool: &Tool,
    call: &ToolCall,
    read: impl FnOnce() -> Result<Ready, Vec<Issue>>,
) -> Result<Ready, CallFailure> {
    let name = &call.name;
    let read = caught(read).map_err(|panic| {
        let told = format!("reading the arguments of `{name}` failed");
        let detail = format!("{told}: panicked: {panic}");
        CallFailure::new(told).with_detail(detail)
    })?;
    read.map_err(|issues| {
        let issues = Issue::join(&issues);
        let schema = tool.input_schema().text();
        let told = format!(
            "the arguments of `{name}` are not valid: {issues}. Expected JSON of this schema: {schema}"
        );
        let were = excerpt(&call.arguments);
        let detail = format!("the arguments are not valid: {issues} (they were: {were})");
        CallFailure::new(told).with_detail(detail)
    })
}

/// Why a person must approve a call, if the tool's rule asks for it. One that fails or panics asks.
async fn reason(asked: BoxFuture<'_, Result<Option<String>, ToolError>>) -> Option<String> {
    match caught_async(asked).await {
        Ok(Ok(reason)) => reason,
        Ok(Err(error)) => Some(format!("the tool's approval rule failed: {error}")),
        Err(panic) => Some(format!("the tool's approval rule panicked: {panic}")),
    }
}

/// What somebody outside the run supplies for a call of this tool.
fn supply(tool: &Tool) -> Option<Supply> {
    let interactive = match tool.options().kind {
        Kind::Manual => false,
        Kind::Interactive => true,
        _ => return None,
    };
    let mut supply = Supply::new(tool.supplied_schema().text().clone());
    supply.interactive = interactive;
    supply.responds = tool.responds();
    Some(supply)
}

/// The beginning of a text that may be long.
fn excerpt(text: &str) -> &str {
    const LONGEST: usize = 400;
    text.char_indices()
        .nth(LONGEST)
        .map_or(text, |(end, _)| &text[..end])
}
