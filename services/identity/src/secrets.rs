//! Random secrets, and the hashes that are stored instead of them.

use hmac::{Hmac, KeyInit, Mac};
use kit::auth_secret::AuthSecret;
use kit::config::Secret;
use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};

/// The length of a token in hex.
pub const TOKEN_LENGTH: usize = 64;

/// 32 random bytes in hex.
pub fn token() -> Result<String, rand::rngs::SysError> {
    let mut bytes = [0_u8; 32];
    SysRng.try_fill_bytes(&mut bytes)?;
    Ok(hex::encode(bytes))
}

/// The stored hash of a session's token.
pub fn session_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// The stored hash of a link's token, which also depends on `AUTH_SECRET`.
pub fn link_hash(token: &str, secret: &Secret) -> Vec<u8> {
    Sha256::new()
        .chain_update(token.as_bytes())
        .chain_update(secret.expose().as_bytes())
        .finalize()
        .to_vec()
}

/// The hashes under which a link's token may be stored: one for each secret that is accepted.
pub fn link_hashes(token: &str, secret: &AuthSecret) -> Vec<Vec<u8>> {
    secret.accepted().iter().map(|secret| link_hash(token, secret)).collect()
}

/// HMAC-SHA256 in hex.
pub fn proof(secret: &Secret, text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.expose().as_bytes())
        .expect("HMAC takes a key of any length");
    mac.update(text.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_never_the_same() {
        let token = token().unwrap();
        assert_eq!(token.len(), TOKEN_LENGTH);
        assert_ne!(token, super::token().unwrap());
    }

    #[test]
    fn a_link_hash_depends_on_the_secret() {
        let one = link_hash("token", &Secret::new("one"));
        assert_eq!(one, link_hash("token", &Secret::new("one")));
        assert_ne!(one, link_hash("token", &Secret::new("two")));
    }

    // RFC 4231, test case 2.
    #[test]
    fn proofs_are_hmac_sha256() {
        assert_eq!(
            proof(&Secret::new("Jefe"), "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }
}
