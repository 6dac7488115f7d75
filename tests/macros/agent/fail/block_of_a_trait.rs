use phaseo_agent::prelude::*;

struct Support;

trait Asks {
    fn ask(&self);
}

#[agent(model = "openai/gpt-5-nano")]
impl Asks for Support {
    fn ask(&self) {}
}

fn main() {}
