//! For tests of agents and of stores.

mod scripted;

pub use crate::store::contract::store_contract;
pub use scripted::ScriptedModel;
