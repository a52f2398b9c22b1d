//! The codes by which keys are recognized: made with a secret, so that whoever reads the table can neither use nor guess a key.

use kit::config::Secret;
use ring::hmac;
use sha2::{Digest as _, Sha256};

/// The first eight hexadecimal digits of the SHA-256 of a pepper, which say with which one a code was made.
pub fn fingerprint(pepper: &Secret) -> String {
    let digest = Sha256::digest(pepper.expose().as_bytes()).to_vec();
    hex::encode(&digest[..4])
}

/// The code of the whole text of a key.
pub fn mac(pepper: &Secret, text: &str) -> Vec<u8> {
    hmac::sign(&key(pepper), text.as_bytes()).as_ref().to_vec()
}

/// Whether it is the code of the text; takes the same time for every code.
pub fn is_mac(pepper: &Secret, text: &str, mac: &[u8]) -> bool {
    hmac::verify(&key(pepper), text.as_bytes(), mac).is_ok()
}

fn key(pepper: &Secret) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, pepper.expose().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_depends_on_the_pepper_and_the_text() {
        let (one, two) = (Secret::new("one"), Secret::new("two"));
        let code = mac(&one, "ak_live_x");
        assert_eq!(code.len(), 32);
        assert!(is_mac(&one, "ak_live_x", &code));
        assert!(!is_mac(&two, "ak_live_x", &code) && !is_mac(&one, "ak_live_y", &code));
        assert!(!is_mac(&one, "ak_live_x", &[]));
        assert_ne!(fingerprint(&one), fingerprint(&two));
        assert_eq!(fingerprint(&one), "7692c3ad");
    }
}
