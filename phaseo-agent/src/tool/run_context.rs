//! The app's own context of a run, as a tool sees it.

use std::any::type_name;
use std::fmt;
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::json::RawJson;

use super::context::ToolContext;
use super::error::ToolError;
use super::extract::Extract;
use super::outbox::Outbox;

/// The app's own context of the run, a `C` that is kept with the run: a tool reads it and can set
/// it anew. When several calls of a step set it, the last in the model's order wins.
///
/// ```
/// use phaseo_agent::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Basket {
///     items: Vec<String>,
/// }
///
/// async fn put_in_basket(item: String, basket: RunContext<Basket>) -> Result<usize, ToolError> {
///     let mut now = basket.get()?;
///     now.items.push(item);
///     basket.set(&now)?;
///     Ok(now.items.len())
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// // As a test calls it:
/// let basket = RunContext::of(&Basket { items: vec!["bread".into()] })?;
/// assert_eq!(put_in_basket("milk".into(), basket.clone()).await?, 2);
/// assert_eq!(basket.get()?.items, ["bread", "milk"]);
/// # Ok::<(), ToolError>(())
/// # }).unwrap();
/// ```
pub struct RunContext<C> {
    began: Option<RawJson>,
    outbox: Outbox,
    of: PhantomData<fn() -> C>,
}

impl<C> RunContext<C> {
    pub(crate) fn new(began: Option<RawJson>, outbox: Outbox) -> Self {
        Self {
            began,
            outbox,
            of: PhantomData,
        }
    }

    /// One of no run, to call a tool's function in a test.
    ///
    /// # Errors
    /// When `context` cannot be written as JSON.
    pub fn of(context: &C) -> Result<Self, ToolError>
    where
        C: Serialize,
    {
        Ok(Self::new(Some(RawJson::of(context)?), Outbox::new()))
    }

    /// The context: what this execution set, else what the run had when the step began.
    ///
    /// # Errors
    /// When it is no `C`. A run without a context has `null`, which is an `Option` for instance.
    pub fn get(&self) -> Result<C, ToolError>
    where
        C: DeserializeOwned,
    {
        let Some(json) = self.outbox.context().or_else(|| self.began.clone()) else {
            return serde_json::from_str("null").map_err(|_| {
                ToolError::fatal(format!(
                    "the run has no context, and one is needed of type `{}`: supply it with `.context(..)`",
                    type_name::<C>()
                ))
            });
        };
        json.read().map_err(|error| {
            ToolError::fatal(format!(
                "the run's context is not of type `{}`: {error}",
                type_name::<C>()
            ))
        })
    }

    /// Sets the context. The run has it once this execution has succeeded.
    ///
    /// # Errors
    /// When `context` cannot be written as JSON.
    pub fn set(&self, context: &C) -> Result<(), ToolError>
    where
        C: Serialize,
    {
        self.outbox.set_context(RawJson::of(context)?);
        Ok(())
    }
}

impl<C> Extract for RunContext<C> {
    fn extract(context: &ToolContext) -> Result<Self, ToolError> {
        Ok(context.run_context())
    }
}

impl<C> Clone for RunContext<C> {
    fn clone(&self) -> Self {
        Self::new(self.began.clone(), self.outbox.clone())
    }
}

impl<C> fmt::Debug for RunContext<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunContext")
            .field("type", &type_name::<C>())
            .finish_non_exhaustive()
    }
}
