//! Signs in the owner of the passkey that a browser used.

use kit::db::Tx;
use kit::security_log::{self, Entry, Event, Network};
use proto::codec::Text;
use proto::identity::v1::{FinishPasskeySignInRequest, SignInMethod, SignedIn};
use uuid::Uuid;
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication16, DiscoverableAuthenticationServerState,
};

use super::challenges::{self, Holder};
use super::relying_party::RelyingParty;
use super::stored_passkeys::{self, StoredPasskey};
use crate::context::Context;
use crate::error::IdentityError;
use crate::sessions::start::{self, CurrentSession, NewSession};

/// Verifies the browser's answer and starts a session. The passkey has verified its user by a PIN or a biometric, so it
/// is two factors by itself.
pub async fn finish(
    ctx: &Context,
    request: FinishPasskeySignInRequest,
) -> Result<SignedIn, IdentityError> {
    let network = request.visitor.as_ref().and_then(|it| Network::parse(&it.address));
    let refused = |error: &IdentityError| {
        let event = Event::SignIn { method: SignInMethod::Passkey.text() };
        security_log::write(Entry::failure(event, error.reason()).at(network.clone()));
    };
    let answer =
        read(ctx, &request.credential, &request.browser_nonce).await.inspect_err(&refused)?;
    let mut tx = ctx.db.tx().await?;
    let used = verify(ctx, &mut tx, &answer).await.inspect_err(&refused)?;
    let current = start::current_session(ctx, &mut tx, request.session_token.as_deref()).await?;
    if request.step_up {
        check_step_up(&used, current.as_ref()).inspect_err(&refused)?;
    }
    let new = NewSession {
        user: used.user,
        method: SignInMethod::Passkey,
        visitor: request.visitor,
        second_factor: true,
        authenticated_at: Some(ctx.now()),
    };
    let signed_in = start::start(ctx, &mut tx, new, current).await?;
    mark_used(ctx, &mut tx, &used).await.inspect_err(&refused)?;
    tx.commit().await?;
    Ok(signed_in)
}

/// Refuses a step-up by anybody else: what the page repeats after it would be done in their name.
fn check_step_up(
    used: &VerifiedPasskey,
    current: Option<&CurrentSession>,
) -> Result<(), IdentityError> {
    let current = current.ok_or(IdentityError::SessionNotFound)?;
    if current.user_id == used.user { Ok(()) } else { Err(IdentityError::AnotherUser) }
}

/// An answer whose challenge was taken.
pub struct Answer {
    authentication: DiscoverableAuthentication16,
    state: Vec<u8>,
}

/// Reads the browser's answer and takes its challenge, which the same browser received.
pub async fn read(
    ctx: &Context,
    credential: &str,
    browser_nonce: &str,
) -> Result<Answer, IdentityError> {
    if credential.len() > stored_passkeys::LONGEST_CREDENTIAL {
        return Err(IdentityError::PasskeyRefused);
    }
    let authentication = DiscoverableAuthentication16::from_json_relaxed(credential.as_bytes())
        .map_err(IdentityError::passkey_refused)?;
    let challenge = authentication.challenge_relaxed().map_err(IdentityError::passkey_refused)?;
    let state = challenges::take(ctx, challenge, Holder::Browser { nonce: browser_nonce }).await?;
    Ok(Answer { authentication, state })
}

/// A passkey that signed a challenge.
pub struct VerifiedPasskey {
    pub user: Uuid,
    passkey: Uuid,
    before: Vec<u8>,
    after: Vec<u8>,
}

/// Finds the passkey of an answer and verifies its signature.
pub async fn verify(
    ctx: &Context,
    tx: &mut Tx,
    answer: &Answer,
) -> Result<VerifiedPasskey, IdentityError> {
    let site = RelyingParty::new(&ctx.config)?;
    let credential = answer.authentication.raw_id().into_inner();
    let stored =
        stored_passkeys::find(tx, credential).await?.ok_or(IdentityError::PasskeyRefused)?;
    let after = accept(&site, &stored, answer)?;
    Ok(VerifiedPasskey {
        user: stored.user_id,
        passkey: stored.id,
        before: stored.dynamic_state,
        after,
    })
}

/// The state of the passkey after the sign-in.
fn accept(
    site: &RelyingParty,
    stored: &StoredPasskey,
    answer: &Answer,
) -> Result<Vec<u8>, IdentityError> {
    let state = DiscoverableAuthenticationServerState::decode(answer.state.as_slice())
        .map_err(IdentityError::passkey_state)?;
    let handle = stored_passkeys::handle(stored.user_id);
    let mut passkey = AuthenticatedCredential::new(
        answer.authentication.raw_id(),
        &handle,
        stored.static_state()?,
        stored.dynamic_state()?,
    )
    .map_err(IdentityError::passkey_state)?;
    let origins = [site.origin.as_str()];
    let options = AuthenticationVerificationOptions::<&str, &str> {
        allowed_origins: &origins,
        error_on_unsolicited_extensions: false,
        ..Default::default()
    };
    state
        .verify(&site.id, &answer.authentication, &mut passkey, &options)
        .map_err(IdentityError::passkey_refused)?;
    let Ok(after) = passkey.dynamic_state().encode();
    Ok(after.to_vec())
}

/// Stores the counter. Of two sign-ins with one counter the second is refused, and so is a passkey that was removed in
/// the meantime.
pub async fn mark_used(
    ctx: &Context,
    tx: &mut Tx,
    used: &VerifiedPasskey,
) -> Result<(), IdentityError> {
    let marked = sqlx::query(
        "UPDATE passkeys SET dynamic_state = $3, last_used_at = $4
         WHERE id = $1 AND dynamic_state = $2",
    )
    .bind(used.passkey)
    .bind(&used.before)
    .bind(&used.after)
    .bind(ctx.now())
    .execute(&mut **tx)
    .await?;
    if marked.rows_affected() == 0 { Err(IdentityError::PasskeyRefused) } else { Ok(()) }
}
