//! How a call is closed.

use crate::json::RawJson;
use crate::run::entry::{CallOutcome, Fact};
use crate::run::step::Call;
use crate::tool::NextTurn;

use super::Machine;

/// How a call is closed: what it came to, and what goes on record with that.
pub(super) struct Closing {
    pub(super) outcome: CallOutcome,
    pub(super) progress: Vec<RawJson>,
    pub(super) context: Option<RawJson>,
    pub(super) next_turn: NextTurn,
}

impl From<CallOutcome> for Closing {
    fn from(outcome: CallOutcome) -> Self {
        Self {
            outcome,
            progress: Vec::new(),
            context: None,
            next_turn: NextTurn::default(),
        }
    }
}

impl Machine {
    /// The call is closed. An output gets as much room as the rules leave it.
    pub(super) fn closed(&self, call: &str, closing: impl Into<Closing>) -> Fact {
        let Closing {
            outcome,
            progress,
            context,
            next_turn,
        } = closing.into();
        let max_output_chars = match outcome {
            CallOutcome::Output(_) => self.max_output_chars(call),
            _ => None,
        };
        Fact::CallSettled {
            call: call.to_owned(),
            outcome,
            progress,
            context,
            next_turn,
            max_output_chars,
        }
    }

    fn max_output_chars(&self, call: &str) -> Option<usize> {
        let name = self.state.call(call).map(Call::name)?;
        self.rules(self.frame_of(call))?.max_output_chars(name)
    }
}
