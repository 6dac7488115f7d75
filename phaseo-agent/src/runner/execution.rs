//! One execution of a tool.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use crate::item::ToolCall;
use crate::json::RawJson;
use crate::run::{CallFailure, Given, Path, State};
use crate::tool::{
    CallInfo, CallOff, Facts, Finished, Outbox, Prepared, ProgressSink, ToolContext, ToolError,
};

use super::Setup;
use super::panic::caught_async;

/// One execution that was asked for.
pub(super) struct Execution {
    pub(super) path: Path,
    pub(super) step: u32,
    pub(super) call: ToolCall,
    pub(super) attempt: u32,
    pub(super) idempotency_key: String,
    pub(super) context: Option<RawJson>,
}

/// What an execution shares with the run.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) progress: ProgressSink,
    pub(super) call_off: CallOff,
}

/// What an execution came to.
pub(super) type Came = Result<Given, CallFailure>;

impl Execution {
    /// What the app's code sees of it.
    pub(super) fn context(
        &self,
        setup: &Setup,
        state: &State,
        shared: &Shared,
        outbox: &Outbox,
        cancellation: &CancellationToken,
    ) -> ToolContext {
        let definition = setup.definition_at(state, &self.path);
        let agent_id = definition.map(|definition| definition.id().to_string());
        ToolContext::new(Facts {
            run_id: state.run_id().to_owned(),
            agent_id: agent_id.unwrap_or_default(),
            step: self.step,
            attempt: self.attempt,
            idempotency_key: self.idempotency_key.clone(),
            cancellation: cancellation.clone(),
            states: Arc::clone(&setup.states),
            context: self.context.clone(),
            progress: shared.progress.clone(),
            outbox: outbox.clone(),
            call_off: shared.call_off.clone(),
            call: CallInfo::new(
                self.call.id.clone(),
                self.call.name.clone(),
                // What is no JSON is refused before it gets here.
                RawJson::parse(self.call.input()).unwrap_or_else(|_| RawJson::empty_object()),
            ),
        })
    }
}

/// The execution as a future of its own, to be spawned.
pub(super) fn execute(
    name: String,
    timeout: Option<Duration>,
    cancellation: CancellationToken,
    context: ToolContext,
    prepared: Box<dyn Prepared>,
) -> BoxFuture<'static, Came> {
    async move {
        // Fires when this task is aborted too.
        let abandoned = cancellation.drop_guard();
        let came = limited(timeout, &name, prepared.run(context)).await;
        if came.is_ok() {
            abandoned.disarm();
        }
        came
    }
    .boxed()
}

async fn limited(
    timeout: Option<Duration>,
    name: &str,
    work: BoxFuture<'static, Result<Finished, ToolError>>,
) -> Came {
    let finished = match timeout {
        // Also where the runtime has no timer, which panics.
        Some(limit) => caught_async(async { tokio::time::timeout(limit, work).await }).await,
        None => caught_async(async { Ok(work.await) }).await,
    };
    match finished {
        Ok(Ok(Ok(Finished::Output(output)))) => Ok(Given::Output(output)),
        Ok(Ok(Ok(Finished::HandedOver { reason }))) => Ok(Given::HandedOver(reason)),
        Ok(Ok(Ok(Finished::Prompt(_)))) => Err(CallFailure::new(format!(
            "an agent is behind `{name}`, and it is not executed"
        ))),
        Ok(Ok(Err(error))) => Err(error.into()),
        Ok(Err(_)) => {
            let limit = timeout.unwrap_or_default();
            Err(CallFailure::new(format!(
                "the tool `{name}` timed out after {limit:?}"
            )))
        }
        Err(panic) => Err(panicked(name, &panic)),
    }
}

/// The failure of a tool that panicked: the model is not told what the panic said.
pub(super) fn panicked(name: &str, panic: &str) -> CallFailure {
    let told = format!("the tool `{name}` panicked");
    let detail = format!("{told}: {panic}");
    CallFailure::new(told).with_detail(detail)
}
