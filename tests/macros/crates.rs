//! Crates of users whose dependencies or edition are others than ours: `tests/crates`. trybuild knows
//! only those of this crate.

use std::path::Path;
use std::process::{Command, Output};

/// Builds a crate as its user would, with `check` or `clippy`.
fn checked(command: &str, name: &str) -> Output {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    Command::new(env!("CARGO"))
        .args([command, "--quiet", "--color=never", "--package", name])
        .current_dir(&crates)
        .env("CARGO_TARGET_DIR", crates.join("../../target/tests/crates"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo can be run")
}

/// What the compiler says and where, without what else it knows of it.
fn said(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    let ends = ["\n    = help", "\n\nFor more information"];
    let end = ends.iter().filter_map(|end| said.find(end)).min();
    // How far it is indented depends on the line numbers in it.
    let lines = said[..end.unwrap_or(said.len())].lines();
    lines.map(str::trim_start).collect::<Vec<_>>().join("\n")
}

/// How many errors it reports.
fn errors(output: &Output) -> usize {
    let said = String::from_utf8_lossy(&output.stderr);
    said.lines()
        .filter(|line| line.starts_with("error["))
        .count()
}

#[test]
fn crates_of_either_edition_and_with_the_crate_renamed_build_without_a_warning() {
    for name in ["edition_2021", "edition_2024", "renamed"] {
        let output = checked("clippy", name);
        assert_eq!(said(&output), "", "{name}");
        assert!(output.status.success(), "{name}");
    }
}

#[test]
fn a_crate_without_garde_is_told_so_where_it_writes_a_rule() {
    let output = checked("check", "without_garde");
    assert_eq!(
        said(&output),
        "\
error[E0433]: cannot find `garde` in the crate root
--> without_garde/src/lib.rs:7:29
|
7 | pub async fn fetch_ticket(#[garde(length(min = 3))] id: String, count: u8) -> String {
|                             ^^^^^ could not find `garde` in the list of imported crates"
    );
    assert_eq!(errors(&output), 1);
}

#[test]
fn a_crate_with_another_garde_is_told_so_where_it_writes_a_rule() {
    let output = checked("check", "other_garde");
    assert_eq!(
        said(&output),
        "\
error[E0277]: this `garde` is another version than phaseo-agent's, so nothing would check the rule
--> other_garde/src/lib.rs:7:29
|
7 | pub async fn fetch_ticket(#[garde(length(min = 3))] id: String, count: u8) -> String {
|                             ^^^^^ depend on garde 0.23
|"
    );
    assert_eq!(errors(&output), 1);
}
