//! How many invitations may be sent.

use std::time::Duration;

use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;
use crate::secrets;

const WINDOW: Duration = Duration::from_mins(15);
const PER_ADDRESS: u32 = 5;
// A team of newcomers is invited in one go.
const PER_TEAM: u32 = 50;
// Whoever makes team after team to send mails meets this one.
const PER_SENDER: u32 = 100;

/// Counts one more invitation of a sender who may invite to the team.
pub async fn take(
    ctx: &Context,
    sender: Uuid,
    organization: Uuid,
    email: &str,
) -> Result<(), IdentityError> {
    if !ctx.config.signin_limits {
        return Ok(());
    }
    let address = secrets::proof(&ctx.config.auth_secret, email);
    // The address last: who is over another limit must not use up the share of a victim.
    let allowed = ctx.limit(&format!("invite:sender:{sender}"), PER_SENDER, WINDOW).await
        && ctx.limit(&format!("invite:team:{organization}"), PER_TEAM, WINDOW).await
        && ctx.limit(&format!("invite:address:{address}"), PER_ADDRESS, WINDOW).await;
    if allowed { Ok(()) } else { Err(IdentityError::TooManyInvitationMails) }
}
