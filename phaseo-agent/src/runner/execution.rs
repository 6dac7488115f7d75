//! One execution of a tool.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use crate::item::ToolCall;
use crate::json::RawJson;
use crate::run::CallFailure;
use crate::tool::{
    CallInfo, CallOff, Facts, Finished, Outbox, Prepared, ProgressSink, ToolContext, ToolError,
};

use super::panic::caught_async;
use super::{Settled, Setup};

/// One execution that was asked for.
pub(super) struct Execution {
    pub(super) step: u32,
    pub(super) call: ToolCall,
    pub(super) attempt: u32,
    pub(super) idempotency_key: String,
}

impl Execution {
    /// The execution as a future of its own, to be spawned.
    pub(super) fn run(
        self,
        setup: &Setup,
        run_id: &str,
        cancellation: CancellationToken,
        prepared: Box<dyn Prepared>,
    ) -> BoxFuture<'static, Settled> {
        let timeout = setup
            .registry
            .get(&self.call.name)
            .and_then(|tool| tool.options().timeout);
        let name = self.call.name.clone();
        let context = ToolContext::new(Facts {
            run_id: run_id.to_owned(),
            agent_id: setup.id.to_string(),
            step: self.step,
            attempt: self.attempt,
            idempotency_key: self.idempotency_key,
            cancellation: cancellation.clone(),
            states: Arc::clone(&setup.states),
            context: None,
            progress: ProgressSink::discard(),
            outbox: Outbox::new(),
            call_off: CallOff::new(CancellationToken::new()),
            call: CallInfo::new(
                self.call.id.clone(),
                self.call.name.clone(),
                // It was read as JSON before.
                RawJson::parse(self.call.input()).unwrap_or_else(|_| RawJson::empty_object()),
            ),
        });
        async move {
            // Fires when this task is aborted too.
            let abandoned = cancellation.drop_guard();
            let result = limited(timeout, &name, prepared.run(context)).await;
            if result.is_ok() {
                abandoned.disarm();
            }
            result
        }
        .boxed()
    }
}

async fn limited(
    timeout: Option<Duration>,
    name: &str,
    work: BoxFuture<'static, Result<Finished, ToolError>>,
) -> Settled {
    let finished = match timeout {
        // Also where the runtime has no timer, which panics.
        Some(limit) => caught_async(async { tokio::time::timeout(limit, work).await }).await,
        None => caught_async(async { Ok(work.await) }).await,
    };
    match finished {
        Ok(Ok(Ok(Finished::Output(output)))) => Ok(output.into_json()),
        Ok(Ok(Ok(Finished::HandedOver { reason }))) => Err(CallFailure::new(reason)),
        Ok(Ok(Err(error))) => Err(error.into()),
        Ok(Err(_)) => {
            let limit = timeout.unwrap_or_default();
            Err(CallFailure::new(format!(
                "the tool `{name}` timed out after {limit:?}"
            )))
        }
        Err(panic) => {
            let told = format!("the tool `{name}` panicked");
            let detail = format!("{told}: {panic}");
            Err(CallFailure::new(told).with_detail(detail))
        }
    }
}
