//! How long an endpoint asks to wait.

use std::time::{Duration, SystemTime};

use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

/// A longer wait is taken as this.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The wait that the headers ask for: `retry-after-ms`, or `retry-after` in seconds or as a date.
pub(super) fn read(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    if let Some(milliseconds) = text("retry-after-ms").and_then(|text| text.parse().ok()) {
        return wait(milliseconds, 1e-3);
    }
    let value = text(RETRY_AFTER.as_str())?;
    if let Ok(seconds) = value.parse() {
        return wait(seconds, 1.0);
    }
    let now = text(DATE.as_str()).and_then(date).or_else(|| {
        Some(
            i64::try_from(now.duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs())
                .unwrap_or(i64::MAX),
        )
    })?;
    let seconds = date(value)?.saturating_sub(now);
    Some(Duration::from_secs(u64::try_from(seconds).unwrap_or_default()).min(LONGEST))
}

fn wait(count: f64, unit: f64) -> Option<Duration> {
    let seconds = (count * unit).clamp(0.0, LONGEST.as_secs_f64());
    Duration::try_from_secs_f64(seconds).ok()
}

/// Seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that HTTP
/// allows to be sent.
fn date(text: &str) -> Option<i64> {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let mut words = text.split_once(", ")?.1.split(' ');
    let day: i64 = words
        .next()?
        .parse()
        .ok()
        .filter(|day| (1..=31).contains(day))?;
    let month = words
        .next()
        .and_then(|word| MONTHS.iter().position(|month| *month == word))?;
    let year: i64 = words
        .next()?
        .parse()
        .ok()
        .filter(|year| (1970..=9999).contains(year))?;
    let mut clock = words
        .next()?
        .splitn(3, ':')
        .map(|part| part.parse::<i64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    if words.next() != Some("GMT") {
        return None;
    }
    // Years begin in March here, so that the leap day is their last.
    let month = i64::try_from(month).ok()?;
    let (year, month) = if month < 2 {
        (year - 1, month + 10)
    } else {
        (year, month - 2)
    };
    let days =
        365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 719_469;
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::{date, read};
    use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
    use std::time::{Duration, SystemTime};

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| {
                (
                    HeaderName::from_static(name),
                    HeaderValue::from_static(value),
                )
            })
            .collect()
    }

    #[test]
    fn dates_are_read() {
        assert_eq!(date("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(date("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(date("Thu, 29 Feb 2024 12:00:00 GMT"), Some(1_709_208_000));
        assert_eq!(date("Tue, 01 Dec 2026 00:00:00 GMT"), Some(1_796_083_200));
        for junk in [
            "",
            "soon",
            "Sun, 06 Nov",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 99 Nov 1994 08:49:37 GMT",
        ] {
            assert_eq!(date(junk), None, "{junk}");
        }
    }

    #[test]
    fn q70_every_form_is_read_and_clamped() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        for (pairs, expected) in [
            (&[("retry-after", "30")][..], Some(30_000)),
            (&[("retry-after", "1.5")], Some(1_500)),
            (&[("retry-after", "-5")], Some(0)),
            (&[("retry-after", "3600000")], Some(86_400_000)),
            (&[("retry-after", "nan")], None),
            (&[("retry-after", "soon")], None),
            (
                &[("retry-after-ms", "250"), ("retry-after", "30")],
                Some(250),
            ),
            (
                &[("retry-after-ms", "x"), ("retry-after", "30")],
                Some(30_000),
            ),
            (
                &[("retry-after", "Sun, 06 Nov 1994 08:49:47 GMT")],
                Some(10_000),
            ),
            (&[("retry-after", "Sun, 06 Nov 1994 08:49:07 GMT")], Some(0)),
            (
                &[
                    ("retry-after", "Sun, 06 Nov 1994 08:49:47 GMT"),
                    ("date", "Sun, 06 Nov 1994 08:49:45 GMT"),
                ],
                Some(2_000),
            ),
            (&[], None),
        ] {
            let expected = expected.map(Duration::from_millis);
            assert_eq!(read(&headers(pairs), now), expected, "{pairs:?}");
        }
    }
}
