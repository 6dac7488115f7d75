//! Which calls run at once.

use std::sync::Arc;

use crate::item::ToolCall;
use crate::model::Response;
use crate::run::*;

use super::play::{Play, executed, rules};

fn begun(play: &mut Play) -> Vec<String> {
    match play.next() {
        Action::RunTools(work) => executed(&work)
            .iter()
            .map(|(call, ..)| (*call).to_owned())
            .collect(),
        Action::Wait => Vec::new(),
        other => panic!("{other:?}"),
    }
}

/// Calls of these tools, checked; `alone` is sequential, `pair` runs two at most.
fn asked(names: &[&str], concurrency: usize) -> Play {
    let mut rules = rules()
        .with_tool(
            "alone",
            ToolRules {
                sequential: true,
                ..ToolRules::default()
            },
        )
        .with_tool(
            "pair",
            ToolRules {
                max_concurrency: Some(2),
                ..ToolRules::default()
            },
        );
    rules.tool_concurrency = concurrency;
    let mut play = Play::start(rules);
    play.ask();
    play.calls(names);
    play.check_all();
    play
}

#[test]
fn calls_begin_in_the_models_order_as_room_comes() {
    let mut play = asked(&["a", "b", "c"], 2);
    assert_eq!(begun(&mut play), ["c1", "c2"]);
    play.settle("c2", "2");
    assert_eq!(begun(&mut play), ["c3"]);
}

#[test]
fn a_sequential_call_waits_for_those_before_it_and_holds_those_behind_it() {
    let mut play = asked(&["a", "alone", "b", "c"], 3);
    assert_eq!(begun(&mut play), ["c1"]);
    assert_eq!(begun(&mut play), [""; 0]);
    play.settle("c1", "1");
    assert_eq!(begun(&mut play), ["c2"]);
    assert_eq!(begun(&mut play), [""; 0]);
    play.settle("c2", "2");
    assert_eq!(begun(&mut play), ["c3", "c4"]);
}

#[test]
fn a_tools_own_limit_holds_its_calls_and_no_others() {
    let mut play = asked(&["pair", "pair", "pair", "a"], 4);
    assert_eq!(begun(&mut play), ["c1", "c2", "c4"]);
    play.settle("c4", "4");
    assert_eq!(begun(&mut play), [""; 0]);
    play.settle("c1", "1");
    assert_eq!(begun(&mut play), ["c3"]);
}

#[test]
fn the_limit_of_one_run_beats_the_agents() {
    let mut play = asked(&["a", "b", "c"], 1);
    assert_eq!(begun(&mut play), ["c1"]);
    let overrides = Overrides {
        tool_concurrency: Some(3),
        ..Overrides::default()
    };
    play.crash_and_resume(Decisions::default()).unwrap();
    play.taken_up(Instructions {
        overrides,
        ..Instructions::default()
    });
    assert_eq!(begun(&mut play), ["c2", "c3"]);
}

#[test]
fn a_sequential_call_runs_alone_after_a_crash() {
    let idempotent = ToolRules {
        idempotent: true,
        ..ToolRules::default()
    };
    let helper = ToolRules {
        agent: Some(Arc::new(Rules::new("small").with_tool("note", idempotent))),
        ..ToolRules::default()
    };
    let alone = ToolRules {
        sequential: true,
        ..ToolRules::default()
    };
    let mut rules = rules()
        .with_tool("helper", helper)
        .with_tool("alone", alone);
    rules.tool_concurrency = 2;
    let mut play = Play::start(rules);
    play.ask();
    play.calls(&["helper", "alone"]);
    play.check_all();
    play.open("c1", "one");
    play.ask();
    let note = ToolCall::new("a", "note", "{}");
    play.answer_at(&["c1"], Response::calls([note]));
    play.check_all();
    assert_eq!(begun(&mut play), ["c1/a"]);
    play.crash_and_resume(Decisions::default()).unwrap();
    assert_eq!(begun(&mut play), ["c1/a"]);
    assert_eq!(begun(&mut play), [""; 0]);
    play.settle("c1/a", "1");
    play.ask();
    play.answer_at(&["c1"], Response::text("noted"));
    assert_eq!(begun(&mut play), ["c2"]);
}
