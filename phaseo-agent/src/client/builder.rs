//! Setting up a client.

use std::env::{self, VarError};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{
    ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue,
};
use reqwest::{redirect, retry};

use super::Client;
use super::endpoint::Endpoint;
use super::error::ClientError;
use super::key::Key;
use super::tls;
use super::transport::{Deadlines, Transport};
use crate::wire::{AuthScheme, Profile, Surface};

const ANTHROPIC_VERSION: &str = "2023-06-01";

/// Headers that [`ClientBuilder::header`] refuses, beside those that the client sets.
const RESERVED: [&str; 11] = [
    "authorization",
    "x-api-key",
    "anthropic-version",
    "content-type",
    "content-length",
    "transfer-encoding",
    "connection",
    "host",
    "accept",
    "x-phaseo-client",
    "x-phaseo-client-version",
];

/// Sets up a [`Client`].
///
/// ```
/// use std::time::Duration;
/// use phaseo_agent::{Client, Surface};
///
/// let client = Client::builder()
///     .base_url("http://localhost:8080/v1")
///     .surface(Surface::ChatCompletions)
///     .streaming(false)
///     .header("x-title", "Support desk")
///     .timeout(Duration::from_secs(60))
///     .build()?;
/// # Ok::<(), phaseo_agent::ClientError>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct ClientBuilder {
    key: Option<Key>,
    base_url: String,
    surface: Option<Surface>,
    profile: Option<Profile>,
    streaming: Option<bool>,
    allow_http: bool,
    headers: Vec<(String, String)>,
    connect_timeout: Duration,
    deadlines: Deadlines,
}

impl Default for ClientBuilder {
    fn default() -> Self {
        Self {
            key: None,
            base_url: Client::DEFAULT_BASE_URL.to_owned(),
            surface: None,
            profile: None,
            streaming: None,
            allow_http: false,
            headers: Vec::new(),
            connect_timeout: Duration::from_secs(10),
            deadlines: Deadlines {
                whole: Duration::from_secs(600),
                idle: Duration::from_secs(120),
            },
        }
    }
}

impl ClientBuilder {
    /// The set-up that the environment asks for; see [`Client::from_env`].
    ///
    /// # Errors
    /// When a variable is not Unicode.
    pub fn from_env() -> Result<Self, ClientError> {
        Self::from_variables(|name| match env::var(name) {
            Ok(value) => Ok(Some(value)),
            Err(VarError::NotPresent) => Ok(None),
            Err(VarError::NotUnicode(_)) => Err(ClientError::InvalidVariable { name }),
        })
    }

    fn from_variables(
        read: impl Fn(&'static str) -> Result<Option<String>, ClientError>,
    ) -> Result<Self, ClientError> {
        let full = |name| read(name).map(|value| value.filter(|value| !value.trim().is_empty()));
        let mut builder = Self::default();
        if let Some(key) = full("PHASEO_API_KEY")? {
            builder = builder.api_key(key);
        }
        if let Some(base_url) = full("PHASEO_BASE_URL")? {
            builder = builder.base_url(base_url);
        }
        if full("PHASEO_ALLOW_HTTP")?.is_some_and(|value| value.trim() == "1") {
            builder = builder.allow_http();
        }
        Ok(builder)
    }

    /// The key. A blank one is none.
    pub fn api_key(mut self, key: impl AsRef<str>) -> Self {
        self.key = Key::new(key.as_ref());
        self
    }

    /// The URL under which the surfaces are found, such as `https://api.openai.com/v1`.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.base_url = url.into();
        self
    }

    /// The wire format; by default the profile's.
    pub fn surface(mut self, surface: Surface) -> Self {
        self.surface = Some(surface);
        self
    }

