use super::{Decoder, Profile, Surface, decode};
use crate::model::{FinishReason, ModelError, ModelErrorKind, Response};

const BODIES: [(Surface, &str); 3] = [
    (
        Surface::ChatCompletions,
        r#"{"id":"r","choices":[{"index":0,"message":{"content":"é","reasoning_details":[{"type":"t","text":"x"}],"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{\"n\":1}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"cost":0.1}}"#,
    ),
    (
        Surface::Responses,
        r#"{"status":"completed","output":[{"type":"reasoning","summary":[]},{"type":"message","id":"m","content":[{"type":"output_text","text":"é"}]},{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}],"usage":{"input_tokens":1}}"#,
    ),
    (
        Surface::Messages,
        r#"{"content":[{"type":"thinking","thinking":"x","signature":"s"},{"type":"text","text":"é","citations":[1]},{"type":"tool_use","id":"c","name":"f","input":{"n":1}}],"stop_reason":"tool_use","usage":{"input_tokens":1}}"#,
    ),
];

/// A stream of each surface, with one call of `f` whose arguments are `{}`.
const STREAMS: [(Surface, &str); 3] = [
    (
        Surface::ChatCompletions,
        concat!(
            "data: {\"choices\":[{\"delta\":{\"content\":\"é\",\"reasoning_details\":[{\"index\":0,\"text\":\"x\"}]}}]}\n\n",
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}]}}]}\n\n",
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"}\"}}]},\"finish_reason\":\"stop\"}]}\n\n",
            "data: [DONE]\n\n",
        ),
    ),
    (
        Surface::Responses,
        concat!(
            "data: {\"type\":\"response.created\",\"response\":{\"id\":\"r\",\"status\":\"in_progress\",\"output\":[]}}\n\n",
            "data: {\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{\"type\":\"message\",\"id\":\"m\",\"content\":[]}}\n\n",
            "data: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"item_id\":\"m\",\"delta\":\"é\"}\n\n",
            "data: {\"type\":\"response.output_item.added\",\"output_index\":1,\"item\":{\"type\":\"function_call\",\"id\":\"i\",\"call_id\":\"c\",\"name\":\"f\",\"arguments\":\"\"}}\n\n",
            "data: {\"type\":\"response.function_call_arguments.delta\",\"output_index\":1,\"item_id\":\"i\",\"delta\":\"{}\"}\n\n",
            "data: {\"type\":\"response.completed\",\"response\":{\"id\":\"r\",\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"id\":\"m\",\"content\":[{\"type\":\"output_text\",\"text\":\"é\"}]},{\"type\":\"function_call\",\"id\":\"i\",\"call_id\":\"c\",\"name\":\"f\",\"arguments\":\"{}\"}],\"usage\":{\"input_tokens\":1}}}\n\n",
        ),
    ),
    (
        Surface::Messages,
        concat!(
            "data: {\"type\":\"message_start\",\"message\":{\"id\":\"r\",\"content\":[],\"usage\":{\"input_tokens\":1}}}\n\n",
            "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\"}}\n\n",
            "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"x\"}}\n\n",
            "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"s\"}}\n\n",
            "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n",
            "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\"é\"}}\n\n",
            "data: {\"type\":\"content_block_start\",\"index\":3,\"content_block\":{\"type\":\"tool_use\",\"id\":\"c\",\"name\":\"f\",\"input\":{}}}\n\n",
            "data: {\"type\":\"content_block_delta\",\"index\":3,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\"}}\n\n",
            "data: {\"type\":\"content_block_delta\",\"index\":3,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"}\"}}\n\n",
            "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":2}}\n\n",
            "data: {\"type\":\"message_stop\"}\n\n",
        ),
    ),
];

fn profile() -> Profile {
    Profile::for_base_url(&"http://desk".parse().unwrap())
}

/// What a stream of these bytes comes to.
fn fold(surface: Surface, bytes: &[u8]) -> Result<Response, ModelError> {
    let mut decoder = Decoder::new(surface, &profile());
    decoder.push(bytes, &mut |_| {})?;
    decoder.end(&mut |_| {})
}

/// A body that was cut is never taken for an answer, wherever it was cut.
#[test]
fn no_cut_body_is_an_answer() {
    for (surface, body) in BODIES {
        assert!(decode(body.as_bytes(), surface, &profile()).is_ok());
        for end in 0..body.len() {
            assert!(
                decode(&body.as_bytes()[..end], surface, &profile()).is_err(),
                "{}",
                &body[..end.min(9)]
            );
        }
    }
}

/// Q40: wherever a stream is cut, its call is whole or there is no answer.
#[test]
fn no_cut_stream_has_half_a_call() {
    for (surface, stream) in STREAMS {
        for end in 0..=stream.len() {
            let at = format!("{surface}, cut at {end}");
            match fold(surface, &stream.as_bytes()[..end]) {
                Ok(response) => {
                    let calls = response.message.calls();
                    let arguments: Vec<_> = calls.map(|call| &*call.arguments).collect();
                    assert_eq!(arguments, ["{}"], "{at}");
                    assert!(response.finish.allows_calls(), "{at}");
                }
                Err(error) => {
                    assert_eq!(error.kind, ModelErrorKind::Incomplete, "{at}");
                    let partial = error.partial;
                    assert!(
                        partial.is_none_or(|partial| !partial.finish.allows_calls()),
                        "{at}"
                    );
                }
            }
        }
        assert!(fold(surface, stream.as_bytes()).is_ok());
    }
}

