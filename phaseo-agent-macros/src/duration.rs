//! Durations such as `3s`, `250ms` or `1m30s`.

use std::time::Duration;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprLit, Lit};

use crate::errors::Errors;
use crate::options::Options;

/// The option's value, if it is a duration.
pub(crate) fn option(options: &Options, name: &str, errors: &Errors) -> Option<Duration> {
    let value = options.value(name, errors)?;
    let text = match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => text,
        other => {
            let example = match other {
                Expr::Lit(ExprLit {
                    lit: Lit::Int(number),
                    ..
                }) => number.base10_digits(),
                _ => "3",
            };
            errors.at(
                other,
                format!("`{name}` takes text with a unit; write `{name} = \"{example}s\"`"),
            );
            return None;
        }
    };
    parse(&text.value())
        .map_err(|problem| {
            let message = format!(
                "the {name} {problem}; durations are like `3s`, `250ms` or `1m30s`, in ns, us, ms, s, m, h"
            );
            errors.at(text, message);
        })
        .ok()
}

/// The duration as an expression.
pub(crate) fn emit(duration: Duration) -> TokenStream {
    let (seconds, nanos) = (duration.as_secs(), duration.subsec_nanos());
    quote!(::core::time::Duration::new(#seconds, #nanos))
}

/// The units, in nanoseconds. A unit that begins like a shorter one stands before it.
const UNITS: &[(&str, u128)] = &[
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// Reads a duration, or says what is wrong with it.
fn parse(text: &str) -> Result<Duration, String> {
    if text.is_empty() {
        return Err("is empty".to_owned());
    }
    if text.contains(char::is_whitespace) {
        return Err(match parse(&text.split_whitespace().collect::<String>()) {
            Ok(_) => format!(
                "has a space in it; write `\"{}\"`",
                text.split_whitespace().collect::<String>()
            ),
            Err(_) => "has a space in it".to_owned(),
        });
    }
    if text.starts_with('-') {
        return Err("is negative".to_owned());
    }
    let mut total: u128 = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.len()
            - rest
                .trim_start_matches(|letter: char| letter.is_ascii_digit())
                .len();
        let (number, after) = rest.split_at(digits);
        let letters = after
            .find(|letter: char| !letter.is_alphabetic())
            .unwrap_or(after.len());
        let (unit, after) = after.split_at(letters);
        total = total.saturating_add(part(number, unit, after)?);
        rest = after;
    }
    if total == 0 {
        return Err("is zero".to_owned());
    }
    let seconds = u64::try_from(total / 1_000_000_000).map_err(|_| "is too long".to_owned())?;
    let nanos = u32::try_from(total % 1_000_000_000).expect("a remainder of 10^9 is below 2^32");
    Ok(Duration::new(seconds, nanos))
}

/// One number with its unit, in nanoseconds.
fn part(number: &str, unit: &str, after: &str) -> Result<u128, String> {
    if number.is_empty() {
        return Err(match unit {
            "" => format!(
                "has `{}` where a number is expected",
                after.chars().next().unwrap_or_default()
            ),
            unit => format!("has no number before `{unit}`"),
        });
    }
    if unit.is_empty() {
        return Err(match after.chars().next() {
            Some('.') => "has a fraction; use a smaller unit".to_owned(),
            Some(letter) => format!("has `{letter}` where a unit is expected"),
            None => format!("has no unit after {number}"),
        });
    }
    let Some(&(_, nanos)) = UNITS.iter().find(|(name, _)| *name == unit) else {
        return Err(format!("has the unknown unit `{unit}`"));
    };
    number
        .parse::<u128>()
        .ok()
        .and_then(|number| number.checked_mul(nanos))
        .ok_or_else(|| "is too long".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_and_their_sums() {
        let cases = [
            ("3s", Duration::from_secs(3)),
            ("250ms", Duration::from_millis(250)),
            ("7us", Duration::from_micros(7)),
            ("7µs", Duration::from_micros(7)),
            ("9ns", Duration::from_nanos(9)),
            ("2h", Duration::from_secs(7200)),
            ("1m30s", Duration::from_secs(90)),
            ("1h2m3s4ms", Duration::new(3723, 4_000_000)),
        ];
        for (text, expected) in cases {
            assert_eq!(parse(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let cases = [
            ("", "is empty"),
            ("0s", "is zero"),
            ("-3s", "is negative"),
            ("3", "has no unit after 3"),
            ("3 s", "has a space in it; write `\"3s\"`"),
            ("3 sec", "has a space in it"),
            ("3sec", "has the unknown unit `sec`"),
            ("1.5s", "has a fraction; use a smaller unit"),
            ("s", "has no number before `s`"),
            ("3s+", "has `+` where a number is expected"),
            ("99999999999999999999999h", "is too long"),
            ("9999999999999999999999999999999999999999s", "is too long"),
        ];
        for (text, expected) in cases {
            assert_eq!(parse(text), Err(expected.to_owned()), "{text}");
        }
    }
}
