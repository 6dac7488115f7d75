//! A model that says what it was told to.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::model::{DeltaSink, Model, ModelError, ModelErrorKind, Request, Response};

/// A model that says what it was told to, in order, and keeps what it was asked. Clones share both.
///
/// ```
/// use phaseo_agent::item::ToolCall;
/// use phaseo_agent::model::Response;
/// use phaseo_agent::testing::ScriptedModel;
///
/// let model = ScriptedModel::new([
///     Response::calls([ToolCall::new("call_1", "add", r#"{"left":2,"right":2}"#)]),
///     Response::text("4"),
/// ]);
/// assert!(model.requests().is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct ScriptedModel(Arc<Mutex<Script>>);

#[derive(Debug, Default)]
struct Script {
    answers: VecDeque<Result<Response, ModelError>>,
    requests: Vec<Request>,
}

impl ScriptedModel {
    /// A model with these answers.
    #[must_use]
    pub fn new(answers: impl IntoIterator<Item = Response>) -> Self {
        let model = Self::default();
        for answer in answers {
            model.push(Ok(answer));
        }
        model
    }

    /// Adds an answer or a failure at the end of the script.
    pub fn push(&self, answer: Result<Response, ModelError>) {
        self.script(|script| script.answers.push_back(answer));
    }

    /// What it was asked so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.script(|script| script.requests.clone())
    }

    fn script<R>(&self, work: impl FnOnce(&mut Script) -> R) -> R {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Model for ScriptedModel {
    async fn respond(&self, request: &Request, _: DeltaSink<'_>) -> Result<Response, ModelError> {
        self.script(|script| {
            script.requests.push(request.clone());
            let asked = script.requests.len();
            script.answers.pop_front().unwrap_or_else(|| {
                let message = format!("the script has no answer to question {asked}");
                Err(ModelError::new(ModelErrorKind::BadRequest, message))
            })
        })
    }
}
