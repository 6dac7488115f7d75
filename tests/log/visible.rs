//! What can be seen of a state, as JSON that any reader of the log should come to.

use phaseo_agent::run::{Call, CallPhase, Frame, State, Step};
use serde_json::{Value, json};

pub(super) fn visible(state: &State) -> Value {
    json!({
        "run_id": state.run_id(),
        "agent_id": state.agent_id(),
        "status": state.status(),
        "active_ms": state.active_ms(),
        "pause": state.pause(),
        "frames": state.frames().iter().map(frame).collect::<Vec<_>>(),
    })
}

fn frame(frame: &Frame) -> Value {
    json!({
        "path": frame.path(),
        "agent_id": frame.agent_id(),
        "status": frame.status(),
        "active_ms": frame.active_ms(),
        "usage": frame.usage(),
        "context": frame.context_json(),
        "stop": frame.stop(),
        "answer": frame.answer(),
        "failure": frame.failure(),
        "steps_of_the_user_turn": frame.turn().len(),
        "last_tool_call": frame.last_tool_call().map(Call::id),
        "steps": frame.steps().iter().map(step).collect::<Vec<_>>(),
        "transcript": frame.transcript(),
    })
}

fn step(step: &Step) -> Value {
    json!({
        "number": step.number,
        "attempts": step.attempts,
        "model": step.model,
        "settings": step.settings,
        "answered": step.response.is_some(),
        "closed": step.closed,
        "calls": step.calls.iter().map(call).collect::<Vec<_>>(),
    })
}

fn call(call: &Call) -> Value {
    json!({
        "id": call.id(),
        "name": call.name(),
        "phase": phase(call.phase()),
        "attempts": call.attempts(),
        "progress": call.progress(),
        "result": call.result(),
    })
}

fn phase(phase: &CallPhase) -> Value {
    match phase {
        CallPhase::Asked => json!("asked"),
        CallPhase::AwaitingApproval(reason) => json!({"awaiting_approval": reason}),
        CallPhase::AwaitingOutput => json!("awaiting_output"),
        CallPhase::AwaitingInput(reason) => json!({"awaiting_input": reason}),
        CallPhase::Ready => json!("ready"),
        CallPhase::Dismissed(outcome) => json!({"dismissed": outcome}),
        CallPhase::Claimed => json!("claimed"),
        CallPhase::Open => json!("open"),
        CallPhase::Settled(outcome) => json!({"settled": outcome}),
        other => unreachable!("{other:?} has no name here"),
    }
}
