//! A crate of edition 2024.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

#[path = "../../shared/typical.rs"]
pub mod typical;
