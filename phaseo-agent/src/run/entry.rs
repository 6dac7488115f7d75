//! The log of a run: what happened, in order, and nothing else.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::content::Content;
use crate::json::RawJson;
use crate::model::Response;
use crate::tool::NextTurn;
use crate::usage::Usage;

use super::decision::{Decided, Decision};
use super::failure::Failure;
use super::overrides::Overrides;
use super::path::Path;
use super::pause::{Pending, Review};
use super::stop::Stop;
use super::supply::Supply;

/// The version of the log format that this crate writes. It reads this one and all before it.
pub const LOG_VERSION: u32 = 1;

/// One line of a run's log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Entry {
    /// The version of the log format that wrote this entry.
    #[serde(rename = "v")]
    pub version: u32,
    /// The entry's place in the log, from 1 without gaps.
    pub seq: u64,
    /// When it was written: milliseconds since the Unix epoch.
    pub at: u64,
    /// The ids of the sub-agent calls that this entry lies in, from the outside; empty in the outer
    /// run.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub path: Path,
    /// What happened.
    pub fact: Fact,
}

impl Entry {
    pub(super) fn new(seq: u64, at: u64, path: Path, fact: Fact) -> Self {
        Self {
            version: LOG_VERSION,
            seq,
            at,
            path,
            fact,
        }
    }

    /// The entry as one line of JSON, for stores.
    ///
    /// # Errors
    /// When the entry holds a number that JSON cannot say.
    pub fn to_json(&self) -> Result<String, LogError> {
        let line = serde_json::to_string(self).map_err(|error| LogError::Unwritable {
            seq: self.seq,
            error,
        })?;
        // A string in JSON has no line breaks: these stand between its values, in JSON of others.
        Ok(match line.contains(['\n', '\r']) {
            true => line.replace(['\n', '\r'], " "),
            false => line,
        })
    }

    /// Reads an entry that [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    /// When a newer version of this crate wrote it, or the text is not an entry.
    pub fn from_json(text: &str) -> Result<Self, LogError> {
        #[derive(Deserialize)]
        struct Version {
            v: u32,
        }
        let Version { v } = serde_json::from_str(text).map_err(LogError::Unreadable)?;
        if v > LOG_VERSION {
            return Err(LogError::Newer { version: v });
        }
        serde_json::from_str(text).map_err(LogError::Unreadable)
    }
}

