//! What a random agent is like.

use std::sync::Arc;

use proptest::prelude::*;

use crate::item::ToolCall;
use crate::json::RawJson;
use crate::model::Response;
use crate::run::tests::approve;
use crate::run::*;
use crate::tool::{NextTurn, OnError};
use crate::usage::Usage;

use super::world::World;

/// The tools of every agent: what they do is decided by the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Runs at once, and running it twice does harm.
    Once,
    /// Runs at once, and may run again.
    Idempotent,
    /// Runs at once, alone in its step.
    Sequential,
    /// Runs at once, one at a time.
    Single,
    /// Waits for a person.
    Gated,
    /// Is done by somebody outside.
    Manual,
    /// Runs at once, and may hand over to a person; then it makes its output of what it is given.
    Interactive,
    /// Is another agent.
    Agent,
    /// Is not allowed.
    Denied,
    /// Is not there.
    Unknown,
}

const KINDS: [Kind; 10] = [
    Kind::Once,
    Kind::Idempotent,
    Kind::Sequential,
    Kind::Single,
    Kind::Gated,
    Kind::Manual,
    Kind::Interactive,
    Kind::Agent,
    Kind::Denied,
    Kind::Unknown,
];

impl Kind {
    pub(super) fn name(self) -> String {
        format!("{self:?}")
    }

    pub(super) fn of(name: &str) -> Self {
        KINDS.into_iter().find(|kind| kind.name() == name).unwrap()
    }
}

/// Everything that does not depend on luck: what the models say in each step, how each call comes
/// out, what people decide.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// By depth, the steps of the agents there.
    steps: [Vec<Vec<Kind>>; 3],
    fails: Vec<bool>,
    rejects: Vec<bool>,
    reviews: Vec<bool>,
    /// By depth.
    returns_errors: [bool; 3],
    plans_turns: bool,
    on_stop: OnStop,
    max_steps: u32,
    pub(super) concurrency: usize,
}

pub(super) fn plan() -> impl Strategy<Value = Plan> {
    let kind = prop_oneof![
        4 => Just(Kind::Once),
        4 => Just(Kind::Idempotent),
        1 => Just(Kind::Sequential),
        2 => Just(Kind::Single),
        3 => Just(Kind::Gated),
        2 => Just(Kind::Manual),
        2 => Just(Kind::Interactive),
        4 => Just(Kind::Agent),
        1 => Just(Kind::Denied),
        1 => Just(Kind::Unknown),
    ];
    let steps = |most| prop::collection::vec(prop::collection::vec(kind.clone(), 1..5), 0..most);
    let bits = |chance: f64| prop::collection::vec(prop::bool::weighted(chance), 8);
    (
        [steps(5).boxed(), steps(3).boxed(), steps(2).boxed()],
        (bits(0.15), bits(0.3), bits(0.2)),
        [0.7; 3].map(prop::bool::weighted),
        prop::bool::weighted(0.3),
        prop::bool::weighted(0.3),
        1..7_u32,
        1..5_usize,
    )
        .prop_map(
            |(steps, luck, returns_errors, plans_turns, last_turn, max_steps, concurrency)| Plan {
                steps,
                fails: luck.0,
                rejects: luck.1,
                reviews: luck.2,
                returns_errors,
                plans_turns,
                on_stop: if last_turn {
                    OnStop::Answer
                } else {
                    OnStop::Return
                },
                max_steps,
                concurrency,
            },
        )
}

impl Plan {
    pub(super) fn rules(&self) -> Arc<Rules> {
        let deepest = self.rules_at(2, None);
        let inner = self.rules_at(1, Some(deepest));
        self.rules_at(0, Some(inner))
    }

