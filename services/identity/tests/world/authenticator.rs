//! A software authenticator: creates and uses passkeys as a browser does, for one site and one user.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

/// The id of the site under test.
pub const SITE: &str = "localhost";
/// The origin of its pages.
pub const ORIGIN: &str = "http://localhost:8080";

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const HAS_CREDENTIAL: u8 = 0x40;

/// A passkey with its private key. Its claims about itself can be set.
pub struct Authenticator {
    key: EcdsaKeyPair,
    id: Vec<u8>,
    pub user_handle: String,
    pub site: String,
    pub origin: String,
    pub counter: u32,
    pub user_verified: bool,
    /// Whether the page was in a frame of another site.
    pub cross_origin: bool,
}

impl Authenticator {
    /// A passkey that no site knows.
    pub fn new() -> Self {
        let random = SystemRandom::new();
        let document =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let key =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, document.as_ref(), &random);
        Self {
            key: key.unwrap(),
            id: kit::id::new().into_bytes().to_vec(),
            user_handle: String::new(),
            site: SITE.to_owned(),
            origin: ORIGIN.to_owned(),
            counter: 0,
            user_verified: true,
            cross_origin: false,
        }
    }

    /// The id by which sites know it.
    pub fn id(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.id)
    }

    /// Answers the options of a registration, as RegistrationResponseJSON.
    pub fn create(&mut self, options: &str) -> String {
        let options: Value = serde_json::from_str(options).unwrap();
        options["user"]["id"].as_str().unwrap().clone_into(&mut self.user_handle);
        let client_data = self.client_data("webauthn.create", &options);
        let mut data = self.head(HAS_CREDENTIAL);
        data.extend([0_u8; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        data.extend(self.cose_key());
        // {"fmt": "none", "attStmt": {}, "authData": data} in CBOR.
        let mut attestation = vec![0xa3, 0x63];
        attestation.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        attestation.push(u8::try_from(data.len()).unwrap());
        attestation.extend(data);
        json!({
            "id": URL_SAFE_NO_PAD.encode(&self.id),
            "rawId": URL_SAFE_NO_PAD.encode(&self.id),
            "type": "public-key",
            "response": {
                "clientDataJSON": URL_SAFE_NO_PAD.encode(client_data),
                "attestationObject": URL_SAFE_NO_PAD.encode(attestation),
                "transports": ["internal"],
            },
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
        })
        .to_string()
    }

    /// Answers the options of a sign-in, as AuthenticationResponseJSON.
    pub fn sign(&self, options: &str) -> String {
        let options: Value = serde_json::from_str(options).unwrap();
        let client_data = self.client_data("webauthn.get", &options);
        let data = self.head(0);
        let mut signed = data.clone();
        signed.extend(digest(&SHA256, client_data.as_bytes()).as_ref());
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        json!({
            "id": URL_SAFE_NO_PAD.encode(&self.id),
            "rawId": URL_SAFE_NO_PAD.encode(&self.id),
            "type": "public-key",
            "response": {
                "clientDataJSON": URL_SAFE_NO_PAD.encode(client_data),
                "authenticatorData": URL_SAFE_NO_PAD.encode(data),
                "signature": URL_SAFE_NO_PAD.encode(signature.as_ref()),
                "userHandle": self.user_handle,
            },
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
        })
        .to_string()
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        let challenge = &options["challenge"];
        json!({
            "type": kind,
            "challenge": challenge,
            "origin": self.origin,
            "crossOrigin": self.cross_origin,
        })
        .to_string()
    }

    /// The hash of the site, the flags and the counter.
    fn head(&self, flags: u8) -> Vec<u8> {
        let verified = if self.user_verified { USER_VERIFIED } else { 0 };
        let mut data = digest(&SHA256, self.site.as_bytes()).as_ref().to_vec();
        data.push(flags | USER_PRESENT | verified);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR: a key on P-256 for ES256.
    fn cose_key(&self) -> Vec<u8> {
        let point = self.key.public_key().as_ref();
        let mut cose = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
        cose.extend(&point[1..33]);
        cose.extend([0x22, 0x58, 0x20]);
        cose.extend(&point[33..65]);
        cose
    }
}