/// Whatever one byte becomes, reading ends with an answer or an error.
#[test]
fn no_changed_byte_is_a_panic() {
    for new in *b"{}[]\":,0ne\\ \n\r\xC3\xFF" {
        for (surface, body) in BODIES {
            for at in 0..body.len() {
                let mut body = body.as_bytes().to_vec();
                body[at] = new;
                let _ = decode(&body, surface, &profile());
            }
        }
        for (surface, stream) in STREAMS {
            for at in 0..stream.len() {
                let mut bytes = stream.as_bytes().to_vec();
                bytes[at] = new;
                let _ = fold(surface, &bytes);
            }
        }
    }
}

/// The events, one a line, as a stream.
fn events(lines: &[&str]) -> String {
    lines
        .iter()
        .map(|line| format!("data: {line}\n\n"))
        .collect()
}

/// What a response says, in short.
fn told(response: &Response) -> String {
    serde_json::to_string(&response.message.items).unwrap()
}

/// Some endpoints tell neither places nor ids of items, nor the output at the end.
#[test]
fn a_stream_of_responses_is_put_together_where_the_end_does_not_tell_it() {
    let stream = events(&[
        r#"{"type":"response.created","response":{"id":"r","status":"in_progress"}}"#,
        r#"{"type":"response.output_item.added","item":{"type":"message","id":"m"}}"#,
        r#"{"type":"response.output_text.delta","delta":"Lo"}"#,
        r#"{"type":"response.output_text.delta","delta":"ok."}"#,
        r#"{"type":"response.output_item.added","item":{"type":"function_call","id":"i","call_id":"c","name":"f"}}"#,
        r#"{"type":"response.output_item.done","item":{"type":"function_call","id":"i","call_id":"c","name":"f","arguments":"{\"n\":1}"}}"#,
        r#"{"type":"response.completed","response":{"id":"r","status":"completed","usage":{"output_tokens":3}}}"#,
    ]);
    let response = fold(Surface::Responses, stream.as_bytes()).unwrap();
    assert_eq!(response.message.text(), "Look.");
    let calls: Vec<_> = response
        .message
        .calls()
        .map(|call| (&*call.id, &*call.arguments))
        .collect();
    assert_eq!(calls, [("c", r#"{"n":1}"#)]);
    assert_eq!(
        (response.finish, response.usage.output_tokens),
        (FinishReason::ToolCalls, 3)
    );
}

/// Q40: what had come is kept, and no call of it runs.
#[test]
fn a_stream_that_breaks_off_gives_what_had_come() {
    for (surface, cut) in [
        (Surface::Responses, "response.completed"),
        (Surface::Messages, "message_delta"),
    ] {
        let (_, stream) = STREAMS.into_iter().find(|(of, _)| *of == surface).unwrap();
        let end = stream.find(cut).unwrap();
        let end = stream[..end].rfind("data:").unwrap();
        let error = fold(surface, &stream.as_bytes()[..end]).unwrap_err();
        assert_eq!(error.kind, ModelErrorKind::Incomplete);
        let partial = error.partial.unwrap();
        assert_eq!(
            (partial.message.text().as_str(), partial.finish),
            ("é", FinishReason::Error)
        );
        assert_eq!(partial.message.calls().count(), 1, "{surface}");
    }
}

/// Q44: usage is cumulative, and counted once. What a block begins with is a placeholder (Q20).
#[test]
fn a_stream_of_messages_and_its_whole_twin_say_the_same() {
    let (surface, stream) = STREAMS[2];
    let streamed = fold(surface, stream.as_bytes()).unwrap();
    let whole = r#"{"id":"r","content":[{"type":"thinking","thinking":"x","signature":"s"},{"type":"text","text":"é"},{"type":"tool_use","id":"c","name":"f","input":{}}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":2}}"#;
    let whole = decode(whole.as_bytes(), surface, &profile()).unwrap();
    assert_eq!(told(&streamed), told(&whole));
    assert_eq!(
        (streamed.usage, streamed.finish, streamed.id),
        (whole.usage, whole.finish, whole.id)
    );
}

/// Anthropic's errors come inside a stream that began well.
#[test]
fn an_error_in_the_stream_has_its_kind_and_what_had_come() {
    let stream = events(&[
        r#"{"type":"message_start","message":{"id":"r","content":[]}}"#,
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Lo"}}"#,
        r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
    ]);
    let error = fold(Surface::Messages, stream.as_bytes()).unwrap_err();
    assert_eq!(error.code.as_deref(), Some("overloaded_error"));
    assert_eq!(error.partial.unwrap().message.text(), "Lo");
}
