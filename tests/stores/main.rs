//! Stores that survive the process.
//!
//! The tests of Postgres need a server: `tests/postgres start` starts one and says what to do next.

mod alternating;
mod contract;
mod logs;
mod postgres;
mod processes;
mod sqlite;
