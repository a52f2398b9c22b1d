//! Certificates for tests: an authority, and the certificates that it signs.

use std::path::Path;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use time::{Duration, OffsetDateTime};

/// An authority that signs certificates of servers and programs.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// Its own certificate, in PEM.
    pub certificate: String,
}

/// A certificate and its key, in PEM.
pub struct Signed {
    pub certificate: String,
    pub key: String,
}

impl Authority {
    pub fn new(name: &str) -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, name);
        let certificate = params.self_signed(&key).unwrap().pem();
        Self { issuer: Issuer::new(params, key), certificate }
    }

    /// A certificate for a host or a program, valid from a month before until a moment.
    pub fn sign(&self, name: &str, until: OffsetDateTime) -> Signed {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        params.not_before = until - Duration::days(30);
        params.not_after = until;
        let certificate = params.signed_by(&key, &self.issuer).unwrap().pem();
        Signed { certificate, key: key.serialize_pem() }
    }

    /// Writes the certificate of a program as cert-manager does, and trusts an authority.
    pub fn write(&self, folder: &Path, program: &str, until: OffsetDateTime, trusted: &Self) {
        let Signed { certificate, key } = self.sign(program, until);
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join("tls.crt"), certificate).unwrap();
        std::fs::write(folder.join("tls.key"), key).unwrap();
        std::fs::write(folder.join("ca.crt"), &trusted.certificate).unwrap();
    }
}
