//! Drives a machine by a tape of choices.

use std::sync::Arc;

use crate::content::Content;
use crate::item::ToolCall;
use crate::json::RawJson;
use crate::run::*;
use crate::tool::NextTurn;

use super::plan::Plan;
use super::world::World;

/// A finite tape of choices; when it has run out, everything goes straight on.
struct Tape<'a>(std::slice::Iter<'a, u8>);

impl Tape<'_> {
    fn next(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(u8::MAX)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.next()) % limit
    }

    fn flips(&mut self) -> bool {
        self.next().is_multiple_of(2)
    }

    fn calls_off(&mut self) -> bool {
        self.next() < 6
    }

    fn crashes(&mut self) -> bool {
        self.next() < 12
    }
}

/// What was begun and whose outcome has not been told.
enum Begun {
    Plan(Path),
    Question(Ask),
    Check(Path, ToolCall),
    Open(Path, ToolCall),
    Execution {
        call: ToolCall,
        supplied: bool,
        stopping: bool,
    },
}

impl Begun {
    fn is_dropped_with(&self, at: &Path) -> bool {
        match self {
            Self::Plan(path) | Self::Check(path, _) | Self::Open(path, _) => path == at,
            Self::Question(ask) => ask.path == *at,
            Self::Execution { .. } => false,
        }
    }

    fn executes(&self) -> Option<(&ToolCall, bool)> {
        match self {
            Self::Execution { call, supplied, .. } => Some((call, *supplied)),
            _ => None,
        }
    }
}

/// Drives one machine until it is done or crashes.
fn live(plan: &Plan, machine: &mut Machine, world: &mut World, tape: &mut Tape<'_>) -> bool {
    let mut begun: Vec<Begun> = Vec::new();
    loop {
        match machine.next() {
            Action::Append {
                expected_seq,
                entries,
            } => {
                assert_eq!(expected_seq, world.length(), "a log has no gaps");
                if tape.crashes() {
                    return false;
                }
                world.save(entries);
                if tape.crashes() {
                    return false;
                }
                machine.apply(1, Happened::Appended).unwrap();
                world.assert_same(machine.state());
            }
            Action::PlanTurn(path) => begun.push(Begun::Plan(path)),
            Action::AskModel(ask) => {
                world.assert_may_ask(&ask);
                begun.push(Begun::Question(ask));
            }
            Action::RunTools(work) => {
                for work in work {
                    begun.push(begin(work, world));
                }
                assert_room(plan, machine, &begun);
            }
            Action::StopTools(calls) => {
                for begun in &mut begun {
                    if let Begun::Execution { call, stopping, .. } = begun {
                        *stopping |= calls.contains(&call.id);
                    }
                }
            }
            Action::Abandon(path) => begun.retain(|begun| !begun.is_dropped_with(&path)),
            Action::Wait => {
                assert!(!begun.is_empty(), "the run waits for nothing");
                if tape.crashes() {
                    // Some of what was begun took effect, and nobody was told.
                    for (call, supplied) in begun.iter().filter_map(Begun::executes) {
                        if tape.flips() {
                            world.take_effect(&call.id, supplied);
                        }
                    }
                    return false;
                }
                if !world.called_off && tape.calls_off() {
                    world.called_off = true;
                    begun.retain(|begun| begun.executes().is_some());
                    let reason = None;
                    machine.apply(1, Happened::Cancelled { reason }).unwrap();
                    continue;
                }
                let next = begun.swap_remove(tape.below(begun.len()));
                let happened = happened(plan, next, world, tape);
                machine.apply(1, happened).unwrap();
            }
            Action::Done => return true,
        }
    }
}

fn begin(work: Work, world: &World) -> Begun {
    match work {
        Work::Check { path, call, .. } => Begun::Check(path, call),
        Work::Open { path, call } => Begun::Open(path, call),
        Work::Execute {
            path,
            call,
            attempt,
            idempotency_key,
            supplied,
            ..
        } => {
            world.assert_may_execute(&path, &call, attempt, &idempotency_key);
            Begun::Execution {
                call,
                supplied: supplied.is_some(),
                stopping: false,
            }
        }
    }
}

