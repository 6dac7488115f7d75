//! Rules that decide which calls a person must approve.

use std::fmt;
use std::marker::PhantomData;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use super::context::ToolContext;
use super::error::ToolError;
use super::extract::Args;

/// Decides whether a person must approve a call with this input: a function or closure of `&I`, or of
/// `&I` and `&ToolContext`, sync or async, that gives a `bool` or a `Result<bool, E>`. A rule that
/// fails or panics asks.
///
/// The parameters of a closure need their types. An async closure captures nothing; one that needs
/// more gives an `async move` block of what it cloned.
///
/// ```
/// use phaseo_agent::prelude::*;
/// use phaseo_agent::tool::ToolBuilder;
/// # use std::sync::Arc;
/// # #[derive(serde::Deserialize, schemars::JsonSchema)] struct Deploy { production: bool, release: String }
/// # struct Freeze; impl Freeze { async fn covers(&self, _: &str) -> Result<bool, std::io::Error> { Ok(true) } }
///
/// # fn deploy() -> phaseo_agent::tool::HandledToolBuilder<Deploy, bool> {
/// #     Tool::builder("deploy").handler(async |_: Deploy, _| Ok::<_, ToolError>(true))
/// # }
/// async fn is_risky(input: &Deploy, context: &ToolContext) -> bool {
///     input.production && context.attempt() > 1
/// }
///
/// let tool = deploy().approval(|input: &Deploy| input.production).build();
/// let tool = deploy().approval(is_risky).build();
///
/// let freeze = Arc::new(Freeze);
/// let tool = deploy()
///     .approval(move |input: &Deploy| {
///         let (freeze, release) = (Arc::clone(&freeze), input.release.clone());
///         async move { freeze.covers(&release).await }
///     })
///     .build();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot decide an approval",
    label = "not a rule for approvals",
    note = "write `fn(&{I}) -> bool` or `fn(&{I}, &ToolContext) -> bool`, sync or async, or a closure whose parameters have \
            these types; it may give a `Result<bool, E>`"
)]
pub trait ApprovalRule<I, Form>: Send + Sync + 'static {
    /// Decides.
    fn decide<'a>(
        &'a self,
        input: &'a I,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<bool, ToolError>>;
}

/// What a rule gives.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say whether a person must approve",
    label = "neither a `bool` nor a `Result<bool, E>`"
)]
pub trait Asks {
    /// The answer.
    ///
    /// # Errors
    /// The rule's own error.
    fn asks(self) -> Result<bool, ToolError>;
}

impl Asks for bool {
    fn asks(self) -> Result<bool, ToolError> {
        Ok(self)
    }
}

impl<E: Into<ToolError>> Asks for Result<bool, E> {
    fn asks(self) -> Result<bool, ToolError> {
        self.map_err(Into::into)
    }
}

/// The form of a sync rule that looks at the input.
#[derive(Debug)]
pub enum OfInput {}

/// The form of a sync rule that looks at the input and the context.
#[derive(Debug)]
pub enum OfCall {}

/// The form of an async rule that looks at the input.
#[derive(Debug)]
pub enum OfInputAsync {}

/// The form of an async rule that looks at the input and the context.
#[derive(Debug)]
pub enum OfCallAsync {}

#[diagnostic::do_not_recommend]
impl<I, F, V> ApprovalRule<I, OfInput> for F
where
    I: Sync,
    F: Fn(&I) -> V + Send + Sync + 'static,
    V: Asks,
{
    fn decide<'a>(
        &'a self,
        input: &'a I,
        _context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<bool, ToolError>> {
        // In the future, where a panic is caught.
        async move { self(input).asks() }.boxed()
    }
}

#[diagnostic::do_not_recommend]
impl<I, F, V> ApprovalRule<I, OfCall> for F
where
    I: Sync,
    F: Fn(&I, &ToolContext) -> V + Send + Sync + 'static,
    V: Asks,
{
    fn decide<'a>(
        &'a self,
        input: &'a I,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<bool, ToolError>> {
        async move { self(input, context).asks() }.boxed()
    }
}

