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
    decode(body.to_string().as_bytes(), Surface::Messages, &profile())
}

fn text(request: &Request) -> String {
    String::from_utf8(encode(request, Surface::Messages, &profile(), false)).unwrap()
}

fn messages(transcript: impl IntoIterator<Item = Message>) -> Value {
    let request = Request::new("m", transcript.into_iter().collect::<Transcript>());
    serde_json::from_str::<Value>(&text(&request)).unwrap()["messages"].take()
}

fn user(text: &str) -> Message {
    Message::User([Content::from(text)].into())
}

fn output(text: &str) -> RawJson {
    RawJson::of(text).unwrap()
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
    let result = ToolResult::new(&call, output("no clock"), true);
    request.transcript.push(Message::Assistant(
        AssistantMessage::new(vec![Item::ToolCall(call)]).into(),
    ));
    request.transcript.push(Message::Tool([result].into()));
    request.tool_choice = ToolChoice::None;
    request.answer = Some(AnswerFormat::new("time", schema).into());
    request.sampling.max_output_tokens = Some(64);
    let second = text(&request);

    let prefix = concat!(
        r#"{"model":"m","system":"Be brief.","tools":[{"name":"now","description":"The time.","#,
        r#""input_schema":{ "type" : "object" }}],"#,
        r#""messages":[{"role":"user","content":[{"type":"text","text":"What time?"}"#,
    );
    assert_eq!(
        first,
        format!(r#"{prefix}]}}],"max_tokens":4096,"tool_choice":{{"type":"any"}}}}"#)
    );
    let rest = concat!(
        r#"]},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"now","input":{}}]},"#,
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"no clock","is_error":true}]}],"#,
        r#""max_tokens":64,"tool_choice":{"type":"none"},"#,
        r#""output_config":{"format":{"type":"json_schema","schema":{ "type" : "object" }}}}"#,
    );
    assert_eq!(second, format!("{prefix}{rest}"));
}

#[test]
fn q59_results_and_words_of_the_user_are_one_message() {
    let calls = [ToolCall::new("a", "f", "{}"), ToolCall::new("b", "f", "{}")];
    let results = calls
        .clone()
        .map(|call| ToolResult::new(&call, output("ok"), false));
    let answer = AssistantMessage::new(calls.into_iter().map(Item::ToolCall).collect());
    let transcript = [
        user("go"),
        Message::Assistant(answer.into()),
        Message::Tool(results.into()),
        user("on"),
    ];
    let messages = messages(transcript);
    assert_eq!(
        messages[2],
        json!({"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "a", "content": "ok"},
            {"type": "tool_result", "tool_use_id": "b", "content": "ok"},
            {"type": "text", "text": "on"}
        ]})
    );
    assert!(messages.get(3).is_none());
}

#[test]
fn blank_text_and_empty_answers_are_left_out() {
    let empty = Message::Assistant(AssistantMessage::new(vec![Item::Text(" \n".into())]).into());
    assert_eq!(
        messages([user("a"), empty, user("b")]),
        json!([{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}])
    );
}

#[test]
fn q51_q52_an_answer_goes_back_as_it_came() {
    let content = json!([
        {"type": "thinking", "thinking": "Hm.", "signature": "s=="},
        {"type": "redacted_thinking", "data": "d"},
        {"type": "text", "text": "See.", "citations": [{"type": "page_location", "page": 1}]},
        {"type": "server_tool_use", "id": "srv_1", "name": "web_fetch", "input": {"b": 1, "a": 2}},
        {"type": "web_fetch_tool_result", "tool_use_id": "srv_1", "content": {"type": "error"}},
        {"type": "text", "text": "Then."},
        {"type": "tool_use", "id": "t1", "name": "f", "input": {"n": 1}, "caller": {"type": "direct"}}
    ]);
    let response =
        read(&json!({"type": "message", "content": content, "stop_reason": "tool_use"})).unwrap();
    assert_eq!(response.finish, FinishReason::ToolCalls);
    assert_eq!(response.message.text(), "See.Then.");
    let own = messages([Message::Assistant(response.message.clone())]);
    assert_eq!(own[0], json!({"role": "assistant", "content": content}));

    let mut elsewhere = (*response.message).clone();
    elsewhere.origin = None;
    let neutral = messages([Message::Assistant(elsewhere.into())]);
    assert_eq!(
        neutral[0]["content"],
        json!([
            {"type": "text", "text": "See."},
            {"type": "text", "text": "Then."},
            {"type": "tool_use", "id": "t1", "name": "f", "input": {"n": 1}}
        ])
    );
}

#[test]
fn blocks_that_are_kept_are_kept_to_the_byte() {
    let block = r#"{"type":"thinking", "thinking":"é \u00e9", "signature":"s/\/="}"#;
    let body = format!(r#"{{"content":[{block}],"stop_reason":"end_turn"}}"#);
    let response = decode(body.as_bytes(), Surface::Messages, &profile()).unwrap();
    let request = Request::new(
        "m",
        [Message::Assistant(response.message)]
            .into_iter()
            .collect::<Transcript>(),
    );
    assert!(text(&request).contains(block));
}

#[test]
fn the_stop_reason_says_how_it_ended() {
    let call = json!({"type": "tool_use", "id": "t", "name": "f", "input": {}});
    for (reason, expected) in [
        (json!("end_turn"), FinishReason::Stop),
        (json!("stop_sequence"), FinishReason::Stop),
        (json!("tool_use"), FinishReason::ToolCalls),
        (json!("max_tokens"), FinishReason::Length),
        (json!("model_context_window_exceeded"), FinishReason::Length),
        (json!("pause_turn"), FinishReason::PauseTurn),
        (json!("refusal"), FinishReason::Refusal),
        (
            json!("compaction"),
            FinishReason::Other("compaction".into()),
        ),
        (Value::Null, FinishReason::ToolCalls),
    ] {
        let response = read(&json!({"content": [call], "stop_reason": reason})).unwrap();
        assert_eq!(response.finish, expected, "{reason}");
    }
}

#[test]
fn q68_a_refusal_is_explained_and_not_echoed() {
    let body = json!({"content": [], "stop_reason": "refusal", "stop_details": {"explanation": "Blocked."}});
    let response = read(&body).unwrap();
    assert_eq!(
        (&response.finish, response.message.refusal()),
        (&FinishReason::Refusal, Some("Blocked."))
    );
    assert_eq!(messages([Message::Assistant(response.message)]), json!([]));
}

#[test]
fn what_is_no_answer_is_an_error() {
    let error =
        read(&json!({"type": "error", "error": {"type": "overloaded_error", "message": "m"}}))
            .unwrap_err();
    assert_eq!(error.kind, ModelErrorKind::Overloaded);
    for body in [
        json!({}),
        json!({"content": null}),
        json!({"content": 7}),
        json!({"output": []}),
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
    let body = json!({"id": 7, "content": [null, {}, {"type": "text"}, {"type": "tool_use", "input": "{\"n\":1}"}]});
    let response = read(&body).unwrap();
    let call = response.message.calls().next().unwrap();
    assert_eq!(
        (call.name.as_str(), call.arguments.as_str()),
        ("", r#"{"n":1}"#)
    );
    assert_eq!(
        read(&json!({"content": "plain"})).unwrap().message.text(),
        "plain"
    );
}
