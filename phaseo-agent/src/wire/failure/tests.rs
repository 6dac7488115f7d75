use std::time::{Duration, SystemTime};

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::{Members, inside, of_status};
use crate::model::{ModelError, ModelErrorKind};

fn failure(status: u16, body: &str) -> ModelError {
    of_status(
        status,
        &HeaderMap::new(),
        body.as_bytes(),
        SystemTime::UNIX_EPOCH,
    )
}

#[test]
fn every_shape_of_error_body_is_read() {
    use ModelErrorKind::{
        Authentication, BadRequest, ContextOverflow, NotFound, Overloaded, Payment, RateLimit,
        Server,
    };
    #[rustfmt::skip]
    let rows = [
        // Phaseo
        (401, r#"{"generation_id":"G-1","status_code":401,"error":"unauthorised","description":"No such key."}"#, Authentication, "No such key.", Some("unauthorised")),
        (402, r#"{"error":"insufficient_funds","description":"Top up.","reason":"balance_low"}"#, Payment, "Top up: balance_low", Some("insufficient_funds")),
        (502, r#"{"error":"upstream_error","description":"Upstream failed.","upstream_error":{"message":"boom"},"failed_providers":["acme"]}"#, Server, "Upstream failed: boom", Some("upstream_error")),
        // OpenAI
        (401, r#"{"error":{"message":"Incorrect key","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#, Authentication, "Incorrect key", Some("invalid_api_key")),
        (400, r#"{"error":{"message":"no such model","type":"invalid_request_error","code":"model_not_found"}}"#, NotFound, "no such model", Some("model_not_found")),
        (400, r#"{"error":{"message":"bad","type":"invalid_request_error","code":null}}"#, BadRequest, "bad", Some("invalid_request_error")),
        (429, r#"{"error":{"message":"quota","type":"insufficient_quota","code":"insufficient_quota"}}"#, Payment, "quota", Some("insufficient_quota")),
        (429, r#"{"error":{"message":"slow","type":"requests","code":"rate_limit_exceeded"}}"#, RateLimit, "slow", Some("rate_limit_exceeded")),
        // Q73
        (400, r#"{"error":{"message":"This model's maximum context length is 8192 tokens.","code":"context_length_exceeded"}}"#, ContextOverflow, "This model's maximum context length is 8192 tokens.", Some("context_length_exceeded")),
        (400, r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_ctx":512}}"#, ContextOverflow, "the request exceeds the available context size", Some("exceed_context_size_error")),
        (400, r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 208310 tokens > 200000 maximum"}}"#, ContextOverflow, "prompt is too long: 208310 tokens > 200000 maximum", Some("invalid_request_error")),
        // Anthropic
        (404, r#"{"type":"error","error":{"type":"not_found_error","message":"model: x"},"request_id":"r"}"#, NotFound, "model: x", Some("not_found_error")),
        (529, r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, Overloaded, "Overloaded", Some("overloaded_error")),
        // OpenRouter, Q72
        (429, r#"{"error":{"code":429,"message":"Provider returned error","metadata":{"raw":"limited upstream","provider_name":"Google"}}}"#, RateLimit, "Provider returned error: limited upstream", Some("429")),
        // Others
        (400, r#"[{"error":{"code":400,"message":"in a list","status":"INVALID_ARGUMENT"}}]"#, BadRequest, "in a list", Some("INVALID_ARGUMENT")),
        (422, r#"{"detail":"a field is missing"}"#, BadRequest, "a field is missing", None),
        (400, r#"{"object":"error","message":"old vLLM","type":"BadRequestError","code":400}"#, BadRequest, "old vLLM", Some("BadRequestError")),
        (404, r#"{"error":"model 'x' not found"}"#, NotFound, "model 'x' not found", None),
        (503, r#"{"message":"down"}"#, Server, "down", None),
        (500, "Internal Server Error\n", Server, "Internal Server Error", None),
        (502, "<html>bad gateway</html>", Server, "the endpoint answers with a page", None),
        (413, "", BadRequest, "the endpoint does not say why", None),
    ];
    for (status, body, kind, message, code) in rows {
        let error = failure(status, body);
        let found = (
            error.kind,
            error.message.as_str(),
            error.code.as_deref(),
            error.status,
        );
        assert_eq!(found, (kind, message, code, Some(status)), "{body}");
    }
}

#[test]
fn ids_and_providers_are_kept() {
    let phaseo = failure(
        502,
        r#"{"generation_id":"G-1","error":"upstream_error","failed_providers":["acme"]}"#,
    );
    assert_eq!(
        (phaseo.request_id.as_deref(), phaseo.provider.as_deref()),
        (Some("G-1"), Some("acme"))
    );
    let router = failure(
        429,
        r#"{"error":{"message":"m","metadata":{"provider_name":"Google"}}}"#,
    );
    assert_eq!(router.provider.as_deref(), Some("Google"));
    let anthropic = failure(
        404,
        r#"{"type":"error","error":{"type":"t","message":"m"},"request_id":"req_1"}"#,
    );
    assert_eq!(anthropic.request_id.as_deref(), Some("req_1"));
}

#[test]
fn headers_are_read() {
    let headers: HeaderMap = [("x-request-id", "r-9"), ("retry-after", "2")]
        .into_iter()
        .map(|(name, value)| {
            (
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        })
        .collect();
    let error = of_status(429, &headers, b"slow down", SystemTime::UNIX_EPOCH);
    assert_eq!(error.request_id.as_deref(), Some("r-9"));
    assert_eq!(error.retry_after, Some(Duration::from_secs(2)));
    assert_eq!(error.body.as_deref(), Some("slow down"));
}

#[test]
fn q37_an_error_inside_a_success_has_its_own_status() {
    for (body, kind, status) in [
        (
            r#"{"error":{"code":502,"message":"m"},"choices":[]}"#,
            ModelErrorKind::Server,
            Some(502),
        ),
        (
            r#"{"error":{"code":"429","message":"m"}}"#,
            ModelErrorKind::RateLimit,
            Some(429),
        ),
        (
            r#"{"type":"error","error":{"type":"overloaded_error"}}"#,
            ModelErrorKind::Overloaded,
            None,
        ),
        (
            r#"{"object":"error","message":"m"}"#,
            ModelErrorKind::Server,
            None,
        ),
        (
            r#"{"error":"gateway_error","description":"m","status_code":500}"#,
            ModelErrorKind::Server,
            Some(500),
        ),
        (
            r#"{"error":{"message":"m","code":"context_length_exceeded"}}"#,
            ModelErrorKind::ContextOverflow,
            None,
        ),
    ] {
        let error = inside(&Members::read(body).unwrap()).unwrap();
        assert_eq!((error.kind, error.status), (kind, status), "{body}");
    }
    for body in [
        r#"{"error":null}"#,
        r#"{"error":{}}"#,
        r#"{"error":""}"#,
        r#"{"error":false}"#,
        "{}",
    ] {
        assert!(inside(&Members::read(body).unwrap()).is_none(), "{body}");
    }
}

#[test]
fn a_long_body_is_quoted_in_part() {
    let body = "é".repeat(4000);
    let error = failure(500, &body);
    let quoted = error.body.unwrap();
    assert!(
        quoted.len() <= 2048 && body.starts_with(&quoted),
        "{}",
        quoted.len()
    );
}
