//! Generated schemas are schemas of draft 2020-12.

use serde_json::json;

use super::echo;

#[test]
fn every_generated_schema_is_valid_by_the_meta_schema() {
    let meta = jsonschema::draft202012::meta::validator();
    for echo in echo::all() {
        for schema in [echo.tool.input_schema(), echo.tool.output_schema()] {
            let errors: Vec<_> = meta
                .iter_errors(schema.tree())
                .map(|e| e.to_string())
                .collect();
            assert_eq!(errors, [""; 0], "{}", schema.text().as_str());
        }
    }
    // It is no meta-schema that takes everything.
    assert!(!meta.is_valid(&json!({"type": "text"})));
    assert!(!meta.is_valid(&json!({"minLength": -1})));
}
