//! The rate limits of sign-in mails.

use std::time::Duration;

use crate::context::Context;
use crate::error::IdentityError;
use crate::{ip_network, secrets};

const WINDOW: Duration = Duration::from_mins(15);
// Enough for a person whose first mails went to the spam folder.
const PER_ADDRESS: u32 = 5;
// An office shares one network.
const PER_NETWORK: u32 = 50;

/// Counts one more mail to the address, requested from the visitor's network.
pub async fn take(ctx: &Context, email: &str, visitor_address: &str) -> Result<(), IdentityError> {
    if !ctx.config.signin_limits {
        return Ok(());
    }
    let network = ip_network::prefix(visitor_address);
    // The counters do not need to hold the address itself.
    let address = secrets::proof(&ctx.config.auth_secret, email);
    // The network first: a flood from it must not use up the share of a victim's address.
    let allowed = ctx.limit(&format!("signin:network:{network}"), PER_NETWORK, WINDOW).await
        && ctx.limit(&format!("signin:address:{address}"), PER_ADDRESS, WINDOW).await;
    if allowed { Ok(()) } else { Err(IdentityError::TooManyMails) }
}
