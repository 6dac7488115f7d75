//! Puts an agent together.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::Serialize;

use crate::clock::now;
use crate::error::{Error, ErrorKind, Result};
use crate::json::RawJson;
use crate::model::{AnyModel, Model, ToolChoice};
use crate::run::{Condition, Limits, OnStop, Review, Rules, Turn};
use crate::runner::{AnswerRule, Approval, Leasing, Planner, Policy, Reviewer, Setup};
use crate::store::{AnyStore, MemoryStore, Store};
use crate::tool::{
    IntoTools, Need, NextTurn, OnError, States, Tool, ToolContext, ToolError, ToolInput,
};

use super::app_context::{AppContext, ContextRule};
use super::prompt::{Answer, Prompt};
use super::prompt_context::PromptContext;
use super::{Agent, Inner, PromptFn, run_id};
use crate::schema::Validators;

/// Puts an agent together: `triage::agent()` gives one with what `#[agent]` says, and what is left
/// is who answers, what the tools work on and where runs are kept. [`Agent::builder`] and
/// [`AgentBuilder::of`] start one without the macro.
///
/// A later setting replaces an earlier one; `tools`, `each_turn`, `stop_if` and `state` add.
///
/// In another agent's tools it is a sub-agent: see [`as_tool`](Self::as_tool).
#[must_use = "an agent is made by `build`"]
pub struct AgentBuilder<I, T> {
    pub(super) prompt: PromptFn<I, T>,
    pub(super) input: Validators<I>,
    /// Properties of the input whose rules nothing would check.
    pub(super) unchecked_input: Vec<String>,
    pub(super) description: Option<String>,
    pub(super) answer: AnswerRule,
    /// Reads an answer that was checked.
    pub(super) read: fn(&RawJson) -> Result<T, serde_json::Error>,
    pub(super) instructions: Option<Arc<str>>,
    pub(super) rules: Rules,
    pub(super) tools: Vec<Tool>,
    pub(super) planners: Vec<Planner>,
    pub(super) policy: Option<Policy>,
    pub(super) reviewer: Option<Reviewer>,
    /// States that the agent's own function needs.
    pub(super) needs: Vec<Need>,
    pub(super) context: Option<Result<RawJson, serde_json::Error>>,
    pub(super) context_rule: Option<ContextRule>,
    pub(super) states: States,
    pub(super) model: Option<Box<dyn AnyModel>>,
    pub(super) store: Option<Box<dyn AnyStore>>,
    pub(super) lease: Option<Duration>,
}

impl<I: ToolInput, T: Answer> AgentBuilder<I, T> {
    /// Starts an agent of this id from the function that makes the user message of its input.
    ///
    /// ```
    /// use phaseo_agent::AgentBuilder;
    /// use phaseo_agent::prelude::*;
    /// use schemars::JsonSchema;
    /// use serde::Deserialize;
    ///
    /// #[derive(Deserialize, JsonSchema)]
    /// struct Question {
    ///     city: String,
    /// }
    ///
    /// #[derive(Deserialize, JsonSchema)]
    /// struct Weather {
    ///     celsius: f64,
    /// }
    ///
    /// let forecast = AgentBuilder::of("forecast", async |question: Question| {
    ///     Ok::<_, ToolError>(Prompt::<Weather>::user(format!("The weather in {}?", question.city)))
    /// })
    /// .model("openai/gpt-5-nano")
    /// .instructions("You forecast the weather.");
    /// # let _ = forecast;
    /// ```
    pub fn of<F, Fut, E>(id: impl Into<Arc<str>>, prompt: F) -> Self
    where
        F: Fn(I) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Prompt<T>, E>> + Send + 'static,
        E: Into<ToolError>,
    {
        Self::of_context(id, move |input, _| prompt(input))
    }

