//! `#[agent]` on an `impl` block.

pub(crate) mod check;
pub(crate) mod emit;
pub(crate) mod syntax;
