//! How a run came out.

use crate::error::{Error, ErrorKind, Result};
use crate::run::{Pause, State, Status, Step, Stop};
use crate::usage::Usage;

use super::prompt::Answer;

/// How a run came out. A reached limit, a pause, a refusal are outcomes, not errors.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<T> {
    /// It ended with an answer, checked against its type.
    Completed(T),
    /// People must decide before it can go on: [`Agent::resume`](crate::Agent::resume).
    Paused(Pause),
    /// It ended without an answer, as told to.
    Stopped(Stop),
    /// It was called off.
    Cancelled,
}

/// A run that is paused or has ended.
#[derive(Clone, Debug)]
pub struct Run<T> {
    outcome: Outcome<T>,
    state: State,
}

impl<T: Answer> Run<T> {
    pub(super) fn new(state: State) -> Result<Self> {
        let fault = |text: &str| Error::new(ErrorKind::Internal(text.to_owned()));
        let outcome = match state.status() {
            Status::Completed => match state.answer().map(crate::RawJson::read) {
                Some(Ok(answer)) => Outcome::Completed(answer),
                Some(Err(error)) => {
                    return Err(fault(&format!(
                        "the saved answer is not of the agent's type: {error}"
                    ))
                    .with_run(state));
                }
                None => return Err(fault("a completed run has no answer").with_run(state)),
            },
            Status::WaitingForHuman => match state.pause() {
                Some(pause) => Outcome::Paused(pause.clone()),
                None => return Err(fault("a paused run has no pause").with_run(state)),
            },
            Status::Stopped => match state.stop() {
                Some(stop) => Outcome::Stopped(stop.clone()),
                None => return Err(fault("a stopped run has no reason").with_run(state)),
            },
            Status::Cancelled => Outcome::Cancelled,
            Status::Running | Status::Failed => {
                return Err(fault("the run has not ended").with_run(state));
            }
        };
        Ok(Self { outcome, state })
    }
}

impl<T> Run<T> {
    /// How it came out.
    #[must_use]
    pub fn outcome(&self) -> &Outcome<T> {
        &self.outcome
    }

    /// How it came out, taken out.
    #[must_use]
    pub fn into_outcome(self) -> Outcome<T> {
        self.outcome
    }

    /// The answer, if it ended with one.
    #[must_use]
    pub fn answer(&self) -> Option<&T> {
        match &self.outcome {
            Outcome::Completed(answer) => Some(answer),
            _ => None,
        }
    }

    /// What people must decide, if it is paused.
    #[must_use]
    pub fn pause(&self) -> Option<&Pause> {
        match &self.outcome {
            Outcome::Paused(pause) => Some(pause),
            _ => None,
        }
    }

    /// The run's id.
    #[must_use]
    pub fn id(&self) -> &str {
        self.state.run_id()
    }

    /// Everything that is known of it: transcript, steps, log.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Its steps, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        self.state.steps()
    }

    /// The sum of what its model calls used.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.state.usage()
    }
}
