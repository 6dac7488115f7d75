//! Settings of an agent that are said by a path, a macro or a closure: whether that is a constant or a
//! function of the turn, only the compiler knows.

use crate::agent::AgentBuilder;
use crate::run::Turn;
use crate::tool::NextTurn;

/// What a setting is said by: a constant, or a function of the turn that gives a `V` or an
/// `Option<V>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a setting of type `{V}`",
    label = "neither a constant nor a function of the turn that gives a `{V}`",
    note = "write a constant, or a function of the turn: `fn(&Turn<'_>) -> {V}`; if it gives an `Option<{V}>`, `None` leaves it \
            to what the agent says otherwise"
)]
pub trait Says<V, Form> {
    /// The setting.
    fn said(self) -> Said<V>;
}

/// A setting.
pub enum Said<V> {
    /// The same for every question.
    Always(V),
    /// Another for each question, or none.
    OfTurn(OfTurn<V>),
}

type OfTurn<V> = Box<dyn Fn(&Turn<'_>) -> Option<V> + Send + Sync>;

impl<V> std::fmt::Debug for Said<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Always(_) => "Always",
            Self::OfTurn(_) => "OfTurn",
        })
    }
}

/// The form of a constant.
#[derive(Debug)]
pub enum Constant {}

/// The form of a function of the turn.
#[derive(Debug)]
pub enum Function {}

/// The form of a function of the turn that need not give anything.
#[derive(Debug)]
pub enum OptionalFunction {}

#[diagnostic::do_not_recommend]
impl<V, C: Into<V>> Says<V, Constant> for C {
    fn said(self) -> Said<V> {
        Said::Always(self.into())
    }
}

#[diagnostic::do_not_recommend]
impl<V, F, R> Says<V, Function> for F
where
    F: Fn(&Turn<'_>) -> R + Send + Sync + 'static,
    R: Into<V>,
{
    fn said(self) -> Said<V> {
        Said::OfTurn(Box::new(move |turn| Some(self(turn).into())))
    }
}

#[diagnostic::do_not_recommend]
impl<V, F, R> Says<V, OptionalFunction> for F
where
    F: Fn(&Turn<'_>) -> Option<R> + Send + Sync + 'static,
    R: Into<V>,
{
    fn said(self) -> Said<V> {
        Said::OfTurn(Box::new(move |turn| self(turn).map(Into::into)))
    }
}

/// Asks of `setting` to say a `V`.
pub fn said<V, Form, S: Says<V, Form>>(setting: S) -> Said<V> {
    setting.said()
}

/// The settings of a builder that can be said so.
pub trait TakesSaid: Sized {
    /// The model to ask.
    #[must_use]
    fn said_model(self, said: Said<String>) -> Self;
    /// What the model is to be and do.
    #[must_use]
    fn said_instructions(self, said: Said<String>) -> Self;
    /// How varied the wording is.
    #[must_use]
    fn said_temperature(self, said: Said<f64>) -> Self;
    /// The share of the probability mass to choose from.
    #[must_use]
    fn said_top_p(self, said: Said<f64>) -> Self;
    /// The most tokens of each answer.
    #[must_use]
    fn said_max_output_tokens(self, said: Said<u32>) -> Self;
}

impl<I, T> TakesSaid for AgentBuilder<I, T> {
    fn said_model(self, said: Said<String>) -> Self {
        match said {
            Said::Always(model) => self.model(model),
            Said::OfTurn(model) => of_turn(self, model, |next| &mut next.model),
        }
    }

    fn said_instructions(self, said: Said<String>) -> Self {
        match said {
            Said::Always(text) => self.instructions(text),
            Said::OfTurn(text) => of_turn(self, text, |next| &mut next.instructions),
        }
    }

    fn said_temperature(self, said: Said<f64>) -> Self {
        match said {
            Said::Always(temperature) => self.temperature(temperature),
            Said::OfTurn(of) => of_turn(self, of, |next| &mut next.temperature),
        }
    }

    fn said_top_p(self, said: Said<f64>) -> Self {
        match said {
            Said::Always(share) => self.top_p(share),
            Said::OfTurn(share) => of_turn(self, share, |next| &mut next.top_p),
        }
    }

    fn said_max_output_tokens(self, said: Said<u32>) -> Self {
        match said {
            Said::Always(limit) => self.max_output_tokens(limit),
            Said::OfTurn(limit) => of_turn(self, limit, |next| &mut next.max_output_tokens),
        }
    }
}

fn of_turn<I, T, V: 'static>(
    builder: AgentBuilder<I, T>,
    said: OfTurn<V>,
    place: fn(&mut NextTurn) -> &mut Option<V>,
) -> AgentBuilder<I, T> {
    builder.each_turn(move |turn| {
        let mut next = NextTurn::new();
        *place(&mut next) = said(turn);
        next
    })
}
