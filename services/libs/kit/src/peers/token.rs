//! Signed tokens: base64 of a JSON claim, a dot, and base64 of its signature.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::HeaderValue;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::keys::Keys;
use super::person::Person;

/// The longest time that a token may be valid.
pub(super) const LONGEST_SECONDS: i64 = 60;
/// For how long they are signed: clocks that differ by ten seconds do no harm.
const SIGNED_SECONDS: i64 = 50;
/// For how long one is sent before the next is signed; what is left is for a receiver whose clock is ahead.
const SENT_SECONDS: i64 = 20;
const LONGEST_TEXT: usize = 2048;
/// The first words of what is signed: a token of one kind is no token of another.
const PEER: &str = "assay peer 1\n";
const PERSON: &str = "assay person 1\n";

/// A claim with what limits it.
#[derive(Serialize, Deserialize)]
struct SignedClaim<T> {
    /// The program that signs it.
    issuer: String,
    /// The second in which its key was made.
    key: i64,
    /// In seconds since 1970.
    expires_at: i64,
    claim: T,
}

/// The claims of a token: the caller and the called service.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PeerToken {
    /// The calling program.
    #[serde(skip)]
    pub issuer: String,
    /// The program that is called.
    pub audience: String,
}

/// Says on whose behalf a call is made, to one service.
#[derive(Serialize, Deserialize)]
struct Statement<P> {
    /// The program that is called.
    audience: String,
    person: P,
}

/// Signs with the keys of a program.
pub(super) struct Signer<'a> {
    pub program: &'a str,
    pub keys: &'a Keys,
    pub now: i64,
}

impl Signer<'_> {
    /// A token for calls to a service, and until when it is sent; none without a key.
    pub fn peer_token(&self, audience: &str) -> Option<(HeaderValue, i64)> {
        self.sign(PEER, &PeerToken { issuer: String::new(), audience: audience.to_owned() })
    }

    /// The statement about a person for calls to a service, and until when it is sent.
    pub fn person(&self, audience: &str, person: &Person) -> Option<(HeaderValue, i64)> {
        self.sign(PERSON, &Statement { audience: audience.to_owned(), person })
    }

    fn sign<T: Serialize>(&self, kind: &str, claim: &T) -> Option<(HeaderValue, i64)> {
        let (key, pair) = self.keys.signing(self.now)?;
        let expires_at = self.now + SIGNED_SECONDS;
        let signed = SignedClaim { issuer: self.program.to_owned(), key, expires_at, claim };
        let payload = URL_SAFE_NO_PAD.encode(serde_json::to_vec(&signed).ok()?);
        let signature = pair.sign(format!("{kind}{payload}").as_bytes());
        let text = format!("{payload}.{}", URL_SAFE_NO_PAD.encode(signature.as_ref()));
        Some((HeaderValue::from_str(&text).ok()?, self.now + SENT_SECONDS))
    }
}

/// The token of a caller, and until when it is valid; otherwise the reason for the log.
pub(super) fn verify_peer(
    text: &[u8],
    keys: &Keys,
    now: i64,
) -> Result<(PeerToken, i64), &'static str> {
    let signed: SignedClaim<PeerToken> = verify(PEER, text, keys, now)?;
    Ok((PeerToken { issuer: signed.issuer, ..signed.claim }, signed.expires_at))
}

/// The person in the statement of a program to a service, and the time at which the statement expires.
pub(super) fn verify_person(
    text: &[u8],
    issuer: &str,
    audience: &str,
    keys: &Keys,
    now: i64,
) -> Result<(Person, i64), &'static str> {
    let signed: SignedClaim<Statement<Person>> = verify(PERSON, text, keys, now)?;
    if signed.issuer != issuer {
        return Err("its issuer states nothing about persons");
    }
    if signed.claim.audience != audience {
        return Err("its statement is for another service");
    }
    Ok((signed.claim.person, signed.expires_at))
}

fn verify<T: DeserializeOwned>(
    kind: &str,
    text: &[u8],
    keys: &Keys,
    now: i64,
) -> Result<SignedClaim<T>, &'static str> {
    const MALFORMED: &str = "it is malformed";
    if text.len() > LONGEST_TEXT {
        return Err(MALFORMED);
    }
    let text = std::str::from_utf8(text).map_err(|_| MALFORMED)?;
    let (payload, signature) = text.split_once('.').ok_or(MALFORMED)?;
    let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| MALFORMED);
    let signature = decode(signature)?;
    let signed: SignedClaim<T> =
        serde_json::from_slice(&decode(payload)?).map_err(|_| MALFORMED)?;
    let message = format!("{kind}{payload}");
    if !keys.has_signed(&signed.issuer, signed.key, message.as_bytes(), &signature) {
        return Err("its signature is not valid");
    }
    if signed.expires_at <= now {
        return Err("it has expired");
    }
    if signed.expires_at > now + LONGEST_SECONDS {
        return Err("it would be valid for too long");
    }
    Ok(signed)
}

