//! One question to a model.

use std::time::Duration;

use crate::model::{FinishReason, ModelError, ModelErrorKind, Request, Response};
use crate::run::Ask;

use super::Setup;
use super::panic::caught_async;

/// What came of a question.
pub(super) enum Reply {
    Answered(Response),
    /// A limit of time was met first.
    Interrupted,
    Failed(ModelError),
}

/// Asks, until the deadline of `ask`.
pub(super) async fn reply(setup: &Setup, request: &Request, ask: &Ask) -> Reply {
    let answer = answer(setup, request);
    let answered = match &ask.deadline {
        Some((left_ms, _)) => {
            let left = Duration::from_millis(*left_ms);
            // A runtime without a timer panics.
            let limited = caught_async(async { tokio::time::timeout(left, answer).await }).await;
            match limited {
                Ok(Ok(answered)) => answered,
                Ok(Err(_)) => return Reply::Interrupted,
                Err(panic) => Err(ModelError::new(
                    ModelErrorKind::Unsupported,
                    format!("the limit of time could not be watched: {panic}"),
                )),
            }
        }
        None => answer.await,
    };
    match answered {
        Ok(response) => Reply::Answered(response),
        Err(error) => Reply::Failed(error),
    }
}

/// One attempt. A model that panics, or that answers with "this failed", has failed.
async fn answer(setup: &Setup, request: &Request) -> Result<Response, ModelError> {
    let mut ignore = |_| {};
    let answered = caught_async(setup.model.respond(request, &mut ignore)).await;
    let response = answered.unwrap_or_else(|panic| {
        Err(ModelError::new(
            ModelErrorKind::Server,
            format!("the model panicked: {panic}"),
        ))
    })?;
    if response.finish == FinishReason::Error {
        let mut error = ModelError::new(
            ModelErrorKind::Server,
            "the provider says that the answer failed",
        );
        error.partial = Some(Box::new(response));
        return Err(error);
    }
    Ok(response)
}
