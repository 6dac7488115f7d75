//! What the macros accept, and what they say to each mistake.

mod crates;
mod guide;

#[test]
fn tool() {
    let cases = trybuild::TestCases::new();
    cases.pass("macros/tool/pass/*.rs");
    cases.compile_fail("macros/tool/fail/*.rs");
}

#[test]
fn agent() {
    let cases = trybuild::TestCases::new();
    cases.pass("macros/agent/pass/*.rs");
    cases.compile_fail("macros/agent/fail/*.rs");
}
