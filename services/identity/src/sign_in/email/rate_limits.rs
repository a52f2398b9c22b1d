//! The rate limits of sign-in mails.

use kit::security_log::{self, Entry, Event, Network, Principal};

use crate::context::Context;
use crate::error::IdentityError;
use crate::rate_window::RATE_WINDOW;
use crate::sign_in::session_owner;
use crate::{ip_network, secrets};

// Enough for a person whose first mails went to the spam folder.
const LINKS_PER_ADDRESS: u32 = 5;
// An office shares one network.
const LINKS_PER_NETWORK: u32 = 50;

/// Counts one more mail to the address, requested from the visitor's network. One that its owner requests with a session counts
/// for them alone: nobody else keeps them from signing in again.
pub async fn take(
    ctx: &Context,
    email: &str,
    visitor_address: &str,
    session_token: Option<&str>,
) -> Result<(), IdentityError> {
    if !ctx.config.signin_limits {
        return Ok(());
    }
    let owner = ctx.bounded(session_owner::find(ctx, session_token)).await?;
    if let Some((user, _)) = owner.filter(|(_, address)| address == email) {
        let key = format!("signin:user:{user}");
        return if ctx.limit(&key, LINKS_PER_ADDRESS, RATE_WINDOW).await {
            Ok(())
        } else {
            Err(refused(ctx, email, visitor_address, "mails_per_user"))
        };
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
    Err(refused(ctx, email, visitor_address, limit))
}

/// The refusal of a mail beyond a limit, which is logged here.
fn refused(ctx: &Context, email: &str, visitor_address: &str, limit: &str) -> IdentityError {
    let hit = Entry::refused(Event::LimitHit { operation: "sign_in_mail" }, limit);
    let owner = Principal::email(&ctx.config.auth_secret.present(), email);
    security_log::write(hit.by(Some(owner)).at(Network::parse(visitor_address)));
    IdentityError::TooManyMails
}
