//! `POST /messages`.

mod citations;
pub(super) mod decode;
pub(super) mod encode;
pub(super) mod stream;

#[cfg(test)]
mod tests;