/// Not more than may run at once, in any agent.
fn assert_room(plan: &Plan, machine: &Machine, begun: &[Begun]) {
    for frame in machine.state().frames() {
        let own = |begun: &&Begun| {
            let Some((call, _)) = begun.executes() else {
                return false;
            };
            frame
                .steps()
                .last()
                .is_some_and(|step| step.calls.iter().any(|of| of.id() == call.id))
        };
        let running: Vec<_> = begun
            .iter()
            .filter(own)
            .filter_map(Begun::executes)
            .collect();
        assert!(
            running.len() <= plan.concurrency,
            "{} calls run at once",
            running.len()
        );
        let named = |name: &str| running.iter().filter(|(call, _)| call.name == name).count();
        assert!(named("Single") <= 1, "two calls of one tool run at once");
        assert!(
            named("Sequential") == 0 || running.len() == 1,
            "a sequential call runs alone"
        );
    }
}

fn happened(plan: &Plan, begun: Begun, world: &mut World, tape: &mut Tape<'_>) -> Happened {
    match begun {
        Begun::Plan(path) => Happened::Planned {
            path,
            settings: Ok(NextTurn::new().top_p(0.5)),
        },
        Begun::Question(ask) if !world.called_off && tape.calls_off() => {
            world.called_off = true;
            Happened::Interrupted {
                path: ask.path,
                stop: Stop::MaxDuration { limit_ms: 1 },
            }
        }
        Begun::Question(ask) => {
            let response = plan.answer(&ask);
            Happened::Answered {
                answer: RawJson::of(&response.message.text()).map_err(|_| Vec::new()),
                review: plan.review(&ask),
                path: ask.path,
                response,
            }
        }
        Begun::Check(_, call) => Happened::Checked {
            verdict: plan.verdict(&call),
            call: call.id,
        },
        Begun::Open(_, call) => Happened::Opened {
            prompt: match plan.prompt_fails(&call.id) {
                true => Err(CallFailure::new("no prompt")),
                false => Ok(Arc::new([Content::from("go")])),
            },
            call: call.id,
        },
        // It may have taken effect before it stopped, or come to its own end.
        Begun::Execution {
            call,
            supplied,
            stopping: true,
        } if tape.flips() => {
            if tape.flips() {
                world.take_effect(&call.id, supplied);
            }
            Happened::Stopped {
                call: call.id,
                progress: Vec::new(),
            }
        }
        Begun::Execution { call, supplied, .. } => {
            world.take_effect(&call.id, supplied);
            Happened::Settled {
                settlement: plan.settlement(&call, supplied),
                call: call.id,
            }
        }
    }
}

/// Plays a run to its end, resuming it after every crash and every pause.
pub(super) fn play(plan: &Plan, tape: &[u8]) -> (State, World) {
    let rules = plan.rules();
    let resume = |state, decisions: Decisions| {
        Machine::resume(Arc::clone(&rules), state, decisions.into(), 1).unwrap()
    };
    let mut world = World::default();
    let mut tape = Tape(tape.iter());
    let mut machine = start(&rules);
    for _ in 0..1_000 {
        let done = live(plan, &mut machine, &mut world, &mut tape);
        if world.length() == 0 {
            machine = start(&rules);
            continue;
        }
        let state = world.state();
        let mut decisions = Decisions::default();
        match state.status() {
            Status::Completed | Status::Stopped | Status::Failed if done => return (state, world),
            Status::WaitingForHuman => {
                // One decision at a time, as people do.
                let Some(pending) = state.pause().unwrap().pending.first() else {
                    machine = resume(state, decisions);
                    continue;
                };
                world.doubts += usize::from(pending.kind == PendingKind::InDoubt);
                decisions.push(&pending.id, plan.decision(pending, &state, &world));
                if tape.flips() {
                    // It is recorded first, and somebody else takes the run up.
                    let mut deciding = Machine::decide(state, decisions, 1).unwrap();
                    live(plan, &mut deciding, &mut world, &mut tape);
                    machine = resume(world.state(), Decisions::default());
                    continue;
                }
            }
            // It failed or ended, and the process was lost before it could say so.
            Status::Completed | Status::Stopped | Status::Failed => return (state, world),
            _ => {}
        }
        machine = resume(state, decisions);
    }
    panic!("the run has no end");
}

fn start(rules: &Arc<Rules>) -> Machine {
    let beginning = Beginning::new("run", Arc::new([Content::from("go")]));
    Machine::start(Arc::clone(rules), beginning, 1)
}