    /// What is special about the endpoint; by default what [`Profile::for_base_url`] knows.
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = Some(profile);
        self
    }

    /// Whether answers are asked for as streams; they are unless told otherwise.
    pub fn streaming(mut self, streaming: bool) -> Self {
        self.streaming = Some(streaming);
        self
    }

    /// Allows plain `http` to other machines. The key and the conversation are then not encrypted.
    pub fn allow_http(mut self) -> Self {
        self.allow_http = true;
        self
    }

    /// One more header for every request. It cannot be one that the client sets.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// How long one attempt may take from its first byte to its last; 10 minutes by default.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.deadlines.whole = timeout;
        self
    }

    /// How long a connection may take to be made; 10 seconds by default.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// How long a stream may be silent; 2 minutes by default. Keep-alives count as sound.
    pub fn idle_timeout(mut self, timeout: Duration) -> Self {
        self.deadlines.idle = timeout;
        self
    }

    /// The client.
    ///
    /// # Errors
    /// When it cannot be set up so; [`ClientError`] says why.
    pub fn build(self) -> Result<Client, ClientError> {
        let endpoint = Endpoint::new(&self.base_url, self.allow_http)?;
        if self.key.is_none() && endpoint.is_default() {
            return Err(ClientError::MissingKey);
        }
        let headers = self.all_headers(&endpoint)?;
        let profile = self
            .profile
            .unwrap_or_else(|| Profile::for_base_url(endpoint.base()));
        let surface = self.surface.unwrap_or(profile.surface);
        let is_streaming = self.streaming.unwrap_or(true);
        let tls = if endpoint.is_local() {
            tls::unused()
        } else {
            tls::config()
        };
        let mut http = reqwest::Client::builder()
            .tls_backend_preconfigured(tls.map_err(|error| ClientError::Setup(Box::new(error)))?)
            .redirect(redirect::Policy::none())
            .retry(retry::never())
            .connect_timeout(self.connect_timeout);
        if endpoint.is_local() {
            // What stays on this machine must not go through a proxy on another.
            http = http.no_proxy();
        }
        let http = http
            .build()
            .map_err(|error| ClientError::Setup(Box::new(error)))?;
        Ok(Client(Arc::new(Transport {
            http,
            url: endpoint.url(surface),
            headers,
            key: self.key,
            surface,
            profile,
            is_streaming,
            deadlines: self.deadlines,
        })))
    }

    fn all_headers(&self, endpoint: &Endpoint) -> Result<HeaderMap, ClientError> {
        let mut headers = HeaderMap::new();
        for (name, value) in &self.headers {
            if RESERVED
                .iter()
                .any(|reserved| name.eq_ignore_ascii_case(reserved))
                || name.eq_ignore_ascii_case(ACCEPT_ENCODING.as_str())
            {
                return Err(ClientError::ReservedHeader { name: name.clone() });
            }
            let invalid = || ClientError::InvalidHeader { name: name.clone() };
            let mut value = HeaderValue::from_str(value).map_err(|_| invalid())?;
            // It may be a secret: no `Debug` shows it.
            value.set_sensitive(true);
            headers.append(
                HeaderName::from_bytes(name.as_bytes()).map_err(|_| invalid())?,
                value,
            );
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(
            "x-phaseo-client",
            HeaderValue::from_static("phaseo-agent-rust"),
        );
        headers.insert(
            "x-phaseo-client-version",
            HeaderValue::from_static(env!("CARGO_PKG_VERSION")),
        );
        let auth = match &self.profile {
            Some(profile) => profile.auth,
            None => Profile::for_base_url(endpoint.base()).auth,
        };
        if auth == AuthScheme::ApiKey {
            headers.insert(
                "anthropic-version",
                HeaderValue::from_static(ANTHROPIC_VERSION),
            );
        }
        if let Some(key) = &self.key {
            match auth {
                AuthScheme::Bearer => headers.insert(AUTHORIZATION, key.header("Bearer ")?),
                AuthScheme::ApiKey => headers.insert("x-api-key", key.header("")?),
            };
        }
        Ok(headers)
    }
}

