//! An `impl` block whose methods are tools.
#![deny(warnings, missing_docs)]

use phaseo_agent::prelude::*;

/// A desk.
#[derive(Debug)]
pub struct Support {
    open: u32,
}

/// A rule.
fn is_long(input: &SupportLoadInput) -> bool {
    input.id.len() > Support::LONG
}

/// You answer questions.
#[agent(model = "openai/gpt-5-nano")]
#[allow(clippy::unused_self)]
impl Support {
    /// A length.
    pub const LONG: usize = 3;

    const NAMES: &'static [&'static str] = &["a", { "b" }];

    /// Load a ticket.
    #[tool(approval = is_long, timeout = "3s")]
    async fn load(&self, id: String) -> Result<String, std::fmt::Error> {
        Ok(id)
    }

    /// Give a name.
    #[tool]
    pub(crate) async fn r#type(&self, mut index: usize) -> Option<&'static str> {
        index += 1;
        Self::NAMES.get(index).copied()
    }

    /// Take a whole input.
    #[phaseo_agent::tool(next_turn(temperature = 0.3), max_retries = 1)]
    async fn whole(&self, Args(numbers): Args<Vec<u32>>, context: ToolContext) -> u32 {
        let _ = context;
        numbers.into_iter().sum::<u32>() + self.open
    }

    /// Never there.
    #[cfg(any())]
    #[tool]
    async fn never(&self, nothing: Nothing) {}

    /// Plain.
    pub fn plain(&self) -> u32 {
        self.open
    }

    #[prompt]
    async fn ask(&self, question: String) -> Prompt<Private> {
        Prompt::user(question)
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Private {
    _answer: String,
}

/// Generic, and said in full.
#[derive(Debug)]
pub struct Held<T>(T);

#[agent(model = "openai/gpt-5-nano", instructions = "Count.")]
impl Held<u32> {
    /// Count.
    #[tool]
    async fn count(&self) -> u32 {
        self.0
    }
}

#[agent(model = "openai/gpt-5-nano", instructions = "Count.")]
impl Held<&'static str> {
    #[prompt]
    async fn name(&self) -> Prompt<String> {
        Prompt::user(self.0)
    }
}

fn main() {
    fn inner() {
        struct Local;

        #[agent(model = "openai/gpt-5-nano")]
        impl Local {
            /// Count.
            #[tool]
            async fn count(&self) -> u32 {
                1
            }
        }
        let _ = Local.into_agent();
    }
    let support = Support { open: 1 };
    let _ = support.plain();
    let _ = support.into_agent();
    let _ = Held(1).into_agent();
    let _ = Held("a").into_agent();
    inner();
}
