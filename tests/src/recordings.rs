//! Recorded traffic of real providers.
//!
//! The recordings are not part of the project: they are looked for in the folder that
//! `PHASEO_FIXTURES` names, or in `../shared/fixtures` beside the workspace. A test that finds
//! neither prints so and passes, except in CI (`CI=true`), where it fails.

use std::path::PathBuf;
use std::{env, fs};

use serde::Deserialize;
use serde_json::Value;

use crate::loopback::Reply;

/// One recorded request and its answer.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The request's body, as JSON; `null` where only the answer was recorded.
    pub request: Value,
    /// The answer's status.
    pub status: u16,
    /// The answer's headers, without those that describe the recorded connection.
    pub headers: Vec<(String, String)>,
    /// The answer's body.
    pub body: String,
}

impl Exchange {
    /// The answer for a [`Loopback`](crate::loopback::Loopback), cut into small chunks.
    pub fn reply(&self) -> Reply {
        let reply = Reply::new(self.status).body(self.body.as_bytes());
        self.headers
            .iter()
            .fold(reply, |reply, (name, value)| reply.header(name, value))
            .in_chunks_of(61)
    }
}

/// The exchanges of the recording whose file name starts with `name`, in their order; `None` where
/// there are no recordings.
///
/// # Panics
/// When the recordings are there and this one is not or cannot be read, and when there are none in CI.
#[must_use]
pub fn open(name: &str) -> Option<Vec<Exchange>> {
    let folder = env::var_os("PHASEO_FIXTURES").map_or_else(
        || {
            PathBuf::from(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../shared/fixtures"
            ))
        },
        PathBuf::from,
    );
    let Ok(files) = fs::read_dir(&folder) else {
        assert!(
            env::var("CI").as_deref() != Ok("true"),
            "no recordings in {}",
            folder.display()
        );
        println!("skipped: no recordings in {}", folder.display());
        return None;
    };
    let path = files
        .filter_map(|file| Some(file.ok()?.path()))
        .find(|path| {
            path.file_name()
                .is_some_and(|file| file.to_string_lossy().starts_with(name))
        })
        .unwrap_or_else(|| panic!("no recording {name}"));
    let text = fs::read_to_string(&path).expect("a recording is text");
    Some(
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("txt") => vec![chunks(&text)],
            Some("json") => vec![json(200, text)],
            _ => cassette(&text),
        },
    )
}

/// A JSON answer.
#[must_use]
pub fn json(status: u16, body: impl Into<String>) -> Exchange {
    let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    Exchange {
        request: Value::Null,
        status,
        headers,
        body: body.into(),
    }
}

/// A stream from one chunk a line.
#[must_use]
pub fn chunks(lines: &str) -> Exchange {
    let events = lines
        .lines()
        .filter(|line| !line.is_empty())
        .chain(["[DONE]"]);
    Exchange {
        request: Value::Null,
        status: 200,
        headers: vec![("content-type".to_owned(), "text/event-stream".to_owned())],
        body: events.map(|data| format!("data: {data}\n\n")).collect(),
    }
}

fn cassette(text: &str) -> Vec<Exchange> {
    let documents = serde_yaml_ng::Deserializer::from_str(text);
    documents
        .flat_map(|document| {
            match Cassette::deserialize(document).expect("a recording is a cassette") {
                Cassette::Interactions { interactions } => {
                    interactions.into_iter().map(interaction).collect()
                }
                Cassette::Matched { when, then } => vec![Exchange {
                    request: serde_json::from_str(&when.body).unwrap_or_default(),
                    status: then.status,
                    headers: then
                        .header
                        .into_iter()
                        .map(|header| (header.name, header.value))
                        .collect(),
                    body: then.body,
                }],
            }
        })
        .collect()
}

fn interaction(interaction: Interaction) -> Exchange {
    const OF_THE_CONNECTION: [&str; 4] = [
        "content-length",
        "content-encoding",
        "transfer-encoding",
        "connection",
    ];
    let response = interaction.response;
    let headers = response
        .headers
        .as_object()
        .cloned()
        .unwrap_or_default()
        .into_iter();
    Exchange {
        request: interaction.request.parsed_body,
        status: response.status.code,
        headers: headers
            .filter(|(name, _)| !OF_THE_CONNECTION.contains(&name.as_str()))
            .filter_map(|(name, values)| Some((name, values[0].as_str()?.to_owned())))
            .collect(),
        body: match response.body {
            Some(body) => body.string,
            None => response.parsed_body.to_string(),
        },
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Cassette {
    Interactions { interactions: Vec<Interaction> },
    Matched { when: When, then: Then },
}

#[derive(Deserialize)]
struct Interaction {
    request: Sent,
    response: Received,
}

#[derive(Deserialize)]
struct Sent {
    #[serde(default)]
    parsed_body: Value,
}

#[derive(Deserialize)]
struct Received {
    #[serde(default)]
    headers: Value,
    #[serde(default)]
    parsed_body: Value,
    body: Option<Text>,
    status: Status,
}

#[derive(Deserialize)]
struct Text {
    string: String,
}

#[derive(Deserialize)]
struct Status {
    code: u16,
}

#[derive(Deserialize)]
struct When {
    #[serde(default)]
    body: String,
}

#[derive(Deserialize)]
struct Then {
    status: u16,
    #[serde(default)]
    header: Vec<Header>,
    #[serde(default)]
    body: String,
}

#[derive(Deserialize)]
struct Header {
    name: String,
    value: String,
}
