//! Puts an agent together.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use crate::clock::now;
use crate::error::{Error, ErrorKind, Result};
use crate::model::{AnyModel, Model, ToolChoice};
use crate::run::{Limits, Rules};
use crate::runner::{AnswerRule, Check, Leasing, Setup};
use crate::schema::Schema;
use crate::store::{AnyStore, MemoryStore, Store};
use crate::tool::{IntoTools, OnError, Registry, States, Tool, ToolError};

use super::prompt::{Answer, Prompt};
use super::{Agent, PromptFn, run_id};

/// Puts an agent together: `triage::agent()` gives one with what `#[agent]` says, and what is left
/// is who answers, what the tools work on and where runs are kept.
///
/// A later setting replaces an earlier one; `tools` adds.
#[must_use = "an agent is made by `build`"]
pub struct AgentBuilder<I, T> {
    id: Arc<str>,
    prompt: PromptFn<I, T>,
    input: Check<I>,
    /// Properties of the input whose rules nothing would check.
    unchecked_input: Vec<String>,
    answer: AnswerRule,
    instructions: Option<Arc<str>>,
    rules: Rules,
    tools: Vec<Tool>,
    states: States,
    model: Option<Box<dyn AnyModel>>,
    store: Box<dyn AnyStore>,
    lease: Option<Duration>,
}

impl<I: Send + 'static, T: Answer> AgentBuilder<I, T> {
    pub(crate) fn from_function<F, Fut>(
        id: &'static str,
        prompt: F,
        input: Check<I>,
        answer: Check<T>,
    ) -> Self
    where
        F: Fn(I) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Prompt<T>, ToolError>> + Send + 'static,
    {
        Self {
            unchecked_input: Vec::new(),
            id: id.into(),
            prompt: Box::new(move |input| -> BoxFuture<'static, _> { prompt(input).boxed() }),
            input,
            answer: AnswerRule::new(answer),
            instructions: None,
            rules: Rules::new(""),
            tools: Vec::new(),
            states: States::default(),
            model: None,
            store: Box::new(MemoryStore::new()),
            lease: None,
        }
    }

    /// The properties of the input whose rules need a validator.
    pub(crate) fn input_rules(mut self, properties: Vec<String>) -> Self {
        if !self.input.validated {
            self.unchecked_input = properties;
        }
        self
    }

    /// The model to ask, such as `openai/gpt-5-nano`.
    pub fn model(mut self, name: impl Into<Arc<str>>) -> Self {
        self.rules.model = name.into();
        self
    }

    /// What the model is to be and do.
    pub fn instructions(mut self, text: impl Into<Arc<str>>) -> Self {
        self.instructions = Some(text.into());
        self
    }

    /// Adds a tool, or an iterator of tools.
    pub fn tools<Form>(mut self, tools: impl IntoTools<Form>) -> Self {
        self.tools.extend(tools.into_tools());
        self
    }

    /// Whether the model may, must or must not call a tool. The default is that it may.
    pub fn tool_choice(mut self, choice: ToolChoice) -> Self {
        self.rules.tool_choice = choice;
        self
    }

    /// The most steps of a run; 12 unless told otherwise. A run that reaches it is
    /// [`Stopped`](crate::Outcome::Stopped).
    pub fn max_steps(mut self, limit: u32) -> Self {
        self.rules.max_steps = limit;
        self
    }

    /// When a run ends apart from that: tokens, cost, time, a tool call, a finish reason.
    pub fn stop_when(mut self, limits: Limits) -> Self {
        self.rules.limits = limits;
        self
    }

    /// The most tool calls of a step that run at once; 1 unless told otherwise.
    pub fn tool_concurrency(mut self, limit: usize) -> Self {
        self.rules.tool_concurrency = limit;
        self
    }

    /// What a failed tool call does, unless the tool says otherwise; the run fails by default.
    pub fn on_error(mut self, policy: OnError) -> Self {
        self.rules.on_error = policy;
        self
    }

    /// Who answers: a [`Client`](crate::Client), or any other [`Model`].
    pub fn client(mut self, model: impl Model) -> Self {
        self.model = Some(Box::new(model));
        self
    }

    /// Supplies what tools take as `State<S>`. One value a type; each execution gets a clone.
    pub fn state<S: Clone + Send + Sync + 'static>(mut self, state: S) -> Self {
        self.states.insert(state);
        self
    }

    /// Where runs are kept; in memory unless told otherwise. A [`MemoryStore`] keeps every run until
    /// it is deleted: a server that runs for long wants another store, or deletes what has ended.
    pub fn store(mut self, store: impl Store) -> Self {
        self.store = Box::new(store);
        self
    }

    /// Leases each run to this agent while it drives it: no other agent that leases takes the run up
    /// before `term` has passed since this process was last heard of. So workers can take over what a
    /// crashed one left, and only that. Off unless told; a minute is a good term. It needs tokio's
    /// timer. Without it the log still keeps two processes from driving a run at once: the one that
    /// writes second is refused.
    pub fn lease(mut self, term: Duration) -> Self {
        self.lease = Some(term);
        self
    }

    /// The agent.
    ///
    /// # Errors
    /// [`ErrorKind::Build`], with every problem: no client, no model, a limit of 0, two tools of
    /// one name, a state that a tool needs and nobody supplied, a rule in a schema that nothing
    /// would check.
    pub fn build(self) -> Result<Agent<I, T>> {
        let mut problems = Vec::new();
        if self.rules.model.trim().is_empty() {
            problems
                .push("it has no model: name one with `model = \"..\"` or `.model(..)`".to_owned());
        }
        if self
            .lease
            .is_some_and(|term| term < Duration::from_millis(3))
        {
            problems.push(
                "the term of `lease` is less than 3 ms: it cannot be renewed in time".to_owned(),
            );
        }
        if self.rules.max_steps == 0 {
            problems.push("`max_steps` is 0: a run needs at least one step".to_owned());
        }
        if self.rules.tool_concurrency == 0 {
            problems.push("`tool_concurrency` is 0: a tool call needs at least one".to_owned());
        }
        if self.rules.tool_choice == ToolChoice::Required && self.tools.is_empty() {
            problems.push("`tool_choice` is `required`, and there are no tools".to_owned());
        }
        for property in self.answer.unchecked_rules() {
            problems.push(Schema::unchecked_rule("the answer", property));
        }
        for property in &self.unchecked_input {
            problems.push(Schema::unchecked_rule("the input", property));
        }
        if self.model.is_none() {
            problems.push("it has no client: supply one with `.client(..)`".to_owned());
        }
        let registry = Registry::new(self.tools, &self.states).unwrap_or_else(|more| {
            problems.extend(more);
            Registry::default()
        });
        let Some(model) = self.model.filter(|_| problems.is_empty()) else {
            return Err(Error::new(ErrorKind::Build(problems)));
        };
        let leasing = match self.lease {
            Some(term) => Some(Leasing {
                owner: run_id::new(now())?,
                term,
            }),
            None => None,
        };
        let mut rules = self.rules;
        for tool in registry.iter() {
            let options = tool.options();
            rules = rules.with_tool(tool.name(), options.on_error, options.idempotent);
        }
        Ok(Agent::new(
            self.prompt,
            self.input,
            Setup {
                id: self.id,
                instructions: self.instructions,
                answer: self.answer,
                registry,
                states: Arc::new(self.states),
                model,
                store: self.store,
                rules: Arc::new(rules),
                leasing,
            },
        ))
    }
}

impl<I, T> std::fmt::Debug for AgentBuilder<I, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AgentBuilder")
            .field("id", &self.id)
            .field("rules", &self.rules)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}
