//! Starts a sign-in by a passkey.

use std::time::Duration;

use kit::security_log::{self, Entry, Event, Network};
use proto::identity::v1::{StartPasskeySignInRequest, StartPasskeySignInResponse};
use webauthn_rp::DiscoverableCredentialRequestOptions;
use webauthn_rp::bin::Encode;

use super::challenges::{self, Holder, NewChallenge};
use super::relying_party::RelyingParty;
use crate::context::Context;
use crate::error::IdentityError;
use crate::ip_network;

const WINDOW: Duration = Duration::from_mins(15);
// An office shares one network. Each start stores a row.
const PER_NETWORK: u32 = 300;

/// Sends a challenge that any passkey of this site may answer, in this browser alone: who signs in shows by the answer.
pub async fn start(
    ctx: &Context,
    request: StartPasskeySignInRequest,
) -> Result<StartPasskeySignInResponse, IdentityError> {
    if request.browser_nonce.is_empty() {
        return Err(IdentityError::Invalid("browser_nonce"));
    }
    let site = RelyingParty::new(&ctx.config)?;
    let visitor = request.visitor.unwrap_or_default();
    let network = ip_network::prefix(&visitor.address);
    let key = format!("passkey:network:{network}");
    if ctx.config.signin_limits && !ctx.limit(&key, PER_NETWORK, WINDOW).await {
        let hit = Event::LimitHit { operation: "passkey_sign_in" };
        let refused = Entry::refused(hit, "passkeys_per_network");
        security_log::write(refused.at(Network::parse(&visitor.address)));
        return Err(IdentityError::TooManyAttempts);
    }
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
