//! A tool that knows what it does.

use std::fmt;
use std::sync::Arc;

use futures_util::FutureExt;
use serde::de::DeserializeOwned;

use crate::schema::Validators;

use super::super::Tool;
use super::super::approval::{ApprovalRule, Rule};
use super::super::context::ToolContext;
use super::super::error::ToolError;
use super::super::input::ToolInput;
use super::super::options::Gate;
use super::ToolBuilder;
use super::built::{Built, BuiltTool, Sides};
use super::side::Side;
use super::work::Work;

/// A tool that knows what it does: it takes an `I` and gives a `T`, with a `P` for each step on the
/// way. For a manual or interactive tool somebody outside supplies an `R`.
///
/// A generic builder cannot find out by itself that a type can be validated. So it is told, and an
/// agent does not build with a tool whose types state rules that nothing checks.
///
/// ```
/// use phaseo_agent::prelude::*;
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Deploy {
///     #[schemars(length(min = 3))]
///     release: String,
///     production: bool,
/// }
///
/// // What `#[derive(garde::Validate)]` and `#[garde(length(min = 3))]` write.
/// impl garde::Validate for Deploy {
///     type Context = ();
///
///     fn validate_into(&self, _: &(), parent: &mut dyn FnMut() -> garde::Path, report: &mut garde::Report) {
///         if self.release.len() < 3 {
///             report.append(parent().join("release"), garde::Error::new("length is lower than 3"));
///         }
///     }
/// }
///
/// let deploy = Tool::builder("deploy")
///     .description("Deploy a release.")
///     .handler(async |input: Deploy, _| Ok::<_, ToolError>(format!("deployed {}", input.release)))
///     .validated()
///     .approval(|input: &Deploy| input.production)
///     .build();
/// ```
#[must_use = "a tool is made by `build`"]
pub struct HandledToolBuilder<I, T, P = (), R = T>(pub(super) Built<I, T, P, R>);

impl<I, T, P, R> HandledToolBuilder<I, T, P, R> {
    pub(super) fn new(
        definition: ToolBuilder,
        sides: Sides<I, T, P, R>,
        work: Work<I, T, P>,
    ) -> Self {
        Self(Built {
            definition,
            needs: Vec::new(),
            sides,
            work,
            rule: None,
            response: None,
        })
    }

    /// Validates each input with garde.
    pub fn validated(mut self) -> Self
    where
        I: garde::Validate<Context: Default>,
    {
        self.0.sides.input.validate();
        self
    }

    /// Validates each output with garde. An output that is not valid is the tool's failure. One that
    /// somebody supplies for a call in doubt is checked against the schema alone: it is no `T` that
    /// garde could look at.
    pub fn validated_output(mut self) -> Self
    where
        T: garde::Validate<Context: Default>,
    {
        self.0.sides.output.validate();
        self
    }

    /// Validates each progress value with garde. One that is not valid is the tool's failure.
    pub fn validated_progress(mut self) -> Self
    where
        P: garde::Validate<Context: Default>,
    {
        // The builder has the only one.
        if let Some(progress) = Arc::get_mut(&mut self.0.sides.progress) {
            progress.validate();
        }
        self
    }

    /// Validates what somebody outside supplies with garde: the output of a manual or interactive
    /// tool, or what its [`on_response`](Self::on_response) takes.
    pub fn validated_supplied(mut self) -> Self
    where
        R: garde::Validate<Context: Default> + DeserializeOwned,
    {
        let supplied = self.0.sides.supplied.readable();
        self.0.sides.supplied = supplied.validated(Validators::garde());
        self
    }

    /// Has `rule` decide which calls wait for a person's approval: a function or closure of `&I`, or
    /// of `&I` and `&ToolContext`, sync or async. See [`ApprovalRule`]. A tool for which
    /// [`require_approval`](ToolBuilder::require_approval) was said waits in any case.
    pub fn approval<Form: 'static>(mut self, rule: impl ApprovalRule<I, Form>) -> Self
    where
        I: 'static,
    {
        if self.0.definition.options.approval == Gate::Open {
            self.0.definition.options = self.0.definition.options.approval_by_rule();
        }
        self.0.rule = Some(Rule::new(rule));
        self
    }

    /// Makes the output of what is supplied for a manual or interactive tool.
    ///
    /// ```
    /// use phaseo_agent::prelude::*;
    /// # #[derive(serde::Deserialize, schemars::JsonSchema)] struct Ask { question: String }
    ///
    /// let ask = Tool::builder("ask_sales")
    ///     .description("Ask the sales desk for a price in euros.")
    ///     .manual::<Ask, String>()
    ///     .on_response(async |cents: u32, _| Ok::<_, ToolError>(format!("{}.{:02} €", cents / 100, cents % 100)))
    ///     .build();
    /// ```
    pub fn on_response<S, E, F, Fut>(self, response: F) -> HandledToolBuilder<I, T, P, S>
    where
        S: ToolInput,
        E: Into<ToolError>,
        F: Fn(S, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
    {
        let Sides {
            input,
            output,
            progress,
            ..
        } = self.0.sides;
        HandledToolBuilder(Built {
            definition: self.0.definition,
            needs: self.0.needs,
            sides: Sides {
                input,
                output,
                progress,
                supplied: Side::of_supplied(),
            },
            work: self.0.work,
            rule: self.0.rule,
            response: Some(Box::new(move |supplied, context| {
                response(supplied, context)
                    .map(|returned| returned.map_err(Into::into))
                    .boxed()
            })),
        })
    }

    /// The tool. What is wrong with it, such as its name, is said by
    /// [`AgentBuilder::build`](crate::AgentBuilder::build).
    #[must_use]
    pub fn build(self) -> Tool
    where
        I: Send + Sync + 'static,
        T: 'static,
        P: 'static,
        R: Send + 'static,
    {
        Tool::of(BuiltTool(Arc::new(self.0)))
    }
}

impl<I, T, P, R> fmt::Debug for HandledToolBuilder<I, T, P, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HandledToolBuilder")
            .field(&self.0.definition)
            .finish()
    }
}
