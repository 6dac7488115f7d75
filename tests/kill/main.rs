//! Processes that are killed at any point, processes that want the same run at once, and processes
//! that take over what another left.
//!
//! | variable | what it sets |
//! |---|---|
//! | `PHASEO_KILLS` | how many processes are killed; 200 unless told otherwise |
//! | `PHASEO_KILL_SEED` | what the points of the kills are drawn from; the clock unless told otherwise |
//! | `PHASEO_RACES` | how often two processes resume the same run; 200 unless told otherwise |
//!
//! The tests of Postgres need a server: `tests/postgres start` starts one and says what to do next.
#![cfg(unix)]

mod case;
mod kills;
mod ledger;
mod place;
mod process;
mod proof;
mod races;
mod random;
#[path = "../stores/schema.rs"]
mod schema;
mod takeover;
mod worker;

use std::str::FromStr;

/// What the variable `name` of the environment says; `None` if it is not set.
fn variable<T: FromStr>(name: &str) -> Option<T> {
    let value = std::env::var(name).ok()?;
    let read = value.parse().ok();
    Some(read.unwrap_or_else(|| panic!("`{name}` is `{value}`, which is no number")))
}
