//! Two processes that resume the same paused run at once.

use phaseo_agent::Outcome;
use phaseo_agent::run::{Fact, State, Status};
use phaseo_agent::store::{SqliteStore, Store};
use tempfile::tempdir;

use crate::process::Racer;
use crate::worker::{store_path, the_banker};
use crate::{ledger, variable};

/// One of them runs the call, the other is refused by the type of its error, and the money is wired
/// once.
#[tokio::test]
async fn of_two_processes_that_resume_a_run_at_once_one_runs_it() {
    let races: usize = variable("PHASEO_RACES").unwrap_or(50);
    let folder = tempdir().unwrap();
    let agent = the_banker(folder.path());
    let store = SqliteStore::open(store_path(folder.path())).unwrap();
    let mut racers = [Racer::start(folder.path()), Racer::start(folder.path())];
    let (mut wins, mut conflicts, mut not_pending) = ([0, 0], 0, 0);
    for race in 0..races {
        let run = agent.run("go").await.unwrap();
        assert!(
            matches!(run.outcome(), Outcome::Paused(_)),
            "{:?}",
            run.outcome()
        );
        // Each is told first every other time.
        for place in [race % 2, 1 - race % 2] {
            racers[place].order(run.id());
        }
        let answers = racers.each_mut().map(Racer::answer);
        let winner = answers.iter().position(|answer| answer == "completed");
        let winner = winner.unwrap_or_else(|| panic!("nobody ran it: {answers:?}"));
        wins[winner] += 1;
        match answers[1 - winner].as_str() {
            "conflict" => conflicts += 1,
            "not pending" => not_pending += 1,
            _ => panic!("the other one was not refused: {answers:?}"),
        }

        let effects = ledger::effects(folder.path());
        let key = format!("{}/c1", run.id());
        assert_eq!(ledger::count(&effects, "wire", &key), 1, "{answers:?}");
        assert_eq!(effects.len(), race + 1, "an effect of no call");
        let state = State::fold(store.load(run.id(), 0).await.unwrap()).unwrap();
        assert_eq!(state.status(), Status::Completed);
        let count = |is: fn(&Fact) -> bool| {
            state
                .entries()
                .iter()
                .filter(|entry| is(&entry.fact))
                .count()
        };
        assert_eq!(count(|fact| matches!(fact, Fact::Decided { .. })), 1);
        assert_eq!(count(|fact| matches!(fact, Fact::CallClaimed { .. })), 1);
    }
    for racer in racers {
        racer.stop();
    }
    println!(
        "{races} races, won {} to {}: the other one was refused {conflicts} times by a conflict, {not_pending} times \
         because the call was no longer pending",
        wins[0], wins[1]
    );
}
