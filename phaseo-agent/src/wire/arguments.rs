//! Tool-call arguments on their way back to the provider.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use crate::item::ToolCall;

/// The arguments as one valid JSON object, whatever the model wrote (Q21).
///
/// Providers refuse a transcript whose arguments are not an object. An object in a JSON string is
/// taken out of it (Q18); text that is no object at all becomes `{}`.
pub(super) fn echoed(call: &ToolCall) -> Cow<'_, str> {
    let input = call.input();
    if is_object(input) {
        return Cow::Borrowed(input);
    }
    match serde_json::from_str::<String>(input) {
        Ok(inner) if is_object(inner.trim()) => Cow::Owned(inner.trim().to_owned()),
        _ => Cow::Borrowed("{}"),
    }
}

fn is_object(json: &str) -> bool {
    json.starts_with('{') && serde_json::from_str::<IgnoredAny>(json).is_ok()
}

#[cfg(test)]
mod tests {
    use super::echoed;
    use crate::item::ToolCall;

    #[test]
    fn every_echo_is_an_object() {
        for (written, expected) in [
            (r#"{"n":1}"#, r#"{"n":1}"#),
            ("", "{}"),
            (" \n", "{}"),
            ("null", "{}"),
            (r#"{"n":"#, "{}"),
            ("[1]", "{}"),
            ("not json", "{}"),
            (r#""{\"n\":1}""#, r#"{"n":1}"#),
            (r#""text""#, "{}"),
            (r#"{"n":1}{"n":2}"#, "{}"),
        ] {
            assert_eq!(
                echoed(&ToolCall::new("c", "f", written)),
                expected,
                "{written}"
            );
        }
    }
}
