//! Agents behind tools: a run inside the run.

use std::sync::Arc;

use crate::content::Content;
use crate::json::RawJson;
use crate::run::action::Misuse;
use crate::run::entry::{CallOutcome, Fact};
use crate::run::failure::{CallFailure, Failure, FailureOrigin};
use crate::run::overrides::Overrides;
use crate::run::path::Path;
use crate::run::rules::Rules;
use crate::run::state::Status;
use crate::run::step::Call;

use super::Machine;
use super::closing::Closing;
use super::thread::Thread;

impl Machine {
    /// One thread for each frame that has none yet.
    pub(super) fn add_threads(&mut self) {
        for at in self.threads.len()..self.state.frames().len() {
            let rules = self.rules_behind(at).map(Arc::clone);
            self.threads.push(Thread::new(rules));
        }
    }

    /// The rules of the sub-agent whose frame this is.
    fn rules_behind(&self, at: usize) -> Option<&Arc<Rules>> {
        let call = self.state.frames()[at].path().last()?;
        let outer = self.state.frame_of(call)?;
        let name = self.state.call(call)?.name();
        self.rules(outer)?.agent(name)
    }

    pub(super) fn rules(&self, at: usize) -> Option<&Rules> {
        self.threads.get(at)?.rules.as_deref()
    }

    /// The model that the agent of this frame asks unless told otherwise.
    pub(super) fn model(&self, at: usize) -> Arc<str> {
        let named = self.state.lineage(at).find_map(|at| {
            let over = self.state.frames()[at]
                .overrides()
                .settings
                .model
                .as_deref();
            let rules = self.rules(at).map(|rules| &*rules.model);
            over.or(rules).filter(|model| !model.is_empty())
        });
        if let Some(named) = named {
            return named.into();
        }
        // Where a function of the turn names the outer agent's, it is that of the open step.
        let outer = self.state.lineage(at).skip(1);
        let asked = outer.filter_map(|at| self.state.frames()[at].last_step());
        let asked = asked.map(|step| Arc::clone(&step.model)).next();
        asked.unwrap_or_default()
    }

    /// An agent said what its model is to be told first.
    pub(super) fn opened(
        &mut self,
        id: String,
        prompt: Result<Arc<[Content]>, CallFailure>,
        context: Option<RawJson>,
    ) -> Result<(), Misuse> {
        if !self.opening.remove(&id) {
            return Err(Misuse(format!("the call `{id}` was not being opened")));
        }
        let prompt = match prompt {
            Ok(prompt) => prompt,
            Err(failure) => {
                self.fail_call(&id, failure, Vec::new());
                return Ok(());
            }
        };
        let outer = self.frame_of(&id);
        let name = self.state.call(&id).map(Call::name).unwrap_or_default();
        let rules = self.rules(outer).and_then(|rules| rules.agent(name));
        let agent_id = rules.map(|rules| Arc::clone(&rules.agent_id));
        let frame = &self.state.frames()[outer];
        let path: Path = frame.path().iter().cloned().chain([id]).collect();
        let fact = Fact::Started {
            run_id: self.state.run_id().into(),
            agent_id: agent_id.unwrap_or_default(),
            prompt,
            context: context.or_else(|| frame.context_json().cloned()),
            overrides: Overrides::default(),
        };
        self.write(path, fact);
        self.add_threads();
        Ok(())
    }

    /// Whether the agent behind a call has ended, or is not there any more.
    pub(super) fn agent_has_ended(&self, call: &Call) -> bool {
        self.state.frame_behind(call.id()).is_some_and(|at| {
            let status = self.state.frames()[at].status();
            self.rules(at).is_none()
                || matches!(status, Status::Completed | Status::Stopped | Status::Failed)
        })
    }

    /// How a call ends once the agent behind it has ended, or is not there any more.
    pub(super) fn end_of_agent(&self, call: &Call) -> Option<Fact> {
        let at = self.state.frame_behind(call.id())?;
        let frame = &self.state.frames()[at];
        let agent = frame.agent_id();
        let failed = |told: String, detail: String, limited: bool| {
            let outer = self.rules(self.frame_of(call.id()));
            let policy = |rules: &Rules| self.ends_run(rules, call, crate::tool::Severity::Policy);
            CallOutcome::Failed {
                told,
                detail,
                ends_run: !limited && outer.is_some_and(policy),
            }
        };
        if self.rules(at).is_none() {
            let told = format!("the agent `{agent}` is no longer there");
            return Some(self.closed(call.id(), failed(told.clone(), told, false)));
        }
        match frame.status() {
            Status::Completed => {
                let answer = frame.answer().cloned().unwrap_or_else(RawJson::null);
                let closing = Closing {
                    context: frame.context_left().cloned(),
                    ..CallOutcome::Output(answer).into()
                };
                Some(self.closed(call.id(), closing))
            }
            Status::Stopped => {
                let stop = frame.stop().map(ToString::to_string).unwrap_or_default();
                let told = format!("the agent `{agent}` stopped: {stop}");
                // A limit of an outer agent's ends that agent when it asks next.
                let limited = self
                    .state
                    .lineage(at)
                    .skip(1)
                    .any(|at| self.spent(at).is_some());
                Some(self.closed(call.id(), failed(told.clone(), told, limited)))
            }
            Status::Failed => {
                let failure = frame.failure()?;
                let told = self.told_of(agent, failure);
                let detail = format!("the agent `{agent}` failed: {failure}");
                Some(self.closed(call.id(), failed(told, detail, false)))
            }
            Status::Running | Status::WaitingForHuman | Status::Cancelled => None,
        }
    }

    /// What the outer model is told of an agent's failure: what its tool chose to say, and nothing
    /// of the causes.
    fn told_of(&self, agent: &str, failure: &Failure) -> String {
        let FailureOrigin::Tool { name, call } = &failure.origin else {
            return format!("the agent `{agent}` failed");
        };
        match self.state.call(call).and_then(Call::outcome) {
            Some(CallOutcome::Failed { told, .. }) => {
                format!("the agent `{agent}` failed: its tool `{name}` failed: {told}")
            }
            _ => format!("the agent `{agent}` failed"),
        }
    }

    /// The frame whose call this is.
    pub(super) fn frame_of(&self, call: &str) -> usize {
        self.state.frame_of(call).unwrap_or_default()
    }
}
