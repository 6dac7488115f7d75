//! `#[agent]`.

pub(crate) mod block;
mod calls;
pub(crate) mod check;
pub(crate) mod emit;
mod params;
mod policy;
mod prompt;
mod setting;
mod settings;
mod stop;
pub(crate) mod syntax;
mod tools;
