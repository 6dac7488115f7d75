//! What the example programs share: a model that needs no network.

pub mod offline;
pub mod triage;
