//! Signs the manifest of the datasets with an Ed25519 key, so that a reader can prove where a file comes from.

use kit::config::Secret;
use kit::db::DbError;
use kit::peers::ED25519_PUBLIC_PREFIX;
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use sqlx::PgConnection;

const SEED_BYTES: usize = 32;

/// Signs manifests.
pub struct Signer(Ed25519KeyPair);

impl Signer {
    /// With the key of the settings, or with one that is made once and kept in the database.
    pub async fn load(conn: &mut PgConnection, key: Option<&Secret>) -> Result<Self, DbError> {
        let seed = match key {
            Some(key) => decode_seed(key).unwrap_or_default(),
            None => stored_seed(conn).await?,
        };
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed);
        pair.map(Self).map_err(|_| sqlx::Error::Protocol("the key is no key".to_owned()).into())
    }

    pub fn sign(&self, text: &str) -> Vec<u8> {
        self.0.sign(text.as_bytes()).as_ref().to_vec()
    }

    /// The 32 bytes that verify it.
    pub fn public_key(&self) -> Vec<u8> {
        self.0.public_key().as_ref().to_vec()
    }
}

/// The seed that a setting holds: 64 hexadecimal digits.
pub fn decode_seed(key: &Secret) -> Option<Vec<u8>> {
    hex::decode(key.expose().trim()).ok().filter(|seed| seed.len() == SEED_BYTES)
}

/// The seed in the database, made at the first use.
async fn stored_seed(conn: &mut PgConnection) -> Result<Vec<u8>, DbError> {
    let new: [u8; SEED_BYTES] = ring::rand::generate(&SystemRandom::new())
        .map_err(|_| sqlx::Error::Protocol("there is no randomness".to_owned()))?
        .expose();
    sqlx::query("INSERT INTO dataset_key (seed) VALUES ($1) ON CONFLICT DO NOTHING")
        .bind(&new[..])
        .execute(&mut *conn)
        .await?;
    Ok(sqlx::query_scalar("SELECT seed FROM dataset_key").fetch_one(conn).await?)
}

/// A public key as PEM.
pub fn pem(key: &[u8]) -> String {
    use base64::Engine as _;
    let whole = [&ED25519_PUBLIC_PREFIX[..], key].concat();
    let text = base64::engine::general_purpose::STANDARD.encode(whole);
    format!("-----BEGIN PUBLIC KEY-----\n{text}\n-----END PUBLIC KEY-----\n")
}
