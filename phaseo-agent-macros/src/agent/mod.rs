//! `#[agent]`.

mod calls;
pub(crate) mod check;
pub(crate) mod emit;
mod params;
mod policy;
mod setting;
mod settings;
mod stop;
pub(crate) mod syntax;
mod tools;
