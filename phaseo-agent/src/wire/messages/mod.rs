//! `POST /messages`.

mod citations;
pub(super) mod decode;
pub(super) mod encode;

#[cfg(test)]
mod tests;