#[diagnostic::do_not_recommend]
impl<I, F> ApprovalRule<I, OfInputAsync> for F
where
    I: Sync,
    F: for<'a> DecidesInput<'a, I> + Send + Sync + 'static,
{
    fn decide<'a>(
        &'a self,
        input: &'a I,
        _context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<bool, ToolError>> {
        async move { self.ask(input).await }.boxed()
    }
}

#[diagnostic::do_not_recommend]
impl<I, F> ApprovalRule<I, OfCallAsync> for F
where
    I: Sync,
    F: for<'a> DecidesCall<'a, I> + Send + Sync + 'static,
{
    fn decide<'a>(
        &'a self,
        input: &'a I,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<bool, ToolError>> {
        async move { self.ask(input, context).await }.boxed()
    }
}

/// An async function of the input for one lifetime: the type of its future may depend on it, which
/// `Fn(&I) -> Fut` cannot say.
pub trait DecidesInput<'a, I> {
    /// Decides.
    fn ask(&self, input: &'a I) -> BoxFuture<'a, Result<bool, ToolError>>;
}

impl<'a, I, F, Fut> DecidesInput<'a, I> for F
where
    I: 'a,
    F: Fn(&'a I) -> Fut,
    Fut: Future<Output: Asks> + Send + 'a,
{
    fn ask(&self, input: &'a I) -> BoxFuture<'a, Result<bool, ToolError>> {
        self(input).map(Asks::asks).boxed()
    }
}

/// The same of the input and the context.
pub trait DecidesCall<'a, I> {
    /// Decides.
    fn ask(&self, input: &'a I, context: &'a ToolContext)
    -> BoxFuture<'a, Result<bool, ToolError>>;
}

impl<'a, I, F, Fut> DecidesCall<'a, I> for F
where
    I: 'a,
    F: Fn(&'a I, &'a ToolContext) -> Fut,
    Fut: Future<Output: Asks> + Send + 'a,
{
    fn ask(
        &self,
        input: &'a I,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<bool, ToolError>> {
        self(input, context).map(Asks::asks).boxed()
    }
}

/// What a person is told who must approve because a rule says so.
const ASKED: &str = "the tool needs approval";

/// A verdict as the reason to ask, if it asks.
pub(super) fn reason(ask: bool) -> Option<String> {
    ask.then(|| ASKED.to_owned())
}

/// A rule of any form.
pub struct Rule<I>(Box<dyn AnyRule<I>>);

impl<I: 'static> Rule<I> {
    /// This rule.
    pub fn new<Form: 'static, R: ApprovalRule<I, Form>>(rule: R) -> Self {
        Self(Box::new(Formed(rule, PhantomData)))
    }

    /// The rule for an input that is [`Args`].
    #[must_use]
    pub fn of_args(self) -> Rule<Args<I>> {
        Rule(Box::new(self))
    }

    pub(super) fn ask<'a>(
        &'a self,
        input: &'a I,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<Option<String>, ToolError>> {
        self.0
            .decide(input, context)
            .map(|verdict| verdict.map(reason))
            .boxed()
    }
}

impl<I> fmt::Debug for Rule<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rule").finish_non_exhaustive()
    }
}

trait AnyRule<I>: Send + Sync {
    fn decide<'a>(
        &'a self,
        input: &'a I,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<bool, ToolError>>;
}

struct Formed<R, Form>(R, PhantomData<fn() -> Form>);

impl<I, Form, R: ApprovalRule<I, Form>> AnyRule<I> for Formed<R, Form> {
    fn decide<'a>(
        &'a self,
        input: &'a I,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<bool, ToolError>> {
        self.0.decide(input, context)
    }
}

impl<I> AnyRule<Args<I>> for Rule<I> {
    fn decide<'a>(
        &'a self,
        Args(input): &'a Args<I>,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<bool, ToolError>> {
        self.0.decide(input, context)
    }
}
