//! Starts a sign-in by a passkey with a challenge that any passkey of the site may answer, in one browser alone.

use proto::identity::v1::{StartPasskeySignInRequest, StartPasskeySignInResponse};
use webauthn_rp::DiscoverableCredentialRequestOptions;
use webauthn_rp::bin::Encode;

use super::challenges::{self, Holder, NewChallenge};
use super::rate_limits;
use super::relying_party::RelyingParty;
use crate::context::Context;
use crate::error::IdentityError;

/// Sends a challenge that any passkey of this site may answer, in this browser alone: who signs in shows by the answer.
pub async fn start(
    ctx: &Context,
    request: StartPasskeySignInRequest,
) -> Result<StartPasskeySignInResponse, IdentityError> {
    if request.browser_nonce.is_empty() {
        return Err(IdentityError::Invalid("browser_nonce"));
    }
    let site = RelyingParty::new(&ctx.config)?;
    let address = request.visitor.unwrap_or_default().address;
    rate_limits::take(ctx, &address, request.session_token.as_deref()).await?;
    let (options, new) = compose(&site)?;
    let mut tx = ctx.db.tx().await?;
    let holder = Holder::Browser { nonce: &request.browser_nonce };
    challenges::store(ctx, &mut tx, holder, new).await?;
    tx.commit().await?;
    Ok(StartPasskeySignInResponse { options })
}

fn compose(site: &RelyingParty) -> Result<(String, NewChallenge), IdentityError> {
    let options = DiscoverableCredentialRequestOptions::passkey(&site.id);
    let challenge = options.0.challenge.as_data();
    let (server, client) = options.start_ceremony().map_err(IdentityError::passkey_state)?;
    let state = server.encode().map_err(IdentityError::passkey_state)?;
    let options = serde_json::to_string(&client).map_err(IdentityError::passkey_state)?;
    Ok((options, NewChallenge { challenge, state }))
}
