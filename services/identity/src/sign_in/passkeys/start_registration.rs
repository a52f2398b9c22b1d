//! Starts to add a passkey: answers the options with which the browser creates one.

use std::sync::Arc;

use kit::identity_limits::MOST_PASSKEYS;
use kit::peers::Person;
use proto::identity::v1::{StartPasskeyRegistrationRequest, StartPasskeyRegistrationResponse};
use uuid::Uuid;
use webauthn_rp::PublicKeyCredentialCreationOptions;
use webauthn_rp::bin::Encode;
use webauthn_rp::request::PublicKeyCredentialDescriptor;
use webauthn_rp::request::register::{CredProtect, PublicKeyCredentialUserEntity, Username};

use super::challenges::{self, Holder, NewChallenge};
use super::relying_party::RelyingParty;
use super::stored_passkeys;
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;

/// Sends a challenge to the caller's browser, which answers it in the same session.
pub async fn start(
    ctx: &Context,
    person: Arc<Person>,
    _: StartPasskeyRegistrationRequest,
) -> Result<StartPasskeyRegistrationResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let site = RelyingParty::new(&ctx.config)?;
    let mut tx = ctx.db.tx().await?;
    let email: Option<String> = sqlx::query_scalar("SELECT email FROM users WHERE id = $1")
        .bind(user)
        .fetch_optional(&mut *tx)
        .await?;
    let email = email.ok_or(IdentityError::UserNotFound)?;
    let known = stored_passkeys::credentials(&mut tx, user).await?;
    if known.len() >= MOST_PASSKEYS {
        return Err(IdentityError::TooManyPasskeys);
    }
    let (options, new) = compose(&site, user, &email, known)?;
    let holder = Holder::Session { user, id: &person.session_id };
    challenges::store(ctx, &mut tx, holder, new).await?;
    tx.commit().await?;
    Ok(StartPasskeyRegistrationResponse { options })
}

fn compose(
    site: &RelyingParty,
    user: Uuid,
    email: &str,
    known: Vec<PublicKeyCredentialDescriptor<Vec<u8>>>,
) -> Result<(String, NewChallenge), IdentityError> {
    let handle = stored_passkeys::handle(user);
    let mut entity = PublicKeyCredentialUserEntity::from(&handle);
    // The rules for these names are narrower than those for addresses; the name only helps to choose.
    if let Ok(name) = Username::try_from(email) {
        entity.name = name;
    }
    let mut options = PublicKeyCredentialCreationOptions::passkey(&site.id, entity, known);
    // Authenticators without this protection would be refused, and many are.
    options.extensions.cred_protect = CredProtect::None;
    let challenge = options.challenge.as_data();
    let (server, client) = options.start_ceremony().map_err(IdentityError::passkey_state)?;
    let state = server.encode().map_err(IdentityError::passkey_state)?;
    let options = serde_json::to_string(&client).map_err(IdentityError::passkey_state)?;
    Ok((options, NewChallenge { challenge, state }))
}
