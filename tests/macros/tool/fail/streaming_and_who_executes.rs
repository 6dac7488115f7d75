use phaseo_agent::prelude::*;

/// Look something up.
#[tool(manual, streaming)]
async fn look_up(id: String) -> String;

/// Ask somebody.
#[tool(streaming, interactive)]
async fn ask(id: String) -> Interactive<String> {
    Interactive::Done(id)
}

fn main() {}
