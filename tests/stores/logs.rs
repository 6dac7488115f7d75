//! Logs to store.

use std::sync::Arc;

use phaseo_agent::run::{Entry, State};
use phaseo_agent::store::Head;

/// The first `count` entries of a run whose model never answers, and its head.
pub(crate) fn log(run: &str, count: u64) -> (Vec<Arc<Entry>>, Head) {
    log_by(run, count, "model")
}

/// The same with the name of the model that is asked.
pub(crate) fn log_by(run: &str, count: u64, model: &str) -> (Vec<Arc<Entry>>, Head) {
    let started = format!(
        r#"{{"v":1,"seq":1,"at":1000,"fact":{{"started":{{"run_id":"{run}","agent_id":"agent","prompt":[{{"text":"Hello!"}}]}}}}}}"#
    );
    let asked = (2..=count).map(|seq| {
        let attempt = seq - 1;
        format!(
            r#"{{"v":1,"seq":{seq},"at":1000,"fact":{{"model_asked":{{"step":1,"attempt":{attempt},"model":"{model}"}}}}}}"#
        )
    });
    let lines: Vec<_> = std::iter::once(started).chain(asked).collect();
    let entries: Vec<_> = lines
        .iter()
        .map(|line| Arc::new(Entry::from_json(line).expect("an entry")))
        .collect();
    let head = Head::of(&State::fold(entries.iter().map(Arc::clone)).expect("a log"));
    (entries, head)
}
