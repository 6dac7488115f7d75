//! `#[agent]`.

pub(crate) mod check;
pub(crate) mod emit;
mod stop;
pub(crate) mod syntax;
