//! A tool made by a builder.

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::json::RawJson;
use crate::schema::{Issue, Schema};

use super::super::approval::Rule;
use super::super::context::ToolContext;
use super::super::error::ToolError;
use super::super::extract::Need;
use super::super::input::ToolInput;
use super::super::interactive::Interactive;
use super::super::options::{Kind, Options};
use super::super::output::ToolOutput;
use super::super::{AnyTool, Finished, Prepared};
use super::ToolBuilder;
use super::side::Side;
use super::work::Work;

/// A tool made by a builder, and a builder that knows what its tool does.
///
/// It takes an `I` and gives a `T`, with a `P` for each step on the way. Somebody outside supplies an
/// `R`, which is a `T` unless `on_response` makes one of it.
pub(super) struct Built<I, T, P, R> {
    pub(super) definition: ToolBuilder,
    /// The states that it takes.
    pub(super) needs: Vec<Need>,
    pub(super) sides: Sides<I, T, P, R>,
    pub(super) work: Work<I, T, P>,
    pub(super) rule: Option<Rule<I>>,
    pub(super) response: Option<Response<R, T>>,
}

/// Where values cross between the tool and the world.
pub(super) struct Sides<I, T, P, R> {
    pub(super) input: Side<I>,
    pub(super) output: Side<T>,
    pub(super) progress: Arc<Side<P>>,
    /// It reads values where something has to look at them as an `R`.
    pub(super) supplied: Side<R>,
}

/// Turns what was supplied into the output.
pub(crate) type Response<R, T> =
    Box<dyn Fn(R, ToolContext) -> BoxFuture<'static, Result<T, ToolError>> + Send + Sync>;

impl<I: ToolInput, T: ToolOutput, P: ToolOutput> Sides<I, T, P, T> {
    /// By the types.
    pub(super) fn typed() -> Self {
        Self {
            input: Side::of_input(),
            output: Side::of_output(),
            progress: Arc::new(Side::of_output()),
            supplied: Side::of_output(),
        }
    }
}

impl Sides<Value, Value, Value, Value> {
    /// By schemas.
    pub(super) fn raw(input: Side<Value>, output: Side<Value>, progress: Side<Value>) -> Self {
        Self {
            input,
            supplied: output.clone().readable(),
            output,
            progress: Arc::new(progress),
        }
    }
}

impl<I, T, P, R> Built<I, T, P, R> {
    /// Whether somebody outside supplies a value.
    fn is_supplied(&self) -> bool {
        matches!(
            self.definition.options.kind,
            Kind::Manual | Kind::Interactive
        )
    }

    fn read_supplied(&self, supplied: &RawJson) -> Option<Result<R, Vec<Issue>>> {
        self.sides.supplied.read(supplied.as_str())
    }

    fn output(&self, value: T) -> Result<Finished, ToolError> {
        let output = self.sides.output.write(value, "the output")?;
        Ok(Finished::Output(output))
    }
}

/// The tool that an agent holds.
pub(super) struct BuiltTool<I, T, P, R>(pub(super) Arc<Built<I, T, P, R>>);

