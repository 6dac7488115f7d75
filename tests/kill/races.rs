//! Two processes that resume the same paused run at once.

use std::time::Instant;

use phaseo_agent::Outcome;
use phaseo_agent::run::{Fact, Status};
use tempfile::tempdir;

use crate::place::Kind;
use crate::process::Worker;
use crate::worker::the_banker;
use crate::{ledger, variable};

#[tokio::test]
async fn of_two_processes_that_resume_a_run_at_once_one_runs_it() {
    one_runs_it(Kind::Sqlite).await;
}

#[tokio::test]
#[ignore = "needs Postgres"]
async fn of_two_processes_that_resume_a_run_in_postgres_at_once_one_runs_it() {
    one_runs_it(Kind::Postgres("races")).await;
}

/// One of them runs the call, the other is refused by the type of its error, and the money is wired
/// once.
async fn one_runs_it(kind: Kind) {
    let races: usize = variable("PHASEO_RACES").unwrap_or(200);
    let folder = tempdir().expect("a folder can be made");
    let place = kind.place(folder.path()).await;
    let agent = the_banker(folder.path(), &place).await;
    let mut racers = [0, 1].map(|_| Worker::start(folder.path(), &place, "race"));
    let begin = Instant::now();
    let (mut wins, mut conflicts, mut not_pending) = ([0, 0], 0, 0);
    for race in 0..races {
        let run = agent.run("go").await.expect("it pauses");
        assert!(
            matches!(run.outcome(), Outcome::Paused(_)),
            "{:?}",
            run.outcome()
        );
        // Each is told first every other time.
        for place in [race % 2, 1 - race % 2] {
            racers[place].order(run.id());
        }
        let answers = racers.each_mut().map(Worker::answer);
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
        let state = place.state(run.id()).await;
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
         because the call was no longer pending; {:.1} s",
        wins[0],
        wins[1],
        begin.elapsed().as_secs_f64()
    );
}
