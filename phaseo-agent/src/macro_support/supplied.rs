//! What somebody outside supplies for a manual or an interactive tool.

use std::fmt;
use std::future::Future;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::de::DeserializeOwned;

use crate::json::RawJson;
use crate::schema::{Issue, Schema};
use crate::tool::{Interactive, ToolContext, ToolError, ToolInput};

use super::output::Of;
use super::validator::Issues;

/// What must be changed before an agent can have a tool.
pub type Problems = Vec<String>;

/// Stands for an execution where there is none: somebody outside does the work, or `execute` does.
///
/// # Errors
/// Always.
pub fn not_called<T>() -> Result<T, ToolError> {
    Err(ToolError::fatal("this tool gives no output by itself"))
}

/// Found on `&Of<T>`, when `T` has a validator that can look at what is supplied as a `T`.
pub trait TakesChecked {
    /// What the validator says.
    fn issues(&self, supplied: &RawJson) -> Issues;

    /// None.
    fn unchecked(&self, _tool: &str, _schema: &Schema) -> Problems {
        Vec::new()
    }
}

impl<T: DeserializeOwned + garde::Validate<Context: Default>> TakesChecked for &Of<T> {
    fn issues(&self, supplied: &RawJson) -> Issues {
        match serde_json::from_str::<T>(supplied.as_str()) {
            Ok(value) => Issue::of_report(value.validate()),
            Err(error) => vec![Issue::new("", error.to_string())],
        }
    }
}

/// Found on `Of<T>`, when there is none.
pub trait TakesUnchecked {
    /// None.
    fn issues(&self, _supplied: &RawJson) -> Issues {
        Vec::new()
    }

    /// The rules of the schema that nothing checks.
    fn unchecked(&self, tool: &str, schema: &Schema) -> Problems {
        let whose = format!("what is supplied for `{tool}`");
        let rules = schema.ruled_properties();
        rules
            .iter()
            .map(|property| {
                let unchecked = Schema::unchecked_rule(&whose, property);
                format!("{unchecked}, and derive `serde::Deserialize` beside `garde::Validate`")
            })
            .collect()
    }
}

impl<T> TakesUnchecked for Of<T> {}

/// What the function of an interactive tool gives.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what an interactive tool returns",
    label = "expected `Interactive<T>`",
    note = "return `Interactive<T>` or `Result<Interactive<T>, E>`, where `T` is the type of the output"
)]
pub trait HandsOver {
    /// The type of the output.
    type Output;

    /// The output, or what a person is told who supplies it.
    fn handed(self) -> Interactive<Self::Output>;
}

#[diagnostic::do_not_recommend]
impl<T> HandsOver for Interactive<T> {
    type Output = T;

    fn handed(self) -> Self {
        self
    }
}

/// What an interactive tool's function gives, an `I`, and what its output is.
#[derive(Debug)]
pub struct Handing<I, T> {
    hand: fn(I) -> Interactive<T>,
}

/// Asks of `I` to be what an interactive tool returns, once for all that is done with it.
#[must_use]
pub fn handing<I: HandsOver>(_: Of<I>) -> Handing<I, I::Output> {
    Handing { hand: I::handed }
}

impl<I, T> Handing<I, T> {
    /// Names the output.
    #[must_use]
    pub fn output(&self) -> Of<T> {
        Of::new()
    }

    /// The output, or what a person is told who supplies it.
    pub fn hand(&self, returned: I) -> Interactive<T> {
        (self.hand)(returned)
    }
}

/// The function of `on_response`: makes a `T` of an `S` that is supplied.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the `on_response` of this tool",
    label = "not an `async fn(Supplied, ToolContext) -> Result<{T}, E>`",
    note = "write an `async fn` that takes what is supplied and the `ToolContext`, and gives a `Result<{T}, E>`"
)]
pub trait Responds<S, T>: Send + Sync + 'static {
    /// Makes the output.
    fn respond(
        &self,
        supplied: S,
        context: ToolContext,
    ) -> BoxFuture<'static, Result<T, ToolError>>;
}

#[diagnostic::do_not_recommend]
impl<S, T, E, F, Fut> Responds<S, T> for F
where
    E: Into<ToolError>,
    F: Fn(S, ToolContext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<T, E>> + Send + 'static,
{
    fn respond(
        &self,
        supplied: S,
        context: ToolContext,
    ) -> BoxFuture<'static, Result<T, ToolError>> {
        self(supplied, context)
            .map(|returned| returned.map_err(Into::into))
            .boxed()
    }
}

/// An `on_response` that makes a `T` of an `S`.
pub struct Responder<S, T> {
    schema: fn() -> Schema,
    read: fn(&RawJson) -> Result<S, serde_json::Error>,
    response: Response<S, T>,
}

type Response<S, T> =
    Box<dyn Fn(S, ToolContext) -> BoxFuture<'static, Result<T, ToolError>> + Send + Sync>;

/// Asks of `response` to make the output of the tool, once for all that is done with it.
pub fn responder<S: ToolInput, T, R: Responds<S, T>>(_: Of<T>, response: R) -> Responder<S, T> {
    Responder {
        schema: Schema::of_input::<S>,
        read: |supplied| serde_json::from_str(supplied.as_str()),
        response: Box::new(move |supplied, context| response.respond(supplied, context)),
    }
}

impl<S, T> Responder<S, T> {
    /// Names what is supplied.
    #[must_use]
    pub fn takes(&self) -> Of<S> {
        Of::new()
    }

    /// The schema of what is supplied.
    #[must_use]
    pub fn schema(&self) -> Schema {
        (self.schema)()
    }

    /// Makes the output of what was supplied.
    ///
    /// # Errors
    /// Those of the function.
    pub async fn respond(self, supplied: RawJson, context: ToolContext) -> Result<T, ToolError> {
        let response = (self.response)((self.read)(&supplied)?, context);
        response.await
    }
}

impl<S, T> fmt::Debug for Responder<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Responder").finish_non_exhaustive()
    }
}
