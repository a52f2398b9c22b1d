//! Notices that the certificate of Postgres, Redis, NATS or a service is refused, for their clients, and reports it once.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Why the certificate of a server was refused since the last connection to it, if it was; clones share it.
#[derive(Clone)]
pub(crate) struct CertificateRefusal {
    server: Arc<str>,
    reason: Arc<Mutex<Option<String>>>,
}

impl CertificateRefusal {
    /// For a server that the log calls by this name.
    pub(crate) fn new(server: &str) -> Self {
        Self { server: server.into(), reason: Arc::default() }
    }

    /// Notes the failure of a connection. The first refusal since the last connection is reported.
    pub(crate) fn failed(&self, failure: &str) {
        let Some(reason) = refused_certificate(failure) else { return };
        let mut known = self.lock();
        if known.is_none() {
            tracing::error!("{} cannot be trusted, retrying: {reason}", self.server);
        }
        *known = Some(reason);
    }

    /// Notes a connection.
    pub(crate) fn connected(&self) {
        *self.lock() = None;
    }

    /// Why the certificate is refused, if it is.
    #[cfg(feature = "bus")]
    pub(crate) fn reason(&self) -> Option<String> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        self.reason.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why the certificate of a server was refused. Two of the three clients keep only the text of a failure.
pub(crate) fn refused_certificate(failure: &str) -> Option<String> {
    const MARK: &str = "invalid peer certificate: ";
    let reason = &failure[failure.find(MARK)? + MARK.len()..];
    let reason = match reason {
        _ if reason.starts_with("UnknownIssuer") => "its issuer is not trusted",
        _ if reason.starts_with("certificate expired") => "it has expired",
        _ if reason.starts_with("certificate not valid for name") => "it is for another host",
        other => other,
    };
    Some(format!("the certificate is refused: {reason}"))
}

#[cfg(test)]
mod tests {
    use std::io;

    use rustls::{CertificateError, Error};

    use super::*;

    #[test]
    fn a_connection_that_is_not_trusted_has_its_reason() {
        let refused = Error::InvalidCertificate(CertificateError::UnknownIssuer);
        let failure = io::Error::new(io::ErrorKind::InvalidData, refused).to_string();
        let reason = refused_certificate(&failure).unwrap();
        assert_eq!(reason, "the certificate is refused: its issuer is not trusted");
        assert_eq!(refused_certificate("connection refused"), None);
    }
}
