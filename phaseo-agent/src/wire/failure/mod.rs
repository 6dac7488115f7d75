//! What an endpoint says when it fails.

use std::time::SystemTime;

use reqwest::header::HeaderMap;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::members::{Members, text};
use super::{excerpt, retry_after};
use crate::model::{ModelError, ModelErrorKind};

/// The error behind an HTTP status that is no success.
pub(crate) fn of_status(
    status: u16,
    headers: &HeaderMap,
    body: &[u8],
    now: SystemTime,
) -> ModelError {
    let report = std::str::from_utf8(body)
        .ok()
        .and_then(members)
        .and_then(|body| Report::of_failure(&body));
    let mut error = match report {
        Some(report) => report.into_error(status),
        None => {
            let body = excerpt::of(body);
            let is_overflow = is_overflow(&body) && takes_overflow(status);
            let kind = if is_overflow {
                ModelErrorKind::ContextOverflow
            } else {
                by_status(status)
            };
            let mut error = ModelError::new(kind, first_line(&body));
            error.body = Some(body).filter(|body| !body.is_empty());
            error
        }
    };
    error.status = Some(status);
    error.retry_after = retry_after::read(headers, now);
    error.request_id = error.request_id.or_else(|| {
        let id = ["x-request-id", "request-id"]
            .iter()
            .find_map(|name| headers.get(*name))?;
        id.to_str().ok().map(str::to_owned)
    });
    error
}

/// The error inside a body or event whose HTTP status says success, if there is one (Q37, Q50).
pub(super) fn inside(body: &Members<'_>) -> Option<ModelError> {
    Report::of_answer(body).map(Report::into_inner_error)
}

/// The error that an event named `error` reports.
pub(super) fn of_event(data: &str) -> ModelError {
    let Some(report) = members(data).and_then(|data| Report::of_failure(&data)) else {
        let mut error = malformed(first_line(data), data);
        error.kind = ModelErrorKind::Server;
        return error;
    };
    report.into_inner_error()
}

/// An answer that is not what the wire format says.
pub(super) fn malformed(message: impl Into<String>, body: &str) -> ModelError {
    let mut error = ModelError::new(ModelErrorKind::Malformed, message);
    error.body = Some(excerpt::of(body.as_bytes()));
    error
}

/// A text that is not a JSON object. The parser's words are not kept, because they quote the text,
/// and nobody would cut it or take a secret out of it there.
pub(super) fn no_object(what: &str, body: &str, error: &serde_json::Error) -> ModelError {
    let fault = match error.classify() {
        Category::Eof => "it breaks off",
        Category::Io | Category::Syntax | Category::Data => "it goes wrong",
    };
    let (line, column) = (error.line(), error.column());
    malformed(
        format!("{what} is not a JSON object: {fault} at line {line}, column {column}"),
        body,
    )
}

/// What a body that is not JSON says in its first line.
fn first_line(body: &str) -> &str {
    match body.trim().lines().next() {
        Some(line) if !line.starts_with('<') => &line[..line.floor_char_boundary(200)],
        Some(_) => "the endpoint answers with a page",
        None => "the endpoint does not say why",
    }
}

/// The body as an object. Some endpoints put the object into a list.
fn members(body: &str) -> Option<Members<'_>> {
    Members::read(body).ok().or_else(|| {
        let list: Vec<&RawValue> = serde_json::from_str(body).ok()?;
        Members::read(list.first()?.get()).ok()
    })
}

/// What a body says about its failure, in whichever of the known shapes.
#[derive(Default)]
struct Report {
    message: String,
    code: Option<String>,
    /// The failure's class in the provider's word.
    class: Option<String>,
    status: Option<u16>,
    request_id: Option<String>,
    provider: Option<String>,
}

impl Report {
    fn of_failure(body: &Members<'_>) -> Option<Self> {
        Self::of_answer(body)
            .or_else(|| Self::of_object(body))
            .or_else(|| {
                Some(Self {
                    message: text(body.raw("detail")?)?,
                    ..Self::default()
                })
            })
    }

    fn of_answer(body: &Members<'_>) -> Option<Self> {
        let mut report = if let Some(error) = body.members("error") {
            Self::of_object(&error)?
        } else if let Some(word) = body.full_text("error") {
            Self::of_gateway(body, word)
        } else if [body.text("object"), body.text("type")]
            .iter()
            .flatten()
            .any(|word| word == "error")
        {
            Self::of_object(body)?
        } else {
            return None;
        };
        report.request_id = ["generation_id", "request_id"]
            .iter()
            .find_map(|key| body.full_text(key));
        Some(report)
    }

    /// OpenAI, Anthropic and OpenRouter: `{message, type, code, metadata: {raw, provider_name}}`.
    fn of_object(error: &Members<'_>) -> Option<Self> {
        let code = error
            .full_text("code")
            .or_else(|| Some(error.count("code")?.to_string()));
        let class = error
            .full_text("type")
            .or_else(|| error.full_text("status"));
        let message = error.full_text("message");
        if message.is_none() && code.is_none() && class.is_none() {
            return None;
        }
        let status = code.as_deref().and_then(|code| code.parse().ok());
        let mut report = Self {
            message: message.unwrap_or_default(),
            status: status.filter(|status| (400..600).contains(status)),
            code,
            class,
            ..Self::default()
        };
        if let Some(metadata) = error.members("metadata") {
            report.provider = metadata.full_text("provider_name");
            if let Some(raw) = metadata.raw("raw") {
                report.add(&text(raw).unwrap_or_else(|| raw.get().to_owned()));
            }
        }
        // A number mostly repeats the status, and a word says more.
        let word = report.class.clone().filter(|class| class != "error");
        if report
            .code
            .as_ref()
            .is_none_or(|code| code.parse::<u16>().is_ok())
        {
            report.code = word.or(report.code);
        }
        Some(report)
    }

