use phaseo_agent::prelude::*;

struct Support;

/// Count.
#[tool]
async fn count() -> u32 {
    1
}

#[agent(model = "openai/gpt-5-nano", tools(count))]
impl Support {
    /// Count.
    #[tool(name = "count")]
    async fn count_open(&self) -> u32 {
        1
    }
}

struct Desk;

#[agent(model = "openai/gpt-5-nano")]
impl Desk {
    /// Count.
    #[tool(name = "count")]
    async fn count_open(&self) -> u32 {
        1
    }

    /// Count all.
    #[tool]
    async fn count(&self) -> u32 {
        2
    }
}

fn main() {}
