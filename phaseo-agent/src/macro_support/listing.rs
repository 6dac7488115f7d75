//! The tools of an agent, and the parameters of a tool that the runtime supplies.

use crate::tool::{Need, Tool, TypedTool};

/// A tool that is named in `tools(..)`.
#[derive(Debug)]
pub struct Listed<T> {
    tool: T,
    /// Its name.
    pub name: &'static str,
    erase: fn(T) -> Tool,
}

/// Asks of `tool` to be a tool, once for all that is done with it.
#[must_use]
pub const fn listed<T: TypedTool>(tool: T) -> Listed<T> {
    Listed {
        tool,
        name: T::NAME,
        erase: Tool::from,
    }
}

impl<T> Listed<T> {
    /// The tool as an agent holds it.
    #[must_use]
    pub fn tool(self) -> Tool {
        (self.erase)(self.tool)
    }
}

/// States that a function needs.
pub type Needs = Vec<Need>;

/// The needs of a function's parameters.
#[must_use]
pub fn needs(needs: impl IntoIterator<Item = Option<Need>>) -> Needs {
    needs.into_iter().flatten().collect()
}

/// Whether the `index`th name is the first of its kind.
#[must_use]
pub const fn is_first(names: &[&str], index: usize) -> bool {
    let mut earlier = 0;
    while earlier < index {
        if same(names[earlier].as_bytes(), names[index].as_bytes()) {
            return false;
        }
        earlier += 1;
    }
    true
}

const fn same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}
