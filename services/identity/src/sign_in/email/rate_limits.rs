//! The rate limits of sign-in mails.

use kit::security_log::{self, Entry, Event, Network, Principal};

use crate::context::Context;
use crate::error::IdentityError;
use crate::rate_window::RATE_WINDOW;
use crate::{ip_network, secrets};

// Enough for a person whose first mails went to the spam folder.
const LINKS_PER_ADDRESS: u32 = 5;
// An office shares one network.
const LINKS_PER_NETWORK: u32 = 50;

/// Counts one more mail to the address, requested from the visitor's network.
pub async fn take(ctx: &Context, email: &str, visitor_address: &str) -> Result<(), IdentityError> {
    if !ctx.config.signin_limits {
        return Ok(());
    }
    let network = ip_network::prefix(visitor_address);
    // The counters do not need to hold the address itself.
    let address = secrets::proof(&ctx.config.auth_secret.present(), email);
    // The network first: a flood from it must not use up the share of a victim's address.
    let limit = if !ctx
        .limit(&format!("signin:network:{network}"), LINKS_PER_NETWORK, RATE_WINDOW)
        .await
    {
        "mails_per_network"
    } else if !ctx.limit(&format!("signin:address:{address}"), LINKS_PER_ADDRESS, RATE_WINDOW).await
    {
        "mails_per_address"
    } else {
        return Ok(());
    };
    let refused = Entry::refused(Event::LimitHit { operation: "sign_in_mail" }, limit);
    let owner = Principal::email(&ctx.config.auth_secret.present(), email);
    security_log::write(refused.by(Some(owner)).at(Network::parse(visitor_address)));
    Err(IdentityError::TooManyMails)
}
