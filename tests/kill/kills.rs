//! Workers that are killed at random points.

use std::time::{Duration, Instant, SystemTime};

use crate::case::Case;
use crate::place::Kind;
use crate::process::{Dead, Kill};
use crate::proof::prove;
use crate::random::Random;
use crate::variable;

/// How many workers a run may take before it counts as stuck.
const PATIENCE: u32 = 1_000;

/// How long behind a piece of output a kill may come: longer than a tool is busy.
const WIDTH: Duration = Duration::from_micros(800);

#[tokio::test]
async fn runs_survive_processes_that_are_killed_at_any_point() {
    survive(Kind::Sqlite).await;
}

#[tokio::test]
#[ignore = "needs Postgres"]
async fn runs_in_postgres_survive_processes_that_are_killed_at_any_point() {
    survive(Kind::Postgres("kills")).await;
}

/// Wherever a process is killed: nothing that is not idempotent is done twice, nothing is lost, and
/// what may have been done is reported and never simply done again.
async fn survive(kind: Kind) {
    let wanted: u32 = variable("PHASEO_KILLS").unwrap_or(200);
    let seed = variable("PHASEO_KILL_SEED").unwrap_or_else(clock);
    println!("PHASEO_KILL_SEED={seed}");
    let mut random = Random::new(seed);

    let begin = Instant::now();
    let whole = undisturbed(kind, &mut random).await;
    let (mut kills, mut missed, mut runs) = (0, 0, 0);
    let (mut unborn, mut between, mut doubts, mut notes) = (0, 0, 0, 0);
    let (mut rerun, mut output, mut give_up) = (0, 0, 0);
    while kills < wanted {
        let mut case = Case::new(kind).await;
        let mut workers = 0;
        while !case.is_completed() {
            let kill = match kills < wanted {
                true => somewhere(&whole, case.left(), &mut random),
                false => Kill::Never,
            };
            let open = case.doubts.len() + case.notes.len();
            let dead = case.go_on(kill, &mut random).await;
            match (dead.killed, kill) {
                (true, _) => kills += 1,
                (false, Kill::Never) => {}
                (false, _) => missed += 1,
            }
            if dead.killed && case.state.is_none() {
                unborn += 1;
            }
            if case.doubts.len() + case.notes.len() > open {
                assert!(dead.killed, "a worker left a call open and was not killed");
                between += 1;
            }
            workers += 1;
            assert!(workers < PATIENCE, "the run does not come to its end");
        }
        prove(&case);
        runs += 1;
        doubts += case.doubts.len();
        notes += case.notes.len();
        rerun += case.answers.rerun;
        output += case.answers.output;
        give_up += case.answers.give_up;
    }
    println!(
        "{kills} kills of {runs} runs ({missed} came too late): {unborn} before the run was on record, {between} between a \
         claim and its settlement; {doubts} payments in doubt (answered: {rerun} rerun, {output} output, {give_up} \
         give_up), {notes} notes run again; no effect lost, none repeated; {:.1} s",
        begin.elapsed().as_secs_f64()
    );
    if wanted >= 200 {
        assert!(doubts > 0, "no kill left a payment in doubt");
        assert!(notes > 0, "no kill left a note open");
        assert!(
            rerun > 0 && output + give_up > 0,
            "the doubts were all of one kind"
        );
    }
}

/// A run that nobody disturbs says how much a worker writes and how long it lives: the first one
/// longer than those behind it, since the machine does not know the binary yet.
async fn undisturbed(kind: Kind, random: &mut Random) -> Dead {
    let mut fastest: Option<Dead> = None;
    for _ in 0..3 {
        let mut case = Case::new(kind).await;
        let dead = case.go_on(Kill::Never, random).await;
        assert!(case.is_completed() && case.doubts.is_empty());
        prove(&case);
        fastest = match fastest {
            Some(before) if before.lived < dead.lived => Some(before),
            _ => Some(dead),
        };
    }
    fastest.expect("there were three")
}

/// A point in the life of a worker that has `left` of its run to do, if `whole` did all of it.
fn somewhere(whole: &Dead, left: f64, random: &mut Random) -> Kill {
    if random.below(3) == 0 {
        return Kill::After(random.time(whole.lived.mul_f64(left)));
    }
    let bytes = (whole.bytes as f64 * left) as u64;
    Kill::Behind(random.below(bytes), random.time(WIDTH))
}

fn clock() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| u64::from(since.subsec_nanos()) ^ since.as_secs())
}
