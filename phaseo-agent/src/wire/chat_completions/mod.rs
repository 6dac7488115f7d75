//! `POST /chat/completions`.

mod answer;
mod calls;
pub(super) mod decode;
pub(super) mod encode;
mod reasoning;
pub(super) mod stream;

#[cfg(test)]
mod tests;
