//! The API key, which no text may hold.

use std::fmt;

use reqwest::header::HeaderValue;

use super::error::ClientError;
use crate::model::ModelError;

/// An API key. It never shows in `Debug`.
#[derive(Clone)]
pub(super) struct Key(String);

impl Key {
    /// The key in `text`, unless that is blank.
    pub(super) fn new(text: &str) -> Option<Self> {
        Some(text.trim())
            .filter(|text| !text.is_empty())
            .map(|text| Self(text.to_owned()))
    }

    /// The key behind `scheme`, as the value of a header.
    pub(super) fn header(&self, scheme: &str) -> Result<HeaderValue, ClientError> {
        let value = HeaderValue::from_str(&format!("{scheme}{}", self.0));
        let mut value = value.map_err(|_| ClientError::InvalidKey)?;
        value.set_sensitive(true);
        Ok(value)
    }

    /// `error` without the key, which some endpoints repeat in what they say.
    pub(super) fn redact(&self, mut error: ModelError) -> ModelError {
        let texts = [
            &mut error.code,
            &mut error.request_id,
            &mut error.provider,
            &mut error.body,
        ];
        for text in texts.into_iter().flatten().chain([&mut error.message]) {
            if text.contains(&self.0) {
                *text = text.replace(&self.0, "[key]");
            }
            // An excerpt may end in the middle of it.
            if let Some(begun) = self.beginning_at_end_of(text) {
                text.truncate(text.len() - begun);
            }
        }
        error
    }

    /// How many bytes at the end of `text` could be the beginning of the key.
    fn beginning_at_end_of(&self, text: &str) -> Option<usize> {
        const SHORTEST: usize = 4;
        let ends = self.0.char_indices().map(|(end, _)| end).rev();
        ends.take_while(|end| *end >= SHORTEST)
            .find(|end| text.ends_with(&self.0[..*end]))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[key]")
    }
}

#[cfg(test)]
mod tests {
    use super::Key;
    use crate::model::{ModelError, ModelErrorKind};

    #[test]
    fn a_blank_key_is_none() {
        assert!(Key::new("").is_none() && Key::new(" \n").is_none());
    }

    #[test]
    fn the_key_does_not_show() {
        let key = Key::new(" sk-secret\n").unwrap();
        assert_eq!(
            format!("{key:?} {:?}", key.header("Bearer ").unwrap()),
            "[key] Sensitive"
        );
        let mut error =
            ModelError::new(ModelErrorKind::Authentication, "Incorrect key: sk-secret.");
        error.body = Some("key=sk-secret".to_owned());
        let error = key.redact(error);
        assert_eq!(
            (error.message.as_str(), error.body.as_deref()),
            ("Incorrect key: [key].", Some("key=[key]"))
        );
    }

    #[test]
    fn a_key_that_an_excerpt_cuts_does_not_show_in_part() {
        let key = Key::new("sk-secret").unwrap();
        let mut error = ModelError::new(ModelErrorKind::Malformed, "no answer");
        error.body = Some("you sent sk-secr".to_owned());
        assert_eq!(key.redact(error).body.as_deref(), Some("you sent "));
    }

    #[test]
    fn a_key_that_no_header_can_hold_is_refused_without_being_named() {
        let error = Key::new("sk\nsecret")
            .unwrap()
            .header("Bearer ")
            .unwrap_err();
        assert!(!format!("{error} {error:?}").contains("secret"));
    }
}
