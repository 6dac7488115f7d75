/// Refund a customer.
#[tool(interactive, on_response = refunded)]
async fn refund(order: String, cents: u32, ledger: State<Ledger>) -> Interactive<Receipt> {
    ledger.ask_or_refund(order, cents).await
}
