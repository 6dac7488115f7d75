//! Decisions that are recorded and not yet carried out.

use crate::clock::now;
use crate::error::{Error, ErrorKind, Result};
use crate::run::{Action, Decisions, Happened, Machine, State};

use super::stored::stored;
use super::{Head, Store};

/// Records decisions about the pending calls of a paused run, without an agent and without running
/// anything. Several people can do so one after the other, each in a process of their own;
/// [`Agent::resume`](crate::Agent::resume) then carries out what was decided.
///
/// What the log can tell is checked: that the call is pending, that the kind of decision fits it,
/// and that a supplied output fits the tool's schema. The rest is checked on resume.
///
/// # Errors
/// [`ErrorKind::UnknownRun`]; [`ErrorKind::Decision`] for a decision that cannot be taken, and then
/// none is recorded; [`ErrorKind::Store`], also when somebody else wrote at the same time.
///
/// ```
/// # use phaseo_agent::item::ToolCall;
/// # use phaseo_agent::model::Response;
/// # use phaseo_agent::testing::ScriptedModel;
/// use phaseo_agent::prelude::*;
/// use phaseo_agent::run::{Decision, Decisions};
/// use phaseo_agent::store::{MemoryStore, decide};
///
/// /// Deploy a release.
/// #[tool(approval = true)]
/// async fn deploy(release: String) -> String {
///     format!("{release} is live")
/// }
///
/// /// You deploy releases.
/// #[agent(model = "openai/gpt-5-nano", tools(deploy))]
/// async fn deployer(request: String) -> Prompt<String> {
///     Prompt::user(request)
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// # let client = ScriptedModel::new([
/// #     Response::calls([ToolCall::new("call_1", "deploy", r#"{"release":"2.4.1"}"#)]),
/// #     Response::text("Done."),
/// # ]);
/// let store = MemoryStore::new();
/// let agent = deployer::agent().client(client).store(store.clone()).build()?;
/// let run = agent.run("Deploy 2.4.1.").await?;
///
/// let mut decisions = Decisions::default();
/// decisions.push("call_1", Decision::Approve { input: None });
/// decisions.by("ada");
/// let state = decide(&store, run.id(), decisions).await?;
/// assert!(state.pause().is_some_and(|pause| pause.pending.is_empty()));
///
/// let run = agent.resume(run.id()).await?;
/// assert_eq!(run.outcome(), &Outcome::Completed("Done.".to_owned()));
/// # Ok::<(), phaseo_agent::Error>(())
/// # }).unwrap();
/// ```
pub async fn decide<S: Store>(store: &S, run_id: &str, decisions: Decisions) -> Result<State> {
    let failed = |error| Error::new(ErrorKind::Store(error));
    let state = stored(store, run_id).await?;
    let mut machine = Machine::decide(state, decisions, now())
        .map_err(|(error, state)| Error::new(ErrorKind::Decision(error)).with_run(*state))?;
    if let Action::Append {
        expected_seq,
        entries,
    } = machine.next()
    {
        let head = Head::of(machine.state());
        let saved = store.append(run_id, expected_seq, &entries, &head).await;
        saved.map_err(|error| failed(error).with_run(machine.state().clone()))?;
        let saved = machine.apply(now(), Happened::Appended);
        saved.map_err(|misuse| Error::new(ErrorKind::Internal(misuse.to_string())))?;
    }
    Ok(machine.into_state())
}
