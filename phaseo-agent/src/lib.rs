//! phaseo-agent.

pub mod content;
pub mod item;
mod json;
pub mod model;
pub mod usage;

pub use json::RawJson;
