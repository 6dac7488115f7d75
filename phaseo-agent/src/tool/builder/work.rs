//! What a built tool does, in one form for all kinds.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use futures_util::{FutureExt, Stream};

use super::super::context::ToolContext;
use super::super::error::ToolError;
use super::super::interactive::Interactive;
use super::super::output::ToolOutput;
use super::super::progress::{PROGRESS, Progress};
use super::super::update::{self, Update};
use super::side::Side;

/// Executes once. The last argument checks progress values.
pub(super) type Work<I, T, P> =
    Box<dyn Fn(I, ToolContext, &Arc<Side<P>>) -> Working<T> + Send + Sync>;

type Working<T> = BoxFuture<'static, Result<Interactive<T>, ToolError>>;

pub(super) fn handler<I, T, P, E, F, Fut>(handler: F) -> Work<I, T, P>
where
    E: Into<ToolError>,
    F: Fn(I, ToolContext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<T, E>> + Send + 'static,
{
    Box::new(move |input, context, _| done(handler(input, context)))
}

pub(super) fn sync_handler<I, T, P, E, F>(handler: F) -> Work<I, T, P>
where
    I: Send + 'static,
    E: Into<ToolError>,
    F: Fn(I, ToolContext) -> Result<T, E> + Send + Sync + 'static,
{
    let handler = Arc::new(handler);
    Box::new(move |input, context, _| {
        let handler = Arc::clone(&handler);
        done(async move { handler(input, context) })
    })
}

pub(super) fn streaming_handler<I, T, P, E, F, Fut>(handler: F) -> Work<I, T, P>
where
    P: 'static,
    E: Into<ToolError>,
    F: Fn(I, ToolContext, Progress<P>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<T, E>> + Send + 'static,
{
    Box::new(move |input, context, side| {
        let progress = checked(&context, side);
        done(handler(input, context, progress))
    })
}

pub(super) fn stream<I, T, P, E, F, S>(updates: F) -> Work<I, T, P>
where
    P: ToolOutput + Send + 'static,
    T: Send + 'static,
    E: Into<ToolError>,
    F: Fn(I, ToolContext) -> S + Send + Sync + 'static,
    S: Stream<Item = Result<Update<P, T>, E>> + Send + 'static,
{
    Box::new(move |input, context, side| {
        let progress = checked(&context, side);
        let updates = updates(input, context);
        done(async move { update::last(updates, &progress).await })
    })
}

pub(super) fn interactive<I, T, P, E, F, Fut>(handler: F) -> Work<I, T, P>
where
    P: 'static,
    E: Into<ToolError>,
    F: Fn(I, ToolContext, Progress<P>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Interactive<T>, E>> + Send + 'static,
{
    Box::new(move |input, context, side| {
        let progress = checked(&context, side);
        handler(input, context, progress)
            .map(|returned| returned.map_err(Into::into))
            .boxed()
    })
}

pub(super) fn manual<I, T, P>() -> Work<I, T, P> {
    Box::new(|_, _, _| {
        async { Err(ToolError::fatal("somebody outside the run does this")) }.boxed()
    })
}

fn done<T, E: Into<ToolError>>(
    work: impl Future<Output = Result<T, E>> + Send + 'static,
) -> Working<T> {
    work.map(|returned| returned.map(Interactive::Done).map_err(Into::into))
        .boxed()
}

fn checked<P: 'static>(context: &ToolContext, side: &Arc<Side<P>>) -> Progress<P> {
    let side = Arc::clone(side);
    Progress::with(&context.call().id, context.sink().clone(), move |value| {
        side.write(value, PROGRESS)
    })
}
