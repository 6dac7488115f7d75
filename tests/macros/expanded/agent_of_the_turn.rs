/// You write letters to customers.
#[agent(
    model = cheaper_after_three_turns,
    temperature = |turn| 1.0 / f64::from(turn.step()),
    context = Session,
    approval = |call| Approval::Require,
    tools(send)
)]
pub async fn letter(to: String, about: String, RunContext(session): RunContext<Session>) -> anyhow::Result<Prompt<String>> {
    Ok(Prompt::user(session.letter(to, about)?))
}
