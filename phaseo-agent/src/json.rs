//! JSON that stays text until somebody reads it.

use std::fmt;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// A valid JSON text, shared and immutable.
///
/// Tool arguments, tool outputs, schemas and opaque provider blocks pass through a run in this
/// form, so that nothing is parsed into a tree and printed again on the way. Cloning shares the
/// text.
///
/// ```
/// use phaseo_agent::RawJson;
///
/// let json = RawJson::of(&vec![1, 2, 3])?;
/// assert_eq!(json.as_str(), "[1,2,3]");
/// assert_eq!(json.read::<Vec<u8>>()?, [1, 2, 3]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone)]
pub struct RawJson(Arc<RawValue>);

impl RawJson {
    /// Writes `value` as JSON.
    ///
    /// # Errors
    /// When `value` cannot be written as JSON, such as a map whose keys are not strings.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        Ok(Self(serde_json::value::to_raw_value(value)?.into()))
    }

    /// Takes `text` if it is one JSON value.
    ///
    /// # Errors
    /// When `text` is not JSON.
    pub fn parse(text: impl Into<String>) -> Result<Self, serde_json::Error> {
        Ok(Self(RawValue::from_string(text.into())?.into()))
    }

    /// `{}`.
    #[must_use]
    pub(crate) fn empty_object() -> Self {
        Self::parse("{}").expect("`{}` is JSON")
    }

    /// `null`.
    #[must_use]
    pub(crate) fn null() -> Self {
        Self::parse("null").expect("`null` is JSON")
    }

    /// Reads a field that may be absent: `null` is a value, and there.
    pub(crate) fn some<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Self>, D::Error> {
        Self::deserialize(deserializer).map(Some)
    }

    pub(crate) fn is_null(&self) -> bool {
        self.as_str() == "null"
    }

    /// Reads the text as a `T`.
    ///
    /// # Errors
    /// When the text does not fit `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.as_str())
    }

    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// The text that a model reads: a JSON string as its content, anything else as JSON.
    #[must_use]
    pub fn to_text(&self) -> String {
        if self.as_str().starts_with('"')
            && let Ok(text) = self.read::<String>()
        {
            return text;
        }
        self.as_str().to_owned()
    }
}

impl PartialEq for RawJson {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for RawJson {}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for RawJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RawJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Box::<RawValue>::deserialize(deserializer)?.into()))
    }
}
