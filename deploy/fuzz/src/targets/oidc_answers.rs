//! The answer of a provider's token endpoint: once as an input has it, and once with the input as the claims of an ID
//! token that the provider signed.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use identity::fuzzing::{Issuer, normalise};
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde::Deserialize;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::macros::datetime;

use crate::target::Target;

pub const TARGET: Target = Target {
    name: "oidc_answers",
    run,
    tokens: &[
        "{",
        "}",
        "[",
        "]",
        ",",
        "null",
        "true",
        "false",
        "\"true\"",
        "0",
        "1e300",
        "-1",
        "1767225600",
        "\"iss\":",
        "\"https://issuer.example\"",
        "\"aud\":",
        "\"assay\"",
        "\"exp\":",
        "\"iat\":",
        "\"nonce\":",
        "\"sub\":",
        "\"email\":",
        "\"email_verified\":",
        "\"name#de\":",
        "\"picture\":",
        "\"at_hash\":",
        "\"azp\":",
        "\"access_token\":",
        "\"token_type\":",
        "\"id_token\":",
        "\\u0000",
        "eyJhbGciOiJub25lIn0",
        "eyJhbGciOiJIUzI1NiJ9",
        ".",
        "@",
        "https://",
        "http://",
    ],
    rounds: 1000,
};

const ISSUER: &str = "https://issuer.example";
const CLIENT: &str = "assay";
const NONCE: &str = "a-nonce";
const NOW: OffsetDateTime = datetime!(2026-01-01 00:00 UTC);
/// The allowed difference between the clocks of provider and client, and the loss by rounding.
const SKEW: f64 = 11.0;

static KEY: LazyLock<Ed25519KeyPair> =
    LazyLock::new(|| Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("a seed has 32 bytes"));

static PROVIDER: LazyLock<Issuer> = LazyLock::new(|| {
    let metadata = json!({
        "issuer": ISSUER,
        "authorization_endpoint": "https://issuer.example/authorize",
        "token_endpoint": "https://issuer.example/token",
        "jwks_uri": "https://issuer.example/keys",
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["EdDSA"],
    });
    let point = URL_SAFE_NO_PAD.encode(KEY.public_key());
    let key = json!({ "kty": "OKP", "crv": "Ed25519", "use": "sig", "kid": "one", "x": point });
    let keys = json!({ "keys": [key] });
    let issuer = Issuer::new(&metadata.to_string(), &keys.to_string(), CLIENT, NOW);
    issuer.expect("the provider is well described")
});

/// The claims on which a session rests.
#[derive(Deserialize)]
struct Claims {
    iss: String,
    aud: Value,
    nonce: String,
    sub: String,
    exp: f64,
    email: Option<String>,
}

/// An answer with these claims, signed by the provider or by nobody.
fn answer(claims: &[u8], is_signed: bool) -> Vec<u8> {
    let head = URL_SAFE_NO_PAD.encode(r#"{"alg":"EdDSA","kid":"one"}"#);
    let signed = format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims));
    let signature = KEY.sign(signed.as_bytes());
    let signature = if is_signed { signature.as_ref() } else { &[0; 64] };
    let token = format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature));
    let answer = json!({ "access_token": "a", "token_type": "Bearer", "id_token": token });
    answer.to_string().into_bytes()
}

fn run(input: &[u8]) {
    assert!(PROVIDER.account(input, NONCE).is_none(), "nobody but the provider can sign");
    let signed = answer(input, true);
    let Some(account) = PROVIDER.account(&signed, NONCE) else { return };
    assert!(PROVIDER.account(&signed, "another-nonce").is_none());
    assert!(PROVIDER.account(&answer(input, false), NONCE).is_none());

    assert!((1..=255).contains(&account.subject.len()));
    assert!(account.image.iter().all(|image| image.starts_with("https://")));
    assert!(account.name.iter().all(|name| !name.contains(char::is_control)));
    assert!(account.email.is_some() || !account.email_verified);
    // Names that are there twice and times that are texts are read by fewer.
    let Ok(claims) = serde_json::from_slice::<Claims>(input) else { return };
    assert_eq!((&*claims.iss, &*claims.nonce, &*claims.sub), (ISSUER, NONCE, &*account.subject));
    let audiences = claims.aud.as_array().map_or(std::slice::from_ref(&claims.aud), Vec::as_slice);
    let is_ours = !audiences.is_empty() && audiences.iter().all(|one| one == CLIENT);
    assert!(is_ours, "{}", claims.aud);
    assert!(claims.exp > NOW.unix_timestamp() as f64 - SKEW, "{}", claims.exp);
    assert_eq!(account.email, claims.email.as_deref().and_then(normalise));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_claims_of_the_corpus_sign_in() {
        let claims = include_bytes!("../../fuzz/corpus/oidc_answers/claims");
        let account = PROVIDER.account(&answer(claims, true), NONCE).expect("they are accepted");
        assert_eq!((&*account.subject, account.email.as_deref()), ("one", Some("ada@example.com")));
        assert!(account.email_verified);
    }

    #[test]
    fn the_same_claims_for_another_client_sign_nobody_in() {
        let claims = include_str!("../../fuzz/corpus/oidc_answers/claims");
        for aud in [r#""another""#, r#"["another"]"#, r#"["assay","another"]"#, "[]", "null"] {
            let other = claims.replace(r#""aud": "assay""#, &format!(r#""aud": {aud}"#));
            assert_ne!(other, claims);
            assert!(PROVIDER.account(&answer(other.as_bytes(), true), NONCE).is_none(), "{aud}");
        }
    }
}
