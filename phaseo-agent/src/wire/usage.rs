//! Tokens and money as providers report them.

use super::members::Members;
use super::surface::Surface;
use crate::usage::Usage;

/// The usage of one report: a whole body, or one chunk of a stream.
///
/// A total that was not sent is 0 until [`totalled`] fills it in.
pub(super) fn read(body: &Members<'_>, surface: Surface) -> Usage {
    let usage = body.members("usage");
    let mut read = usage
        .as_ref()
        .map(|usage| tokens(usage, surface))
        .unwrap_or_default();
    read.cost_nanos = body
        .count("cost_nanos")
        .or_else(|| dollars(usage?.number("cost")?));
    read
}

/// The larger of two figures, field by field: reports of one answer are cumulative (Q44).
pub(super) fn latest(old: Usage, new: Usage) -> Usage {
    let mut latest = old;
    latest.input_tokens = old.input_tokens.max(new.input_tokens);
    latest.output_tokens = old.output_tokens.max(new.output_tokens);
    latest.cached_input_tokens = old.cached_input_tokens.max(new.cached_input_tokens);
    latest.reasoning_tokens = old.reasoning_tokens.max(new.reasoning_tokens);
    latest.total_tokens = old.total_tokens.max(new.total_tokens);
    latest.cost_nanos = old.cost_nanos.max(new.cost_nanos);
    latest
}

/// The usage with its total, where the provider sent none.
pub(super) fn totalled(mut usage: Usage) -> Usage {
    if usage.total_tokens == 0 {
        usage.total_tokens = usage.input_tokens.saturating_add(usage.output_tokens);
    }
    usage
}

fn tokens(usage: &Members<'_>, surface: Surface) -> Usage {
    let first = |keys: [&str; 2]| {
        keys.into_iter()
            .find_map(|key| usage.count(key))
            .unwrap_or_default()
    };
    let detail = |keys: [&str; 2], key| {
        keys.into_iter()
            .find_map(|details| usage.members(details)?.count(key))
    };
    let mut read = Usage {
        input_tokens: first(["prompt_tokens", "input_tokens"]),
        output_tokens: first(["completion_tokens", "output_tokens"]),
        total_tokens: usage.count("total_tokens").unwrap_or_default(),
        cached_input_tokens: detail(
            ["prompt_tokens_details", "input_tokens_details"],
            "cached_tokens",
        )
        .or_else(|| usage.count("prompt_cache_hit_tokens"))
        .unwrap_or_default(),
        reasoning_tokens: detail(
            ["completion_tokens_details", "output_tokens_details"],
            "reasoning_tokens",
        )
        .unwrap_or_default(),
        cost_nanos: None,
    };
    if surface == Surface::Messages {
        // Here the prompt's tokens come in three parts: new, written to the cache, read from it.
        read.cached_input_tokens = usage.count("cache_read_input_tokens").unwrap_or_default();
        let written = usage
            .count("cache_creation_input_tokens")
            .unwrap_or_default();
        read.input_tokens = read
            .input_tokens
            .saturating_add(read.cached_input_tokens)
            .saturating_add(written);
    }
    read
}

fn dollars(cost: f64) -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be finite and not negative; a float beyond u64 saturates"
    )]
    (cost.is_finite() && cost >= 0.0).then(|| (cost * 1e9).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::{Members, Surface, latest, read, totalled};
    use crate::usage::Usage;

    fn usage(body: &str, surface: Surface) -> Usage {
        totalled(read(&Members::read(body).unwrap(), surface))
    }

    #[test]
    fn figures_are_found_under_every_name() {
        let chat = usage(
            r#"{"usage":{"prompt_tokens":10,"completion_tokens":4,"total_tokens":15,"cost":0.0000144,
                "prompt_tokens_details":{"cached_tokens":3},"completion_tokens_details":{"reasoning_tokens":2}}}"#,
            Surface::ChatCompletions,
        );
        assert_eq!(
            (chat.input_tokens, chat.output_tokens, chat.total_tokens),
            (10, 4, 15)
        );
        assert_eq!((chat.cached_input_tokens, chat.reasoning_tokens), (3, 2));
        assert_eq!(chat.cost_nanos, Some(14_400));

        let responses = usage(
            r#"{"usage":{"input_tokens":10,"output_tokens":4,"input_tokens_details":{"cached_tokens":3},
                "output_tokens_details":{"reasoning_tokens":2}},"cost_nanos":7}"#,
            Surface::Responses,
        );
        assert_eq!(
            (responses.total_tokens, responses.cached_input_tokens),
            (14, 3)
        );
        assert_eq!(
            (responses.reasoning_tokens, responses.cost_nanos),
            (2, Some(7))
        );

        let messages = usage(
            r#"{"usage":{"input_tokens":10,"output_tokens":4,"cache_read_input_tokens":3,"cache_creation_input_tokens":2}}"#,
            Surface::Messages,
        );
        assert_eq!(
            (
                messages.input_tokens,
                messages.cached_input_tokens,
                messages.total_tokens
            ),
            (15, 3, 19)
        );
    }

    #[test]
    fn a_cost_that_is_not_a_number_of_dollars_is_absent() {
        for body in [
            r#"{"usage":{"cost":{"total":1}}}"#,
            r#"{"usage":{"cost":-1}}"#,
            r#"{"usage":null}"#,
            r#"{"usage":[]}"#,
            "{}",
        ] {
            assert_eq!(
                usage(body, Surface::ChatCompletions),
                Usage::default(),
                "{body}"
            );
        }
    }

    #[test]
    fn q44_the_larger_figure_wins() {
        let mut early = Usage::of_tokens(10, 1);
        early.cost_nanos = Some(5);
        assert_eq!(latest(early, Usage::of_tokens(0, 8)).output_tokens, 8);
        assert_eq!(latest(early, Usage::of_tokens(0, 8)).input_tokens, 10);
        assert_eq!(latest(early, Usage::default()).cost_nanos, Some(5));
    }
}
