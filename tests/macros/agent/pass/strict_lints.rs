//! A crate that denies warnings and all pedantic lints takes an agent with everything it can have.
#![deny(warnings, missing_docs, missing_debug_implementations, unreachable_pub, unused_qualifications, unnameable_types)]
#![deny(clippy::all, clippy::pedantic)]

/// The agent.
pub mod adder {
    use phaseo_agent::prelude::*;

    /// Add two numbers.
    #[tool]
    async fn add(left: i64, right: i64) -> i64 {
        left + right
    }

    /// The answer.
    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    pub struct Sum {
        /// The sum.
        pub sum: i64,
    }

    /// You add numbers.
    #[agent(
        model = "openai/gpt-5-nano",
        tools(add),
        tool_choice = "required",
        max_steps = 3,
        tool_concurrency = 2,
        on_error = "return-to-model",
        crate = ::phaseo_agent,
    )]
    pub async fn adder(question: String, #[garde(range(max = 3))] digits: u8) -> Prompt<Sum> {
        Prompt::user(format!("{question} ({digits} digits)"))
    }
}

fn main() {
    let _ = adder::adder::agent();
}