/// What an [`Entry`] records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Fact {
    /// The run began; in a path, a sub-agent did.
    Started {
        /// The run's id.
        run_id: Arc<str>,
        /// The id of the agent whose run it is.
        agent_id: Arc<str>,
        /// The user message that it starts with.
        prompt: Arc<[Content]>,
        /// The app's own context.
        #[serde(
            default,
            deserialize_with = "RawJson::some",
            skip_serializing_if = "Option::is_none"
        )]
        context: Option<RawJson>,
        /// What was said of this run alone.
        #[serde(default, skip_serializing_if = "Overrides::is_empty")]
        overrides: Overrides,
    },
    /// The model is about to be asked.
    ModelAsked {
        /// The step, from 1.
        step: u32,
        /// Which attempt of this step it is, from 1.
        attempt: u32,
        /// The model that is asked.
        model: Arc<str>,
        /// What this question has beside what the agent always says.
        #[serde(default, skip_serializing_if = "NextTurn::is_empty")]
        settings: NextTurn,
    },
    /// The model answered. The calls in the answer carry their ids in this run.
    ModelAnswered {
        /// The step.
        step: u32,
        /// The whole answer.
        response: Response,
    },
    /// The model did not answer.
    ModelFailed {
        /// The step.
        step: u32,
        /// Why.
        failure: Failure,
        /// What it used all the same.
        #[serde(default, skip_serializing_if = "Usage::is_nothing")]
        usage: Usage,
    },
    /// A call was found to be known and valid.
    CallChecked {
        /// The call's id.
        call: String,
        /// Why a person must approve it; `None` if nobody must.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approval: Option<String>,
        /// What somebody outside the run supplies, if somebody does or may.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        supply: Option<Supply>,
    },
    /// A call is about to be executed. Without its [`CallSettled`](Fact::CallSettled), nobody
    /// knows how far the execution came.
    CallClaimed {
        /// The call's id.
        call: String,
        /// Which execution it is, from 1.
        attempt: u32,
        /// The key that stays the same for every execution of this call.
        idempotency_key: String,
    },
    /// The execution of an interactive tool handed the call over to a person.
    CallHandedOver {
        /// The call's id.
        call: String,
        /// Why.
        reason: String,
        /// The last progress values, at most 16.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        progress: Vec<RawJson>,
    },
    /// A call came to an end.
    CallSettled {
        /// The call's id.
        call: String,
        /// What it came to.
        outcome: CallOutcome,
        /// The last progress values, at most 16.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        progress: Vec<RawJson>,
        /// The app's context as the call left it, if it set it. In force once the step is closed.
        #[serde(
            default,
            deserialize_with = "RawJson::some",
            skip_serializing_if = "Option::is_none"
        )]
        context: Option<RawJson>,
        /// What it changes for the next question, and only for that one.
        #[serde(default, skip_serializing_if = "NextTurn::is_empty")]
        next_turn: NextTurn,
        /// How many characters of the output the model reads; `None` is all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_output_chars: Option<usize>,
    },
    /// An answer without calls waits for a person to look at it.
    ReviewAsked {
        /// The step.
        step: u32,
        /// The review's id, to be named in the decision.
        id: String,
        /// Why, and what there is to look at.
        review: Review,
        /// The answer, checked against its type.
        answer: RawJson,
    },
    /// All calls of a step are settled, or it had none.
    StepClosed {
        /// The step.
        step: u32,
    },
    /// People must decide before the run can go on.
    Paused {
        /// What they must decide.
        pending: Vec<Pending>,
    },
    /// The run was taken up again.
    Resumed {
        /// What is said of this run alone from here on.
        #[serde(default, skip_serializing_if = "Overrides::is_empty")]
        overrides: Overrides,
        /// The app's own context, if it is another from here on.
        #[serde(
            default,
            deserialize_with = "RawJson::some",
            skip_serializing_if = "Option::is_none"
        )]
        context: Option<RawJson>,
    },
    /// Somebody decided about a call, or about a review.
    Decided {
        /// The id of the call or the review.
        id: String,
        /// What they decided.
        decision: Decision,
        /// Who decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// What they noted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// Somebody said something to the model. The answer to it is the next one.
    Said {
        /// What they said.
        content: Arc<[Content]>,
        /// Who said it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// A limit was reached, and the model is asked once more, for an answer without tools.
    LastTurn {
        /// The limit.
        stop: Stop,
    },
    /// The run ended with an answer.
    Completed {
        /// The answer, checked against its type.
        answer: RawJson,
    },
    /// The run ended without an answer, as told to.
    Stopped {
        /// Why.
        stop: Stop,
    },
    /// The run cannot go on by itself.
    Failed {
        /// Why.
        failure: Failure,
    },
    /// The run was called off.
    Cancelled {
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

impl From<Decided> for Fact {
    fn from(decided: Decided) -> Self {
        Self::Decided {
            id: decided.call,
            decision: decided.decision,
            by: decided.by,
            note: decided.note,
        }
    }
}

/// What a call came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CallOutcome {
    /// The tool gave this output.
    Output(RawJson),
    /// The call failed.
    Failed {
        /// What the model is told.
        told: String,
        /// The same with its causes, for people.
        detail: String,
        /// Whether the failure ends the run.
        ends_run: bool,
    },
    /// It was not allowed: by a person, by the agent's approval rule, or because the model repeated at
    /// once what was rejected. It never ran, unless its tool handed it over.
    Rejected {
        /// What the model is told.
        reason: String,
    },
    /// It was in doubt, and a person gave it up. It may have run.
    GivenUp {
        /// What the model is told.
        reason: String,
    },
    /// It was called off: the run was cancelled, or another call ended it.
    Cancelled {
        /// Whether its execution had begun. It may have taken effect then.
        began: bool,
    },
}

/// A log that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// A newer version of this crate wrote it.
    #[error(
        "the log has version {version}, this version of phaseo-agent reads up to {LOG_VERSION}"
    )]
    Newer {
        /// The log's version.
        version: u32,
    },
    /// An entry is not what this version writes.
    #[error("an entry of the log cannot be read")]
    Unreadable(#[source] serde_json::Error),
    /// An entry cannot be said in JSON.
    #[error("entry {seq} cannot be written as JSON")]
    Unwritable {
        /// The entry's place.
        seq: u64,
        /// Why.
        #[source]
        error: serde_json::Error,
    },
    /// The entries do not follow from each other.
    #[error("entry {seq} of the log does not follow from those before it: {problem}")]
    Inconsistent {
        /// The entry's place.
        seq: u64,
        /// What is wrong.
        problem: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(fact: Fact) -> Entry {
        Entry::new(3, 1_764_600_000_000, Path::default(), fact)
    }

    #[test]
    fn an_entry_survives_its_json_with_the_output_verbatim() {
        let output = RawJson::parse(r#"{ "b": 1.0, "a": [ ] }"#).unwrap();
        let settled = entry(Fact::CallSettled {
            call: "call_1".into(),
            outcome: CallOutcome::Output(output),
            progress: Vec::new(),
            context: None,
            next_turn: NextTurn::default(),
            max_output_chars: None,
        });
        let text = settled.to_json().unwrap();
        assert_eq!(
            text,
            r#"{"v":1,"seq":3,"at":1764600000000,"fact":{"call_settled":{"call":"call_1","outcome":{"output":{ "b": 1.0, "a": [ ] }}}}}"#
        );
        assert_eq!(Entry::from_json(&text).unwrap(), settled);
    }

    #[test]
    fn a_newer_version_is_refused_by_name_whatever_it_holds() {
        let error =
            Entry::from_json(r#"{"v":2,"seq":1,"at":0,"fact":{"unheard_of":{}}}"#).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the log has version 2, this version of phaseo-agent reads up to 1"
        );
    }
}
