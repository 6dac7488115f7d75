use phaseo_agent::prelude::*;

mod desk {
    use phaseo_agent::prelude::*;

    /// Load a ticket.
    #[tool]
    pub async fn fetch(id: String) -> String {
        id
    }
}

mod archive {
    use phaseo_agent::prelude::*;

    /// Load an old ticket.
    #[tool(name = "fetch")]
    pub async fn fetch_old(id: String) -> String {
        id
    }
}

/// You triage tickets.
#[agent(model = "test/model", tools(desk::fetch, archive::fetch_old))]
async fn triage(id: String) -> Prompt<String> {
    Prompt::user(id)
}

fn main() {}
