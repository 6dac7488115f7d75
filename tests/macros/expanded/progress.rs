/// Build the selected branch.
#[tool(max_concurrency = 2)]
pub async fn build(branch: String, progress: Progress<Percent>) -> Built {
    compile(&branch, progress).await
}
