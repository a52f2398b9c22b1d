//! Sends a sign-in link to an address, with an answer that does not reveal whether the address has a user.

use kit::clock::milliseconds;
use kit::security_log::{self, Entry, Event, Network, Principal};
use proto::identity::v1::{StartEmailSignInRequest, StartEmailSignInResponse};

use super::link_tokens::{self, NewLink};
use super::{link_mail, rate_limits};
use crate::context::Context;
use crate::email_address;
use crate::error::IdentityError;

/// Sends a link to the address. The answer does not depend on whether the address has a user.
pub async fn start(
    ctx: &Context,
    request: StartEmailSignInRequest,
) -> Result<StartEmailSignInResponse, IdentityError> {
    let email = email_address::normalise(&request.email).ok_or(IdentityError::AddressRefused)?;
    let visitor = request.visitor.unwrap_or_default();
    rate_limits::take(ctx, &email, &visitor.address, request.session_token.as_deref()).await?;

    let expires_at = ctx.after(ctx.config.email_token_max_age);
    let new = NewLink {
        email: &email,
        grants_admin: false,
        browser_nonce: &request.browser_nonce,
        expires_at,
    };
    let token = ctx.bounded(store(ctx, new)).await?;

    let link = link_mail::link(&ctx.config, &request.callback_url, &token, &email);
    let mail = link_mail::compose(&ctx.config, &email, &link)
        .map_err(|_| IdentityError::AddressRefused)?;
    let owner = Principal::email(&ctx.config.auth_secret.present(), &email);
    let log = |entry: Entry| {
        security_log::write(entry.by(Some(owner)).at(Network::parse(&visitor.address)));
    };
    if let Err(cause) = ctx.config.mailer.send(mail).await {
        tracing::warn!(%cause, "a sign-in mail was not sent");
        log(Entry::failure(Event::LinkSent, "mail_not_sent"));
        ctx.bounded(link_tokens::forget(ctx, &token)).await?;
        return Err(IdentityError::MailNotSent);
    }
    log(Entry::success(Event::LinkSent));
    Ok(StartEmailSignInResponse { link_expires_at: milliseconds(expires_at) })
}

async fn store(ctx: &Context, link: NewLink<'_>) -> Result<String, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let token = link_tokens::issue(ctx, &mut tx, link).await?;
    tx.commit().await?;
    Ok(token)
}
