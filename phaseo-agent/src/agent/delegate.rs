//! An agent as another agent's tool.

use std::any::Any;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use crate::json::RawJson;
use crate::runner::Definition;
use crate::schema::{Issue, Schema, Validators};
use crate::tool::{
    AnyTool, Finished, IntoTools, Kind, Need, Options, Prepared, Tool, ToolContext, ToolError,
    ToolInput,
};

use super::app_context::ContextRule;
use super::builder::AgentBuilder;
use super::prompt::Answer;
use super::prompt_context::PromptContext;
use super::{PromptFn, issues};

impl<I: ToolInput, T: Answer> AgentBuilder<I, T> {
    /// The agent as a tool of another one: its input is the tool's, its answer the tool's output. It
    /// has its own instructions, tools and limits; client, states, store and context are the outer
    /// agent's, and so is the model unless it names one.
    ///
    /// Its run lies in the outer one: one log, one usage, one set of pauses, told apart by the path.
    /// The outer agent's limits of tokens, cost and time count what it uses. If it ends without an
    /// answer, its call has failed. `options` say what they say of any tool; those that are about one
    /// execution (`timeout`, `idempotent`, `next_turn`) have no place here. `tools(inner)` is short for
    /// `tools(inner.as_tool(Options::new()))`.
    ///
    /// ```
    /// # use phaseo_agent::Agent;
    /// use phaseo_agent::tool::Options;
    ///
    /// let researcher = Agent::builder("researcher").instructions("You look things up.");
    /// let writer = Agent::builder("writer")
    ///     .model("openai/gpt-5-nano")
    ///     .tools(researcher.as_tool(Options::new().require_approval()));
    /// # let _ = writer;
    /// ```
    #[must_use]
    pub fn as_tool(self, options: Options) -> Tool {
        let mut problems = self.misplaced(&options);
        let name = Arc::clone(&self.rules.agent_id);
        let description = self.description.clone();
        let description = description.or_else(|| self.instructions.as_deref().map(Into::into));
        let (prompt, input) = (Arc::clone(&self.prompt), self.input.clone());
        let (needs, context_rule) = (self.needs.clone(), self.context_rule);
        let (input_schema, wrapped) = wrap(Schema::of_input::<I>());
        let inner = Schema::of_input::<I>();
        let definition = self.definition(&mut problems);
        let problems = problems.into_iter();
        Tool::of(Delegate::<I, T> {
            problems: problems
                .map(|problem| format!("the agent `{name}`: {problem}"))
                .collect(),
            name,
            description: description.unwrap_or_default(),
            options,
            input_schema,
            inner,
            wrapped,
            output_schema: Schema::of_input::<T>(),
            prompt,
            input,
            needs,
            context_rule,
            definition: Arc::new(definition),
        })
    }

    /// What was set that has no place in a sub-agent.
    fn misplaced(&self, options: &Options) -> Vec<String> {
        let outer =
            |what: &str| format!("`{what}` is the outer agent's to say: this one runs inside it");
        let none = |what: &str| format!("`{what}` is about one execution, and an agent has none");
        let set = [
            (self.model.is_some(), outer("client")),
            (self.store.is_some(), outer("store")),
            (self.lease.is_some(), outer("lease")),
            (self.context.is_some(), outer("context")),
            (!self.states.is_empty(), outer("state")),
            (options.timeout.is_some(), none("timeout")),
            (options.idempotent, none("idempotent")),
            (options.next_turn.is_some(), none("next_turn")),
            (options.kind != Kind::Automatic, none("kind")),
        ];
        let set = set.into_iter().filter(|(is_set, _)| *is_set);
        set.map(|(_, problem)| problem).collect()
    }
}

/// The form of an agent in `tools(..)`.
#[derive(Debug)]
pub enum SubAgent {}

impl<I: ToolInput, T: Answer> IntoTools<SubAgent> for AgentBuilder<I, T> {
    fn into_tools(self) -> Vec<Tool> {
        vec![self.as_tool(Options::new())]
    }
}

