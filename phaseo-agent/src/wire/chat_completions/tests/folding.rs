use crate::item::{Item, ToolCall};
use crate::model::{Delta, FinishReason, ModelError, ModelErrorKind, Response};
use crate::wire::{Decoder, Profile, Surface, decode};

fn profile() -> Profile {
    Profile::for_base_url(&"http://desk".parse().unwrap())
}

fn whole(body: &str) -> Result<Response, ModelError> {
    decode(body.as_bytes(), Surface::ChatCompletions, &profile())
}

/// What a stream of these chunks comes to, and the pieces that were handed out.
fn stream(chunks: &[&str]) -> (Result<Response, ModelError>, Vec<Delta>) {
    let mut pieces = Vec::new();
    let mut sink = |piece| pieces.push(piece);
    let mut decoder = Decoder::new(Surface::ChatCompletions, &profile());
    for chunk in chunks {
        let event = format!("data: {chunk}\n\n");
        if let Err(error) = decoder.push(event.as_bytes(), &mut sink) {
            return (Err(error), pieces);
        }
    }
    let result = decoder.end(&mut sink);
    (result, pieces)
}

/// The calls behind the pieces of `tool_calls`, each one chunk's list.
fn calls(pieces: &[&str]) -> Vec<ToolCall> {
    let mut chunks: Vec<_> = pieces
        .iter()
        .map(|piece| format!(r#"{{"choices":[{{"index":0,"delta":{{"tool_calls":[{piece}]}}}}]}}"#))
        .collect();
    chunks.push(r#"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#.to_owned());
    let chunks: Vec<_> = chunks.iter().map(String::as_str).collect();
    let (response, deltas) = stream(&chunks);
    let response = response.unwrap();
    let calls: Vec<_> = response.message.calls().cloned().collect();
    for (at, call) in calls.iter().enumerate() {
        let mut told = String::new();
        for delta in &deltas {
            match delta {
                Delta::ToolCall { index, name } if *index == at => assert_eq!(*name, call.name),
                Delta::Arguments { index, text } if *index == at => told.push_str(text),
                _ => {}
            }
        }
        assert_eq!(
            told, call.arguments,
            "the pieces tell what the response says"
        );
    }
    calls
}

fn told(calls: &[ToolCall]) -> Vec<(&str, &str, &str)> {
    calls
        .iter()
        .map(|call| {
            (
                call.provider_id.as_str(),
                call.name.as_str(),
                call.arguments.as_str(),
            )
        })
        .collect()
}

#[test]
fn calls_are_put_together_from_any_pieces() {
    type Row<'a> = (&'a str, &'a [&'a str], &'a [(&'a str, &'a str, &'a str)]);
    let rows: &[Row<'_>] = &[
        (
            "Q1 blank",
            &[r#"{"index":0,"id":"c","function":{"name":"now","arguments":""}}"#],
            &[("c", "now", "")],
        ),
        (
            "Q2 null",
            &[r#"{"index":0,"id":"c","function":{"name":"now","arguments":null}}"#],
            &[("c", "now", "")],
        ),
        (
            "Q4 no index, no id: continue",
            &[
                r#"{"id":"c","function":{"name":"f","arguments":"{\"a\""}}"#,
                r#"{"function":{"arguments":":1}"}}"#,
            ],
            &[("c", "f", "{\"a\":1}")],
        ),
        (
            "Q4 no index, new ids: several",
            &[
                r#"{"id":"c","function":{"name":"f","arguments":"{}"}}"#,
                r#"{"id":"d","function":{"name":"f","arguments":"{}"}}"#,
                r#"{"id":"c","function":{"arguments":" "}}"#,
            ],
            &[("c", "f", "{} "), ("d", "f", "{}")],
        ),
        (
            "no index, no id, one list",
            &[
                r#"{"function":{"name":"f","arguments":{"n":1}}},{"function":{"name":"f","arguments":{"n":2}}}"#,
            ],
            &[("", "f", r#"{"n":1}"#), ("", "f", r#"{"n":2}"#)],
        ),
        (
            "Q6 no id",
            &[r#"{"index":1,"function":{"name":"f","arguments":"{}"}}"#],
            &[("", "f", "{}")],
        ),
        (
            "Q7 empty ids",
            &[
                r#"{"index":0,"id":"c","function":{"name":"f","arguments":""}}"#,
                r#"{"index":0,"id":"","function":{"arguments":"{}"}}"#,
            ],
            &[("c", "f", "{}")],
        ),
        (
            "Q9 the same call twice",
            &[
                r#"{"index":0,"id":"c","function":{"name":"f","arguments":"{}"}}"#,
                r#"{"index":1,"id":"c","function":{"name":"f","arguments":"{}"}}"#,
            ],
            &[("c", "f", "{}")],
        ),
        (
            "Q11 the name in pieces",
            &[
                r#"{"index":0,"id":"c","function":{"name":"get_"}}"#,
                r#"{"index":0,"function":{"name":"time"}}"#,
                r#"{"index":0,"function":{"arguments":"{}"}}"#,
            ],
            &[("c", "get_time", "{}")],
        ),
        (
            "Q12 the name with every piece",
            &[
                r#"{"index":0,"id":"c","function":{"name":"read","arguments":"{\"a\""}}"#,
                r#"{"index":0,"id":"c","function":{"name":"read","arguments":":1}"}}"#,
                r#"{"index":0,"function":{"name":"","arguments":""}}"#,
            ],
            &[("c", "read", "{\"a\":1}")],
        ),
        (
            "Q13 the name last",
            &[
                r#"{"index":0,"id":"c","function":{"arguments":"{\"a\":"}}"#,
                r#"{"index":0,"function":{"arguments":"1}"}}"#,
                r#"{"index":0,"function":{"name":"f"}}"#,
            ],
            &[("c", "f", "{\"a\":1}")],
        ),
        (
            "Q14 the type resent",
            &[
                r#"{"index":0,"id":"c","type":"function","function":{"name":"f","arguments":"{"}}"#,
                r#"{"index":0,"type":"function","function":{"arguments":"}"}}"#,
            ],
            &[("c", "f", "{}")],
        ),
        (
            "Q16 indexes are keys",
            &[
                r#"{"index":3,"id":"d","function":{"name":"g","arguments":"{"}}"#,
                r#"{"index":1,"id":"c","function":{"name":"f","arguments":"{"}}"#,
                r#"{"index":3,"function":{"arguments":"}"}},{"index":1,"function":{"arguments":" }"}}"#,
            ],
            &[("d", "g", "{}"), ("c", "f", "{ }")],
        ),
        (
            "every call has the index 0",
            &[
                r#"{"index":0,"id":"c","function":{"name":"f","arguments":"{}"}}"#,
                r#"{"index":0,"id":"d","function":{"name":"f","arguments":"{}"}}"#,
            ],
            &[("c", "f", "{}"), ("d", "f", "{}")],
        ),
        (
            "Q17 valid early",
            &[
                r#"{"index":0,"id":"c","function":{"name":"f","arguments":"{\"q\":\"x\"}"}}"#,
                r#"{"index":0,"function":{"arguments":",\"limit\":1}"}}"#,
            ],
            &[("c", "f", r#"{"q":"x"},"limit":1}"#)],
        ),
        (
            "Q19 an object",
            &[r#"{"index":0,"id":"c","function":{"name":"f","arguments":{"n": 1}}}"#],
            &[("c", "f", r#"{"n": 1}"#)],
        ),
        (
            "an entry that says nothing",
            &["{}", r#"{"index":0,"id":"","function":{}}"#, "null", "7"],
            &[],
        ),
    ];
    for (name, pieces, expected) in rows {
        assert_eq!(told(&calls(pieces)), *expected, "{name}");
    }
}

#[test]
fn a_whole_message_and_its_stream_give_the_same_response() {
    let body = whole(
        r#"{"id":"r","model":"m","provider":"p","nativeResponseId":"n","choices":[{"index":0,"finish_reason":"tool_calls",
        "message":{"role":"assistant","content":"Let me see.","reasoning_content":"Hm. Yes.","extra_content":{"a":1},
        "reasoning_details":[{"type":"reasoning.text","index":0,"text":"Hm. Yes.","signature":"s"}],
        "tool_calls":[{"index":0,"id":"c1","type":"function","extra_content":{"x":1},"function":{"name":"f","arguments":"{\"n\":1}"}},
        {"index":1,"id":"c2","type":"function","function":{"name":"g","arguments":""}}]}}],
        "usage":{"prompt_tokens":5,"completion_tokens":7,"total_tokens":12,"prompt_tokens_details":{"cached_tokens":2}},"cost_nanos":9}"#,
    );
    let (streamed, pieces) = stream(&[
        r#"{"choices":[],"id":"","model":"","prompt_filter_results":[]}"#,
        r#"{"id":"r","model":"m","provider":"p","nativeResponseId":"n","choices":[{"index":0,"delta":{"role":"assistant","content":null,"reasoning_content":"Hm.","reasoning_details":[{"type":"reasoning.text","index":0,"text":"Hm."}]}}]}"#,
        r#"{"id":"r","choices":[{"index":0,"delta":{"reasoning_content":" Yes.","reasoning_details":[{"type":"reasoning.text","index":0,"text":" Yes."}]}}]}"#,
        r#"{"id":"r","choices":[{"index":0,"delta":{"reasoning_details":[{"type":"reasoning.text","index":0,"signature":"s"}],"extra_content":{"a":1}}}]}"#,
        r#"{"id":"r","choices":[{"index":0,"delta":{"content":"Let me "}}]}"#,
        r#"{"id":"r","choices":[{"index":0,"delta":{"content":"see.","tool_calls":[{"index":0,"id":"c1","type":"function","extra_content":{"x":1},"function":{"name":"f","arguments":""}}]}}]}"#,
        r#"{"id":"r","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"n\":"}},{"index":1,"id":"c2","function":{"name":"g","arguments":""}}]}}]}"#,
        r#"{"id":"r","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}}],"usage":null}"#,
        r#"{"id":"r","choices":[{"index":0,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":5,"completion_tokens":3}}"#,
        r#"{"id":"r","choices":[{"index":0,"delta":{"content":""},"finish_reason":"tool_calls"}]}"#,
        r#"{"id":"r","choices":[],"usage":{"prompt_tokens":5,"completion_tokens":7,"total_tokens":12,"prompt_tokens_details":{"cached_tokens":2}},"cost_nanos":9}"#,
        "[DONE]",
        "nothing after the end is read",
    ]);
    assert_eq!(body.unwrap(), streamed.unwrap());
    let text = |text: &str| Delta::Text(text.to_owned());
    let arguments = |text: &str| Delta::Arguments {
        index: 0,
        text: text.to_owned(),
    };
    let call = |index, name: &str| Delta::ToolCall {
        index,
        name: name.to_owned(),
    };
    let reasoning = |text: &str| Delta::Reasoning(text.to_owned());
    assert_eq!(
        pieces,
        [
            reasoning("Hm."),
            reasoning(" Yes."),
            text("Let me "),
            text("see."),
            call(0, "f"),
            arguments("{\"n\":"),
            arguments("1}"),
            call(1, "g"),
        ]
    );
}

#[test]
fn q40_only_a_message_that_ended_is_an_answer() {
    let text = r#"{"choices":[{"delta":{"content":"Hel"}}]}"#;
    let call = r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{}"}}]}}]}"#;
    let stop = r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#;
    for (chunks, has_partial) in [
        (&[][..], false),
        (&[text], true),
        (&[text, call], true),
        (&["[DONE]"], false),
    ] {
        let error = stream(chunks).0.unwrap_err();
        assert_eq!(error.kind, ModelErrorKind::Incomplete, "{chunks:?}");
        assert_eq!(error.partial.is_some(), has_partial, "{chunks:?}");
        if let Some(partial) = error.partial {
            assert!(!partial.finish.allows_calls());
            assert_eq!(partial.message.text(), "Hel");
        }
    }
    for chunks in [
        &[text, stop][..],
        &[text, "[DONE]"],
        &[text, stop, "[DONE]"],
        &[stop],
    ] {
        assert!(stream(chunks).0.is_ok(), "{chunks:?}");
    }
}

#[test]
fn q37_an_error_in_the_stream_keeps_what_came() {
    for frame in [
        r#"{"error":{"code":502,"message":"upstream"},"choices":[]}"#,
        r#"{"choices":[{"delta":{"content":""},"finish_reason":"error","error":{"code":502,"message":"upstream"}}]}"#,
        r#"{"object":"error","message":"upstream"}"#,
    ] {
        let error = stream(&[r#"{"choices":[{"delta":{"content":"Hel"}}]}"#, frame])
            .0
            .unwrap_err();
        assert_eq!(
            (error.kind, error.message.as_str()),
            (ModelErrorKind::Server, "upstream"),
            "{frame}"
        );
        assert_eq!(error.partial.unwrap().message.text(), "Hel");
    }
}

#[test]
fn an_event_named_error_is_an_error_whatever_it_holds() {
    for (data, kind, message) in [
        (
            r#"{"error":{"code":503,"message":"down"}}"#,
            ModelErrorKind::Server,
            "down",
        ),
        (
            r#"{"code":429,"message":"slow down"}"#,
            ModelErrorKind::RateLimit,
            "slow down",
        ),
        ("upstream died", ModelErrorKind::Server, "upstream died"),
        (
            r#"{"choices":[]}"#,
            ModelErrorKind::Server,
            r#"{"choices":[]}"#,
        ),
    ] {
        let event = format!("event: error\ndata: {data}\n\n");
        let error = Decoder::new(Surface::ChatCompletions, &profile())
            .push(event.as_bytes(), &mut |_| {})
            .unwrap_err();
        assert_eq!((error.kind, error.message.as_str()), (kind, message));
    }
}

#[test]
fn usage_may_come_with_the_choice() {
    let (response, _) = stream(&[
        r#"{"choices":[{"delta":{"content":"a"},"finish_reason":"stop","usage":{"prompt_tokens":3,"completion_tokens":1}}]}"#,
    ]);
    assert_eq!(response.unwrap().usage.total_tokens, 4);
}

#[test]
fn q29_the_upstream_word_for_a_cut_counts() {
    for (own, upstream) in [
        ("tool_calls", "max_output_tokens"),
        ("stop", "length"),
        ("length", "stop"),
    ] {
        let body = format!(
            r#"{{"choices":[{{"finish_reason":"{own}","native_finish_reason":"{upstream}","message":{{"content":"a"}}}}]}}"#
        );
        assert_eq!(whole(&body).unwrap().finish, FinishReason::Length);
    }
}

#[test]
fn a_stream_may_be_one_chunk_with_the_whole_message() {
    let (response, pieces) = stream(&[
        r#"{"choices":[{"message":{"content":"a","tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}"#,
        "[DONE]",
    ]);
    assert_eq!(
        told(
            &response
                .unwrap()
                .message
                .calls()
                .cloned()
                .collect::<Vec<_>>()
        ),
        [("c", "f", "{}")]
    );
    assert_eq!(pieces.len(), 3);
}

#[test]
fn q50_a_success_that_is_no_answer_is_malformed() {
    for body in [
        "<html></html>",
        "",
        "[]",
        "{}",
        r#"{"choices":null}"#,
        r#"{"choices":[]}"#,
        r#"{"choices":[{}]}"#,
        r#"{"choices":"x"}"#,
        r#"{"provider":{"choices":[{"message":{"content":"x"}}]}}"#,
    ] {
        let error = whole(body).unwrap_err();
        assert_eq!(
            (error.kind, error.body.as_deref()),
            (ModelErrorKind::Malformed, Some(body))
        );
    }
    let error = whole(r#"{"choices":null,"error":{"code":503,"message":"m"}}"#).unwrap_err();
    assert_eq!(
        (error.kind, error.status),
        (ModelErrorKind::Server, Some(503))
    );
    let error = stream(&[r#"{"choices":[{"delta":{"content":"a"}}]}"#, "oops"])
        .0
        .unwrap_err();
    assert_eq!(
        (error.kind, error.body.as_deref()),
        (ModelErrorKind::Malformed, Some("oops"))
    );
}

#[test]
fn reasons_are_an_open_set_and_failures_run_nothing() {
    for (word, expected, may_call) in [
        ("\"stop\"", FinishReason::Stop, true),
        ("\"STOP\"", FinishReason::Stop, true),
        ("\"tool_calls\"", FinishReason::ToolCalls, true),
        ("\"length\"", FinishReason::Length, false),
        ("\"content_filter\"", FinishReason::ContentFilter, false),
        ("\"error\"", FinishReason::Error, false),
        (
            "\"insufficient_system_resource\"",
            FinishReason::Error,
            false,
        ),
        (
            "\"new_reason\"",
            FinishReason::Other("new_reason".into()),
            true,
        ),
        ("null", FinishReason::ToolCalls, true),
    ] {
        let body = format!(
            r#"{{"choices":[{{"finish_reason":{word},"message":{{"tool_calls":[{{"id":"c","function":{{"name":"f"}}}}]}}}}]}}"#
        );
        let response = whole(&body).unwrap();
        assert_eq!(
            (&response.finish, response.finish.allows_calls()),
            (&expected, may_call),
            "{word}"
        );
    }
}

#[test]
fn q68_a_refusal_is_a_refusal() {
    let response = whole(
        r#"{"choices":[{"finish_reason":"stop","message":{"content":null,"refusal":"No."}}]}"#,
    )
    .unwrap();
    assert_eq!(response.finish, FinishReason::Refusal);
    let (streamed, pieces) = stream(&[
        r#"{"choices":[{"delta":{"content":null,"refusal":"","role":"assistant"}}]}"#,
        r#"{"choices":[{"delta":{"refusal":"N"}}]}"#,
        r#"{"choices":[{"delta":{"refusal":"o."},"finish_reason":"stop"}]}"#,
    ]);
    assert_eq!(streamed.unwrap(), response);
    assert_eq!(
        pieces,
        [Delta::Refusal("N".into()), Delta::Refusal("o.".into())]
    );
}

#[test]
fn content_may_be_a_list_of_parts() {
    let body = r#"{"choices":[{"message":{"content":[{"type":"text","text":"a"},{"type":"chart","data":1},{"type":"text","text":"b"}]}}]}"#;
    let response = whole(body).unwrap();
    assert_eq!(response.message.text(), "ab");
    assert!(
        matches!(&response.message.items[1], Item::Opaque(raw) if raw.as_str().contains("chart"))
    );
}

#[test]
fn only_one_choice_is_read() {
    let body = r#"{"choices":[{"index":0,"message":{"content":"a"}},{"index":1,"message":{"content":"b"}}]}"#;
    assert_eq!(whole(body).unwrap().message.text(), "a");
}

#[test]
fn an_answer_with_too_many_calls_is_refused() {
    let call = r#"{"function":{"name":"f"}}"#;
    let calls = vec![call; 1025].join(",");
    let error = whole(&format!(
        r#"{{"choices":[{{"message":{{"tool_calls":[{calls}]}}}}]}}"#
    ))
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "malformed response: the answer has more than 1024 tool calls"
    );
    let chunk = format!(r#"{{"choices":[{{"delta":{{"tool_calls":[{calls}]}}}}]}}"#);
    assert_eq!(
        stream(&[&chunk]).0.unwrap_err().kind,
        ModelErrorKind::Malformed
    );
}
