use phaseo_agent::prelude::*;

struct Desk;

#[agent(model = "openai/gpt-5-nano")]
impl Desk {}

fn main() {}
