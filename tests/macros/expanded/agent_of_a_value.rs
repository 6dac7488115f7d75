/// You answer questions of customers.
#[agent(model = "openai/gpt-5-nano")]
impl Support {
    /// Load one ticket.
    #[tool(timeout = "3s")]
    async fn ticket(&self, id: String) -> Result<Ticket, DeskError> {
        self.desk.ticket(&id).await
    }

    #[prompt]
    async fn ask(&self, question: String) -> Prompt<Advice> {
        Prompt::user(question)
    }

    fn desk(&self) -> &Desk {
        &self.desk
    }
}
