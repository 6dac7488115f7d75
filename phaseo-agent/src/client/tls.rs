//! TLS, with ring and the operating system's certificates.

use std::sync::Arc;

use rustls::crypto::ring;
use rustls::{ClientConfig, Error, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;

/// Trusts what the operating system trusts.
pub(super) fn config() -> Result<ClientConfig, Error> {
    Ok(builder()?.with_platform_verifier()?.with_no_client_auth())
}

/// Trusts nobody: for a loopback connection, which has no TLS. It reads no certificate store, which
/// costs time and which a bare machine does not have.
pub(super) fn unused() -> Result<ClientConfig, Error> {
    Ok(builder()?
        .with_root_certificates(RootCertStore::empty())
        .with_no_client_auth())
}

/// The provider is named, so that none has to be installed for the process.
fn builder() -> Result<rustls::ConfigBuilder<ClientConfig, rustls::WantsVerifier>, Error> {
    let provider = Arc::new(ring::default_provider());
    ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()
}
