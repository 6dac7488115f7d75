//! How what the machine asks for is begun.

use std::sync::Arc;

use futures_util::FutureExt;
use tokio_util::sync::CancellationToken;

use crate::content::Content;
use crate::error::Error;
use crate::item::ToolCall;
use crate::json::RawJson;
use crate::model::{ModelError, ModelErrorKind, ToolChoice};
use crate::run::{Ask, CallFailure, Happened, Path, Settlement, Status, Verdict, Work};
use crate::tool::{Finished, Outbox, Prepared, ToolContext};

use super::background::Came;
use super::execution::{Execution, panicked};
use super::executions::Running;
use super::panic::caught_async;
use super::question::{Reply, reply};
use super::{Definition, Runner};

impl Runner<'_> {
    /// Asks a model.
    pub(super) fn ask(&mut self, ask: Ask) {
        let setup = self.setup;
        let path = Arc::clone(&ask.path);
        let state = self.machine.state();
        // Agents that have ended ask nothing any more.
        self.memos.retain(|path, _| match path.last() {
            Some(call) => state
                .opened_by(call)
                .is_some_and(|of| of.status() == Status::Running),
            None => true,
        });
        let memo = self.memos.entry(Arc::clone(&path)).or_default().clone();
        let definition = setup.definition_at(self.machine.state(), &path);
        let definition = definition.unwrap_or(&setup.definition);
        let request = setup.request(definition, &ask, memo);
        let unknown = definition.registry.unknown_among(ask.tools.as_deref());
        let question = async move {
            let reply = match unknown {
                Some(problem) => {
                    Reply::Failed(ModelError::new(ModelErrorKind::Unsupported, problem))
                }
                None => reply(setup, &request, &ask).await,
            };
            Came::Reply {
                path: ask.path,
                reply,
                deadline: ask.deadline.map(|(_, stop)| stop),
            }
        };
        self.background.begin(path, question.boxed());
    }

    /// Begins a check, a sub-agent or an execution.
    pub(super) fn begin(&mut self, work: Work) -> Result<(), Error> {
        match work {
            Work::Check { path, step, call } => self.check(path, step, call),
            Work::Open { path, call } => self.open(path, call),
            Work::Execute {
                path,
                step,
                call,
                attempt,
                idempotency_key,
                supplied,
                context,
            } => {
                let execution = Execution {
                    path,
                    step,
                    call,
                    attempt,
                    idempotency_key,
                    context,
                };
                self.execute(execution, supplied.as_ref())
            }
        }
    }

    fn check(&mut self, path: Path, step: u32, call: ToolCall) -> Result<(), Error> {
        let prepared = match self.part(&path) {
            Some((definition, turn)) => {
                let open = turn.frame().steps().last();
                let offered = match definition.rules.tool_choice {
                    ToolChoice::None => Some(&[][..]),
                    _ => open.and_then(|step| step.settings.tools.as_deref()),
                };
                definition.prepare(&call, offered)
            }
            None => Err(gone()),
        };
        let id = call.id.clone();
        let prepared = match prepared {
            Ok(prepared) => prepared,
            Err(failure) => {
                let verdict = Verdict::Refused(failure);
                return self.apply(Happened::Checked { call: id, verdict });
            }
        };
        let definition = self.setup.definition_at(self.machine.state(), &path);
        let definition = definition.unwrap_or(&self.setup.definition);
        let outer = self.setup.outer_at(self.machine.state(), &path);
        let decides = |of: &Arc<Definition>| of.policy.is_some();
        let nobody_decides = !decides(definition) && !outer.iter().any(decides);
        let at_once = nobody_decides.then(|| definition.verdict_at_once(&call.name));
        if let Some(verdict) = at_once.flatten() {
            self.prepared.insert(id.clone(), prepared);
            return self.apply(Happened::Checked { call: id, verdict });
        }
        let name = call.name.clone();
        let context = self.context(&path, step, call, &Outbox::new());
        let check = async move {
            let (prepared, verdict) = definition.verdict(outer, &name, prepared, context).await;
            Came::Checked {
                call: id,
                prepared,
                verdict,
            }
        };
        self.background.begin(path, check.boxed());
        Ok(())
    }

    /// What code of the app's sees of a call that is not being executed.
    fn context(&self, path: &Path, step: u32, call: ToolCall, outbox: &Outbox) -> ToolContext {
        let state = self.machine.state();
        let context = self.part(path);
        let context = context.and_then(|(_, turn)| turn.frame().context_json().cloned());
        let execution = Execution {
            path: Arc::clone(path),
            step,
            idempotency_key: format!("{}/{}", state.run_id(), call.id),
            call,
            attempt: 1,
            context,
        };
        let token = CancellationToken::new();
        execution.context(self.setup, state, &self.shared, outbox, &token)
    }

    fn open(&mut self, path: Path, call: ToolCall) -> Result<(), Error> {
        let id = call.id.clone();
        let name = call.name.clone();
        let step = self.part(&path).map_or(0, |(_, turn)| turn.step());
        let prepared = match self.prepared(&path, &call, None) {
            Ok(prepared) => prepared,
            Err(failure) => {
                return self.apply(Happened::Opened {
                    call: id,
                    prompt: Err(failure),
                    context: None,
                });
            }
        };
        let outbox = Outbox::new();
        let context = self.context(&path, step, call, &outbox);
        let opening = async move {
            let prompt = prompt(&name, prepared, context).await;
            Came::Opened {
                call: id,
                prompt,
                context: outbox.take().context,
            }
        };
        self.background.begin(path, opening.boxed());
        Ok(())
    }

    fn execute(&mut self, execution: Execution, supplied: Option<&RawJson>) -> Result<(), Error> {
        let call = execution.call.id.clone();
        let prepared = match self.prepared(&execution.path, &execution.call, supplied) {
            Ok(prepared) => prepared,
            Err(failure) => {
                let settlement = Settlement::new(Err(failure));
                return self.apply(Happened::Settled { call, settlement });
            }
        };
        let state = self.machine.state();
        let definition = self.setup.definition_at(state, &execution.path);
        let tool = definition.and_then(|of| of.registry.get(&execution.call.name));
        let options = tool.map(crate::tool::Tool::options);
        let running = Running {
            call,
            outbox: Outbox::new(),
            next_turn: options.and_then(|options| options.next_turn.clone()),
            cancellation: CancellationToken::new(),
        };
        let (outbox, token) = (&running.outbox, &running.cancellation);
        let context = execution.context(self.setup, state, &self.shared, outbox, token);
        let timeout = options.and_then(|options| options.timeout);
        self.executions.begin(running, timeout, context, prepared);
        Ok(())
    }

    /// The input of a call that is to run, or what its tool is to make its output of.
    fn prepared(
        &mut self,
        path: &Path,
        call: &ToolCall,
        supplied: Option<&RawJson>,
    ) -> Result<Box<dyn Prepared>, CallFailure> {
        let checked = self.prepared.remove(&call.id);
        let definition = self.setup.definition_at(self.machine.state(), path);
        let definition = definition.ok_or_else(gone)?;
        match (supplied, checked) {
            (Some(supplied), _) => definition.prepare_response(call, supplied),
            (None, Some(prepared)) => Ok(prepared),
            // A call that another process checked was not read here.
            (None, None) => definition.prepare(call, None),
        }
    }
}

fn gone() -> CallFailure {
    CallFailure::new("the agent of this call is no longer there")
}

/// What the agent behind a tool says to its model first.
async fn prompt(
    name: &str,
    prepared: Box<dyn Prepared>,
    context: ToolContext,
) -> Result<Arc<[Content]>, CallFailure> {
    match caught_async(async { prepared.run(context).await }).await {
        Ok(Ok(Finished::Prompt(prompt))) => Ok(prompt),
        Ok(Ok(_)) => Err(CallFailure::new(format!(
            "there is no agent behind `{name}`"
        ))),
        Ok(Err(error)) => Err(error.into()),
        Err(panic) => Err(panicked(name, &panic)),
    }
}
