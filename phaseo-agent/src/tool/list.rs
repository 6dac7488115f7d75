//! What may stand in `tools(..)`.

use super::{Tool, TypedTool};

/// One tool, or an iterator of tools.
#[diagnostic::on_unimplemented(
    message = "`{Self}` gives no tools",
    label = "neither a tool nor an iterator of tools",
    note = "name a function that is marked with `#[tool]` (in an expression as `my_tool {{}}`), or give a `Tool`, an iterator of \
            `Tool`s, or an agent"
)]
pub trait IntoTools<Form> {
    /// The tools.
    fn into_tools(self) -> Vec<Tool>;
}

/// The form of a single tool.
#[derive(Debug)]
pub enum One {}

/// The form of an iterator of tools.
#[derive(Debug)]
pub enum Many {}

impl IntoTools<Self> for Tool {
    fn into_tools(self) -> Vec<Self> {
        vec![self]
    }
}

impl<T: TypedTool> IntoTools<One> for T {
    fn into_tools(self) -> Vec<Tool> {
        vec![self.into()]
    }
}

impl<I: IntoIterator<Item = Tool>> IntoTools<Many> for I {
    fn into_tools(self) -> Vec<Tool> {
        self.into_iter().collect()
    }
}
