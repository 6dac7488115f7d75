//! Rules for approvals of all forms, where their names could mean something else.
#![deny(warnings)]

use phaseo_agent::prelude::*;

type Input = u8;

struct Context;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Release {
    name: String,
}

mod names {
    use super::*;

    /// By a closure with types of its own.
    #[tool(approval = |input: &OwnTypesInput, context: &ToolContext| -> bool { input.release.is_empty() || context.step() > 1 })]
    pub(super) async fn own_types(release: String) -> String {
        release
    }

    /// By a pattern.
    #[tool(approval = |Release { name }| name.is_empty())]
    pub(super) async fn pattern(Args(release): Args<Release>) -> String {
        release.name
    }

    /// By a path that is generic.
    #[tool(approval = always::<GenericInput>)]
    pub(super) async fn generic(release: String) -> String {
        release
    }

    /// By nothing of what there is.
    #[tool(approval = |_, _| async { Err::<bool, _>("never") })]
    pub(super) async fn unseen(release: String) -> String {
        release
    }

    /// By a future in braces.
    #[tool(approval = |input| { async move { !input.release.is_empty() } })]
    pub(super) async fn braces(release: String) -> String {
        release
    }

    fn always<T>(_input: &T) -> bool {
        true
    }
}

fn main() {
    let _: (Input, Context) = (0, Context);
    let tools = [
        Tool::from(names::own_types {}),
        Tool::from(names::pattern {}),
        Tool::from(names::generic {}),
        Tool::from(names::unseen {}),
        Tool::from(names::braces {}),
    ];
    assert_eq!(tools.len(), 5);
}
