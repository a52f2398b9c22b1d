//! The rate limit of sign-ins by passkeys.

use kit::security_log::{self, Entry, Event, Network};

use crate::context::Context;
use crate::error::IdentityError;
use crate::ip_network;
use crate::rate_window::RATE_WINDOW;

// An office shares one network. Each start stores a row.
const STARTS_PER_NETWORK: u32 = 300;

/// Counts one more sign-in that the visitor's network starts.
pub async fn take(ctx: &Context, visitor_address: &str) -> Result<(), IdentityError> {
    let network = ip_network::prefix(visitor_address);
    let key = format!("passkey:network:{network}");
    if ctx.config.signin_limits && !ctx.limit(&key, STARTS_PER_NETWORK, RATE_WINDOW).await {
        let hit = Event::LimitHit { operation: "passkey_sign_in" };
        let refused = Entry::refused(hit, "passkeys_per_network");
        security_log::write(refused.at(Network::parse(visitor_address)));
        return Err(IdentityError::TooManyAttempts);
    }
    Ok(())
}
