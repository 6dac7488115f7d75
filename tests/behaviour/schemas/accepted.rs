//! What serde writes is what the schema accepts and the tool reads.

use proptest::prelude::*;
use serde_json::Value;

use super::echo::{self, Answer, answer_to_text, validator};

#[test]
fn what_serde_writes_is_accepted_and_comes_back_the_same() {
    for echo in echo::all() {
        let input = validator(echo.tool.input_schema().tree());
        let output = validator(echo.tool.output_schema().tree());
        echo.check_values(64, |written| {
            let arguments = echo.arguments(written);
            let tree = |text: &str| serde_json::from_str::<Value>(text).expect("it is JSON");
            let errors = |by: &jsonschema::Validator, text: &str| -> Vec<_> {
                by.iter_errors(&tree(text))
                    .map(|error| error.to_string())
                    .collect()
            };
            prop_assert_eq!(errors(&input, &arguments), [""; 0], "input {}", arguments);
            prop_assert_eq!(errors(&output, written), [""; 0], "output {}", written);
            prop_assert_eq!(
                answer_to_text(&echo.tool, &arguments),
                Answer::Given(written.to_owned())
            );
            Ok(())
        });
    }
}
