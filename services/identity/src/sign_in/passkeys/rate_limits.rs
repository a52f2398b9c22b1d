//! The rate limit of sign-ins by passkeys.

use kit::security_log::{self, Entry, Event, Network};

use crate::context::Context;
use crate::error::IdentityError;
use crate::ip_network;
use crate::rate_window::RATE_WINDOW;
use crate::sign_in::session_owner;

// An office shares one network. Each start stores a row.
const STARTS_PER_NETWORK: u32 = 300;
const STARTS_PER_USER: u32 = 30;

/// Counts one more sign-in that the visitor's network starts. One that a user starts with a session counts for them: nobody else
/// keeps them from signing in again.
pub async fn take(
    ctx: &Context,
    visitor_address: &str,
    session_token: Option<&str>,
) -> Result<(), IdentityError> {
    if !ctx.config.signin_limits {
        return Ok(());
    }
    let owner = ctx.bounded(session_owner::find(ctx, session_token)).await?;
    let (key, limit, reason) = if let Some((user, _)) = owner {
        (format!("passkey:user:{user}"), STARTS_PER_USER, "passkeys_per_user")
    } else {
        let network = ip_network::prefix(visitor_address);
        (format!("passkey:network:{network}"), STARTS_PER_NETWORK, "passkeys_per_network")
    };
    if ctx.limit(&key, limit, RATE_WINDOW).await {
        return Ok(());
    }
    let hit = Entry::refused(Event::LimitHit { operation: "passkey_sign_in" }, reason);
    security_log::write(hit.at(Network::parse(visitor_address)));
    Err(IdentityError::TooManyAttempts)
}
