use serde_json::{Value, json};

use crate::content::Content;
use crate::item::{AssistantMessage, Item, Message, ToolCall, ToolResult};
use crate::json::RawJson;
use crate::model::{
    AnswerFormat, FinishReason, ModelError, ModelErrorKind, Request, Response, ToolChoice,
    ToolDefinition, ToolSet, Transcript,
};
use crate::wire::{AnswerSchema, Profile, Surface, decode, encode};

fn profile() -> Profile {
    let mut profile = Profile::for_base_url(&"http://desk".parse().unwrap());
    profile.answer_schema = AnswerSchema::Wire;
    profile
}

fn read(body: &Value) -> Result<Response, ModelError> {
    decode(body.to_string().as_bytes(), Surface::Responses, &profile())
}

fn text(request: &Request) -> String {
    String::from_utf8(encode(request, Surface::Responses, &profile(), false)).unwrap()
}

/// The items that an answer goes back as.
fn echo(answer: AssistantMessage) -> Value {
    let request = Request::new(
        "m",
        [Message::Assistant(answer.into())]
            .into_iter()
            .collect::<Transcript>(),
    );
    serde_json::from_str::<Value>(&text(&request)).unwrap()["input"].take()
}

fn user(text: &str) -> Message {
    Message::User([Content::from(text)].into())
}

