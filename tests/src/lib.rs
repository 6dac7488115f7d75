//! The behaviour of the whole, tested from outside.

pub mod loopback;
pub mod recordings;
