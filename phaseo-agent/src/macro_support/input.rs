//! What an input struct, and `Args` in its place, needs.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

use crate::schema::Schema;
use crate::tool::{Args, ToolInput};

impl<'de, T: ToolInput> Deserialize<'de> for Args<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self)
    }
}

impl<T: ToolInput> JsonSchema for Args<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> SchemaName {
        T::schema_name()
    }

    fn schema_id() -> SchemaName {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

impl<T: garde::Validate> garde::Validate for Args<T> {
    type Context = T::Context;

    fn validate_into(
        &self,
        context: &Self::Context,
        parent: &mut dyn FnMut() -> garde::Path,
        report: &mut garde::Report,
    ) {
        self.0.validate_into(context, parent, report);
    }
}

/// Asserts that a type can be a whole input.
pub const fn assert_input<T: ToolInput>() {}

/// Asserts that the fields of an input struct can be fields of an input: its schema asks that of
/// them. rustc then names the field's type instead of the struct.
pub const fn assert_fields<T: JsonSchema>() {}

/// What schemars calls a type.
pub type SchemaName = Cow<'static, str>;

/// An agent's input, to ask which rules its schema states. Where it has no schema, something else
/// says so.
#[derive(Debug)]
pub struct InputRules<T>(PhantomData<fn() -> T>);

impl<T> InputRules<T> {
    /// The question.
    #[expect(clippy::new_without_default, reason = "only expansions make one")]
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// Found on `InputRules<T>` when `T` has a schema.
pub trait StatesRules {
    /// The properties whose rules need a validator.
    fn stated(&self) -> Vec<String>;
}

impl<T: JsonSchema> StatesRules for InputRules<T> {
    fn stated(&self) -> Vec<String> {
        Schema::of_input::<T>().ruled_properties()
    }
}

/// Found on `&InputRules<T>`, when there is no schema.
pub trait StatesNothing {
    /// None.
    fn stated(&self) -> Vec<String> {
        Vec::new()
    }
}

impl<T> StatesNothing for &InputRules<T> {}