/// An agent behind a tool.
struct Delegate<I, T> {
    name: Arc<str>,
    description: String,
    options: Options,
    input_schema: Schema,
    /// The schema of the input itself.
    inner: Schema,
    /// Whether the input is a property of what the model sends.
    wrapped: bool,
    output_schema: Schema,
    prompt: PromptFn<I, T>,
    input: Validators<I>,
    /// What the agent's own function needs.
    needs: Vec<Need>,
    context_rule: Option<ContextRule>,
    definition: Arc<Definition>,
    problems: Vec<String>,
}

/// What an input that is no object is a property of, since providers take objects only.
const WRAPPED: &str = "input";

fn wrap(schema: Schema) -> (Schema, bool) {
    if schema.is_object() {
        return (schema, false);
    }
    (schema.as_property(WRAPPED), true)
}

impl<I: ToolInput, T: Answer> AnyTool for Delegate<I, T> {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn input_schema(&self) -> &Schema {
        &self.input_schema
    }

    fn output_schema(&self) -> &Schema {
        &self.output_schema
    }

    fn needs(&self) -> Vec<Need> {
        let tools = self.definition.registry.iter();
        let own = self.needs.iter().copied();
        own.chain(tools.flat_map(Tool::needs)).collect()
    }

    fn unchecked_rules(&self) -> Vec<String> {
        // They are among the problems.
        Vec::new()
    }

    fn prepare(&self, arguments: &str) -> Result<Box<dyn Prepared>, Vec<Issue>> {
        let inner = match self.wrapped {
            true => Some(unwrap(arguments)?),
            false => None,
        };
        let text = inner.as_ref().map_or(arguments, RawJson::as_str);
        let read = self.inner.read(text, |input| issues(&self.input, input));
        let (input, _) = read.map_err(|issues| match self.wrapped {
            true => issues
                .into_iter()
                .map(|issue| issue.inside(WRAPPED))
                .collect(),
            false => issues,
        })?;
        Ok(Box::new(Begun {
            agent_id: Arc::clone(&self.name),
            prompt: Arc::clone(&self.prompt),
            input,
            context_rule: self.context_rule,
        }))
    }

    fn problems(&self) -> Vec<String> {
        self.problems.clone()
    }

    fn delegate(&self) -> Option<&(dyn Any + Send + Sync)> {
        Some(&self.definition)
    }
}

/// What the model sent as the input.
fn unwrap(arguments: &str) -> Result<RawJson, Vec<Issue>> {
    let sent: std::collections::HashMap<String, RawJson> =
        serde_json::from_str(arguments).map_err(|error| vec![Issue::new("", error.to_string())])?;
    match sent.get(WRAPPED) {
        Some(input) => Ok(input.clone()),
        None => Err(vec![Issue::new(WRAPPED, "is required")]),
    }
}

struct Begun<I, T> {
    agent_id: Arc<str>,
    prompt: PromptFn<I, T>,
    input: I,
    context_rule: Option<ContextRule>,
}

impl<I: ToolInput, T: Answer> Prepared for Begun<I, T> {
    fn run(
        self: Box<Self>,
        context: ToolContext,
    ) -> BoxFuture<'static, Result<Finished, ToolError>> {
        async move {
            let fit = |json: Option<&RawJson>| {
                let problem = self.context_rule.and_then(|rule| rule.problem(json));
                problem.map_or(Ok(()), |problem| Err(ToolError::fatal(problem)))
            };
            fit(context.facts().context.as_ref())?;
            let begins = PromptContext::of_call(self.agent_id, &context);
            let prompt = (self.prompt)(self.input, begins.clone()).await?;
            if let Some(set) = begins.context_set() {
                fit(Some(&set))?;
            }
            Ok(Finished::Prompt(prompt.into_content()))
        }
        .boxed()
    }
}