#[cfg(all(test, feature = "testing"))]
mod tests {
    use proto::identity::v1::Role;

    use super::*;

    const NOW: i64 = 1_700_000_000;

    fn signer<'a>(program: &'a str, keys: &'a Keys) -> Signer<'a> {
        Signer { program, keys, now: NOW }
    }

    fn person() -> Person {
        Person {
            user_id: "u".to_owned(),
            organization_id: None,
            role: Role::Admin,
            role_epoch: 3,
            session_id: "s".to_owned(),
            fresh_until: 5,
        }
    }

    #[test]
    fn a_token_names_its_issuer_and_its_audience_for_less_than_a_minute() {
        let keys = Keys::for_tests("gateway");
        let (token, sent_until) = signer("gateway", &keys).peer_token("catalog").unwrap();
        let (verified, expires_at) = verify_peer(token.as_bytes(), &keys, NOW).unwrap();
        assert_eq!((verified.issuer.as_str(), verified.audience.as_str()), ("gateway", "catalog"));
        assert!(sent_until < expires_at && expires_at <= NOW + LONGEST_SECONDS);
        for moment in [expires_at, expires_at + 1000] {
            assert_eq!(verify_peer(token.as_bytes(), &keys, moment).unwrap_err(), "it has expired");
        }
        let long_before = verify_peer(token.as_bytes(), &keys, NOW - 1000).unwrap_err();
        assert_eq!(long_before, "it would be valid for too long");
    }

    #[test]
    fn nobody_signs_in_the_name_of_another() {
        let keys = Keys::for_tests("catalog");
        let (forged, _) = signer("gateway", &keys).peer_token("identity").unwrap();
        let refused = verify_peer(forged.as_bytes(), &keys, NOW).unwrap_err();
        assert_eq!(refused, "its signature is not valid");
        let (own, _) = signer("catalog", &keys).person("identity", &person()).unwrap();
        let refused = verify_person(own.as_bytes(), "gateway", "identity", &keys, NOW).unwrap_err();
        assert_eq!(refused, "its issuer states nothing about persons");
    }

    #[test]
    fn a_statement_survives_the_wire_and_nothing_else_passes_for_it() {
        let keys = Keys::for_tests("gateway");
        let (statement, _) = signer("gateway", &keys).person("catalog", &person()).unwrap();
        let verified = verify_person(statement.as_bytes(), "gateway", "catalog", &keys, NOW);
        assert_eq!(verified.unwrap().0, person());
        assert!(verify_peer(statement.as_bytes(), &keys, NOW).is_err());
        let (token, _) = signer("gateway", &keys).peer_token("catalog").unwrap();
        assert!(verify_person(token.as_bytes(), "gateway", "catalog", &keys, NOW).is_err());
    }

    #[test]
    fn a_statement_is_for_the_service_that_it_names() {
        let keys = Keys::for_tests("gateway");
        let (statement, _) = signer("gateway", &keys).person("catalog", &person()).unwrap();
        for service in ["identity", "profiles", "timeseries", ""] {
            let refused = verify_person(statement.as_bytes(), "gateway", service, &keys, NOW);
            assert_eq!(refused.unwrap_err(), "its statement is for another service");
        }
    }

    #[test]
    fn a_statement_of_an_earlier_version_names_no_fresh_sign_in() {
        let mut claim = serde_json::to_value(person()).unwrap();
        claim.as_object_mut().unwrap().remove("fresh_until");
        let earlier: Person = serde_json::from_value(claim).unwrap();
        assert!(person().is_fresh(4) && !person().is_fresh(5));
        assert!(!earlier.is_fresh(0));
    }

    #[test]
    fn every_changed_letter_is_refused() {
        let keys = Keys::for_tests("gateway");
        let (token, _) = signer("gateway", &keys).peer_token("catalog").unwrap();
        let text = token.as_bytes();
        for place in 0..text.len() {
            let mut tampered = text.to_vec();
            tampered[place] = if tampered[place] == b'A' { b'B' } else { b'A' };
            assert!(verify_peer(&tampered, &keys, NOW).is_err(), "at {place}");
        }
        for nonsense in [&b""[..], b".", b"a.b", &[0xff; 9], &[b'A'; 5000]] {
            assert!(verify_peer(nonsense, &keys, NOW).is_err());
        }
    }
}
