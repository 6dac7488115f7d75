//! A module may have its own types of the names that the standard prelude has. (Not with `#[garde]`: its derive
//! names `Some`, `None` and `Err` without a path.)
#![deny(warnings)]
#![allow(dead_code, unused_imports)]

use phaseo_agent::{Prompt, agent, tool};

mod own {
    pub struct Result;
    pub struct Option;
    pub struct Box;
    pub struct Vec;
    pub struct Ok;
    pub struct Err;
    pub struct Some;
    pub struct None;
    pub trait Send {}
    pub trait Clone {}
    pub trait From {}
    pub trait Into {}
    pub trait Default {}
    pub trait Iterator {}
    pub mod std {}
    pub mod core {}
    pub mod serde {}
    pub mod schemars {}
    pub mod garde {}
}
use own::*;

#[derive(::serde::Deserialize, ::serde::Serialize, ::schemars::JsonSchema)]
#[serde(crate = "::serde")]
#[schemars(crate = "::schemars")]
struct String {
    text: u8,
}

type Str = &'static str;
type Fallible<T> = ::core::result::Result<T, Str>;

/// Echo.
#[tool(timeout = "3s", on_error = "fail-run", idempotent, approval = true)]
async fn echo(text: u8, own: String) -> Fallible<u8> {
    Fallible::Ok(text + own.text)
}

/// Ask.
#[agent(model = "m", tools(echo), max_steps = 3, tool_choice = "none", tool_concurrency = 2, on_error = "fail-run")]
async fn ask(own: String) -> Prompt<u8> {
    Prompt::user(if own.text == 1 { "one" } else { "more" })
}

fn main() {
    let _ = ask::agent();
}
