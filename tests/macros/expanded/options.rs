/// Search the handbook.
#[tool(
    name = "search_handbook",
    idempotent,
    sequential,
    max_retries = 3,
    max_output_chars = 4000,
    next_turn(temperature = 0.2, max_output_tokens = 500)
)]
pub(crate) async fn search(query: String, #[serde(default)] limit: u8) -> anyhow::Result<Vec<Hit>> {
    Handbook::open()?.search(&query, limit)
}
