//! What a call changes for the next request.

use serde::{Deserialize, Serialize};

/// What a successful call changes for the next request, and only for that one.
///
/// ```
/// use phaseo_agent::tool::NextTurn;
///
/// let next = NextTurn::new().temperature(0.2).tools(["close_ticket"]);
/// assert_eq!(next.tools.as_deref(), Some(&["close_ticket".to_owned()][..]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct NextTurn {
    /// The model to ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The instructions to give.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
    /// How varied the wording is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// The share of the probability mass to choose from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// The most tokens that the answer may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u32>,
    /// The names of the tools to offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<String>>,
}

impl NextTurn {
    /// No change.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            model: None,
            instructions: None,
            temperature: None,
            top_p: None,
            max_output_tokens: None,
            tools: None,
        }
    }

    /// Asks this model.
    #[must_use]
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.model = Some(model.into());
        self
    }

    /// Gives these instructions.
    #[must_use]
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.instructions = Some(text.into());
        self
    }

    /// Sets how varied the wording is.
    #[must_use]
    pub const fn temperature(mut self, temperature: f64) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// Sets the share of the probability mass to choose from.
    #[must_use]
    pub const fn top_p(mut self, share: f64) -> Self {
        self.top_p = Some(share);
        self
    }

    /// Limits the tokens of the answer.
    #[must_use]
    pub const fn max_output_tokens(mut self, limit: u32) -> Self {
        self.max_output_tokens = Some(limit);
        self
    }

    /// Offers only the tools of these names.
    #[must_use]
    pub fn tools(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.tools = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Whether nothing is changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::new()
    }

    /// Takes over what `later` sets, field by field.
    pub(crate) fn then(&mut self, later: &Self) {
        // Written out, so that a new field cannot be forgotten here.
        let Self {
            model,
            instructions,
            temperature,
            top_p,
            max_output_tokens,
            tools,
        } = later;
        replace(&mut self.model, model);
        replace(&mut self.instructions, instructions);
        replace(&mut self.temperature, temperature);
        replace(&mut self.top_p, top_p);
        replace(&mut self.max_output_tokens, max_output_tokens);
        replace(&mut self.tools, tools);
    }
}

fn replace<T: Clone>(earlier: &mut Option<T>, later: &Option<T>) {
    if later.is_some() {
        earlier.clone_from(later);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_later_wins_field_by_field() {
        let mut option = NextTurn::new()
            .model("small")
            .temperature(0.9)
            .tools(["a", "b"]);
        option.then(&NextTurn::new().temperature(0.1).tools(["c"]).top_p(0.5));
        let expected = NextTurn::new()
            .model("small")
            .temperature(0.1)
            .top_p(0.5)
            .tools(["c"]);
        assert_eq!(option, expected);
        option.then(&NextTurn::new());
        assert_eq!(option, expected);
    }

    #[test]
    fn what_is_not_set_is_not_written() {
        let next = NextTurn::new()
            .instructions("Be brief.")
            .max_output_tokens(9);
        let json = serde_json::to_string(&next).unwrap();
        assert_eq!(
            json,
            r#"{"instructions":"Be brief.","max_output_tokens":9}"#
        );
        assert_eq!(serde_json::from_str::<NextTurn>(&json).unwrap(), next);
        assert_eq!(serde_json::to_string(&NextTurn::new()).unwrap(), "{}");
    }
}
