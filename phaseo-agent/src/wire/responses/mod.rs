//! `POST /responses`.

pub(super) mod decode;
pub(super) mod encode;
mod parts;
pub(super) mod stream;

#[cfg(test)]
mod tests;
