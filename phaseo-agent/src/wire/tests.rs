use super::{Events, Profile, Stream, Surface, decode};
use crate::model::{ModelError, ModelErrorKind, Response};

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

const STREAM: &str = concat!(
    "data: {\"choices\":[{\"delta\":{\"content\":\"é\",\"reasoning_details\":[{\"index\":0,\"text\":\"x\"}]}}]}\n\n",
    "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}]}}]}\n\n",
    "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"}\"}}]},\"finish_reason\":\"stop\"}]}\n\n",
    "data: [DONE]\n\n",
);

fn profile() -> Profile {
    Profile::for_base_url(&"http://desk".parse().unwrap())
}

/// What a stream of these bytes comes to.
fn fold(mut bytes: &[u8]) -> Result<Response, ModelError> {
    let (mut events, mut stream) = (Events::default(), Stream::new(&profile()));
    while let Some(event) = events.next(&mut bytes)? {
        stream.event(&event, &mut |_| {})?;
    }
    if let Some(event) = events.end() {
        stream.last_event(&event, &mut |_| {})?;
    }
    stream.end(&mut |_| {})
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
    for end in 0..=STREAM.len() {
        match fold(&STREAM.as_bytes()[..end]) {
            Ok(response) => {
                let arguments: Vec<_> = response
                    .message
                    .calls()
                    .map(|call| &*call.arguments)
                    .collect();
                assert_eq!(arguments, ["{}"], "cut at {end}");
            }
            Err(error) => {
                assert_eq!(error.kind, ModelErrorKind::Incomplete, "cut at {end}");
                assert!(
                    error
                        .partial
                        .is_none_or(|partial| !partial.finish.allows_calls())
                );
            }
        }
    }
    assert!(fold(STREAM.as_bytes()).is_ok());
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
        for at in 0..STREAM.len() {
            let mut bytes = STREAM.as_bytes().to_vec();
            bytes[at] = new;
            let _ = fold(&bytes);
        }
    }
}
