/// Index a repository.
#[tool(streaming)]
async fn index_repository(path: PathBuf) -> ToolStream<Phase, Indexed> {
    emit!(Phase::Scan);
    let files = scan(&path).await?;
    emit!(Phase::Embed);
    Ok(Indexed { indexed: files.len() })
}
