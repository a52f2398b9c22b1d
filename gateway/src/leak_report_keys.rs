//! The public keys of scanners for leaked secrets, by which their reports are verified.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kit::config::{ConfigError, Env, items};
use ring::signature::{ECDSA_P256_SHA256_ASN1, UnparsedPublicKey};

const SETTING: &str = "LEAK_REPORT_KEYS";
/// The beginning of every public key for ECDSA P-256 in the form of X.509 (RFC 5480), before its point.
const SPKI_PREFIX: &[u8] = &[
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
    0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
];
/// An uncompressed point begins with this byte.
const UNCOMPRESSED: u8 = 4;
const POINT: usize = 65;

/// Public keys by their identifiers.
#[derive(Clone, Debug, Default)]
pub struct LeakReportKeys(BTreeMap<String, Vec<u8>>);

impl LeakReportKeys {
    /// Reads the setting: `identifier=key`, separated by commas; a key is the base64 text of its PEM file, or of its point.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        let text = env.text(SETTING)?.unwrap_or_default();
        let key = |item: &str| {
            let (identifier, key) = item.split_once('=')?;
            let key = STANDARD.decode(key.trim()).ok()?;
            let point = key.strip_prefix(SPKI_PREFIX).unwrap_or(&key);
            let is_point = point.len() == POINT && point.first() == Some(&UNCOMPRESSED);
            let is_named = !identifier.trim().is_empty();
            (is_named && is_point).then(|| (identifier.trim().to_owned(), point.to_vec()))
        };
        let keys = items(&text).map(|item| {
            key(item).ok_or_else(|| {
                let problem = format!(
                    "contains {item:?} (expected identifier=key, a public key for ECDSA P-256 in base64)"
                );
                ConfigError::new(SETTING, problem)
            })
        });
        Ok(Self(keys.collect::<Result<_, _>>()?))
    }

    /// Whether no reports are accepted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the key of this identifier made a signature, in base64, of a message.
    pub fn verify(&self, identifier: &str, signature: &str, message: &[u8]) -> bool {
        let Some(point) = self.0.get(identifier) else { return false };
        let Ok(signature) = STANDARD.decode(signature) else { return false };
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point);
        key.verify(message, &signature).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};

    use super::*;

    fn read(setting: &str) -> Result<LeakReportKeys, ConfigError> {
        LeakReportKeys::from_env(&mut Env::default().with(SETTING, setting))
    }

    #[test]
    fn a_signature_counts_for_its_message_and_its_key() {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let pair = || {
            let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
            EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap()
        };
        let (one, two) = (pair(), pair());
        let point = |pair: &EcdsaKeyPair| pair.public_key().as_ref().to_vec();
        let keys = format!(
            "first={}, second={}",
            STANDARD.encode(point(&one)),
            STANDARD.encode([SPKI_PREFIX, &point(&two)].concat())
        );
        let keys = read(&keys).unwrap();
        for (identifier, pair, other) in [("first", &one, "second"), ("second", &two, "first")] {
            let signature = STANDARD.encode(pair.sign(&random, b"[]").unwrap());
            assert!(keys.verify(identifier, &signature, b"[]"));
            assert!(!keys.verify(identifier, &signature, b"[ ]"));
            assert!(!keys.verify(other, &signature, b"[]"));
            assert!(!keys.verify("third", &signature, b"[]"));
            assert!(!keys.verify(identifier, "", b"[]") && !keys.verify(identifier, "?", b"[]"));
        }
    }

    #[test]
    fn a_setting_that_is_no_key_is_refused() {
        assert!(read("").unwrap().is_empty());
        for wrong in ["first", "first=", "=AAAA", "first=AAAA", "first=?"] {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.starts_with("setting LEAK_REPORT_KEYS contains"), "{error}");
        }
    }
}
