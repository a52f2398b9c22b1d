//! The rate limits of invitation mails.

use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;
use crate::rate_window::RATE_WINDOW;
use crate::secrets;

const MAILS_PER_ADDRESS: u32 = 5;
// A new team invites all its people at once.
const MAILS_PER_TEAM: u32 = 50;
// Limits a sender who creates team after team.
const MAILS_PER_SENDER: u32 = 100;

/// Counts one more invitation mail of a permitted sender.
pub async fn take(
    ctx: &Context,
    sender: Uuid,
    organization: Uuid,
    email: &str,
) -> Result<(), IdentityError> {
    if !ctx.config.signin_limits {
        return Ok(());
    }
    let address = secrets::proof(&ctx.config.auth_secret.present(), email);
    // The address last: a sender over another limit must not use up a victim's share.
    let allowed = ctx
        .limit(&format!("invite:sender:{sender}"), MAILS_PER_SENDER, RATE_WINDOW)
        .await
        && ctx.limit(&format!("invite:team:{organization}"), MAILS_PER_TEAM, RATE_WINDOW).await
        && ctx.limit(&format!("invite:address:{address}"), MAILS_PER_ADDRESS, RATE_WINDOW).await;
    if allowed { Ok(()) } else { Err(IdentityError::TooManyInvitationMails) }
}