    /// Phaseo: `{error: "<code>", description, reason, generation_id, …}`.
    fn of_gateway(body: &Members<'_>, word: String) -> Self {
        let mut report = Self {
            message: ["description", "message"]
                .iter()
                .find_map(|key| body.full_text(key))
                .unwrap_or_default(),
            status: body
                .count("status_code")
                .and_then(|status| status.try_into().ok()),
            ..Self::default()
        };
        if let Some(reason) = body.full_text("reason") {
            report.add(&reason);
        }
        if let Some(upstream) = body.members("upstream_error") {
            let said = ["message", "description"]
                .iter()
                .find_map(|key| upstream.full_text(key));
            report.add(&said.unwrap_or_default());
            report.class = upstream.full_text("code");
        }
        report.provider = body
            .members("provider_failure_diagnostics")
            .and_then(|diagnostics| diagnostics.full_text("provider"))
            .or_else(|| text(body.list("failed_providers")?.first()?));
        if report.message.is_empty() {
            // Servers that answer `{"error": "some sentence"}`.
            report.message.clone_from(&word);
        }
        report.code = Some(word).filter(|word| !word.contains(' '));
        report
    }

    fn add(&mut self, more: &str) {
        if more.is_empty() || self.message.contains(more) {
            return;
        }
        if !self.message.is_empty() {
            self.message
                .truncate(self.message.trim_end_matches('.').len());
            self.message.push_str(": ");
        }
        self.message.push_str(more);
    }

    /// The error inside an answer whose HTTP status says success.
    fn into_inner_error(self) -> ModelError {
        let status = self.status;
        let mut error = self.into_error(status.unwrap_or(500));
        error.status = status;
        error
    }

    fn into_error(self, status: u16) -> ModelError {
        let words = [self.code.as_deref(), self.class.as_deref()];
        let overflows =
            words.iter().flatten().any(|word| is_overflow_word(word)) || is_overflow(&self.message);
        let kind = if overflows && takes_overflow(status) {
            ModelErrorKind::ContextOverflow
        } else {
            let by_word = words.into_iter().flatten().find_map(by_word);
            by_word
                .filter(|kind| refines(status, *kind))
                .unwrap_or_else(|| by_status(status))
        };
        let mut error = ModelError::new(kind, excerpt::of(self.message.as_bytes()));
        error.code = self.code;
        error.request_id = self.request_id;
        error.provider = self.provider;
        error
    }
}

fn by_status(status: u16) -> ModelErrorKind {
    match status {
        401 => ModelErrorKind::Authentication,
        402 => ModelErrorKind::Payment,
        403 => ModelErrorKind::Permission,
        404 => ModelErrorKind::NotFound,
        408 => ModelErrorKind::Timeout,
        429 => ModelErrorKind::RateLimit,
        529 => ModelErrorKind::Overloaded,
        400..500 => ModelErrorKind::BadRequest,
        500..600 => ModelErrorKind::Server,
        // Redirects are not followed, and nothing else is left.
        _ => ModelErrorKind::Malformed,
    }
}

fn by_word(word: &str) -> Option<ModelErrorKind> {
    Some(match word {
        "authentication_error" | "invalid_api_key" | "unauthorised" | "unauthorized" => {
            ModelErrorKind::Authentication
        }
        "billing_error"
        | "insufficient_quota"
        | "insufficient_funds"
        | "billing_hard_limit_reached" => ModelErrorKind::Payment,
        "permission_error" | "permission_denied" | "guardrail_blocked" => {
            ModelErrorKind::Permission
        }
        "not_found_error" | "not_found" | "model_not_found" => ModelErrorKind::NotFound,
        "invalid_request_error"
        | "invalid_request"
        | "validation_error"
        | "invalid_json"
        | "invalid_prompt" => ModelErrorKind::BadRequest,
        "rate_limit_error" | "rate_limit_exceeded" | "too_many_requests" => {
            ModelErrorKind::RateLimit
        }
        "overloaded_error"
        | "overloaded"
        | "server_is_overloaded"
        | "engine_overloaded"
        | "slow_down" => ModelErrorKind::Overloaded,
        "timeout_error" | "timeout" => ModelErrorKind::Timeout,
        _ => return None,
    })
}

/// Whether a word may say more than the status does. A clear status stands.
fn refines(status: u16, kind: ModelErrorKind) -> bool {
    match status {
        400 | 422 => matches!(kind, ModelErrorKind::NotFound | ModelErrorKind::Payment),
        429 => kind == ModelErrorKind::Payment,
        // Also the status of a failure that has none: an error inside a success.
        500 => true,
        502..600 => matches!(kind, ModelErrorKind::Overloaded | ModelErrorKind::RateLimit),
        _ => false,
    }
}

fn takes_overflow(status: u16) -> bool {
    matches!(status, 400 | 413 | 422 | 500)
}

fn is_overflow_word(word: &str) -> bool {
    matches!(
        word,
        "context_length_exceeded" | "exceed_context_size_error" | "context_window_exceeded"
    )
}

fn is_overflow(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    let says = |part| message.contains(part);
    says("prompt is too long")
        || says("exceeds the maximum number of tokens")
        || says("context_length_exceeded")
        || (says("context")
            && (says("length") || says("window") || says("size") || says("token"))
            && (says("exceed")
                || says("maximum")
                || says("too long")
                || says("larger")
                || says("limit")))
}

#[cfg(test)]
mod tests;
