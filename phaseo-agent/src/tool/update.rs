//! Tools that are written as a stream.

use std::pin::pin;

use futures_util::{Stream, StreamExt};

use super::error::ToolError;
use super::progress::Progress;

/// One item of a tool that is written as a stream: progress values, then the output.
///
/// ```
/// use futures_util::{Stream, stream};
/// use phaseo_agent::prelude::*;
/// use phaseo_agent::tool::Update;
///
/// fn scan(files: u32) -> impl Stream<Item = Result<Update<u32, String>, ToolError>> {
///     let progress = (1..=files).map(|file| Ok(Update::Progress(file)));
///     stream::iter(progress.chain([Ok(Update::Done("scanned".to_owned()))]))
/// }
/// # #[derive(serde::Deserialize, schemars::JsonSchema)] struct Scan { files: u32 }
/// let tool = Tool::builder("scan").description("Scan files.").stream(|input: Scan, _| scan(input.files)).build();
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Update<P, T> {
    /// A progress value.
    Progress(P),
    /// The output. What the stream would give after it is not asked for.
    Done(T),
}

/// Sends the progress of `updates` on, up to the output.
pub(crate) async fn last<P, T, E>(
    updates: impl Stream<Item = Result<Update<P, T>, E>>,
    progress: &Progress<P>,
) -> Result<T, ToolError>
where
    E: Into<ToolError>,
{
    let mut updates = pin!(updates.map(|update| update.map_err(Into::into)));
    while let Some(update) = updates.next().await {
        match update? {
            Update::Progress(value) => progress.send(value).await?,
            Update::Done(output) => return Ok(output),
        }
    }
    Err("the tool's stream ended without `Update::Done`".into())
}
