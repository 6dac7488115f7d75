//! Where requests go.

use std::net::IpAddr;

use reqwest::Url;

use super::error::ClientError;
use crate::wire::Surface;

/// A base URL that can be used.
#[derive(Clone, Debug)]
pub(super) struct Endpoint {
    base: Url,
}

impl Endpoint {
    /// Checks `base_url`: `https`, or `http` to this machine or where it is allowed, with a host and
    /// nothing that could hold a secret.
    pub(super) fn new(base_url: &str, allow_http: bool) -> Result<Self, ClientError> {
        let base: Url = base_url
            .trim()
            .parse()
            .map_err(|error| ClientError::InvalidBaseUrl {
                reason: "it is not a URL",
                source: Some(Box::new(error)),
            })?;
        let invalid = |reason| {
            Err(ClientError::InvalidBaseUrl {
                reason,
                source: None,
            })
        };
        if !matches!(base.scheme(), "http" | "https") {
            return invalid("its scheme is neither `https` nor `http`");
        }
        if !base.username().is_empty() || base.password().is_some() {
            return invalid("it holds credentials; use `api_key`");
        }
        if base.query().is_some() {
            return invalid("it has a query");
        }
        if base.fragment().is_some() {
            return invalid("it has a fragment");
        }
        let Some(host) = base.host_str() else {
            return invalid("it has no host");
        };
        if base.scheme() == "http" && !allow_http && !is_loopback(host) {
            return Err(ClientError::PlainHttp {
                host: host.to_owned(),
            });
        }
        Ok(Self { base })
    }

    pub(super) fn base(&self) -> &Url {
        &self.base
    }

    /// Whether this is the Phaseo gateway at its public address.
    pub(super) fn is_default(&self) -> bool {
        self.base.as_str().trim_end_matches('/') == crate::Client::DEFAULT_BASE_URL
    }

    /// Whether requests stay on this machine, unencrypted.
    pub(super) fn is_local(&self) -> bool {
        self.base.scheme() == "http" && self.base.host_str().is_some_and(is_loopback)
    }

    /// The URL of `surface`.
    pub(super) fn url(&self, surface: Surface) -> Url {
        let mut url = self.base.clone();
        url.set_path(&format!(
            "{}/{}",
            self.base.path().trim_end_matches('/'),
            surface.path()
        ));
        url
    }
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || address
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::Endpoint;
    use crate::client::ClientError;
    use crate::wire::Surface;

    #[test]
    fn slashes_at_the_end_make_no_difference() {
        for base in [
            "http://localhost:1/v1",
            "http://localhost:1/v1/",
            "http://localhost:1/v1//",
        ] {
            let url = Endpoint::new(base, false)
                .unwrap()
                .url(Surface::ChatCompletions);
            assert_eq!(url.as_str(), "http://localhost:1/v1/chat/completions");
        }
        let url = Endpoint::new("http://localhost:1", false)
            .unwrap()
            .url(Surface::Messages);
        assert_eq!(url.as_str(), "http://localhost:1/messages");
    }

    #[test]
    fn plain_http_stays_on_this_machine() {
        for base in [
            "http://localhost/v1",
            "http://127.0.0.1:8",
            "http://127.9.9.9",
            "http://[::1]:8/v1",
        ] {
            assert!(Endpoint::new(base, false).unwrap().is_local(), "{base}");
        }
        for base in [
            "http://10.0.0.1",
            "http://localhost.evil.com",
            "http://[::2]",
            "http://127.0.0.1.nip.io",
        ] {
            let error = Endpoint::new(base, false).unwrap_err();
            assert!(
                matches!(error, ClientError::PlainHttp { .. }),
                "{base}: {error}"
            );
            assert!(!Endpoint::new(base, true).unwrap().is_local(), "{base}");
        }
        assert!(
            !Endpoint::new("https://localhost", false)
                .unwrap()
                .is_local()
        );
    }

    #[test]
    fn a_url_that_cannot_be_used_is_refused_without_being_named() {
        for base in [
            "",
            "api.example.com/secret",
            "ftp://secret.example.com",
            "https://user:secret@example.com",
            "https://secret@example.com",
            "https://example.com/?key=secret",
            "https://example.com/#secret",
            "file:///secret",
        ] {
            let error = Endpoint::new(base, true).unwrap_err();
            assert!(
                matches!(error, ClientError::InvalidBaseUrl { .. }),
                "{base}: {error}"
            );
            assert!(
                !format!("{error} {error:?}").contains("secret"),
                "{base}: {error:?}"
            );
        }
    }
}
