//! What a test does that `#[tool(schema = "..")]` makes.

use std::path::Path;

use crate::schema::file;
use crate::tool::Tool;

/// Asserts that the input of `tool` has the schema of the file, or writes that file.
///
/// # Panics
/// If it has another, with each place where it differs, or if there is no such file.
#[track_caller]
pub fn assert_schema_file(package: &str, name: &str, tool: &Tool) {
    let path = Path::new(package).join(name);
    if let Err(problem) = file::check(tool.input_schema(), &path) {
        panic!("the tool `{}`: {problem}", tool.name());
    }
}
