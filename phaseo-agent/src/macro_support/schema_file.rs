//! What a test does that `#[tool(schema = "..")]` makes.

use std::path::Path;

use crate::schema::{Schema, file};
use crate::tool::ToolInput;

/// Asserts that the input of the tool has the schema of the file, or writes that file.
///
/// # Panics
/// If it has another, with each place where it differs, or if there is no such file.
#[track_caller]
pub fn assert_schema_file<I: ToolInput>(package: &str, file_name: &str, tool_name: &str) {
    let path = Path::new(package).join(file_name);
    if let Err(problem) = file::check(&Schema::of_input::<I>(), &path) {
        panic!("the tool `{tool_name}`: {problem}");
    }
}
