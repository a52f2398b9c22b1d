//! Certificates for tests: an authority, and what it signs, written out in DER.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use time::macros::format_description;
use time::{Duration, OffsetDateTime};

const SEQUENCE: u8 = 0x30;
const ED25519: &[u8] = &[0x06, 0x03, 0x2b, 0x65, 0x70];
const COMMON_NAME: &[u8] = &[0x06, 0x03, 0x55, 0x04, 0x03];
const BASIC_CONSTRAINTS: &[u8] = &[0x06, 0x03, 0x55, 0x1d, 0x13];
const ALTERNATIVE_NAMES: &[u8] = &[0x06, 0x03, 0x55, 0x1d, 0x11];

/// An authority that signs certificates of programs.
pub struct Authority {
    name: String,
    key: Ed25519KeyPair,
    certificate: String,
}

impl Authority {
    pub fn new(name: &str, now: OffsetDateTime) -> Self {
        let (key, _) = key();
        let is_authority = value(SEQUENCE, &value(0x01, &[0xff]));
        let extension =
            [BASIC_CONSTRAINTS, &value(0x01, &[0xff]), &value(0x04, &is_authority)].concat();
        let validity = (now - Duration::days(30), now + Duration::days(30));
        let der = certificate((name, &key), (name, &key), validity, &extension);
        Self { name: name.to_owned(), key, certificate: pem("CERTIFICATE", &der) }
    }

    /// Writes the certificate of a program, valid from a month ago until a moment, and trusts an authority.
    pub fn write(&self, folder: &Path, program: &str, until: OffsetDateTime, trusted: &Self) {
        let (key, pkcs8) = key();
        let names = value(SEQUENCE, &value(0x82, program.as_bytes()));
        let extension = [ALTERNATIVE_NAMES, &value(0x04, &names)].concat();
        let validity = (until - Duration::days(30), until);
        let der = certificate((&self.name, &self.key), (program, &key), validity, &extension);
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join("tls.crt"), pem("CERTIFICATE", &der)).unwrap();
        std::fs::write(folder.join("tls.key"), pem("PRIVATE KEY", &pkcs8)).unwrap();
        std::fs::write(folder.join("ca.crt"), &trusted.certificate).unwrap();
    }
}

fn key() -> (Ed25519KeyPair, Vec<u8>) {
    let pkcs8 = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    (Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).unwrap(), pkcs8.as_ref().to_vec())
}

type Named<'a> = (&'a str, &'a Ed25519KeyPair);

fn certificate(
    (issuer, signer): Named<'_>,
    (subject, key): Named<'_>,
    (from, until): (OffsetDateTime, OffsetDateTime),
    extension: &[u8],
) -> Vec<u8> {
    let algorithm = value(SEQUENCE, ED25519);
    let public = [&[0_u8][..], key.public_key().as_ref()].concat();
    let content = [
        value(0xa0, &value(0x02, &[2])),
        value(0x02, &[1]),
        algorithm.clone(),
        name(issuer),
        value(SEQUENCE, &[moment(from), moment(until)].concat()),
        name(subject),
        value(SEQUENCE, &[algorithm.clone(), value(0x03, &public)].concat()),
        value(0xa3, &value(SEQUENCE, &value(SEQUENCE, extension))),
    ];
    let content = value(SEQUENCE, &content.concat());
    let signature = [&[0_u8][..], signer.sign(&content).as_ref()].concat();
    value(SEQUENCE, &[content, algorithm, value(0x03, &signature)].concat())
}

fn name(text: &str) -> Vec<u8> {
    let part = [COMMON_NAME, &value(0x0c, text.as_bytes())].concat();
    value(SEQUENCE, &value(0x31, &value(SEQUENCE, &part)))
}

fn moment(at: OffsetDateTime) -> Vec<u8> {
    let form = format_description!("[year repr:last_two][month][day][hour][minute][second]Z");
    value(0x17, at.format(form).unwrap().as_bytes())
}

/// A tag, a length and a content.
fn value(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len();
    let head = match length {
        0..0x80 => vec![tag, length as u8],
        0x80..0x100 => vec![tag, 0x81, length as u8],
        _ => vec![tag, 0x82, (length >> 8) as u8, length as u8],
    };
    [head.as_slice(), content].concat()
}

fn pem(label: &str, der: &[u8]) -> String {
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", STANDARD.encode(der))
}
