//! Reports of leaked keys by scanners for secrets: signed, and answered with what each text was.

use crate::support::World;
use crate::support::browser::Browser;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kit::api_key::{self, Purpose};
use kit::config::Env;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const ADDRESS: &str = "/api/keys/leaks";

/// The key pair of a scanner, whose public key has the identifier `first`.
struct Scanner(EcdsaKeyPair);

impl Scanner {
    fn new() -> Self {
        let (random, algorithm) = (SystemRandom::new(), &ECDSA_P256_SHA256_ASN1_SIGNING);
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        Self(EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap())
    }

    async fn world(&self) -> World {
        let keys = format!("first={}", STANDARD.encode(self.0.public_key()));
        World::with(Env::default().with("LEAK_REPORT_KEYS", &keys), None).await
    }

    /// A browser with the signature of a report.
    fn signing(&self, world: &World, report: &str) -> Browser {
        let signature = self.0.sign(&SystemRandom::new(), report.as_bytes()).unwrap();
        world
            .anonymous()
            .with("github-public-key-identifier", "first")
            .with("github-public-key-signature", &STANDARD.encode(signature))
    }
}

fn report(tokens: &[&str]) -> String {
    let url = "https://code.example.test/repository/blob/main/.env";
    let found = tokens.iter().map(
        |token| json!({"token": token, "type": "assay_api_key", "url": url, "source": "content"}),
    );
    found.collect::<Value>().to_string()
}

#[tokio::test]
async fn a_signed_report_revokes_keys_and_says_what_each_text_was() {
    let scanner = Scanner::new();
    let world = scanner.world().await;
    let key = world.access.have_key(1, |_| {});
    let made_up = api_key::compose(Purpose::Live, [9; 8], [9; 32]);
    let report = report(&[&key, &made_up]);
    let verdict = |token: &str, label: &str| {
        let hash = hex::encode(Sha256::digest(token));
        json!({"token_hash": hash, "token_type": "assay_api_key", "label": label})
    };
    let answer = scanner.signing(&world, &report).post(ADDRESS, &report).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let expected = [verdict(&key, "true_positive"), verdict(&made_up, "false_positive")];
    assert_eq!(answer.json(), json!(expected));
    let leaked = world.access.leaked();
    assert_eq!(leaked[0].text, key);
    assert!(leaked[0].found_at.as_deref().unwrap().starts_with("https://code.example.test/"));
    assert_eq!(scanner.signing(&world, &report).post(ADDRESS, &report).await.status, 200, "again");
}

#[tokio::test]
async fn a_report_without_a_right_signature_is_not_read() {
    let (scanner, other) = (Scanner::new(), Scanner::new());
    let world = scanner.world().await;
    let key = world.access.have_key(1, |_| {});
    let report = report(&[&key]);
    let unsigned = world.anonymous();
    for browser in [&unsigned, &other.signing(&world, &report), &scanner.signing(&world, "[]")] {
        for body in [report.as_str(), "not JSON"] {
            let answer = browser.post(ADDRESS, body).await;
            assert_eq!(answer.status, 403, "{}", answer.text());
            assert_eq!(answer.json()["error"]["data"]["reason"], "signature_invalid");
        }
    }
    assert!(world.access.leaked().is_empty());
}

#[tokio::test]
async fn reports_have_limits() {
    let scanner = Scanner::new();
    let world = scanner.world().await;
    let many = report(&["x"; 101]);
    let large = format!("[{}]", " ".repeat(64 << 10));
    for (body, status) in [("{}", 400), ("[{}]", 400), (&*many, 400), (&*large, 413), ("[]", 200)] {
        let answer = scanner.signing(&world, body).post(ADDRESS, body).await;
        assert_eq!(answer.status, status, "{}", answer.text());
    }
    let read = world.get(ADDRESS).await;
    assert_eq!((read.status, read.header("allow")), (405, Some("POST")));
    let without = World::start().await;
    assert_eq!(without.anonymous().post(ADDRESS, "[]").await.status, 404);
}