/// Without the key and without the values of extra headers.
impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("ClientBuilder")
            .field("key", &self.key)
            .field("surface", &self.surface)
            .field("profile", &self.profile)
            .field("streaming", &self.streaming)
            .field("headers", &headers)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::ClientBuilder;
    use crate::client::{Client, ClientError};
    use crate::wire::{Profile, Surface};

    fn from_variables(variables: &[(&str, &str)]) -> Result<Client, ClientError> {
        let read = |name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            Ok(found.map(|(_, value)| (*value).to_owned()))
        };
        ClientBuilder::from_variables(read)?.build()
    }

    #[test]
    fn the_default_base_url_needs_a_key() {
        for variables in [
            &[][..],
            &[("PHASEO_API_KEY", " ")],
            &[("PHASEO_BASE_URL", ""), ("PHASEO_ALLOW_HTTP", "1")],
            &[("PHASEO_BASE_URL", "https://api.phaseo.app/v1/")],
        ] {
            let error = from_variables(variables).unwrap_err();
            assert!(matches!(error, ClientError::MissingKey), "{error}");
            assert!(error.to_string().contains("PHASEO_API_KEY"), "{error}");
        }
        assert!(from_variables(&[("PHASEO_BASE_URL", "http://127.0.0.1:1/v1")]).is_ok());
    }

    #[test]
    fn plain_http_is_allowed_by_1_only() {
        let base = ("PHASEO_BASE_URL", "http://10.0.0.1/v1");
        assert!(from_variables(&[base, ("PHASEO_ALLOW_HTTP", "1")]).is_ok());
        for value in ["", "0", "true"] {
            let error = from_variables(&[base, ("PHASEO_ALLOW_HTTP", value)]).unwrap_err();
            assert!(
                matches!(error, ClientError::PlainHttp { .. }),
                "{value}: {error}"
            );
        }
    }

    #[test]
    fn headers_of_the_client_cannot_be_overridden() {
        let builder = || Client::builder().base_url("http://localhost/v1");
        for name in [
            "Authorization",
            "x-api-key",
            "X-Phaseo-Client",
            "content-type",
            "Accept-Encoding",
        ] {
            let error = builder().header(name, "secret").build().unwrap_err();
            assert!(
                matches!(error, ClientError::ReservedHeader { .. }),
                "{name}: {error}"
            );
        }
        for (name, value) in [("a b", "x"), ("x-a", "line\nbreak")] {
            let error = builder().header(name, value).build().unwrap_err();
            assert!(
                matches!(error, ClientError::InvalidHeader { .. }),
                "{name}: {error}"
            );
        }
    }

    #[test]
    fn answers_are_streamed_unless_told_otherwise() {
        let builder = || Client::builder().base_url("http://localhost/v1");
        for surface in [
            Surface::ChatCompletions,
            Surface::Responses,
            Surface::Messages,
        ] {
            assert!(builder().surface(surface).build().unwrap().0.is_streaming);
            let whole = builder().surface(surface).streaming(false);
            assert!(!whole.build().unwrap().0.is_streaming);
        }
    }

    #[test]
    fn anthropic_takes_the_key_in_its_own_header() {
        let client = Client::builder()
            .api_key("k")
            .base_url("https://api.anthropic.com/v1")
            .build()
            .unwrap();
        assert!(
            client.0.headers.contains_key("x-api-key")
                && client.0.headers.contains_key("anthropic-version")
        );
        assert!(!client.0.headers.contains_key("authorization"));
        assert_eq!(client.0.surface, Surface::Messages);
    }

    #[test]
    fn no_debug_shows_a_secret() {
        let profile = Profile::for_base_url(&"http://localhost".parse().unwrap());
        let builder = Client::builder()
            .api_key("sk-secret")
            .base_url("http://localhost/v1")
            .header("x-token", "secret")
            .profile(profile);
        let text = format!("{builder:?} {:?}", builder.clone().build().unwrap());
        assert!(
            !text.contains("secret") && text.contains("localhost"),
            "{text}"
        );
    }
}
