//! What an agent is given to call: `each_turn`, `approval` and `human_review`.

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use crate::run::{Review, Turn};
use crate::runner::Approval;
use crate::tool::{NextTurn, ToolContext, ToolError};

use super::setting::{Function, OptionalFunction};

/// A function of the turn for all that a question has.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the `each_turn` of an agent",
    label = "not a function of the turn that gives a `NextTurn`",
    note = "write `fn(&Turn<'_>) -> NextTurn`, or a closure of the turn that gives one; it may give an `Option<NextTurn>`"
)]
pub trait Plans<Form>: Send + Sync + 'static {
    /// What the next question has.
    fn plan(&self, turn: &Turn<'_>) -> NextTurn;
}

#[diagnostic::do_not_recommend]
impl<F> Plans<Function> for F
where
    F: Fn(&Turn<'_>) -> NextTurn + Send + Sync + 'static,
{
    fn plan(&self, turn: &Turn<'_>) -> NextTurn {
        self(turn)
    }
}

#[diagnostic::do_not_recommend]
impl<F> Plans<OptionalFunction> for F
where
    F: Fn(&Turn<'_>) -> Option<NextTurn> + Send + Sync + 'static,
{
    fn plan(&self, turn: &Turn<'_>) -> NextTurn {
        self(turn).unwrap_or_default()
    }
}

/// The function of `each_turn = ..`. Its type asks nothing of `plan`, so that rustc says once what is
/// wrong with it; those below likewise.
pub fn plan<Form, P: Plans<Form>>(plan: P) -> Box<dyn Fn(&Turn<'_>) -> NextTurn + Send + Sync> {
    Box::new(move |turn| plan.plan(turn))
}

/// Decides who decides about a call, of any tool of an agent.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot decide an approval",
    label = "not a rule for the approvals of an agent",
    note = "write `fn(&ToolContext) -> bool` or `fn(&ToolContext) -> Approval`, sync or async, or a closure of the context; it \
            may give a `Result` of these"
)]
pub trait Policy<Form>: Send + Sync + 'static {
    /// Decides.
    fn decide<'a>(&'a self, context: &'a ToolContext)
    -> BoxFuture<'a, Result<Approval, ToolError>>;
}

/// What such a rule gives.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say who decides about a call",
    label = "neither a `bool`, nor an `Approval`, nor a `Result` of these"
)]
pub trait SaysApproval {
    /// What it says.
    ///
    /// # Errors
    /// The rule's own error.
    fn approval(self) -> Result<Approval, ToolError>;
}

impl SaysApproval for bool {
    fn approval(self) -> Result<Approval, ToolError> {
        Ok(self.into())
    }
}

impl SaysApproval for Approval {
    fn approval(self) -> Result<Self, ToolError> {
        Ok(self)
    }
}

impl<A: Into<Approval>, E: Into<ToolError>> SaysApproval for Result<A, E> {
    fn approval(self) -> Result<Approval, ToolError> {
        self.map(Into::into).map_err(Into::into)
    }
}

/// The form of a sync rule.
#[derive(Debug)]
pub enum AtOnce {}

/// The form of an async rule.
#[derive(Debug)]
pub enum Awaited {}

#[diagnostic::do_not_recommend]
impl<F, V> Policy<AtOnce> for F
where
    F: Fn(&ToolContext) -> V + Send + Sync + 'static,
    V: SaysApproval,
{
    fn decide<'a>(
        &'a self,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<Approval, ToolError>> {
        // In the future, where a panic is caught.
        async move { self(context).approval() }.boxed()
    }
}

#[diagnostic::do_not_recommend]
impl<F> Policy<Awaited> for F
where
    F: for<'a> DecidesAny<'a> + Send + Sync + 'static,
{
    fn decide<'a>(
        &'a self,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<Approval, ToolError>> {
        async move { self.ask(context).await }.boxed()
    }
}

/// An async rule for one lifetime: the type of its future may depend on it.
pub trait DecidesAny<'a> {
    /// Decides.
    fn ask(&self, context: &'a ToolContext) -> BoxFuture<'a, Result<Approval, ToolError>>;
}

impl<'a, F, Fut> DecidesAny<'a> for F
where
    F: Fn(&'a ToolContext) -> Fut,
    Fut: Future<Output: SaysApproval> + Send + 'a,
{
    fn ask(&self, context: &'a ToolContext) -> BoxFuture<'a, Result<Approval, ToolError>> {
        self(context).map(SaysApproval::approval).boxed()
    }
}

/// The rule of `approval = ..`, as the builder takes it.
pub fn policy<Form, P: Policy<Form>>(policy: P) -> OfCall {
    let policy = Arc::new(policy);
    Box::new(move |context| {
        let policy = Arc::clone(&policy);
        async move { policy.decide(&context).await }.boxed()
    })
}

type OfCall =
    Box<dyn Fn(ToolContext) -> BoxFuture<'static, Result<Approval, ToolError>> + Send + Sync>;

/// The rule of `approval = true`.
#[must_use]
pub fn every_call(_: &ToolContext) -> bool {
    true
}

/// Says whether a person must look at an answer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the `human_review` of this agent",
    label = "not a function of the answer, or of the answer and the turn, that gives an `Option<Review>`",
    note = "write `fn(&{T}) -> Option<Review>` or `fn(&{T}, &Turn<'_>) -> Option<Review>`, or such a closure"
)]
pub trait Reviews<T, Form>: Send + Sync + 'static {
    /// Why a person must, if one must.
    fn review(&self, answer: &T, turn: &Turn<'_>) -> Option<Review>;
}

/// The form of a review that looks at the answer.
#[derive(Debug)]
pub enum OfAnswer {}

/// The form of a review that looks at the answer and the turn.
#[derive(Debug)]
pub enum OfAnswerAndTurn {}

#[diagnostic::do_not_recommend]
impl<T, F> Reviews<T, OfAnswer> for F
where
    F: Fn(&T) -> Option<Review> + Send + Sync + 'static,
{
    fn review(&self, answer: &T, _turn: &Turn<'_>) -> Option<Review> {
        self(answer)
    }
}

#[diagnostic::do_not_recommend]
impl<T, F> Reviews<T, OfAnswerAndTurn> for F
where
    F: Fn(&T, &Turn<'_>) -> Option<Review> + Send + Sync + 'static,
{
    fn review(&self, answer: &T, turn: &Turn<'_>) -> Option<Review> {
        self(answer, turn)
    }
}

/// The function of `human_review = ..`.
pub fn review<T, Form, R: Reviews<T, Form>>(review: R) -> Reviewer<T> {
    Box::new(move |answer, turn| review.review(answer, turn))
}

type Reviewer<T> = Box<dyn Fn(&T, &Turn<'_>) -> Option<Review> + Send + Sync>;

/// The function of `human_review = true`.
#[must_use]
pub fn every_answer<T>(_: &T, _: &Turn<'_>) -> Option<Review> {
    Some(Review::new("every answer is looked at"))
}
