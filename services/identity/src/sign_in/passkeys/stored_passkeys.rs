//! Passkeys as they are stored, and their form in the library.

use kit::db::Tx;
use kit::security_log::{Entry, Event};
use uuid::Uuid;
use webauthn_rp::bin::Decode;
use webauthn_rp::request::PublicKeyCredentialDescriptor;
use webauthn_rp::request::register::UserHandle16;
use webauthn_rp::response::register::{CompressedPubKey, DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId};

use crate::error::IdentityError;

/// The longest answer of a browser, in bytes: the largest keys and ids fit in half of it.
pub const LONGEST_CREDENTIAL: usize = 16 << 10;

/// The public key of a passkey: Ed25519, P-256, P-384 or RSA.
pub type PublicKey = CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>;

/// A passkey that may sign its owner in.
#[derive(sqlx::FromRow)]
pub struct StoredPasskey {
    pub id: Uuid,
    pub user_id: Uuid,
    static_state: Vec<u8>,
    pub dynamic_state: Vec<u8>,
}

impl StoredPasskey {
    /// The public key, and what was found out when the passkey was added.
    pub fn static_state(&self) -> Result<StaticState<PublicKey>, IdentityError> {
        StaticState::<PublicKey>::decode(self.static_state.as_slice())
            .map_err(IdentityError::passkey_state)
    }

    /// The state that each sign-in may change, such as the counter of signatures.
    pub fn dynamic_state(&self) -> Result<DynamicState, IdentityError> {
        let bytes = <[u8; 7]>::try_from(self.dynamic_state.as_slice())
            .map_err(IdentityError::passkey_state)?;
        DynamicState::decode(bytes).map_err(IdentityError::passkey_state)
    }
}

pub async fn find(tx: &mut Tx, credential: &[u8]) -> Result<Option<StoredPasskey>, IdentityError> {
    let found = sqlx::query_as(
        "SELECT id, user_id, static_state, dynamic_state FROM passkeys WHERE credential_id = $1",
    )
    .bind(credential)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found)
}

/// The credentials of a user, which an authenticator must not add again.
pub async fn credentials(
    tx: &mut Tx,
    user: Uuid,
) -> Result<Vec<PublicKeyCredentialDescriptor<Vec<u8>>>, IdentityError> {
    let rows: Vec<(Vec<u8>, i16)> = sqlx::query_as(
        "SELECT credential_id, transports FROM passkeys WHERE user_id = $1 ORDER BY id LIMIT 100",
    )
    .bind(user)
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter().map(descriptor).collect()
}

fn descriptor(
    (id, transports): (Vec<u8>, i16),
) -> Result<PublicKeyCredentialDescriptor<Vec<u8>>, IdentityError> {
    let id = CredentialId::<Vec<u8>>::decode(id).map_err(IdentityError::passkey_state)?;
    let transports = u8::try_from(transports).map_err(IdentityError::passkey_state)?;
    let transports = AuthTransports::decode(transports).map_err(IdentityError::passkey_state)?;
    Ok(PublicKeyCredentialDescriptor { id, transports })
}

/// Serializes changes of a user's passkeys. The address is for the notice: none if the user never proved to own it.
pub async fn lock_owner(tx: &mut Tx, user: Uuid) -> Result<Option<String>, IdentityError> {
    let owner: Option<(String, bool)> = sqlx::query_as(
        "SELECT email, email_verified_at IS NOT NULL FROM users
         WHERE id = $1 FOR NO KEY UPDATE",
    )
    .bind(user)
    .fetch_optional(&mut **tx)
    .await?;
    let (email, verified) = owner.ok_or(IdentityError::UserNotFound)?;
    Ok(verified.then_some(email))
}

/// Deletes all passkeys of a user.
pub async fn delete_all(tx: &mut Tx, user: Uuid) -> Result<(), IdentityError> {
    let delete = sqlx::query("DELETE FROM passkeys WHERE user_id = $1").bind(user);
    if delete.execute(&mut **tx).await?.rows_affected() > 0 {
        let removed = Event::FactorChanged { user, factor: "passkey", change: "removed" };
        tx.log(Entry::success(removed));
    }
    Ok(())
}

/// The handle by which an authenticator names the user.
pub fn handle(user: Uuid) -> UserHandle16 {
    let Ok(handle) = UserHandle16::decode(user.into_bytes());
    handle
}
