//! What stands for a function whose attribute was refused.

/// The input of an agent whose attribute was refused: takes what agents are mostly run with.
#[derive(Debug)]
pub struct BrokenInput;

impl From<()> for BrokenInput {
    fn from((): ()) -> Self {
        Self
    }
}

impl From<&str> for BrokenInput {
    fn from(_: &str) -> Self {
        Self
    }
}

impl From<String> for BrokenInput {
    fn from(_: String) -> Self {
        Self
    }
}

/// Stands for what a refused attribute cannot give. The refusal is a compile error, so nothing
/// runs this.
///
/// # Panics
/// Always.
pub fn broken() -> ! {
    unreachable!("the attribute of this function was refused")
}
