//! What the runtime supplies, and the whole input as one struct.
#![deny(warnings)]

use phaseo_agent::prelude::*;
use phaseo_agent::tool::Extract;

#[derive(Clone)]
struct Desk {
    name: String,
}

struct Tenant(String);

impl Extract for Tenant {
    fn extract(context: &ToolContext) -> Result<Self, ToolError> {
        Ok(Self(context.agent_id().to_owned()))
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema, garde::Validate)]
struct Order {
    #[garde(length(min = 1))]
    item: String,
}

/// Order something.
#[tool]
async fn order(
    Args(order): Args<Order>,
    State(Desk { name }): State<Desk>,
    /// Who asks.
    #[extract]
    tenant: Tenant,
    context: ToolContext,
) -> String {
    format!("{} {name} {} {}", order.item, tenant.0, context.step())
}

/// Order something too.
#[tool]
async fn order_too(context: phaseo_agent::ToolContext, order: phaseo_agent::Args<Order>) -> String {
    format!("{} {}", order.0.item, context.run_id())
}

fn main() {
    let _ = [Tool::from(order {}), Tool::from(order_too {})];
}
