//! Keyed pseudonyms: each stays the same for one person, and only who has the secret can find out whose it is.

use ring::hmac;

use crate::config::Secret;

/// The bytes of a pseudonym: enough to tell people apart.
const BYTES: usize = 8;

/// The pseudonym of a person for one purpose, which those of other purposes cannot be compared with.
pub fn pseudonym(secret: &Secret, purpose: &str, person: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.expose().as_bytes());
    let tag = hmac::sign(&key, format!("{purpose}\0{person}").as_bytes());
    hex::encode(&tag.as_ref()[..BYTES])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depends_on_person_purpose_and_secret() {
        let (one, two) = (Secret::new("one"), Secret::new("two"));
        let known = pseudonym(&one, "log", "ann");
        assert_eq!(known, pseudonym(&one, "log", "ann"));
        assert_eq!(known.len(), 2 * BYTES);
        let others = [
            pseudonym(&one, "log", "bob"),
            pseudonym(&one, "events", "ann"),
            pseudonym(&two, "log", "ann"),
        ];
        assert!(!others.contains(&known), "{others:?}");
    }
}
