//! The operator's own certificate authority, which may have issued the certificates of Postgres, Redis, NATS and the collector of traces.

use std::fmt;
use std::sync::Arc;

use crate::config::{ConfigError, Env};
use crate::replaceable_secret::ReplaceableSecret;

/// Its certificates in PEM, if the operator has one; clones share them.
#[derive(Clone, Default)]
pub struct PrivateCa(Option<ReplaceableSecret>);

impl PrivateCa {
    /// Reads `PRIVATE_CA`, usually as `PRIVATE_CA_FILE`, which is read again while the process runs. Without it, the
    /// authorities of the system are trusted.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        let name = "PRIVATE_CA";
        let Some(pem) = env.optional_replaceable_secret(name)? else { return Ok(Self::default()) };
        Self::from_pem(&pem.now()).map_err(|problem| ConfigError::new(name, problem))?;
        Ok(Self(Some(pem)))
    }

    /// One or several certificates.
    pub fn from_pem(pem: &str) -> Result<Self, &'static str> {
        if pem.contains("-----BEGIN CERTIFICATE-----") {
            Ok(Self(Some(pem.into())))
        } else {
            Err("holds no certificate in PEM")
        }
    }

    pub(crate) fn pem(&self) -> Option<Arc<str>> {
        self.0.as_ref().map(ReplaceableSecret::now)
    }

    /// Where its certificates are read, if that is a file.
    #[cfg(feature = "bus")]
    pub(crate) fn file(&self) -> Option<&std::path::Path> {
        self.0.as_ref()?.file()
    }

    /// The settings of a TLS client that trusts it alone.
    #[cfg(feature = "bus")]
    pub(crate) fn client(&self) -> Option<Result<rustls::ClientConfig, String>> {
        use rustls::pki_types::{CertificateDer, pem::PemObject as _};

        let trusted = |pem: Arc<str>| {
            let mut roots = rustls::RootCertStore::empty();
            for certificate in CertificateDer::pem_slice_iter(pem.as_bytes()) {
                let certificate = certificate.map_err(|error| error.to_string())?;
                roots.add(certificate).map_err(|error| error.to_string())?;
            }
            let client = rustls::ClientConfig::builder().with_root_certificates(roots);
            Ok(client.with_no_client_auth())
        };
        self.pem().map(trusted)
    }
}

impl fmt::Debug for PrivateCa {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "PrivateCa(set)" } else { "PrivateCa(unset)" })
    }
}
