use serde_json::{Value, json};

use crate::content::Content;
use crate::item::{AssistantMessage, Item, Message, Reasoning, ToolCall, ToolResult};
use crate::json::RawJson;
use crate::model::{AnswerFormat, Request, ToolChoice, ToolDefinition, ToolSet, Transcript};
use crate::wire::{AnswerSchema, Profile, ReasoningEcho, Surface, encode};

const SURFACE: Surface = Surface::ChatCompletions;

fn profile() -> Profile {
    let mut profile = Profile::for_base_url(&"http://desk".parse().unwrap());
    profile.answer_schema = AnswerSchema::Wire;
    profile
}

fn user(text: &str) -> Message {
    Message::User([Content::from(text)].into())
}

fn raw(value: &Value) -> RawJson {
    RawJson::of(value).unwrap()
}

fn request(messages: impl IntoIterator<Item = Message>) -> Request {
    let schema = RawJson::parse(r#"{ "type" : "object" }"#).unwrap();
    let mut request = Request::new("m", messages.into_iter().collect::<Transcript>());
    request.instructions = Some("Be brief.".into());
    request.tools = ToolSet::new(vec![ToolDefinition::new("now", "The time.", schema)]).into();
    request
}

fn text(request: &Request, profile: &Profile, stream: bool) -> String {
    String::from_utf8(encode(request, SURFACE, profile, stream)).unwrap()
}

/// The assistant message as it is echoed.
fn echo(answer: AssistantMessage, profile: &Profile) -> Value {
    let request = Request::new(
        "m",
        [Message::Assistant(answer.into())]
            .into_iter()
            .collect::<Transcript>(),
    );
    serde_json::from_slice::<Value>(&encode(&request, SURFACE, profile, false)).unwrap()["messages"]
        [0]
    .take()
}

#[test]
fn a_whole_request() {
    let call = ToolCall::new("c1", "now", "");
    let result = ToolResult::new(&call, raw(&json!({"hour": 12})), false);
    let answer = AssistantMessage::new(vec![Item::ToolCall(call)]);
    let mut request = request([
        user("What time?"),
        Message::Assistant(answer.into()),
        Message::Tool([result].into()),
    ]);
    request.answer = Some(AnswerFormat::new("time", raw(&json!({"type": "object"}))).into());
    request.sampling.max_output_tokens = Some(64);
    request.sampling.temperature = Some(0.5);
    let expected = concat!(
        r#"{"model":"m","tools":[{"type":"function","function":{"name":"now","description":"The time.","#,
        r#""parameters":{ "type" : "object" }}}],"messages":[{"role":"system","content":"Be brief."},"#,
        r#"{"role":"user","content":"What time?"},{"role":"assistant","tool_calls":[{"id":"c1","#,
        r#""type":"function","function":{"name":"now","arguments":"{}"}}]},"#,
        r#"{"role":"tool","tool_call_id":"c1","content":"{\"hour\":12}"}],"tool_choice":"auto","#,
        r#""response_format":{"type":"json_schema","json_schema":{"name":"time","#,
        r#""schema":{"type":"object"},"strict":false}},"max_tokens":64,"temperature":0.5,"#,
        r#""stream":true,"stream_options":{"include_usage":true}}"#,
    );
    assert_eq!(text(&request, &profile(), true), expected);
}

#[test]
fn the_profile_decides_what_differs() {
    let mut profile = profile();
    profile.system_role = "developer".into();
    profile.max_tokens_field = "max_completion_tokens".into();
    profile.answer_schema = AnswerSchema::Instructions;
    profile.stream_usage = false;
    let mut request = request([]);
    request.tools = ToolSet::default().into();
    request.tool_choice = ToolChoice::Required;
    request.answer = Some(AnswerFormat::new("a", raw(&json!({"type": "string"}))).into());
    request.sampling.max_output_tokens = Some(1);
    let expected = concat!(
        r#"{"model":"m","messages":[{"role":"developer","content":"Be brief.\n\nGive your final answer as "#,
        r#"JSON that matches this JSON Schema, with nothing around it:\n{\"type\":\"string\"}"}],"#,
        r#""max_completion_tokens":1,"stream":true}"#,
    );
    assert_eq!(text(&request, &profile, true), expected);
}

#[test]
fn a_schema_on_the_wire_does_not_keep_tools_from_being_called() {
    let with = |schema, choice, has_tools: bool| {
        let mut profile = profile();
        profile.answer_schema = schema;
        let mut request = request([user("1")]);
        request.tool_choice = choice;
        request.answer = Some(AnswerFormat::new("a", raw(&json!({"type": "object"}))).into());
        if !has_tools {
            request.tools = ToolSet::default().into();
        }
        let body = text(&request, &profile, true);
        (
            body.contains("response_format"),
            body.contains("JSON Schema"),
        )
    };
    for (schema, choice, has_tools, expected) in [
        (AnswerSchema::Wire, ToolChoice::Auto, true, (true, false)),
        (AnswerSchema::Both, ToolChoice::Auto, true, (false, true)),
        (
            AnswerSchema::Both,
            ToolChoice::Required,
            true,
            (false, true),
        ),
        (AnswerSchema::Both, ToolChoice::None, true, (true, true)),
        (AnswerSchema::Both, ToolChoice::Auto, false, (true, true)),
        (
            AnswerSchema::Instructions,
            ToolChoice::None,
            false,
            (false, true),
        ),
    ] {
        assert_eq!(
            with(schema, choice, has_tools),
            expected,
            "{schema:?} {choice:?} {has_tools}"
        );
    }
}

#[test]
fn the_prompt_prefix_is_the_same_bytes_from_step_to_step() {
    let profile = profile();
    let mut request = request([user("1")]);
    let mut bodies = vec![text(&request, &profile, true)];
    for step in 0..5 {
        let call = ToolCall::new(format!("c{step}"), "now", "{}");
        let result = ToolResult::new(&call, raw(&json!("noon")), false);
        request.transcript.push(Message::Assistant(
            AssistantMessage::new(vec![Item::ToolCall(call)]).into(),
        ));
        request.transcript.push(Message::Tool([result].into()));
        request.tool_choice = if step % 2 == 0 {
            ToolChoice::Required
        } else {
            ToolChoice::None
        };
        request.sampling.temperature = Some(f64::from(step));
        bodies.push(text(&request, &profile, true));
        let mut fresh = request.clone();
        fresh.memo = crate::model::Memo::default();
        assert_eq!(
            bodies.last().unwrap(),
            &text(&fresh, &profile, true),
            "notes change nothing"
        );
    }
    for pair in bodies.windows(2) {
        let end = pair[0].rfind("],\"tool_choice\"").unwrap();
        assert_eq!(pair[0][..end], pair[1][..end]);
    }
}

#[test]
fn q66_empty_text_beside_calls_is_left_out() {
    let call = Item::ToolCall(ToolCall::new("c", "f", "{}"));
    let echoed = echo(
        AssistantMessage::new(vec![Item::Text(String::new()), call.clone()]),
        &profile(),
    );
    assert!(echoed.get("content").is_none(), "{echoed}");
    let echoed = echo(
        AssistantMessage::new(vec![Item::Text("a".into()), call]),
        &profile(),
    );
    assert_eq!(echoed["content"], "a");
    assert_eq!(
        echo(AssistantMessage::new(vec![]), &profile())["content"],
        ""
    );
}

#[test]
fn q21_arguments_that_are_no_object_go_back_as_one() {
    for (arguments, echoed) in [
        ("{\"a\":", "{}"),
        ("oops", "{}"),
        ("{\"a\":1}", "{\"a\":1}"),
    ] {
        let call = Item::ToolCall(ToolCall::new("c", "f", arguments));
        let message = echo(AssistantMessage::new(vec![call]), &profile());
        assert_eq!(message["tool_calls"][0]["function"]["arguments"], echoed);
    }
}

/// An answer with everything that goes back only to where it came from.
fn peculiar(origin: &str) -> AssistantMessage {
    let details = json!({"reasoning": null, "reasoning_details": [{"signature": "s"}]});
    let mut call = ToolCall::new("c", "f", "{}");
    call.extra.insert(
        "extra_content".into(),
        json!({"google": {"thought_signature": "t"}}),
    );
    call.extra.insert("function".into(), json!({"kept": 1}));
    let reasoning = Reasoning::new("Hm.", Some(raw(&details)));
    let mut answer = AssistantMessage::new(vec![Item::Reasoning(reasoning), Item::ToolCall(call)]);
    answer.origin = Some(origin.into());
    answer.extra.insert("annotations".into(), json!([1]));
    answer
}

#[test]
fn q54_opaque_fields_go_back_to_their_origin() {
    let echoed = echo(peculiar("chat_completions:desk"), &profile());
    assert_eq!(echoed["reasoning"], "Hm.");
    assert_eq!(echoed["reasoning_details"], json!([{"signature": "s"}]));
    assert_eq!(echoed["annotations"], json!([1]));
    assert_eq!(
        echoed["tool_calls"][0]["extra_content"]["google"]["thought_signature"],
        "t"
    );
    assert_eq!(
        echoed["tool_calls"][0]["function"],
        json!({"name": "f", "arguments": "{}", "kept": 1})
    );
}

#[test]
fn nothing_opaque_goes_to_another_origin() {
    for origin in ["chat_completions:openai", "responses:desk"] {
        let plain = json!({"role": "assistant", "tool_calls": [
            {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        ]});
        assert_eq!(echo(peculiar(origin), &profile()), plain);
    }
}

#[test]
fn q53_the_profile_says_which_reasoning_goes_back() {
    let mut answer = peculiar("chat_completions:desk");
    let with_call = answer.clone();
    answer
        .items
        .retain(|item| !matches!(item, Item::ToolCall(_)));
    for (rule, after_calls, otherwise) in [
        (ReasoningEcho::Always, true, true),
        (ReasoningEcho::ToolTurns, true, false),
        (ReasoningEcho::Never, false, false),
    ] {
        let mut profile = profile();
        profile.reasoning_echo = rule;
        let has =
            |answer: &AssistantMessage| echo(answer.clone(), &profile).get("reasoning").is_some();
        assert_eq!(
            (has(&with_call), has(&answer)),
            (after_calls, otherwise),
            "{rule:?}"
        );
    }
}

#[test]
fn a_refusal_is_text_for_another_provider() {
    let mut answer = AssistantMessage::new(vec![Item::Refusal("No.".into())]);
    assert_eq!(
        echo(answer.clone(), &profile()),
        json!({"role": "assistant", "content": "No."})
    );
    answer.origin = Some("chat_completions:desk".into());
    let own = json!({"role": "assistant", "content": null, "refusal": "No."});
    assert_eq!(echo(answer, &profile()), own);
}
