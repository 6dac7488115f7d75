//! Tools of annotated functions.
//!
//! `#[tool]` makes what a builder makes: it differs only in who finds out what the types can do. A
//! builder is told; an expansion asks each type once, where it is concrete, and gives the answers here.

use std::fmt;
use std::sync::Arc;

use super::super::Tool;
use super::super::approval::Rule;
use super::super::context::ToolContext;
use super::super::error::ToolError;
use super::super::extract::{Extract, Need};
use super::super::input::ToolInput;
use super::super::interactive::Interactive;
use super::super::options::{Gate, Options};
use super::super::progress::Progress;
use super::ToolBuilder;
use super::built::{Built, BuiltTool, Response, Sides};
use super::side::Side;
use super::work::{self, Work};
use crate::schema::Validators;

/// What `#[tool]` implements for the type that it puts beside the function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "mark the function with `#[tool]`, or give an expression that makes a tool; an agent is listed as `my_agent::agent()`"
)]
pub trait TypedTool: Send + Sync + 'static {
    /// The name by which a model calls it: 1 to 64 of `A-Z a-z 0-9 _ -`.
    const NAME: &'static str;
    /// What a model is told about it.
    const DESCRIPTION: &'static str;
    /// What it takes.
    type Input: ToolInput;

    /// The tool as an agent holds it.
    fn tool(self) -> Tool;
}

/// A tool of which it is not said yet what it does. It sends progress values `P`.
pub struct Annotated<D: TypedTool, P = ()> {
    definition: ToolBuilder,
    needs: Vec<Need>,
    input: Side<D::Input>,
    progress: Side<P>,
}

/// Starts the tool `D`.
#[must_use]
pub fn annotated<D: TypedTool>(options: Options) -> Annotated<D> {
    Annotated {
        definition: ToolBuilder {
            name: D::NAME.to_owned(),
            description: D::DESCRIPTION.to_owned(),
            options,
        },
        needs: Vec::new(),
        input: Side::of_input(),
        progress: Side::of_output(),
    }
}

impl<D: TypedTool, P> fmt::Debug for Annotated<D, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Annotated").field(&self.definition).finish()
    }
}

/// What the runtime supplies to a call.
///
/// # Errors
/// When the context does not have it.
pub fn extracted<E: Extract>(context: &ToolContext) -> Result<E, ToolError> {
    E::extract(context)
}

impl<D: TypedTool> Annotated<D> {
    /// Has these look at each input.
    #[must_use]
    pub fn validators(mut self, validators: Validators<D::Input>) -> Self {
        self.input = self.input.validated(validators);
        self
    }

    /// Takes what the runtime supplies as an `E`.
    #[must_use]
    pub fn takes<E: Extract>(mut self) -> Self {
        self.needs.extend(E::need());
        self
    }

    /// The progress values that it sends.
    #[must_use]
    pub fn progress<P>(self, progress: Side<P>) -> Annotated<D, P> {
        Annotated {
            definition: self.definition,
            needs: self.needs,
            input: self.input,
            progress,
        }
    }
}

impl<D: TypedTool, P: 'static> Annotated<D, P> {
    /// It does this.
    pub fn handler<T, F, Fut>(self, output: Side<T>, handler: F) -> AnnotatedTool<D, T, P>
    where
        F: Fn(D::Input, ToolContext, Progress<P>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, ToolError>> + Send + 'static,
    {
        let supplied = Supplied::of(&output);
        self.with(supplied, output, work::streaming_handler(handler))
    }

    /// It does this, or hands over to somebody who supplies an `R`.
    pub fn interactive<T, R, F, Fut>(
        self,
        supplied: Supplied<R, T>,
        output: Side<T>,
        handler: F,
    ) -> AnnotatedTool<D, T, P, R>
    where
        F: Fn(D::Input, ToolContext, Progress<P>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Interactive<T>, ToolError>> + Send + 'static,
    {
        self.with(supplied, output, work::interactive(handler))
    }

    /// Somebody outside the run does it, who supplies an `R`.
    pub fn manual<T, R>(
        self,
        supplied: Supplied<R, T>,
        output: Side<T>,
    ) -> AnnotatedTool<D, T, P, R> {
        self.with(supplied, output, work::manual())
    }

    fn with<T, R>(
        self,
        supplied: Supplied<R, T>,
        output: Side<T>,
        work: Work<D::Input, T, P>,
    ) -> AnnotatedTool<D, T, P, R> {
        AnnotatedTool(Built {
            definition: self.definition,
            needs: self.needs,
            sides: Sides {
                input: self.input,
                output,
                progress: Arc::new(self.progress),
                supplied: supplied.side,
            },
            work,
            rule: None,
            response: supplied.response,
        })
    }
}

/// What somebody outside supplies for a call: its output `T`, or an `R` of which that is made.
pub struct Supplied<R, T> {
    side: Side<R>,
    response: Option<Response<R, T>>,
}

impl<T> Supplied<T, T> {
    /// The output. Nothing looks at it but its schema.
    #[must_use]
    pub fn of(output: &Side<T>) -> Self {
        Self {
            side: output.unread(),
            response: None,
        }
    }

    /// The output, as it is read and validated.
    pub(crate) fn read(side: Side<T>) -> Self {
        Self {
            side,
            response: None,
        }
    }
}

impl<R, T> Supplied<R, T> {
    /// An `R`, of which `response` makes the output.
    pub(crate) fn answered(side: Side<R>, response: Response<R, T>) -> Self {
        Self {
            side,
            response: Some(response),
        }
    }
}

impl<R, T> fmt::Debug for Supplied<R, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Supplied")
            .field("side", &self.side)
            .finish_non_exhaustive()
    }
}

/// A tool that knows what it does.
pub struct AnnotatedTool<D: TypedTool, T, P = (), R = T>(Built<D::Input, T, P, R>);

impl<D: TypedTool, T, P, R> AnnotatedTool<D, T, P, R> {
    /// Has `rule` decide which calls wait for a person's approval.
    #[must_use]
    pub fn approval(mut self, rule: Rule<D::Input>) -> Self {
        let options = &mut self.0.definition.options;
        if options.approval == Gate::Open {
            *options = options.clone().approval_by_rule();
        }
        self.0.rule = Some(rule);
        self
    }

    /// The tool.
    #[must_use]
    pub fn build(self) -> Tool
    where
        T: 'static,
        P: 'static,
        R: Send + 'static,
    {
        Tool::of(BuiltTool(Arc::new(self.0)))
    }
}

impl<D: TypedTool, T, P, R> fmt::Debug for AnnotatedTool<D, T, P, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnnotatedTool")
            .field(&self.0.definition)
            .finish()
    }
}