    /// The same from a function that also takes what it knows of the run that it begins: what the
    /// agent was built with, and the app's own context. [`needs`](Self::needs) says what it cannot do
    /// without.
    ///
    /// ```
    /// use phaseo_agent::AgentBuilder;
    /// use phaseo_agent::prelude::*;
    ///
    /// #[derive(Clone)]
    /// struct Desk {
    ///     name: &'static str,
    /// }
    ///
    /// let triage = AgentBuilder::of_context("triage", async |ticket: String, context| {
    ///     let desk = context.state::<Desk>().ok_or("there is no desk")?;
    ///     Ok::<_, &str>(Prompt::<String>::user(format!("{}: triage {ticket}", desk.name)))
    /// })
    /// .needs::<Desk>();
    /// # let _ = triage;
    /// ```
    pub fn of_context<F, Fut, E>(id: impl Into<Arc<str>>, prompt: F) -> Self
    where
        F: Fn(I, PromptContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Prompt<T>, E>> + Send + 'static,
        E: Into<ToolError>,
    {
        let prompt = move |input, context| {
            prompt(input, context).map(|made: Result<_, E>| made.map_err(Into::into))
        };
        let input_rules = crate::schema::Schema::of_input::<I>().ruled_properties();
        Self::from_function(id, prompt, Validators::none(), &Validators::none())
            .input_rules(input_rules)
    }

    /// Validates each input with garde. A generic builder cannot find out by itself that it can, so
    /// an agent does not build if its input's schema states rules and it was not told this.
    pub fn validated(mut self) -> Self
    where
        I: garde::Validate<Context: Default>,
    {
        self.input = Validators::garde();
        self.unchecked_input = Vec::new();
        self
    }

    /// Validates each answer with garde, in the same way.
    pub fn validated_answer(mut self) -> Self
    where
        T: garde::Validate<Context: Default>,
    {
        self.answer = AnswerRule::new(&Validators::<T>::garde());
        self
    }
}

impl<I: Send + 'static, T: Answer> AgentBuilder<I, T> {
    pub(crate) fn from_function<F, Fut>(
        id: impl Into<Arc<str>>,
        prompt: F,
        input: Validators<I>,
        answer: &Validators<T>,
    ) -> Self
    where
        F: Fn(I, PromptContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Prompt<T>, ToolError>> + Send + 'static,
    {
        Self {
            prompt: Arc::new(move |input, context| -> BoxFuture<'static, _> {
                prompt(input, context).boxed()
            }),
            input,
            unchecked_input: Vec::new(),
            description: None,
            answer: AnswerRule::new(answer),
            read: RawJson::read,
            instructions: None,
            rules: Rules::of_agent(id),
            tools: Vec::new(),
            planners: Vec::new(),
            policy: None,
            reviewer: None,
            needs: Vec::new(),
            context: None,
            context_rule: None,
            states: States::default(),
            model: None,
            store: None,
            lease: None,
        }
    }
}

impl<I, T> AgentBuilder<I, T> {
    /// The properties of the input whose rules need a validator.
    pub(crate) fn input_rules(mut self, mut properties: Vec<String>) -> Self {
        properties.retain(|property| !self.input.cover(property));
        self.unchecked_input = properties;
        self
    }

    /// States that the agent's own function needs.
    pub(crate) fn needing(mut self, needs: Vec<Need>) -> Self {
        self.needs.extend(needs);
        self
    }

