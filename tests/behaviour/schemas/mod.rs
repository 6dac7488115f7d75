//! The generated schema, the values that serde writes, and what a tool takes: they agree.

mod accepted;
mod echo;
mod meta_schema;
mod negation;
mod refused;
mod stated;
mod types;
mod unchecked;
