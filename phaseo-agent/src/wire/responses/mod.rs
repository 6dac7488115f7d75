//! `POST /responses`.

pub(super) mod decode;
pub(super) mod encode;
mod parts;

#[cfg(test)]
mod tests;
