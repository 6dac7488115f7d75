//! Stores that survive the process.
//!
//! The tests of Postgres need a server: `tests/postgres start` starts one and says what to do next.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on should stop where it stands"
)]

mod alternating;
mod contract;
mod logs;
mod postgres;
mod processes;
mod schema;
mod server;
mod sqlite;
mod torn;
