use phaseo_agent::prelude::*;

/// Add two numbers.
#[tool]
async fn add((left, right): (i64, i64)) -> i64 {
    left + right
}

/// Ignore a number.
#[tool]
async fn ignore(_: i64) {}

fn main() {}
