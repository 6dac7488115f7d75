//! `#[tool]`.

mod approval;
pub(crate) mod check;
pub(crate) mod emit;
mod kind;
mod next_turn;
mod params;
mod returned;
mod schema_file;
mod streaming;
pub(crate) mod syntax;

pub(crate) use emit::on_error;
pub(crate) use params::{check_extractor, is_extractor};
