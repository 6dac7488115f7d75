//! TLS, with ring and the operating system's certificates.

use std::sync::Arc;

use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::Verifier;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::StoreError;

/// Trusts what the operating system trusts; with `certificates`, in PEM, exactly those.
pub(super) fn connector(
    mode: SslMode,
    certificates: Option<&[u8]>,
) -> Result<MakeRustlsConnect, StoreError> {
    // The provider is named, so that none has to be installed for the process.
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(StoreError::backend)?;
    if let Some(pem) = certificates {
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_slice_iter(pem) {
            roots
                .add(certificate.map_err(StoreError::backend)?)
                .map_err(StoreError::backend)?;
        }
        return Ok(MakeRustlsConnect::new(
            builder.with_root_certificates(roots).with_no_client_auth(),
        ));
    }
    let trusted = match mode {
        SslMode::Disable => None,
        // A machine without certificates can still reach a server without TLS.
        SslMode::Prefer => Verifier::new(provider).ok(),
        _ => Some(Verifier::new(provider).map_err(StoreError::backend)?),
    };
    let config = match trusted {
        Some(verifier) => {
            let verifier: Arc<dyn ServerCertVerifier> = Arc::new(verifier);
            builder
                .dangerous()
                .with_custom_certificate_verifier(verifier)
                .with_no_client_auth()
        }
        None => builder
            .with_root_certificates(RootCertStore::empty())
            .with_no_client_auth(),
    };
    Ok(MakeRustlsConnect::new(config))
}
