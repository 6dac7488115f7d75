//! `#[agent]`.

mod calls;
pub(crate) mod check;
pub(crate) mod emit;
mod settings;
mod stop;
pub(crate) mod syntax;
mod tools;
