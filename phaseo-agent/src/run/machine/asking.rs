//! Questions to the model: when, whether, and what they have beside the conversation.

use std::sync::Arc;

use crate::model::{Sampling, ToolChoice};
use crate::run::action::{Action, Ask};
use crate::run::entry::Fact;
use crate::run::failure::Failure;
use crate::run::rules::{OnStop, Rules};
use crate::run::state::Frame;
use crate::tool::NextTurn;

use super::Machine;
use super::thread::{Plan, Question};

impl Machine {
    /// What follows for a frame whose model is to be asked: it is asked, or a limit is met.
    pub(super) fn question(&self, at: usize) -> Option<Fact> {
        let thread = &self.threads[at];
        let rules = thread.rules.as_deref()?;
        if thread.question != Question::No {
            return None;
        }
        let frame = &self.state.frames()[at];
        if frame.last_turn().is_none()
            && let Some(stop) = self.limit_met(at, rules)
        {
            return Some(match rules.on_stop {
                OnStop::Return => Fact::Stopped { stop },
                OnStop::Answer => Fact::LastTurn { stop },
            });
        }
        if let Some(step) = frame.open_step() {
            return Some(Fact::ModelAsked {
                step: step.number,
                attempt: step.attempts + 1,
                model: Arc::clone(&step.model),
                settings: step.settings.clone(),
            });
        }
        let mut settings = match &thread.plan {
            Plan::Made(settings) => settings.clone(),
            _ if rules.plans_turns => return None,
            _ => NextTurn::default(),
        };
        settings.then(&frame.overrides().settings);
        settings.then(frame.next_turn());
        let model = settings.model.take();
        let model = model.map_or_else(|| self.model(at), Into::into);
        if model.trim().is_empty() {
            let detail = "no function of the turn named a model, and the agent names none";
            return Some(Fact::Failed {
                failure: Failure::agent(detail),
            });
        }
        Some(Fact::ModelAsked {
            step: frame.last_step().map_or(0, |step| step.number) + 1,
            attempt: 1,
            model,
            settings,
        })
    }

    /// Asks what the app says of the next question, or asks the model.
    pub(super) fn ask(&mut self, at: usize) -> Option<Action> {
        let path = Arc::clone(self.state.frames()[at].path());
        let needs_plan =
            self.rules(at)?.plans_turns && self.state.frames()[at].open_step().is_none();
        let thread = &mut self.threads[at];
        match (thread.question, &thread.plan) {
            (Question::No, Plan::No) if needs_plan => {
                thread.plan = Plan::Asked;
                Some(Action::PlanTurn(path))
            }
            (Question::Claimed, _) => {
                thread.question = Question::InFlight;
                self.asked(at).map(Action::AskModel)
            }
            _ => None,
        }
    }

    fn asked(&self, at: usize) -> Option<Ask> {
        let frame = &self.state.frames()[at];
        let rules = self.rules(at)?;
        let step = frame.open_step()?;
        let settings = &step.settings;
        let own = &rules.sampling;
        Some(Ask {
            path: Arc::clone(frame.path()),
            step: step.number,
            model: Arc::clone(&step.model),
            instructions: settings.instructions.as_deref().map(Into::into),
            tools: settings.tools.clone(),
            sampling: Sampling {
                temperature: settings.temperature.or(own.temperature),
                top_p: settings.top_p.or(own.top_p),
                max_output_tokens: settings.max_output_tokens.or(own.max_output_tokens),
            },
            transcript: frame.shared_transcript(),
            tool_choice: tool_choice(rules, frame),
            deadline: self.deadline(at),
        })
    }
}

/// `Required` forces the first call of a user turn only: a model that is forced again and again
/// never answers.
fn tool_choice(rules: &Rules, frame: &Frame) -> ToolChoice {
    if frame.last_turn().is_some() {
        return ToolChoice::None;
    }
    match rules.tool_choice {
        ToolChoice::Required if frame.turn().iter().any(|step| !step.calls.is_empty()) => {
            ToolChoice::Auto
        }
        choice => choice,
    }
}