#[test]
fn a_whole_request_with_a_stable_prefix() {
    let schema = RawJson::parse(r#"{ "type" : "object" }"#).unwrap();
    let mut request = Request::new(
        "m",
        [user("What time?")].into_iter().collect::<Transcript>(),
    );
    request.instructions = Some("Be brief.".into());
    request.tools = ToolSet::new(vec![ToolDefinition::new(
        "now",
        "The time.",
        schema.clone(),
    )])
    .into();
    request.tool_choice = ToolChoice::Required;
    let first = text(&request);

    let call = ToolCall::new("c1", "now", "");
    let result = ToolResult::new(&call, RawJson::of("noon").unwrap(), false);
    request.transcript.push(Message::Assistant(
        AssistantMessage::new(vec![Item::ToolCall(call)]).into(),
    ));
    request.transcript.push(Message::Tool([result].into()));
    request.tool_choice = ToolChoice::Auto;
    request.answer = Some(AnswerFormat::new("time", schema).into());
    request.sampling.max_output_tokens = Some(64);
    let second = text(&request);

    let prefix = concat!(
        r#"{"model":"m","instructions":"Be brief.","tools":[{"type":"function","name":"now","#,
        r#""description":"The time.","parameters":{ "type" : "object" },"strict":false}],"#,
        r#""input":[{"type":"message","role":"user","content":"What time?"}"#,
    );
    assert_eq!(first, format!(r#"{prefix}],"tool_choice":"required"}}"#));
    let rest = concat!(
        r#",{"type":"function_call","call_id":"c1","name":"now","arguments":"{}"},"#,
        r#"{"type":"function_call_output","call_id":"c1","output":"noon"}],"tool_choice":"auto","#,
        r#""text":{"format":{"type":"json_schema","name":"time","schema":{ "type" : "object" },"strict":false}},"#,
        r#""max_output_tokens":64}"#,
    );
    assert_eq!(second, format!("{prefix}{rest}"));
}

#[test]
fn q55_an_answer_goes_back_as_it_came() {
    let output = json!([
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "e"},
        {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "phase": "commentary",
            "content": [{"type": "output_text", "text": "Let me see.", "annotations": []}]},
        {"type": "message", "id": "msg_2", "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": "Really.", "annotations": []}, {"type": "refusal", "refusal": "No."}]},
        {"type": "web_search_call", "id": "ws_1", "status": "completed"},
        {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "f", "arguments": "{\"n\":1}", "status": "completed"}
    ]);
    let response = read(&json!({"id": "r", "status": "completed", "output": output})).unwrap();
    assert_eq!(response.message.text(), "Let me see.Really.");
    assert_eq!(response.message.refusal(), Some("No."));
    assert_eq!(echo((*response.message).clone()), output);

    let mut elsewhere = (*response.message).clone();
    elsewhere.origin = Some("responses:openai".into());
    assert_eq!(
        echo(elsewhere),
        json!([
            {"type": "message", "role": "assistant", "content": "Let me see.Really.No."},
            {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{\"n\":1}"}
        ])
    );
}

#[test]
fn q56_a_reasoning_item_without_summary_gets_an_empty_one() {
    let output =
        json!([{"type": "reasoning", "content": [{"type": "output_text", "text": "Hm."}]}]);
    let response = read(&json!({"output": output})).unwrap();
    let Item::Reasoning(reasoning) = &response.message.items[0] else {
        panic!("no reasoning")
    };
    assert_eq!(reasoning.text, "Hm.");
    let echoed = echo((*response.message).clone());
    assert_eq!(echoed[0]["summary"], json!([]));
    assert_eq!(echoed[0]["content"], output[0]["content"]);
}

#[test]
fn the_status_says_how_it_ended() {
    let call = json!({"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"});
    let cut = json!({"type": "function_call", "call_id": "c", "name": "f", "arguments": "{", "status": "incomplete"});
    let said = json!({"type": "message", "content": [{"type": "output_text", "text": "a"}]});
    let refused = json!({"type": "message", "content": [{"type": "refusal", "refusal": "No."}]});
    for (body, expected) in [
        (
            json!({"status": "completed", "output": [said]}),
            FinishReason::Stop,
        ),
        (
            json!({"status": "completed", "output": [call]}),
            FinishReason::ToolCalls,
        ),
        (
            json!({"status": "completed", "output": [refused]}),
            FinishReason::Refusal,
        ),
        (
            json!({"status": "completed", "output": []}),
            FinishReason::Stop,
        ),
        (json!({"output": [call]}), FinishReason::ToolCalls),
        (
            json!({"status": "completed", "output": [cut]}),
            FinishReason::Length,
        ),
        (
            json!({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}, "output": [call]}),
            FinishReason::Length,
        ),
        (
            json!({"status": "incomplete", "incomplete_details": {"reason": "content_filter"}, "output": []}),
            FinishReason::ContentFilter,
        ),
        (
            json!({"status": "incomplete", "incomplete_details": {"reason": "new"}, "output": [call]}),
            FinishReason::Length,
        ),
        (
            json!({"status": "incomplete", "output": [call]}),
            FinishReason::Length,
        ),
        (
            json!({"status": "failed", "output": [call]}),
            FinishReason::Error,
        ),
        (
            json!({"status": "cancelled", "output": [call]}),
            FinishReason::Error,
        ),
    ] {
        assert_eq!(read(&body).unwrap().finish, expected, "{body}");
    }
    for status in ["in_progress", "queued"] {
        let error = read(&json!({"status": status, "output": [said]})).unwrap_err();
        assert_eq!(error.kind, ModelErrorKind::Incomplete);
        assert!(!error.partial.unwrap().finish.allows_calls());
    }
}

#[test]
fn what_is_no_answer_is_an_error() {
    let error = read(
        &json!({"status": "failed", "output": [], "error": {"code": "rate_limit_exceeded", "message": "m"}}),
    );
    assert_eq!(error.unwrap_err().kind, ModelErrorKind::RateLimit);
    for body in [
        json!({}),
        json!({"output": null}),
        json!({"output": {}}),
        json!({"choices": []}),
    ] {
        assert_eq!(
            read(&body).unwrap_err().kind,
            ModelErrorKind::Malformed,
            "{body}"
        );
    }
}

#[test]
fn fields_may_be_anything() {
    let body = json!({"id": 7, "model": null, "usage": [], "output": [
        null, 7, {"type": "function_call", "name": "f", "arguments": {"n": 1}}, {"type": "message", "content": "a"},
        {"type": "message"}, {"type": "message", "content": [null, {}]}, {}
    ]});
    let response = read(&body).unwrap();
    assert_eq!(response.message.text(), "a");
    let call = response.message.calls().next().unwrap();
    assert_eq!(
        (call.provider_id.as_str(), call.arguments.as_str()),
        ("", r#"{"n":1}"#)
    );
}
