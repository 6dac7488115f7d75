//! The neutral model: what a run asks, and what it gets back, whatever the wire format.

mod delta;
mod error;
mod memo;
mod request;
mod response;

use std::future::Future;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

pub use delta::{Delta, DeltaSink};
pub use error::{ModelError, ModelErrorKind};
pub use memo::Memo;
pub use request::{
    AnswerFormat, Request, Sampling, ToolChoice, ToolDefinition, ToolSet, Transcript,
};
pub use response::{FinishReason, Response};

/// Something that answers a [`Request`]: [`Client`](crate::Client), or a model of your own.
///
/// One call is one attempt: a model classifies its errors and never retries.
///
/// # Cancel safety
/// Dropping the future abandons the call; an implementation must release its connection then.
///
/// ```
/// use phaseo_agent::model::{DeltaSink, Model, ModelError, Request, Response};
///
/// #[derive(Debug)]
/// struct Echo;
///
/// impl Model for Echo {
///     async fn respond(&self, request: &Request, _: DeltaSink<'_>) -> Result<Response, ModelError> {
///         Ok(Response::text(format!("asked {}", request.model)))
///     }
/// }
/// ```
pub trait Model: Send + Sync + 'static {
    /// Answers `request`. A streamed answer also hands each piece to `on_delta` as it arrives;
    /// the pieces and the returned response tell the same text.
    fn respond(
        &self,
        request: &Request,
        on_delta: DeltaSink<'_>,
    ) -> impl Future<Output = Result<Response, ModelError>> + Send;
}

/// The object-safe mirror of [`Model`], for the agent that holds one of any kind.
pub(crate) trait AnyModel: Send + Sync {
    fn respond<'a>(
        &'a self,
        request: &'a Request,
        on_delta: DeltaSink<'a>,
    ) -> BoxFuture<'a, Result<Response, ModelError>>;
}

impl<M: Model> AnyModel for M {
    fn respond<'a>(
        &'a self,
        request: &'a Request,
        on_delta: DeltaSink<'a>,
    ) -> BoxFuture<'a, Result<Response, ModelError>> {
        Model::respond(self, request, on_delta).boxed()
    }
}
