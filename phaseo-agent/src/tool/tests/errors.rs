//! Errors that say what they ask for.

use std::error::Error;
use std::fmt;

use anyhow::Context;

use super::*;

/// An error of an app's that has another as its cause.
#[derive(Debug)]
struct Wrapped(Box<dyn Error + Send + Sync>);

impl fmt::Display for Wrapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the port cannot be opened")
    }
}

impl Error for Wrapped {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.0)
    }
}

/// The severity, what is told and what is logged.
fn facts_of(error: impl Into<ToolError>) -> (Severity, String, String) {
    let error = error.into();
    (error.severity(), error.to_string(), error.detail())
}

fn retry() -> RetryError {
    RetryError::new("choose a port from 1024")
}

fn fatal() -> FatalError {
    FatalError::new("the host is gone")
}

fn expected(severity: Severity, told: &str, detail: &str) -> (Severity, String, String) {
    (severity, told.to_owned(), detail.to_owned())
}

#[test]
fn a_bare_error_keeps_its_severity() {
    let port = "choose a port from 1024";
    let retried = expected(Severity::Retry, port, port);
    assert_eq!(facts_of(retry()), retried);
    assert_eq!(facts_of(anyhow::Error::from(retry())), retried);
    assert_eq!(
        facts_of(Box::<dyn Error + Send + Sync>::from(retry())),
        retried
    );
    let bailed = || -> anyhow::Result<()> { anyhow::bail!(retry()) };
    assert_eq!(facts_of(bailed().unwrap_err()), retried);

    let gone = expected(Severity::Fatal, "the host is gone", "the host is gone");
    assert_eq!(facts_of(fatal()), gone);
    assert_eq!(facts_of(anyhow::Error::from(fatal())), gone);
}

#[test]
fn an_error_under_others_keeps_its_severity() {
    let contexts = anyhow::Error::from(fatal())
        .context("saving failed")
        .context("closing failed");
    assert_eq!(
        facts_of(contexts),
        expected(
            Severity::Fatal,
            "closing failed",
            "closing failed: saving failed: the host is gone"
        )
    );
    let detail = "the port cannot be opened: choose a port from 1024";
    let retried = expected(Severity::Retry, "choose a port from 1024", detail);
    assert_eq!(facts_of(Wrapped(retry().into())), retried);
    assert_eq!(
        facts_of(anyhow::Error::from(Wrapped(retry().into()))),
        retried
    );
    let inner = anyhow::Error::from(retry());
    assert_eq!(
        facts_of(inner.context("the port cannot be opened")),
        retried
    );
    let result: Result<(), _> = Err(retry());
    assert_eq!(
        facts_of(result.context("the port cannot be opened").unwrap_err()),
        retried
    );
}

#[test]
fn another_error_is_left_to_the_policy() {
    let error = anyhow::anyhow!("the disk is full").context("saving failed");
    assert_eq!(
        facts_of(error),
        expected(
            Severity::Policy,
            "saving failed",
            "saving failed: the disk is full"
        )
    );
    assert_eq!(facts_of(ToolError::from("no")).0, Severity::Policy);
}

#[test]
fn a_tool_that_returns_anyhow_keeps_the_severity() {
    let tool = Tool::builder("deploy")
        .handler(async |_: Deploy, _| -> anyhow::Result<bool> { Err(retry().into()) })
        .build();
    let error = run(&tool, STAGING).unwrap_err();
    assert_eq!(error.severity(), Severity::Retry);
}
