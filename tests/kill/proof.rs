//! What must be true of a run that has come to its end, however often its processes were killed.

use std::collections::BTreeSet;
use std::sync::Arc;

use phaseo_agent::item::Message;
use phaseo_agent::run::{CallOutcome, Decision, Entry, Fact, PendingKind, State};

use crate::case::Case;
use crate::ledger;
use crate::worker::{ANSWER, SCRIPT};

/// Proves the ledger, the log and what the workers told against each other.
pub(crate) fn prove(case: &Case) {
    let state = case.state.as_ref().expect("the run has ended");
    let effects = ledger::effects(case.folder());
    let expected: Vec<_> = SCRIPT.iter().copied().flatten().collect();
    let calls: Vec<_> = state.steps().iter().flat_map(|step| &step.calls).collect();
    let asked: Vec<_> = calls.iter().map(|call| (call.id(), call.name())).collect();
    assert!(asked.iter().eq(expected), "the calls of the run: {asked:?}");
    assert_eq!(
        state.answer().map(|answer| answer.read().ok()),
        Some(Some(ANSWER.to_owned()))
    );
    prove_transcript(state);
    let mut known = 0;
    let mut doubts = BTreeSet::new();
    for call in calls {
        let key = format!("{}/{}", state.run_id(), call.id());
        let done = ledger::count(&effects, call.name(), &key);
        known += done;
        let claims = claims(state, call.id());
        assert!(
            claims.iter().all(|claim| claim.key == key),
            "a call has one key: {claims:?}"
        );
        prove_executions(case, call.name(), &key, &claims);
        match call.name() {
            // Lost if it is 0, repeated if it is more than 1.
            "pay" => {
                assert_eq!(done, 1, "how often {key} was paid");
                doubts.extend(doubts_of(state, call.id(), &claims));
            }
            _ => {
                assert!((1..=claims.len()).contains(&done), "{key}: {done} notes");
                let output = matches!(call.outcome(), Some(CallOutcome::Output(_)));
                assert!(output, "a note needs nobody: {:?}", call.outcome());
            }
        }
    }
    assert_eq!(known, effects.len(), "an effect of no call: {effects:?}");
    assert_eq!(
        doubts, case.doubts,
        "the doubts that the run reported, and those that its kills left"
    );
}

/// The results of each step are there once, in the model's order.
fn prove_transcript(state: &State) {
    let results = state
        .transcript()
        .iter()
        .filter_map(|message| match message {
            Message::Tool(results) => Some(results),
            _ => None,
        });
    let told: Vec<Vec<_>> = results
        .map(|results| results.iter().map(|result| result.id.as_str()).collect())
        .collect();
    let expected = SCRIPT.map(|calls| calls.iter().map(|(id, _)| *id).collect::<Vec<_>>());
    assert_eq!(told, expected, "the results that the model read");
}

/// Every execution that a worker told of was claimed, and no claim was executed twice.
fn prove_executions(case: &Case, tool: &str, key: &str, claims: &[Claim]) {
    let begin = format!("{tool} {key} ");
    let mut begun = BTreeSet::new();
    for attempt in case.begun.iter().filter_map(|one| one.strip_prefix(&begin)) {
        let attempt: u32 = attempt.parse().expect("an attempt is a number");
        assert!(
            claims.iter().any(|claim| claim.attempt == attempt),
            "{key} was executed without a claim, as attempt {attempt}"
        );
        assert!(
            begun.insert(attempt),
            "attempt {attempt} of {key} was executed twice"
        );
    }
}

/// The claims of a payment that were left in doubt. What follows on each of them in the log is its
/// settlement, or the pause that reports the doubt and then a decision: it is never simply run
/// again.
fn doubts_of(state: &State, call: &str, claims: &[Claim]) -> BTreeSet<(String, u64)> {
    let mut doubts = BTreeSet::new();
    for claim in claims {
        let mut behind = state.entries()[claim.seq as usize..]
            .iter()
            .filter(|entry| concerns(entry, call));
        match behind.next().map(|entry| &entry.fact) {
            Some(Fact::CallSettled {
                outcome: CallOutcome::Output(_),
                ..
            }) => continue,
            Some(Fact::Paused { .. }) => _ = doubts.insert((call.to_owned(), claim.seq)),
            other => panic!("behind the claim {claim:?} of {call} comes {other:?}"),
        }
        let decided = behind.next().map(|entry| &entry.fact);
        let Some(Fact::Decided { decision, .. }) = decided else {
            panic!("nobody decided about {call}: {decided:?}");
        };
        let next = behind.next().map(|entry| &entry.fact);
        let fits = matches!(
            (decision, next),
            (Decision::Rerun, Some(Fact::CallClaimed { .. }))
                | (
                    Decision::Output(_) | Decision::GiveUp { .. },
                    Some(Fact::CallSettled { .. })
                )
        );
        assert!(fits, "{decision:?} about {call} came to {next:?}");
    }
    doubts
}

/// A claim of a call in the log.
#[derive(Debug)]
struct Claim {
    seq: u64,
    attempt: u32,
    key: String,
}

fn claims(state: &State, id: &str) -> Vec<Claim> {
    let claim = |entry: &Arc<Entry>| match &entry.fact {
        Fact::CallClaimed {
            call,
            attempt,
            idempotency_key,
        } if call == id => Some(Claim {
            seq: entry.seq,
            attempt: *attempt,
            key: idempotency_key.clone(),
        }),
        _ => None,
    };
    state.entries().iter().filter_map(claim).collect()
}

/// The place of the last claim of a call in the log.
pub(crate) fn last_claim(state: &State, call: &str) -> Option<u64> {
    claims(state, call).last().map(|claim| claim.seq)
}

/// Whether an entry is about the call `id`; a pause is, if it reports it as in doubt.
fn concerns(entry: &Entry, id: &str) -> bool {
    match &entry.fact {
        Fact::CallClaimed { call, .. } | Fact::CallSettled { call, .. } => call == id,
        Fact::Decided { id: of, .. } => of == id,
        Fact::Paused { pending } => pending
            .iter()
            .any(|pending| pending.id == id && pending.kind == PendingKind::InDoubt),
        _ => false,
    }
}
