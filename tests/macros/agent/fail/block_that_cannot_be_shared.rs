use std::cell::Cell;

use phaseo_agent::prelude::*;

struct Support {
    asked: Cell<u32>,
}

#[agent(model = "openai/gpt-5-nano")]
impl Support {
    /// Count.
    #[tool]
    async fn count(&self) -> u32 {
        self.asked.get()
    }
}

fn main() {
    let _ = Support { asked: Cell::new(1) }.into_agent();
}
