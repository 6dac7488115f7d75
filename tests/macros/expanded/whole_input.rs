/// Plan a trip.
#[tool(approval = true)]
async fn plan(Args(trip): Args<Trip>, context: ToolContext) -> Plan {
    Plan::of(trip, context.cancellation()).await
}
