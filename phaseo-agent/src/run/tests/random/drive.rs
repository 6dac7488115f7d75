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

    fn refuses(&mut self) -> bool {
        self.next() < 10
    }

    fn looks_on(&mut self) -> bool {
        self.next() < 24
    }

    fn says(&mut self) -> bool {
        self.next() < 24
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

/// How the driving of a machine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// It had nothing more to do.
    Done,
    /// It crashed: there is what was saved.
    Lost,
    /// The store did not take what was to be saved: there is the machine's state too.
    Refused,
}

/// Some of what was begun took effect, and nobody was told.
fn take_effect_unheard(begun: &[Begun], world: &mut World, tape: &mut Tape<'_>) {
    for (call, supplied) in begun.iter().filter_map(Begun::executes) {
        if tape.flips() {
            world.take_effect(&call.id, supplied);
        }
    }
}

/// Drives one machine until it is done, crashes or cannot save.
fn live(plan: &Plan, machine: &mut Machine, world: &mut World, tape: &mut Tape<'_>) -> Ended {
    let mut begun: Vec<Begun> = Vec::new();
    loop {
        match machine.next() {
            Action::Append {
                expected_seq,
                entries,
            } => {
                assert_eq!(expected_seq, world.length(), "a log has no gaps");
                if tape.crashes() {
                    return Ended::Lost;
                }
                if tape.refuses() {
                    take_effect_unheard(&begun, world, tape);
                    machine.take_back_claims();
                    return Ended::Refused;
                }
                world.save(entries);
                if tape.crashes() {
                    return Ended::Lost;
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
                    take_effect_unheard(&begun, world, tape);
                    return Ended::Lost;
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
            Action::Done => return Ended::Done,
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
            context: None,
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

/// Nothing decided is nothing written, however the run stands.
fn assert_left_alone(state: &State) {
    let mut deciding = Machine::decide(state.clone(), Decisions::default(), 1).unwrap();
    assert!(matches!(deciding.next(), Action::Done));
    assert_eq!(deciding.state().entries().len(), state.entries().len());
}

/// Nothing is claimed for good that was not saved: no such call was executed.
fn assert_nothing_is_claimed(state: &State) {
    for entry in state.unsaved() {
        if let Fact::CallClaimed { call, .. } = &entry.fact {
            let call = state.call(call).unwrap();
            assert!(call.outcome().is_some(), "{} is claimed", call.id());
        }
    }
}

/// What a run is told that is taken up with these decisions.
fn instructions(decisions: Decisions, world: &mut World, tape: &mut Tape<'_>) -> Instructions {
    let mut instructions = Instructions::from(decisions);
    if world.said < 4 && tape.says() {
        world.said += 1;
        instructions.said = Some((Arc::new([Content::from("more")]), None));
    }
    instructions
}

/// Plays a run to its end, resuming it after every crash and every pause.
pub(super) fn play(plan: &Plan, tape: &[u8]) -> (State, World) {
    let rules = plan.rules();
    let resume = |state, told| Machine::resume(Arc::clone(&rules), state, told, 1).unwrap();
    let mut world = World::default();
    let mut tape = Tape(tape.iter());
    let mut machine = start(&rules);
    for _ in 0..1_000 {
        let ended = live(plan, &mut machine, &mut world, &mut tape);
        if ended == Ended::Refused {
            // What could not be saved is in the state, and is saved when that is taken up.
            let told = instructions(Decisions::default(), &mut world, &mut tape);
            let state = machine.into_state();
            assert_nothing_is_claimed(&state);
            world.went_on |= state.status() == Status::Failed;
            machine = resume(state, told);
            continue;
        }
        if world.length() == 0 {
            machine = start(&rules);
            continue;
        }
        let state = world.state();
        if tape.looks_on() {
            assert_left_alone(&state);
        }
        let mut decisions = Decisions::default();
        match state.status() {
            // It may have ended, and the process was lost before it could say so.
            Status::Completed | Status::Stopped | Status::Failed => {
                let told = instructions(decisions, &mut world, &mut tape);
                if told.said.is_none() {
                    return (state, world);
                }
                machine = resume(state, told);
                continue;
            }
            Status::WaitingForHuman => {
                // One decision at a time, as people do.
                let Some(pending) = state.pause().unwrap().pending.first() else {
                    machine = resume(state, Instructions::default());
                    continue;
                };
                world.doubts += usize::from(pending.kind == PendingKind::InDoubt);
                decisions.push(&pending.id, plan.decision(pending, &state, &world));
                if tape.flips() {
                    // It is recorded first, and somebody else takes the run up.
                    let mut deciding = Machine::decide(state, decisions, 1).unwrap();
                    live(plan, &mut deciding, &mut world, &mut tape);
                    machine = resume(world.state(), Instructions::default());
                    continue;
                }
            }
            _ => {}
        }
        let told = instructions(decisions, &mut world, &mut tape);
        machine = resume(state, told);
    }
    panic!("the run has no end");
}

fn start(rules: &Arc<Rules>) -> Machine {
    let beginning = Beginning::new("run", Arc::new([Content::from("go")]));
    Machine::start(Arc::clone(rules), beginning, 1)
}
