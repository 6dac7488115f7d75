//! What a tool can fail with.
#![deny(warnings)]

use phaseo_agent::prelude::*;

#[derive(Debug, thiserror::Error)]
enum DeskError {
    #[error("the desk is closed")]
    Closed,
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

type Result<T, E = DeskError> = std::result::Result<T, E>;

macro_rules! tools {
    ($($name:ident: $result:ty),* $(,)?) => {
        $(
            /// Load a ticket.
            #[tool]
            async fn $name(id: String) -> $result {
                Ok(id)
            }
        )*
    };
}

tools! {
    own: Result<String>,
    std_own: std::result::Result<String, DeskError>,
    tool_error: Result<String, ToolError>,
    text: Result<String, String>,
    literal: Result<String, &'static str>,
    io: std::io::Result<String>,
    any: anyhow::Result<String>,
    boxed: Result<String, Box<dyn std::error::Error + Send + Sync>>,
    never: Result<String, std::convert::Infallible>,
}

fn main() {
    let _ = (DeskError::Closed, DeskError::from(std::io::Error::other("")));
    for tool in [
        Tool::from(own {}),
        std_own {}.into(),
        tool_error {}.into(),
        text {}.into(),
        literal {}.into(),
        io {}.into(),
        any {}.into(),
        boxed {}.into(),
        never {}.into(),
    ] {
        assert_eq!(tool.output_schema().tree()["type"], "string", "{}", tool.name());
    }
}
