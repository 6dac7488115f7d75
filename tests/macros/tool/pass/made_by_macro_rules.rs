//! Tools and agents that a `macro_rules!` writes: what it was given is read like what is written.
#![deny(warnings)]

use phaseo_agent::prelude::*;

macro_rules! lookup {
    ($name:ident, $description:literal, $timeout:expr, $retries:literal, $key:ty) => {
        #[tool(description = $description, timeout = $timeout, max_retries = $retries)]
        async fn $name(key: $key) -> String {
            format!("{}: {key}", stringify!($name))
        }
    };
}

lookup!(by_number, "Look up by number.", "3s", 1, u32);
lookup!(by_word, "Look up by word.", "1m", 2, String);

macro_rules! desk {
    ($desk:ident, $temperature:expr, $words:literal, $($tool:ident),+) => {
        #[agent(
            model = "m",
            instructions = "You look things up.",
            temperature = $temperature,
            stop_when(tool_call = [$words, "by_number"]),
            tools($($tool),+)
        )]
        async fn $desk(question: String) -> Prompt<String> {
            Prompt::user(question)
        }
    };
}

desk!(desk, 0.5, "by_word", by_number, by_word);

fn main() {
    assert_eq!(Tool::from(by_number {}).name(), "by_number");
    assert_eq!(Tool::from(by_word {}).description(), "Look up by word.");
    let _ = desk::agent();
}
