//! A tool whose schema people review: the attribute makes the test that compares it with the file.

use phaseo_agent::prelude::*;

/// Load one ticket.
#[tool(schema = "behaviour/tool_macro/reviewed.json")]
async fn reviewed(
    /// The ticket's ID, such as `T-42`.
    #[garde(length(max = 12))]
    ticket_id: String,
) -> String {
    ticket_id
}

/// The name of the test is part of what users run.
#[test]
fn the_test_has_the_name_of_the_tool() {
    reviewed_has_the_schema_of_its_file();
    assert_eq!(Tool::from(reviewed {}).name(), "reviewed");
}
