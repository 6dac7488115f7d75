//! Which wire format an endpoint speaks.

use std::fmt;
use std::str::FromStr;

/// A wire format.
///
/// ```
/// use phaseo_agent::Surface;
///
/// let surface: Surface = "responses".parse()?;
/// assert_eq!(surface, Surface::Responses);
/// assert_eq!(surface.to_string(), "responses");
/// # Ok::<(), phaseo_agent::UnknownSurface>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Surface {
    /// `POST /chat/completions`, first OpenAI's and now spoken by most endpoints.
    ChatCompletions,
    /// `POST /responses` of OpenAI.
    Responses,
    /// `POST /messages` of Anthropic.
    Messages,
}

impl Surface {
    const ALL: [Self; 3] = [Self::ChatCompletions, Self::Responses, Self::Messages];

    /// The name that [`FromStr`] reads and `Display` prints.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ChatCompletions => "chat_completions",
            Self::Responses => "responses",
            Self::Messages => "messages",
        }
    }

    /// The path below the base URL.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Self::ChatCompletions => "chat/completions",
            Self::Responses => "responses",
            Self::Messages => "messages",
        }
    }
}

impl fmt::Display for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Surface {
    type Err = UnknownSurface;

    fn from_str(name: &str) -> Result<Self, UnknownSurface> {
        Self::ALL
            .into_iter()
            .find(|surface| surface.name() == name)
            .ok_or_else(|| UnknownSurface {
                name: name.to_owned(),
            })
    }
}

/// The name of a surface that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown surface `{name}`; expected `chat_completions`, `responses` or `messages`")]
#[non_exhaustive]
pub struct UnknownSurface {
    /// The name that was given.
    pub name: String,
}

#[cfg(test)]
mod tests {
    use super::Surface;

    #[test]
    fn every_name_reads_back() {
        for surface in Surface::ALL {
            assert_eq!(surface.to_string().parse(), Ok(surface));
        }
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_known_ones() {
        let error = "chat".parse::<Surface>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown surface `chat`; expected `chat_completions`, `responses` or `messages`"
        );
    }
}
