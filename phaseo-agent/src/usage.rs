//! What a model call cost.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Tokens and money of one or more model calls.
///
/// A figure that the provider did not send is 0; `cost_nanos` says whether it was sent at all.
///
/// ```
/// use phaseo_agent::usage::Usage;
///
/// let mut sum = Usage::of_tokens(120, 30);
/// sum += Usage::of_tokens(200, 10);
/// assert_eq!((sum.input_tokens, sum.output_tokens, sum.total_tokens), (320, 40, 360));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens of the prompt, cached ones included.
    pub input_tokens: u64,
    /// Tokens that the model wrote, reasoning included.
    pub output_tokens: u64,
    /// Prompt tokens that the provider read from its cache.
    pub cached_input_tokens: u64,
    /// Output tokens that were reasoning.
    pub reasoning_tokens: u64,
    /// The provider's total, or input plus output where it sends none.
    pub total_tokens: u64,
    /// Billionths of a US dollar, where the endpoint says what the call cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_nanos: Option<u64>,
}

impl Usage {
    /// Usage with the given tokens, their sum as the total, and no cost.
    #[must_use]
    pub fn of_tokens(input: u64, output: u64) -> Self {
        Self {
            input_tokens: input,
            output_tokens: output,
            total_tokens: input.saturating_add(output),
            ..Self::default()
        }
    }

    /// Whether nothing was used.
    pub(crate) fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// The cost in US dollars, where the endpoint said it.
    #[must_use]
    pub fn cost(&self) -> Option<f64> {
        #[expect(
            clippy::cast_precision_loss,
            reason = "a cost beyond 2^53 billionths is nine million dollars"
        )]
        self.cost_nanos.map(|nanos| nanos as f64 / 1e9)
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.input_tokens = self.input_tokens.saturating_add(other.input_tokens);
        self.output_tokens = self.output_tokens.saturating_add(other.output_tokens);
        self.cached_input_tokens = self
            .cached_input_tokens
            .saturating_add(other.cached_input_tokens);
        self.reasoning_tokens = self.reasoning_tokens.saturating_add(other.reasoning_tokens);
        self.total_tokens = self.total_tokens.saturating_add(other.total_tokens);
        self.cost_nanos = match (self.cost_nanos, other.cost_nanos) {
            (Some(own), Some(more)) => Some(own.saturating_add(more)),
            (own, more) => own.or(more),
        };
    }
}
