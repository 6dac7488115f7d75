//! A manual tool is a type and an input, and no function.
#![deny(warnings, unreachable_pub, missing_docs)]

use phaseo_agent::prelude::*;

/// Tools that others do.
pub mod tools {
    use phaseo_agent::prelude::*;

    /// Look a ticket up in the old system.
    #[tool(manual, name = "legacy-lookup", approval = |input| input.ticket_id.len() > 3)]
    pub async fn legacy_lookup(
        /// The ticket's ID.
        ticket_id: String,
        #[serde(default)] r#type: Option<String>,
    ) -> Vec<String>;

    /// Nod.
    #[tool(manual)]
    pub async fn nod();

    /// Ask a person.
    #[tool(manual, on_response = answered, timeout = "3s", idempotent)]
    pub async fn ask(question: String) -> Result<String, ToolError>;

    async fn answered(answer: String, _context: ToolContext) -> Result<String, ToolError> {
        Ok(answer)
    }
}

// The name is free among values.
fn nod() -> tools::nod {
    tools::nod {}
}

fn main() {
    let input = tools::LegacyLookupInput {
        ticket_id: "T-42".to_owned(),
        r#type: None,
    };
    let tools = [Tool::from(tools::legacy_lookup {}), Tool::from(nod()), Tool::from(tools::ask {})];
    assert_eq!((input.ticket_id.len(), input.r#type, tools.len()), (4, None, 3));
}
