/// Deploy the selected release.
#[tool(approval = |input| input.environment == Environment::Production)]
async fn deploy(environment: Environment, release: String) -> Result<Deployed, DeployError> {
    environment.deploy(release).await
}
