//! Where in JSON text serde found its error.

use super::issue;

/// What serde found wrong with `text`, as a path and a message. It knows the place only as a column,
/// which is just behind the value that it had read last.
pub(super) fn of(text: &str, error: &serde_json::Error) -> (String, String) {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let lines: usize = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let path = path_at(text.as_bytes(), lines + error.column());
    match message.strip_suffix(&place) {
        Some(bare) if !path.is_empty() => (path, bare.to_owned()),
        _ => (path, message),
    }
}

/// What is open at some place in a text.
enum Open {
    /// An object, in the value of this name.
    Object(Option<String>),
    /// A list, in the item of this index.
    Array(usize),
}

/// The path of the value before the byte `end` of `text`, which is valid JSON; of the whole string if
/// that is in one.
fn path_at(text: &[u8], end: usize) -> String {
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(byte) = text.get(at).filter(|_| at < end) {
        match (byte, open.last_mut()) {
            (b'{', _) => open.push(Open::Object(None)),
            (b'[', _) => open.push(Open::Array(0)),
            (b'}' | b']', _) => drop(open.pop()),
            (b',', Some(Open::Object(name))) => *name = None,
            (b',', Some(Open::Array(index))) => *index += 1,
            (b'"', last) => {
                let string = string_at_start(&text[at..]);
                if let Some(Open::Object(name @ None)) = last {
                    *name = serde_json::from_slice(string).ok();
                }
                at += string.len() - 1;
            }
            _ => {}
        }
        at += 1;
    }
    open.iter().fold(String::new(), |path, open| match open {
        Open::Object(None) => path,
        Open::Object(Some(name)) => issue::field(&path, name),
        Open::Array(index) => format!("{path}[{index}]"),
    })
}

/// The string that `text` begins with, quotes included.
fn string_at_start(text: &[u8]) -> &[u8] {
    let mut is_escaped = false;
    let end = text.iter().skip(1).position(|byte| {
        let is_end = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    });
    end.map_or(text, |end| &text[..end + 2])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::net::Ipv4Addr;

    use serde::Deserialize;
    use serde::de::DeserializeOwned;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only what cannot be read is of interest")]
    struct Host {
        #[serde(rename = "a\"}, ü")]
        address: Ipv4Addr,
        ports: Vec<BTreeMap<u16, u32>>,
    }

    fn of_type<T: DeserializeOwned + std::fmt::Debug>(text: &str) -> (String, String) {
        of(text, &serde_json::from_str::<T>(text).unwrap_err())
    }

    #[test]
    fn the_place_of_an_error_is_that_of_the_value_before_it() {
        let host = |address: &str, ports: &str| {
            let text =
                format!("{{\"x\":[{{}},\"]\"],\n \"a\\\"}}, ü\": {address},\n\"ports\": {ports}}}");
            of_type::<Host>(&text)
        };
        assert_eq!(
            host(r#""1.2.3""#, "[]"),
            (
                "a\"}, ü".to_owned(),
                "invalid IPv4 address syntax".to_owned()
            )
        );
        assert_eq!(
            host(r#""1.2.3.4""#, r#"[{"1": 2}, {"2": 2, "3": 4294967296}]"#),
            (
                "ports[1].3".to_owned(),
                "invalid value: integer `4294967296`, expected u32".to_owned()
            )
        );
        assert_eq!(host(r#""1.2.3.4""#, r#"[{"x": 2}]"#).0, "ports[0].x");
    }

    #[test]
    fn an_error_of_the_whole_keeps_its_line() {
        let (path, message) = of_type::<Ipv4Addr>("\n\"x\"");
        assert_eq!(path, "");
        assert_eq!(message, "invalid IPv4 address syntax at line 2 column 3");
        assert_eq!(of_type::<Host>("{}").0, "");
    }
}
