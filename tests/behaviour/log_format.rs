//! The format of the log: what was written once can be read for good, and means the same.
//!
//! `tests/log/v1` has a log for each kind of run, `<name>.jsonl`, and the state that it folds to,
//! `<name>.state.json`. Samples of a released version are never changed. A new version of the format,
//! or a fact or field that is new in one that is not released yet, gets samples of its own: add a run
//! to `tests/log/runs.rs`, and have its files made by
//!
//! ```text
//! cargo test -p tests --test behaviour write_the_samples -- --ignored
//! ```
//!
//! which leaves the files that are there alone.

#[path = "../log/runs.rs"]
mod runs;
#[path = "../log/shape.rs"]
mod shape;
#[path = "../log/visible.rs"]
mod visible;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use phaseo_agent::content::Content;
use phaseo_agent::item::{AssistantMessage, Item, Reasoning, ToolCall};
use phaseo_agent::model::{FinishReason, Response};
use phaseo_agent::prelude::*;
use phaseo_agent::run::{
    CallOutcome, Decision, Entry, Fact, Failure, FailureOrigin, LOG_VERSION, Limits, LogError,
    Overrides, Pending, PendingKind, Review, State as RunState, Status, Supply,
};
use phaseo_agent::schema::Issue;
use phaseo_agent::store::Store;
use phaseo_agent::tool::NextTurn;
use phaseo_agent::usage::Usage;
use phaseo_agent::{RawJson, Resume};
use serde::Deserialize;
use serde_json::{Value, json};

use visible::visible;

const GUIDE: &str = include_str!("../../phaseo-agent/src/docs/log.md");

/// A log that some version wrote.
struct Sample {
    name: String,
    lines: Vec<String>,
    state: Value,
}

