//! What differs between endpoints that speak the same wire format.

use std::borrow::Cow;

use reqwest::Url;

use super::surface::Surface;

/// Everything that differs between endpoints, as one plain value.
///
/// [`Profile::for_base_url`] knows the common endpoints; change a field for another one and hand
/// the profile to [`ClientBuilder::profile`](crate::ClientBuilder::profile).
///
/// ```
/// use phaseo_agent::{AnswerSchema, Client, Profile};
///
/// let base_url = "http://localhost:8000/v1";
/// let mut profile = Profile::for_base_url(&base_url.parse()?);
/// profile.answer_schema = AnswerSchema::Wire;
/// let client = Client::builder().base_url(base_url).profile(profile).build()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Profile {
    /// The family of the endpoint, such as `openai`. Opaque parts of an answer go back only to
    /// the surface and family that wrote them.
    pub family: Cow<'static, str>,
    /// The surface that is used unless another is asked for.
    pub surface: Surface,
    /// How the key is sent.
    pub auth: AuthScheme,
    /// Chat completions: the role of the message that holds the instructions.
    pub system_role: Cow<'static, str>,
    /// Chat completions: the name of the field that limits the output.
    pub max_tokens_field: Cow<'static, str>,
    /// Messages: the output limit where none is set, since that surface requires one.
    pub default_max_tokens: u32,
    /// Where the JSON Schema of a typed answer goes.
    pub answer_schema: AnswerSchema,
    /// Chat completions: whether to ask for usage at the end of a stream
    /// (`stream_options.include_usage`).
    pub stream_usage: bool,
    /// Chat completions: which answers go back with their reasoning.
    pub reasoning_echo: ReasoningEcho,
}

/// How a key is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AuthScheme {
    /// `Authorization: Bearer …`.
    Bearer,
    /// `x-api-key: …` with `anthropic-version`.
    ApiKey,
}

/// Where the JSON Schema of a typed answer goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerSchema {
    /// Into its own field of the body, beside the tools.
    Wire,
    /// Into the instructions, and into its own field too when no tool can be called. Servers that
    /// bind every token to the schema (llama.cpp, vLLM) never call a tool beside that field, and
    /// some servers ignore it.
    Both,
    /// Into the instructions only.
    Instructions,
}

/// Which answers of the transcript go back with the reasoning that came with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReasoningEcho {
    /// All.
    Always,
    /// Those that call tools: some endpoints refuse a tool turn without its reasoning.
    ToolTurns,
    /// None: some endpoints refuse the field.
    Never,
}

impl Profile {
    /// The profile of the endpoint at `url`. An unknown endpoint gets what most of them take.
    #[must_use]
    pub fn for_base_url(url: &Url) -> Self {
        let host = url.host_str().unwrap_or_default();
        let is = |domain: &str| {
            host == domain
                || host
                    .strip_suffix(domain)
                    .is_some_and(|sub| sub.ends_with('.'))
        };
        if is("phaseo.app") {
            Self {
                answer_schema: AnswerSchema::Wire,
                reasoning_echo: ReasoningEcho::Always,
                ..Self::of("phaseo")
            }
        } else if is("openai.com") || is("openai.azure.com") {
            Self {
                answer_schema: AnswerSchema::Wire,
                max_tokens_field: "max_completion_tokens".into(),
                ..Self::of("openai")
            }
        } else if is("anthropic.com") {
            Self {
                surface: Surface::Messages,
                auth: AuthScheme::ApiKey,
                answer_schema: AnswerSchema::Wire,
                ..Self::of("anthropic")
            }
        } else if is("openrouter.ai") {
            Self {
                reasoning_echo: ReasoningEcho::Always,
                ..Self::of("openrouter")
            }
        } else if is("deepseek.com") {
            Self {
                answer_schema: AnswerSchema::Instructions,
                ..Self::of("deepseek")
            }
        } else if is("mistral.ai") {
            Self {
                stream_usage: false,
                reasoning_echo: ReasoningEcho::Never,
                ..Self::of("mistral")
            }
        } else if is("groq.com") {
            // It refuses a schema beside tools or in a stream.
            Self {
                answer_schema: AnswerSchema::Instructions,
                reasoning_echo: ReasoningEcho::Never,
                ..Self::of("groq")
            }
        } else {
            Self::of(host.to_owned())
        }
    }

    fn of(family: impl Into<Cow<'static, str>>) -> Self {
        Self {
            family: family.into(),
            surface: Surface::ChatCompletions,
            auth: AuthScheme::Bearer,
            system_role: "system".into(),
            max_tokens_field: "max_tokens".into(),
            default_max_tokens: 4096,
            answer_schema: AnswerSchema::Both,
            stream_usage: true,
            reasoning_echo: ReasoningEcho::ToolTurns,
        }
    }

    /// What [`AssistantMessage::origin`](crate::item::AssistantMessage::origin) says of an answer
    /// over `surface`.
    pub(crate) fn origin(&self, surface: Surface) -> String {
        format!("{surface}:{}", self.family)
    }
}

#[cfg(test)]
mod tests {
    use super::{AuthScheme, Profile};
    use crate::wire::Surface;

    fn profile(url: &str) -> Profile {
        Profile::for_base_url(&url.parse().unwrap())
    }

    #[test]
    fn known_endpoints_are_known_by_their_host() {
        for (url, family) in [
            ("https://api.phaseo.app/v1", "phaseo"),
            ("https://api.openai.com/v1", "openai"),
            ("https://desk.openai.azure.com/openai/v1", "openai"),
            ("https://api.anthropic.com/v1", "anthropic"),
            ("https://openrouter.ai/api/v1", "openrouter"),
            ("https://api.deepseek.com", "deepseek"),
            ("http://127.0.0.1:8000/v1", "127.0.0.1"),
            ("https://notopenai.com/v1", "notopenai.com"),
        ] {
            assert_eq!(profile(url).family, family, "{url}");
        }
    }

    #[test]
    fn only_anthropic_itself_takes_the_key_in_its_own_header() {
        let anthropic = profile("https://api.anthropic.com/v1");
        assert_eq!(
            (anthropic.surface, anthropic.auth),
            (Surface::Messages, AuthScheme::ApiKey)
        );
        assert_eq!(
            profile("https://api.phaseo.app/v1").auth,
            AuthScheme::Bearer
        );
    }
}