    /// Says that the agent's own function needs a state of type `S`: without it the agent does not
    /// build.
    pub fn needs<S: 'static>(self) -> Self {
        self.needing(vec![Need::of::<S>()])
    }

    /// The model to ask, such as `openai/gpt-5-nano`. A sub-agent without one asks the outer
    /// agent's.
    pub fn model(mut self, name: impl Into<Arc<str>>) -> Self {
        self.rules.model = name.into();
        self
    }

    /// What the model is to be and do.
    pub fn instructions(mut self, text: impl Into<Arc<str>>) -> Self {
        self.instructions = Some(text.into());
        self
    }

    /// What another agent's model is told of this one, where it is a sub-agent; its instructions
    /// unless told otherwise.
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = Some(text.into());
        self
    }

    /// How varied the wording is.
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.rules.sampling.temperature = Some(temperature);
        self
    }

    /// The share of the probability mass to choose from.
    pub fn top_p(mut self, share: f64) -> Self {
        self.rules.sampling.top_p = Some(share);
        self
    }

    /// The most tokens that each answer may have.
    pub fn max_output_tokens(mut self, limit: u32) -> Self {
        self.rules.sampling.max_output_tokens = Some(limit);
        self
    }

    /// What a question has as a function of the turn: model, instructions, tools to offer,
    /// temperature and limits. It is asked once a step; what it says goes into the log, and a
    /// question that is asked again is the same. What a run is started with, and what a tool says of
    /// the next turn, beat it. If it panics, or names a tool that is not there, the run fails.
    ///
    /// ```
    /// # use phaseo_agent::Agent;
    /// use phaseo_agent::tool::NextTurn;
    ///
    /// let agent = Agent::builder("support").model("openai/gpt-5-nano").each_turn(|turn| match turn.step() {
    ///     1 => NextTurn::new().temperature(0.0),
    ///     _ => NextTurn::new().model("openai/gpt-5"),
    /// });
    /// # let _ = agent;
    /// ```
    pub fn each_turn<F>(mut self, plan: F) -> Self
    where
        F: Fn(&Turn<'_>) -> NextTurn + Send + Sync + 'static,
    {
        self.rules.plans_turns = true;
        self.planners.push(Box::new(plan));
        self
    }

    /// Adds a tool, an iterator of tools, or another agent.
    pub fn tools<Form>(mut self, tools: impl IntoTools<Form>) -> Self {
        self.tools.extend(tools.into_tools());
        self
    }

    /// Whether the model may, must or must not call a tool. The default is that it may.
    pub fn tool_choice(mut self, choice: ToolChoice) -> Self {
        self.rules.tool_choice = choice;
        self
    }

    /// The most steps of a user turn; 12 unless told otherwise. A run that reaches it is
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

    /// Ends a run when this condition is met, for the reason that it gives. It is looked at before each
    /// question to the model but the first, should be quick, and look at nothing but what it is
    /// given. If it panics the run ends, with that as the reason. It is code, and so no part of what a
    /// single run can be told.
    ///
    /// ```
    /// # use phaseo_agent::Agent;
    /// let agent = Agent::builder("clerk")
    ///     .stop_if(|turn| (turn.messages().len() > 100).then(|| "the conversation is too long".to_owned()));
    /// # let _ = agent;
    /// ```
    pub fn stop_if<F>(mut self, condition: F) -> Self
    where
        F: Fn(&Turn<'_>) -> Option<String> + Send + Sync + 'static,
    {
        self.rules.conditions.push(Condition::new(condition));
        self
    }

    /// What happens when a limit is met; the run ends as it is unless told otherwise.
    pub fn on_stop(mut self, then: OnStop) -> Self {
        self.rules.on_stop = then;
        self
    }

    /// Stops a run whose model asks for the same calls, with the same arguments, in so many steps in
    /// a row. Off unless told.
    pub fn loop_guard(mut self, rounds: u32) -> Self {
        self.rules.loop_guard = Some(rounds);
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

    /// How many characters of a tool's output the model reads, unless the tool says otherwise: the
    /// head, a notice of what is left out, the tail. The log keeps all of it.
    pub fn max_output_chars(mut self, limit: usize) -> Self {
        self.rules.max_output_chars = Some(limit);
        self
    }

    /// Decides about each call before its tool is asked: see [`Approval`]. `false` leaves it to the
    /// tool, `true` asks a person. If it fails or panics, a person is asked. What it denies or asks for
    /// holds for calls inside sub-agents too; only a sub-agent's own rule allows there.
    ///
    /// ```
    /// # use phaseo_agent::Agent;
    /// use phaseo_agent::{Approval, ToolError};
    ///
    /// let agent = Agent::builder("ops").approval(async |context| {
    ///     Ok::<_, ToolError>(match context.call().name.as_str() {
    ///         "drop_database" => Approval::Deny("Nobody drops databases.".to_owned()),
    ///         "deploy" => Approval::Require,
    ///         _ => Approval::Inherit,
    ///     })
    /// });
    /// # let _ = agent;
    /// ```
    pub fn approval<F, Fut, A, E>(mut self, policy: F) -> Self
    where
        F: Fn(ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<A, E>> + Send + 'static,
        A: Into<Approval>,
        E: Into<ToolError>,
    {
        self.policy = Some(Box::new(move |context| {
            policy(context)
                .map(|said| said.map(Into::into).map_err(Into::into))
                .boxed()
        }));
        self
    }

    /// Looks at each answer that would end a run; if it gives a [`Review`] the run pauses, and a
    /// person approves the answer, or rejects it or says something and the model answers again. If
    /// it panics, somebody must look.
    ///
    /// ```
    /// # use phaseo_agent::Agent;
    /// use phaseo_agent::run::Review;
    ///
    /// let agent = Agent::builder("writer").human_review(|answer: &String, _| {
    ///     answer.contains("guarantee").then(|| Review::new("It promises something."))
    /// });
    /// # let _ = agent;
    /// ```
    pub fn human_review<F>(mut self, review: F) -> Self
    where
        T: 'static,
        F: Fn(&T, &Turn<'_>) -> Option<Review> + Send + Sync + 'static,
    {
        let read = self.read;
        self.reviewer = Some(Box::new(move |answer, turn| match read(answer) {
            Ok(answer) => review(&answer, turn),
            Err(error) => Some(Review::new(format!("the answer cannot be read: {error}"))),
        }));
        self
    }

    /// The app's own context that a run begins with, unless it is started with another: what tools
    /// take as `RunContext<C>`. It is kept with the run.
    pub fn context(mut self, context: impl Serialize) -> Self {
        self.context = Some(RawJson::of(&context));
        self
    }

    /// Says of what type the app's own context of a run is. A run that would begin with another, or
    /// without one where `null` is no `C`, is refused before anything happens.
    ///
    /// ```
    /// # use phaseo_agent::Agent;
    /// #[derive(serde::Serialize, serde::Deserialize)]
    /// struct Session {
    ///     user: String,
    /// }
    ///
    /// let agent = Agent::builder("desk").context_type::<Session>();
    /// # let _ = agent;
    /// ```
    pub fn context_type<C: AppContext>(mut self) -> Self {
        self.context_rule = Some(ContextRule::of::<C>());
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
        self.store = Some(Box::new(store));
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
}

impl<I: Send + 'static, T: Answer> AgentBuilder<I, T> {
    /// The agent.
    ///
    /// # Errors
    /// [`ErrorKind::Build`], with every problem: no client, no model, a limit of 0, two tools of
    /// one name, a state that a tool or the agent's own function needs and nobody supplied, a context
    /// of another type, a rule in a schema that nothing would check.
    pub fn build(mut self) -> Result<Agent<I, T>> {
        let mut problems = Vec::new();
        // A function of the turn may name one.
        if self.rules.model.trim().is_empty() && !self.rules.plans_turns {
            problems
                .push("it has no model: name one with `model = \"..\"` or `.model(..)`".to_owned());
        }
        let term = self.lease;
        if term.is_some_and(|term| term < Duration::from_millis(3)) {
            problems.push(
                "the term of `lease` is less than 3 ms: it cannot be renewed in time".to_owned(),
            );
        }
        let context = match self.context.take().transpose() {
            Ok(context) => context,
            Err(error) => {
                problems.push(format!("its context cannot be written as JSON: {error}"));
                None
            }
        };
        let unfit = |context| {
            self.context_rule
                .and_then(|rule| rule.problem(Some(context)))
        };
        problems.extend(context.as_ref().and_then(unfit));
        if self.model.is_none() {
            problems.push("it has no client: supply one with `.client(..)`".to_owned());
        }
        let model = self.model.take();
        let states = std::mem::take(&mut self.states);
        let store = self.store.take();
        let (prompt, input) = (Arc::clone(&self.prompt), self.input.clone());
        let context_rule = self.context_rule;
        let needs = std::mem::take(&mut self.needs);
        let definition = self.definition(&mut problems);
        let agent = format!("the agent `{}`", definition.id());
        problems.extend(states.missing(&agent, &needs));
        problems.extend(definition.registry.missing(&states));
        let Some(model) = model.filter(|_| problems.is_empty()) else {
            return Err(Error::new(ErrorKind::Build(problems)));
        };
        let leasing = match term {
            Some(term) => Some(Leasing {
                owner: run_id::new(now())?,
                term,
            }),
            None => None,
        };
        let setup = Setup {
            definition: Arc::new(definition),
            states: Arc::new(states),
            model,
            store: store.unwrap_or_else(|| Box::new(MemoryStore::new())),
            leasing,
        };
        Ok(Agent::new(Inner {
            prompt,
            input,
            context,
            context_rule,
            setup: Arc::new(setup),
        }))
    }
}

impl<I, T> std::fmt::Debug for AgentBuilder<I, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AgentBuilder")
            .field("rules", &self.rules)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}
