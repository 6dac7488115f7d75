//! One attempt at an answer.

use std::error::Error;
use std::fmt;
use std::time::{Duration, SystemTime};

use reqwest::header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, LOCATION};
use reqwest::{StatusCode, Url};
use tokio::time::Instant;

use super::body::{Body, timed_out, within};
use super::key::Key;
use crate::model::{DeltaSink, ModelError, ModelErrorKind, Request, Response};
use crate::wire::{self, Decoder, Profile, Progress, Surface, limit};

const EVENT_STREAM: &str = "text/event-stream";

/// Everything that an attempt needs.
pub(super) struct Transport {
    pub(super) http: reqwest::Client,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) key: Option<Key>,
    pub(super) surface: Surface,
    pub(super) profile: Profile,
    pub(super) is_streaming: bool,
    pub(super) deadlines: Deadlines,
}

/// How long an attempt may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadlines {
    /// From the first byte sent to the last received.
    pub(super) whole: Duration,
    /// Between two pieces of a stream.
    pub(super) idle: Duration,
}

/// How an answer comes.
enum Form {
    Whole,
    Events,
    Neither(String),
}

impl Transport {
    pub(super) async fn respond(
        &self,
        request: &Request,
        sink: DeltaSink<'_>,
    ) -> Result<Response, ModelError> {
        let result = self.attempt(request, sink).await;
        match &self.key {
            Some(key) => result.map_err(|error| key.redact(error)),
            None => result,
        }
    }

    async fn attempt(
        &self,
        request: &Request,
        sink: DeltaSink<'_>,
    ) -> Result<Response, ModelError> {
        // A wait beyond what the clock can say has no end.
        let deadline = Instant::now().checked_add(self.deadlines.whole);
        let accept = if self.is_streaming {
            EVENT_STREAM
        } else {
            "application/json"
        };
        let sending = self
            .http
            .post(self.url.clone())
            .headers(self.headers.clone())
            .header(ACCEPT, accept)
            .body(wire::encode(
                request,
                self.surface,
                &self.profile,
                self.is_streaming,
            ))
            .send();
        let response = within(deadline, sending)
            .await
            .ok_or_else(|| timed_out("the endpoint did not answer in time"))?
            .map_err(|error| self.not_sent(error))?;
        let status = response.status();
        let headers = response.headers().clone();
        let mut body = Body::new(response, deadline);
        if !status.is_success() {
            return Err(self.failure(status, &headers, &mut body).await);
        }
        let mut result = match encoding(&headers) {
            Some(encoding) => {
                let message =
                    format!("the answer is encoded as `{encoding}`, which was not asked for");
                Err(ModelError::new(ModelErrorKind::Malformed, message))
            }
            None => self.answer(&headers, body, sink).await,
        };
        if let Err(error) = &mut result {
            error.status = error.status.or(Some(status.as_u16()));
        }
        result
    }

    async fn answer(
        &self,
        headers: &HeaderMap,
        mut body: Body,
        sink: DeltaSink<'_>,
    ) -> Result<Response, ModelError> {
        match self.form(headers) {
            Form::Events => self.stream(body, sink).await,
            Form::Whole => {
                wire::decode(&body.whole(limit::BODY).await?, self.surface, &self.profile)
            }
            Form::Neither(kind) => {
                let beginning = body.beginning(limit::EXCERPT).await;
                let message = format!("the answer is `{kind}` and not of `{}`", self.surface);
                let mut error = ModelError::new(ModelErrorKind::Malformed, message);
                error.body = Some(wire::excerpt(&beginning));
                Err(error)
            }
        }
    }

    async fn stream(&self, body: Body, sink: DeltaSink<'_>) -> Result<Response, ModelError> {
        let mut body = body.with_idle(self.deadlines.idle);
        let mut decoder = Decoder::new(self.surface, &self.profile);
        loop {
            let chunk = match body.chunk().await {
                Ok(Some(chunk)) => chunk,
                Ok(None) => return decoder.end(sink),
                Err(error) => return decoder.interrupted(error, sink),
            };
            if decoder.push(&chunk, sink)? == Progress::Done {
                body.release().await;
                return decoder.end(sink);
            }
            if decoder.is_ended() {
                body.linger();
            }
        }
    }

    fn form(&self, headers: &HeaderMap) -> Form {
        let kind = headers
            .get(CONTENT_TYPE)
            .map(|kind| String::from_utf8_lossy(kind.as_bytes()));
        let kind = kind.unwrap_or_default();
        let essence = kind
            .split(';')
            .next()
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase();
        let is_json = essence == "application/json" || essence.ends_with("+json");
        match essence.as_str() {
            EVENT_STREAM => Form::Events,
            "" if self.is_streaming => Form::Events,
            "text/html" => Form::Neither(essence),
            // Whether it is an answer shows when it is decoded.
            _ if is_json || !self.is_streaming => Form::Whole,
            _ => Form::Neither(essence),
        }
    }

    async fn failure(
        &self,
        status: StatusCode,
        headers: &HeaderMap,
        body: &mut Body,
    ) -> ModelError {
        let text = match encoding(headers) {
            None => body.beginning(limit::ERROR_BODY).await,
            Some(_) => Vec::new(),
        };
        let mut error = wire::failure(status.as_u16(), headers, &text, SystemTime::now());
        if status.is_redirection() {
            let target = headers
                .get(LOCATION)
                .and_then(|target| self.url.join(target.to_str().ok()?).ok());
            let target = target.as_ref().and_then(Url::host_str).unwrap_or("nowhere");
            error.message = format!("the endpoint redirects to `{target}`, which is not followed");
        }
        error
    }

    fn not_sent(&self, error: reqwest::Error) -> ModelError {
        let host = self.url.host_str().unwrap_or_default();
        let (kind, message) = if error.is_connect() {
            (
                ModelErrorKind::Connect,
                format!("no connection to `{host}`"),
            )
        } else if error.is_timeout() {
            (
                ModelErrorKind::Timeout,
                format!("`{host}` did not answer in time"),
            )
        } else {
            (
                ModelErrorKind::Incomplete,
                format!("`{host}` closed the connection without an answer"),
            )
        };
        let source: Box<dyn Error + Send + Sync> = Box::new(error.without_url());
        ModelError::new(kind, message).with_source(source)
    }
}

/// The encoding of a body that is not as it is.
fn encoding(headers: &HeaderMap) -> Option<String> {
    let encoding = headers.get(CONTENT_ENCODING)?;
    let encoding = String::from_utf8_lossy(encoding.as_bytes())
        .trim()
        .to_ascii_lowercase();
    (!matches!(encoding.as_str(), "" | "identity")).then_some(encoding)
}

/// Without the headers, which hold the key.
impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("url", &self.url.as_str())
            .field("key", &self.key)
            .field("surface", &self.surface)
            .field("profile", &self.profile)
            .field("streaming", &self.is_streaming)
            .finish_non_exhaustive()
    }
}
