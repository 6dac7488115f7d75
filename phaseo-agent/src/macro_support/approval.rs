//! Rules for approvals.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use crate::tool::{ApprovalRule, ToolContext, ToolError};

/// What the rule of `approval = ..` says of a call.
pub fn decide<'a, I, Form, R>(
    rule: R,
    input: &'a I,
    context: &'a ToolContext,
) -> BoxFuture<'a, Result<bool, ToolError>>
where
    I: Sync,
    R: ApprovalRule<I, Form>,
{
    async move { rule.decide(input, context).await }.boxed()
}
