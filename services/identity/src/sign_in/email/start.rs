//! Sends a sign-in link.

use std::time::Duration;

use proto::identity::v1::{StartEmailSignInRequest, StartEmailSignInResponse};

use super::{link_mail, link_tokens, rate_limits};
use crate::context::Context;
use crate::error::IdentityError;
use crate::mail::address;

// Long enough for a slow mail server, short enough for somebody who waits in front of a form.
const SEND_DEADLINE: Duration = Duration::from_secs(4);
const TIME_TO_ANSWER: Duration = Duration::from_millis(300);

/// Sends a link to the address. Nothing here depends on whether the address is known.
pub async fn start(
    ctx: &Context,
    request: StartEmailSignInRequest,
) -> Result<StartEmailSignInResponse, IdentityError> {
    let email = address::normalise(&request.email).ok_or(IdentityError::AddressRefused)?;
    let visitor = request.visitor.unwrap_or_default();
    rate_limits::take(ctx, &email, &visitor.address).await?;

    let token = ctx.bounded(store(ctx, &email)).await?;

    let link = link_mail::link(&ctx.config, &request.callback_url, &token, &email);
    let mail = link_mail::compose(&ctx.config, &email, &link)
        .map_err(|_| IdentityError::AddressRefused)?;
    let deadline = kit::grpc::remaining().saturating_sub(TIME_TO_ANSWER).min(SEND_DEADLINE);
    if let Err(cause) = ctx.config.mailer.send(mail, deadline).await {
        tracing::warn!(%cause, "a sign-in mail was not sent");
        ctx.bounded(link_tokens::forget(ctx, &token)).await?;
        return Err(IdentityError::MailNotSent);
    }
    Ok(StartEmailSignInResponse {})
}

async fn store(ctx: &Context, email: &str) -> Result<String, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let token = link_tokens::issue(ctx, &mut tx, email, false).await?;
    tx.commit().await?;
    Ok(token)
}