impl Sample {
    fn fold(&self) -> RunState {
        folded(&self.lines).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

fn directory(version: u32) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.join("log").join(format!("v{version}"))
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The samples of all versions.
fn samples() -> Vec<Sample> {
    let files = (1..=LOG_VERSION).flat_map(|version| {
        let directory = directory(version);
        fs::read_dir(&directory)
            .expect("each version has samples")
            .map(|file| file.expect("the directory can be read").path())
    });
    let mut logs: Vec<_> = files
        .filter(|file| file.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    logs.sort();
    let samples = logs.iter().map(|log| Sample {
        name: log
            .file_stem()
            .expect("a file has a name")
            .to_string_lossy()
            .into_owned(),
        lines: read(log).lines().map(str::to_owned).collect(),
        state: crate::json(&read(&log.with_extension("state.json"))),
    });
    samples.collect()
}

fn sample(name: &str) -> Sample {
    let found = samples().into_iter().find(|sample| sample.name == name);
    found.unwrap_or_else(|| panic!("there is no sample `{name}`"))
}

fn folded(lines: &[impl AsRef<str>]) -> Result<RunState, LogError> {
    let entries = lines
        .iter()
        .map(|line| Entry::from_json(line.as_ref()).map(Arc::new));
    RunState::fold(entries.collect::<Result<Vec<_>, _>>()?)
}

#[test]
fn every_sample_folds_to_the_state_beside_it() {
    let samples = samples();
    assert!(
        samples.len() > 40,
        "there are only {} samples",
        samples.len()
    );
    for sample in samples {
        let state = visible(&sample.fold());
        assert_eq!(state, sample.state, "{}", sample.name);
    }
}

#[test]
fn every_line_is_written_again_byte_by_byte() {
    for sample in samples() {
        for line in &sample.lines {
            let entry = Entry::from_json(line).unwrap();
            assert_eq!(&entry.to_json().unwrap(), line, "{}", sample.name);
        }
    }
}

#[test]
fn every_beginning_of_a_log_is_a_log() {
    for sample in samples() {
        for length in 1..=sample.lines.len() {
            let state = folded(&sample.lines[..length])
                .unwrap_or_else(|error| panic!("{} cut at {length}: {error}", sample.name));
            assert_eq!(state.entries().len(), length);
        }
    }
}

#[test]
fn a_state_is_one_document_with_the_log_in_it() {
    for sample in samples() {
        let state = sample.fold();
        let document = serde_json::to_string(&state).unwrap();
        assert_eq!(
            document,
            format!(r#"{{"log":[{}]}}"#, sample.lines.join(","))
        );
        let again: RunState = serde_json::from_str(&document).unwrap();
        assert_eq!(visible(&again), sample.state, "{}", sample.name);
        assert_eq!(again.entries(), state.entries(), "{}", sample.name);
    }
}

/// The run of a sample goes on in an agent that has never seen it, from its document alone.
async fn goes_on(
    name: &str,
    agent: AgentBuilder<String, String>,
    decide: impl FnOnce(Resume<'_, String, String>) -> Resume<'_, String, String>,
) {
    let document = serde_json::to_string(&sample(name).fold()).expect("a state is JSON");
    let state: RunState = serde_json::from_str(&document).expect("a state is a log");
    assert_eq!(state.status(), Status::WaitingForHuman, "{name}");
    let store = MemoryStore::new();
    let agent = agent
        .store(store.clone())
        .build()
        .expect("the agent is complete");
    let run = decide(agent.resume(state)).await.expect("it goes on");
    assert_eq!(
        run.outcome(),
        &Outcome::Completed("Done.".to_owned()),
        "{name}"
    );
    let stored = store.load(run.id(), 0).await.expect("it goes on");
    assert_eq!(
        stored,
        run.state().entries(),
        "{name}: the store has the whole log"
    );
}

#[tokio::test]
async fn a_paused_sample_goes_on_in_an_agent_with_an_empty_store() {
    use runs::{agent, deploy, done, fetch, lookup, pay, refund, researcher};

    let ticket = json!({"ticket_id": "T-42"});
    goes_on(
        "paused_for_approval",
        agent([deploy(), fetch()], [done()]),
        |run| run.approve("call_1"),
    )
    .await;
    goes_on("paused_for_output", agent(lookup(), [done()]), |run| {
        run.output("call_1", ticket)
    })
    .await;
    goes_on("paused_for_input", agent(refund(), [done()]), |run| {
        run.output("call_1", json!({"cents": 15000}))
    })
    .await;
    goes_on("paused_for_review", agent([fetch()], [done()]), |run| {
        run.say("Promise nothing.")
    })
    .await;
    goes_on(
        "paused_in_doubt",
        agent([pay(), fetch()], [done()]),
        |run| run.rerun("call_1").output("call_2", true),
    )
    .await;
    let answers = [Response::text("It is live."), done()];
    goes_on("sub_agent_paused", agent(researcher(), answers), |run| {
        run.approve("call_1/call_1")
    })
    .await;
}

/// The sample `completed`, with one line changed.
fn changed(line: usize, change: impl FnOnce(&mut Value)) -> Result<RunState, LogError> {
    let mut lines = sample("completed").lines;
    let mut entry = crate::json(&lines[line]);
    change(&mut entry);
    lines[line] = entry.to_string();
    folded(&lines)
}

/// An error with its causes.
fn text(error: &LogError) -> String {
    let causes = std::iter::successors(Some(error as &dyn std::error::Error), |error| {
        error.source()
    });
    causes
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}

#[test]
fn what_this_version_cannot_read_is_refused_by_name() {
    let newer = changed(2, |entry| {
        entry["v"] = json!(LOG_VERSION + 1);
        entry["fact"] = json!({"unheard_of": {}});
    });
    let unknown = changed(2, |entry| entry["fact"] = json!({"unheard_of": {}}));
    let two_facts = changed(2, |entry| {
        entry["fact"] = json!({"step_closed": {"step": 1}, "completed": {"answer": ""}});
    });
    let no_version = changed(2, |entry| _ = entry.as_object_mut().unwrap().remove("v"));
    let no_field = changed(1, |entry| {
        _ = entry["fact"]["model_asked"]
            .as_object_mut()
            .unwrap()
            .remove("model");
    });
    let rows = [
        (
            newer,
            "the log has version 2, this version of phaseo-agent reads up to 1",
        ),
        (
            unknown,
            "an entry of the log cannot be read: unknown variant `unheard_of`, expected one of `started`",
        ),
        (two_facts, "an entry of the log cannot be read: "),
        (
            no_version,
            "an entry of the log cannot be read: missing field `v`",
        ),
        (
            no_field,
            "an entry of the log cannot be read: missing field `model`",
        ),
    ];
    for (result, expected) in rows {
        let text = text(&result.unwrap_err());
        assert!(text.starts_with(expected), "{text}");
    }
}

#[test]
fn entries_that_do_not_follow_from_each_other_are_refused() {
    let lines = sample("completed").lines;
    let without = |line: usize| {
        let mut lines = lines.clone();
        lines.remove(line);
        folded(&lines)
    };
    let mut doubled = lines.clone();
    doubled.insert(2, lines[1].clone());
    let mut begun_again = lines.clone();
    begun_again[1] = lines[0].replace(r#""seq":1"#, r#""seq":2"#);
    let inside = |line: usize, path: Value| changed(line, |entry| entry["path"] = path);
    let asked = |fact: Value| changed(2, |entry| entry["fact"] = fact);
    let last = lines.len() as u64;
    let mut longer = lines.clone();
    let closed = json!({"step_closed": {"step": 2}});
    longer.push(json!({"v": 1, "seq": last + 1, "at": 0, "fact": closed}).to_string());

    let does_not = "does not follow from those before it";
    let rows = [
        (
            folded(&[""; 0]),
            format!("entry 1 of the log {does_not}: the log is empty"),
        ),
        (
            without(0),
            format!("entry 2 of the log {does_not}: a log begins with `started`"),
        ),
        (
            without(2),
            format!("entry 4 of the log {does_not}: entry 3 was expected"),
        ),
        (
            folded(&doubled),
            format!("entry 2 of the log {does_not}: entry 3 was expected"),
        ),
        (
            folded(&begun_again),
            format!("entry 2 of the log {does_not}: a run starts once"),
        ),
        (
            inside(0, json!(["call_1"])),
            format!("entry 1 of the log {does_not}: a log begins with entry 1"),
        ),
        (
            inside(2, json!(["call_1"])),
            format!("entry 3 of the log {does_not}: nothing began at [\"call_1\"]"),
        ),
        (
            asked(
                json!({"call_claimed": {"call": "call_9", "attempt": 1, "idempotency_key": "k"}}),
            ),
            format!("entry 3 of the log {does_not}: there is no open call `call_9`"),
        ),
        (
            asked(json!({"model_asked": {"step": 2, "attempt": 1, "model": "m"}})),
            format!("entry 3 of the log {does_not}: step 2 is not open"),
        ),
        (
            asked(json!({"step_closed": {"step": 1}})),
            format!("entry 3 of the log {does_not}: step 1 has open calls"),
        ),
        (
            asked(json!({"decided": {"id": "call_1", "decision": "rerun"}})),
            format!("entry 3 of the log {does_not}: there is no call `call_1`"),
        ),
        (
            folded(&longer),
            format!(
                "entry {} of the log {does_not}: the run is completed",
                last + 1
            ),
        ),
    ];
    for (result, expected) in rows {
        assert_eq!(text(&result.unwrap_err()), expected);
    }
}

/// The state of a document is refused with the causes in the one text that serde leaves room for.
#[test]
fn a_document_that_is_no_log_says_why() {
    let rows = [
        (r#"{"log":[]}"#, "the log is empty"),
        (r#"{"entries":[]}"#, "missing field `log`"),
        (
            r#"{"log":[{"v":2}]}"#,
            "the log has version 2, this version of phaseo-agent reads up to 1",
        ),
    ];
    for (document, expected) in rows {
        let error = serde_json::from_str::<RunState>(document)
            .unwrap_err()
            .to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// A field that nobody knows changes nothing. It is not written again.
#[test]
fn an_unknown_field_is_passed_over() {
    let state = changed(1, |entry| {
        entry["trace"] = json!("t-1");
        entry["fact"]["model_asked"]["seed"] = json!(7);
    });
    let state = state.unwrap();
    assert_eq!(visible(&state), sample("completed").state);
    assert_eq!(
        state.entries()[1].to_json().unwrap(),
        sample("completed").lines[1]
    );
}

/// Stores and files keep an entry as a line.
#[test]
fn an_entry_is_one_line_whatever_the_json_in_it_looks_like() {
    let line = sample("completed").lines[5].replace(r#"{"id""#, "{\n\t\"id\"");
    assert!(line.contains('\n'), "the output of the call is in the line");
    let written = Entry::from_json(&line).unwrap().to_json().unwrap();
    assert!(!written.contains(['\n', '\r']), "{written}");
    assert_eq!(crate::json(&written), crate::json(&line));
}

#[test]
fn a_path_is_checked_from_its_beginning() {
    let mut lines = sample("sub_agent_decided").lines;
    let inside = lines
        .iter()
        .position(|line| line.contains(r#""path":["call_1"],"fact":{"model_asked""#));
    let inside = inside.expect("a sub-agent asks its model");
    lines[inside] = lines[inside].replace(r#"["call_1"]"#, r#"["nowhere","call_1"]"#);
    let error = folded(&lines).unwrap_err();
    assert!(
        text(&error).contains(r#"nothing began at ["nowhere", "call_1"]"#),
        "{error}"
    );
}

/// A sub-agent does nothing while its run waits, or once it has ended.
#[test]
fn a_sub_agent_ends_with_the_run_that_it_lies_in() {
    let claimed = json!({"call_settled": {"call": "call_1/call_1", "outcome": {"cancelled": {"began": false}}}});
    for (end, status) in [
        (json!({"paused": {"pending": []}}), "waiting_for_human"),
        (json!({"cancelled": {}}), "cancelled"),
        (
            json!({"failed": {"failure": {"origin": "model", "detail": ""}}}),
            "failed",
        ),
    ] {
        let mut lines = sample("sub_agent_paused").lines;
        lines.pop();
        let last = lines.len() as u64;
        lines.push(json!({"v": 1, "seq": last + 1, "at": 0, "fact": end}).to_string());
        let inside = json!({"v": 1, "seq": last + 2, "at": 0, "path": ["call_1"], "fact": claimed});
        lines.push(inside.to_string());
        let error = folded(&lines).expect_err(status);
        assert!(
            text(&error).contains(&format!("the run is {status}")),
            "{error}"
        );
    }
}

/// What is about the whole run is said in no path.
#[test]
fn what_is_about_the_whole_run_has_no_path() {
    for fact in [
        json!({"paused": {"pending": []}}),
        json!({"resumed": {}}),
        json!({"cancelled": {}}),
        json!({"decided": {"id": "call_1/call_1", "decision": {"approve": {}}}}),
    ] {
        let mut lines = sample("sub_agent_paused").lines;
        lines.pop();
        let seq = lines.len() as u64 + 1;
        lines.push(
            json!({"v": 1, "seq": seq, "at": 0, "path": ["call_1"], "fact": fact}).to_string(),
        );
        let error = folded(&lines).expect_err(&fact.to_string());
        assert!(text(&error).contains("is about the whole run"), "{error}");
    }
}

/// A call's id names one call for good.
#[test]
fn an_answer_does_not_bring_an_id_that_the_run_has() {
    let lines: Vec<_> = sample("same_ids").lines;
    let lines: Vec<_> = lines
        .iter()
        .map(|line| line.replace("call_1#2", "call_1"))
        .collect();
    let error = folded(&lines).expect_err("`call_1` is there twice");
    assert!(
        text(&error).contains("there is a call `call_1` already"),
        "{error}"
    );
}

/// What is `null` in a log was said, and what is absent was not.
#[test]
fn a_null_that_was_said_is_read_again() {
    for fact in [
        r#"{"started":{"run_id":"r","agent_id":"a","prompt":[],"context":null}}"#,
        r#"{"call_settled":{"call":"call_1","outcome":{"output":true},"context":null}}"#,
        r#"{"decided":{"id":"call_1","decision":{"approve":{"input":null}}}}"#,
        r#"{"resumed":{"context":null}}"#,
    ] {
        let line = format!(r#"{{"v":1,"seq":1,"at":0,"fact":{fact}}}"#);
        assert_eq!(Entry::from_json(&line).unwrap().to_json().unwrap(), line);
    }
}

/// The state in memory is the one that comes of the log.
#[tokio::test]
async fn a_context_that_was_taken_away_stays_away() {
    let forget = Tool::builder("forget")
        .description("Forget everything.")
        .handler(async |_: runs::Nothing, context: ToolContext| {
            context.set_context(&Value::Null)?;
            Ok::<_, ToolError>(true)
        })
        .build();
    let answers = [crate::calls([("call_1", "forget", "{}")]), runs::done()];
    let agent = runs::agent(forget, answers)
        .context("bread")
        .build()
        .unwrap();
    let run = agent.run("Help.").await.unwrap();
    let document = serde_json::to_string(run.state()).unwrap();
    let again: RunState = serde_json::from_str(&document).unwrap();
    let context = |state: &RunState| state.root().context::<Option<String>>().unwrap();
    assert_eq!(context(run.state()), None);
    assert_eq!(context(&again), None);
}

/// What an output or an answer that is `null` comes to.
#[test]
fn a_null_can_be_an_output_and_an_answer() {
    let mut lines = sample("completed").lines;
    lines[5] = lines[5].replace(r#"{"id":"T-42","open":true}"#, "null");
    lines[10] = lines[10].replace(r#""Done.""#, "null");
    let state = folded(&lines).unwrap();
    let outcome = state.call("call_1").and_then(|call| call.outcome());
    assert!(matches!(outcome, Some(CallOutcome::Output(output)) if output.as_str() == "null"));
    assert_eq!(state.answer().map(RawJson::as_str), Some("null"));
    assert_eq!(state.entries()[5].to_json().unwrap(), lines[5]);
}

/// A call in doubt that is run again has the key that it was claimed with, whatever a newer version
/// would call it.
#[tokio::test]
async fn a_call_keeps_the_key_that_it_was_claimed_with() {
    let keys = crate::Ledger::default();
    let seen = keys.clone();
    let pay = Tool::builder("pay")
        .description("Pay an invoice.")
        .handler(move |_: runs::Nothing, context: ToolContext| {
            seen.write(context.idempotency_key());
            async { Ok::<_, ToolError>(true) }
        })
        .build();
    let lines = sample("paused_in_doubt").lines;
    let lines: Vec<_> = lines
        .iter()
        .map(|line| line.replace(r#""idempotency_key":"run-"#, r#""idempotency_key":"older-"#))
        .collect();
    let agent = runs::agent([pay, runs::fetch()], [runs::done()])
        .build()
        .unwrap();
    let doubt = folded(&lines).unwrap();
    agent
        .resume(doubt)
        .rerun("call_1")
        .give_up("call_2", "It was paid.")
        .await
        .unwrap();
    assert_eq!(keys.lines(), ["older-paused_in_doubt/call_1"]);
}

#[tokio::test]
async fn who_says_something_is_on_record() {
    let answers = [runs::done(), runs::done()];
    let agent = runs::agent([runs::fetch()], answers).build().unwrap();
    let run = agent.run("Help.").await.unwrap();
    let run = agent
        .resume(run.id())
        .say("Again.")
        .by("ada")
        .await
        .unwrap();
    let by = run
        .state()
        .entries()
        .iter()
        .find_map(|entry| match &entry.fact {
            Fact::Said { by, .. } => by.as_deref(),
            _ => None,
        });
    assert_eq!(by, Some("ada"));
}

/// A struct of the format with its fields, or an enum with its variants and their fields.
struct Type {
    name: &'static str,
    names: BTreeSet<String>,
    fields: Option<fn(&str) -> BTreeSet<String>>,
}

fn object<T: for<'de> Deserialize<'de>>(name: &'static str) -> Type {
    Type {
        name,
        names: shape::names_in::<T>(),
        fields: None,
    }
}

fn choice<T: for<'de> Deserialize<'de>>(name: &'static str) -> Type {
    Type {
        fields: Some(shape::fields_of::<T>),
        ..object::<T>(name)
    }
}

fn types() -> Vec<Type> {
    vec![
        object::<Entry>("entry"),
        choice::<Fact>("fact"),
        choice::<CallOutcome>("outcome"),
        choice::<Decision>("decision"),
        choice::<Stop>("stop"),
        object::<Failure>("failure"),
        choice::<FailureOrigin>("failure_origin"),
        object::<Supply>("supply"),
        object::<Review>("review"),
        object::<Pending>("pending"),
        choice::<PendingKind>("pending_kind"),
        object::<Overrides>("overrides"),
        object::<Limits>("limits"),
        object::<NextTurn>("settings"),
        object::<Response>("response"),
        choice::<FinishReason>("finish"),
        object::<Usage>("usage"),
        object::<AssistantMessage>("message"),
        choice::<Item>("item"),
        object::<Reasoning>("reasoning"),
        object::<ToolCall>("tool_call"),
        choice::<Content>("content"),
        object::<Issue>("issue"),
    ]
}

/// The type of the value `name` in `owner`, if the format says it.
fn type_of(owner: &str, name: &str) -> Option<&'static str> {
    Some(match (owner, name) {
        ("entry", "fact") => "fact",
        (_, "outcome") => "outcome",
        (_, "decision") => "decision",
        (_, "stop") => "stop",
        (_, "failure") => "failure",
        ("failure", "origin") => "failure_origin",
        (_, "supply") => "supply",
        (_, "review") => "review",
        (_, "pending") => "pending",
        ("pending", "kind") => "pending_kind",
        (_, "overrides") => "overrides",
        ("overrides", "limits") => "limits",
        (_, "settings" | "next_turn") => "settings",
        (_, "response") => "response",
        ("response", "finish") | ("limits", "finish_reasons") => "finish",
        ("stop.finish_reason", "reason") => "finish",
        (_, "usage") => "usage",
        ("response", "message") => "message",
        ("message", "items") => "item",
        ("item", "reasoning") => "reasoning",
        ("item", "tool_call") => "tool_call",
        (_, "prompt" | "content") => "content",
        (_, "issues") => "issue",
        _ => return None,
    })
}

/// Notes the names in `value`, which is of the type `owner`.
fn note(types: &[Type], owner: &str, value: &Value, seen: &mut BTreeSet<String>) {
    let of = types
        .iter()
        .find(|known| known.name == owner)
        .expect("each type is in the list");
    match (value, of.fields) {
        (Value::Array(values), _) => values
            .iter()
            .for_each(|value| note(types, owner, value, seen)),
        (Value::String(variant), Some(_)) => _ = seen.insert(format!("{owner}.{variant}")),
        (Value::Object(object), None) => note_all(types, owner, object, seen),
        (Value::Object(object), Some(fields)) => {
            for (variant, inner) in object {
                let name = format!("{owner}.{variant}");
                match inner {
                    Value::Object(object) if !fields(variant).is_empty() => {
                        note_all(types, &name, object, seen);
                    }
                    _ => {
                        if let Some(of) = type_of(owner, variant) {
                            note(types, of, inner, seen);
                        }
                    }
                }
                seen.insert(name);
            }
        }
        _ => panic!("{owner} is not like this: {value}"),
    }
}

fn note_all(
    types: &[Type],
    owner: &str,
    object: &serde_json::Map<String, Value>,
    seen: &mut BTreeSet<String>,
) {
    for (name, value) in object {
        seen.insert(format!("{owner}.{name}"));
        if let Some(of) = type_of(owner, name) {
            note(types, of, value, seen);
        }
    }
}

#[test]
fn the_samples_have_every_name_of_the_format() {
    let types = types();
    let mut declared = BTreeSet::new();
    for of in &types {
        for name in &of.names {
            let full = format!("{}.{name}", of.name);
            let fields = of.fields.map(|fields| fields(name)).unwrap_or_default();
            declared.extend(fields.iter().map(|field| format!("{full}.{field}")));
            declared.insert(full);
        }
    }
    let mut seen = BTreeSet::new();
    for sample in samples() {
        for line in &sample.lines {
            note(&types, "entry", &crate::json(line), &mut seen);
        }
    }
    let missing: Vec<_> = declared.difference(&seen).collect();
    assert!(missing.is_empty(), "no sample has {missing:#?}");
    let unknown: Vec<_> = seen.difference(&declared).collect();
    assert!(unknown.is_empty(), "nothing reads {unknown:#?}");
}

#[test]
fn the_guide_says_what_the_format_is() {
    let samples = samples();
    let lines: BTreeSet<_> = samples.iter().flat_map(|sample| &sample.lines).collect();
    let shown = GUIDE.lines().filter(|line| line.starts_with(r#"{"v":"#));
    for line in shown {
        assert!(
            lines.contains(&line.to_owned()),
            "no sample has this line: {line}"
        );
    }
    let facts = shape::names_in::<Fact>();
    let headings = GUIDE
        .lines()
        .filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`'));
    assert_eq!(headings.map(str::to_owned).collect::<BTreeSet<_>>(), facts);
    for of in types() {
        for name in &of.names {
            let fields = of.fields.map(|fields| fields(name)).unwrap_or_default();
            let section = match of.name {
                "fact" => section(name),
                _ => GUIDE,
            };
            for name in fields.iter().chain([name]) {
                assert!(
                    section.contains(&format!("`{name}`")),
                    "{}.{name} is missing",
                    of.name
                );
            }
            if of.name == "fact" {
                let shows = format!(r#""fact":{{"{name}""#);
                assert!(section.contains(&shows), "there is no line for `{name}`");
            }
        }
    }
}

/// What the guide says of a fact.
fn section(fact: &str) -> &'static str {
    let heading = format!("### `{fact}`\n");
    let at = GUIDE
        .find(&heading)
        .unwrap_or_else(|| panic!("`{fact}` has no heading"));
    GUIDE[at..]
        .split("\n### ")
        .next()
        .unwrap_or_default()
        .split("\n## ")
        .next()
        .unwrap_or_default()
}

/// Makes the samples that are not there yet, of the version that is current.
#[tokio::test]
#[ignore = "the samples of a released version are never changed: see above"]
async fn write_the_samples() {
    let directory = directory(LOG_VERSION);
    fs::create_dir_all(&directory).unwrap();
    for (name, state) in runs::all().await {
        let log = directory.join(name).with_extension("jsonl");
        if log.exists() {
            continue;
        }
        let entries = runs::normalised(&state, name);
        let lines: String = entries
            .iter()
            .map(|entry| entry.to_json().unwrap() + "\n")
            .collect();
        assert_eq!(
            lines.lines().count(),
            entries.len(),
            "{name}: one line for each entry"
        );
        let state = RunState::fold(entries.into_iter().map(Arc::new)).unwrap();
        let state = serde_json::to_string_pretty(&visible(&state)).unwrap() + "\n";
        fs::write(&log, lines).unwrap();
        fs::write(log.with_extension("state.json"), state).unwrap();
    }
}