    fn rules_at(&self, depth: usize, agent: Option<Arc<Rules>>) -> Arc<Rules> {
        let of = ToolRules::default;
        let mut rules = Rules::new("m")
            .with_tool(
                Kind::Idempotent.name(),
                ToolRules {
                    idempotent: true,
                    ..of()
                },
            )
            .with_tool(
                Kind::Sequential.name(),
                ToolRules {
                    sequential: true,
                    ..of()
                },
            )
            .with_tool(
                Kind::Single.name(),
                ToolRules {
                    max_concurrency: Some(1),
                    ..of()
                },
            )
            .with_tool(Kind::Agent.name(), ToolRules { agent, ..of() });
        rules.max_steps = self.max_steps;
        rules.tool_concurrency = self.concurrency;
        rules.plans_turns = self.plans_turns;
        rules.on_stop = self.on_stop;
        rules.on_error = if self.returns_errors[depth] {
            OnError::ReturnToModel
        } else {
            OnError::FailRun
        };
        Arc::new(rules)
    }

    pub(super) fn answer(&self, ask: &Ask) -> Response {
        let usage = Usage::of_tokens(u64::from(ask.step), 1);
        match self.steps[ask.path.len()].get(ask.step as usize - 1) {
            // Ids repeat from step to step, as some providers send them.
            Some(calls) => Response::calls(calls.iter().enumerate().map(|(at, kind)| {
                // At the deepest level there is no agent to ask.
                let deepest = ask.path.len() + 1 == self.steps.len();
                let kind = match kind {
                    Kind::Agent if deepest => Kind::Once,
                    kind => *kind,
                };
                ToolCall::new(
                    format!("c{at}"),
                    kind.name(),
                    format!(r#"{{"at":{}}}"#, ask.step),
                )
            }))
            .with_usage(usage),
            None => Response::text("done").with_usage(usage),
        }
    }

    fn luck(bits: &[bool], id: &str) -> bool {
        let sum: usize = id.bytes().map(usize::from).sum();
        bits[sum % bits.len()]
    }

    pub(super) fn review(&self, ask: &Ask) -> Option<Review> {
        let id = format!("{}{}", ask.path.join("/"), ask.step);
        Self::luck(&self.reviews, &id).then(|| Review::new("look"))
    }

    pub(super) fn prompt_fails(&self, call: &str) -> bool {
        Self::luck(&self.fails, call)
    }

    pub(super) fn verdict(&self, call: &ToolCall) -> Verdict {
        let form = || RawJson::parse("{}").unwrap();
        let mut approval = None;
        let mut supply = None;
        match Kind::of(&call.name) {
            Kind::Unknown => return Verdict::Refused(CallFailure::new("no such tool")),
            Kind::Denied => return Verdict::Denied("never".into()),
            Kind::Gated => approval = Some("ask".to_owned()),
            Kind::Manual => supply = Some(Supply::new(form())),
            Kind::Interactive => {
                supply = Some(Supply {
                    interactive: true,
                    responds: true,
                    ..Supply::new(form())
                });
            }
            _ => {}
        }
        Verdict::Valid { approval, supply }
    }

    pub(super) fn settlement(&self, call: &ToolCall, supplied: bool) -> Settlement {
        let id = &call.id;
        let given = RawJson::of(id).unwrap();
        if Self::luck(&self.fails, id) {
            return Settlement::new(Err(CallFailure::new(format!("{id} is broken"))));
        }
        if Kind::of(&call.name) == Kind::Interactive && !supplied && Self::luck(&self.rejects, id) {
            return Settlement::new(Ok(Given::HandedOver("who knows".into())));
        }
        let mut settlement = Settlement::output(given.clone());
        settlement.context = Some(given);
        settlement.next_turn = NextTurn::new().temperature(0.5);
        settlement
    }

    pub(super) fn decision(&self, pending: &Pending, state: &State, world: &World) -> Decision {
        let rejects = Self::luck(&self.rejects, &pending.id);
        let reject = || Decision::Reject {
            reason: "no".into(),
        };
        match pending.kind {
            PendingKind::ToolApproval | PendingKind::HumanReview if rejects => reject(),
            PendingKind::ToolApproval | PendingKind::HumanReview => approve(),
            PendingKind::Manual if rejects => reject(),
            PendingKind::Manual | PendingKind::Interactive => {
                Decision::Output(RawJson::of(&pending.id).unwrap())
            }
            // Truthfully: what took effect is not repeated.
            PendingKind::InDoubt if world.took_effect(state, &pending.id) => Decision::GiveUp {
                reason: "it took effect".into(),
            },
            PendingKind::InDoubt => Decision::Rerun,
        }
    }
}