impl<I, T, P, R> AnyTool for BuiltTool<I, T, P, R>
where
    I: Send + Sync + 'static,
    T: 'static,
    P: 'static,
    R: Send + 'static,
{
    fn name(&self) -> &str {
        &self.0.definition.name
    }

    fn description(&self) -> &str {
        &self.0.definition.description
    }

    fn options(&self) -> &Options {
        &self.0.definition.options
    }

    fn input_schema(&self) -> &Schema {
        self.0.sides.input.schema()
    }

    fn output_schema(&self) -> &Schema {
        self.0.sides.output.schema()
    }

    fn needs(&self) -> Vec<Need> {
        self.0.needs.clone()
    }

    fn unchecked_rules(&self) -> Vec<String> {
        self.0.sides.input.unchecked_rules()
    }

    fn prepare(&self, arguments: &str) -> Result<Box<dyn Prepared>, Vec<Issue>> {
        let Some(input) = self.0.sides.input.read(arguments) else {
            return Err(vec![Issue::new("", "nothing reads the input")]);
        };
        let input = input?;
        let tool = Arc::clone(&self.0);
        Ok(Box::new(Call { tool, input }))
    }

    fn supplied_schema(&self) -> &Schema {
        self.0.sides.supplied.schema()
    }

    fn responds(&self) -> bool {
        self.0.response.is_some()
    }

    fn respond(&self, _: &str, supplied: &RawJson) -> Result<Box<dyn Prepared>, Vec<Issue>> {
        let tool = Arc::clone(&self.0);
        if self.responds()
            && let Some(read) = self.0.read_supplied(supplied)
        {
            let supplied = read?;
            return Ok(Box::new(Answer { tool, supplied }));
        }
        let issues = self.supplied_issues(supplied);
        if issues.is_empty() {
            Ok(Box::new(super::super::AsSupplied(supplied.clone())))
        } else {
            Err(issues)
        }
    }

    fn supplied_issues(&self, supplied: &RawJson) -> Vec<Issue> {
        self.0
            .read_supplied(supplied)
            .and_then(Result::err)
            .unwrap_or_default()
    }

    fn problems(&self) -> Vec<String> {
        let sides = &self.0.sides;
        let name = self.name();
        let kind = self.options().kind;
        let mut problems = sides
            .input
            .flaws(&format!("the input of `{name}`"), "validate_input");
        let mut look = |unchecked: Vec<String>, flaws: Vec<String>, whose: &str| {
            let rules = unchecked.iter();
            problems.extend(rules.map(|property| Schema::unchecked_rule(whose, property)));
            problems.extend(flaws);
        };
        if kind != Kind::Manual || self.responds() {
            let whose = format!("the output of `{name}`");
            let flaws = sides.output.flaws(&whose, "validate_output");
            look(sides.output.unchecked_rules(), flaws, &whose);
        }
        let whose = format!("the progress of `{name}`");
        let flaws = sides.progress.flaws(&whose, "validate_progress");
        look(sides.progress.unchecked_rules(), flaws, &whose);
        if self.0.is_supplied() {
            let whose = format!("what is supplied for `{name}`");
            // A raw interactive tool has one schema for both, which was looked at above.
            let flaws = match kind {
                Kind::Manual => sides.supplied.flaws(&whose, "validate_output"),
                _ => Vec::new(),
            };
            look(Vec::new(), flaws, &whose);
            problems.extend(sides.supplied.unchecked_rules().iter().map(|property| {
                let unchecked = Schema::unchecked_rule(&whose, property);
                match sides.supplied.is_read() {
                    true => unchecked,
                    false => format!(
                        "{unchecked}, and derive `serde::Deserialize` beside `garde::Validate`"
                    ),
                }
            }));
        } else if self.responds() {
            problems.push(format!(
                "the tool `{name}` has an `on_response`, but nobody supplies anything for it: only manual and interactive tools \
                 can have one"
            ));
        }
        problems
    }
}

struct Call<I, T, P, R> {
    tool: Arc<Built<I, T, P, R>>,
    input: I,
}

impl<I, T, P, R> Prepared for Call<I, T, P, R>
where
    I: Send + Sync + 'static,
    T: 'static,
    P: 'static,
    R: 'static,
{
    fn approval<'a>(
        &'a self,
        context: &'a ToolContext,
    ) -> Option<BoxFuture<'a, Result<Option<String>, ToolError>>> {
        Some(self.tool.rule.as_ref()?.ask(&self.input, context))
    }

    fn run(
        self: Box<Self>,
        context: ToolContext,
    ) -> BoxFuture<'static, Result<Finished, ToolError>> {
        // A handler that panics before it gives its future panics in the execution's task.
        async move {
            let Self { tool, input } = *self;
            let progress = &tool.sides.progress;
            match (tool.work)(input, context, progress).await? {
                Interactive::Done(value) => tool.output(value),
                Interactive::Pending(reason) => Ok(Finished::HandedOver { reason }),
            }
        }
        .boxed()
    }
}

struct Answer<I, T, P, R> {
    tool: Arc<Built<I, T, P, R>>,
    supplied: R,
}

impl<I, T, P, R> Prepared for Answer<I, T, P, R>
where
    I: 'static,
    T: 'static,
    P: 'static,
    R: Send + 'static,
{
    fn run(
        self: Box<Self>,
        context: ToolContext,
    ) -> BoxFuture<'static, Result<Finished, ToolError>> {
        async move {
            let Self { tool, supplied } = *self;
            let Some(response) = &tool.response else {
                return Err(ToolError::fatal("the tool has no `on_response`"));
            };
            tool.output(response(supplied, context).await?)
        }
        .boxed()
    }
}
