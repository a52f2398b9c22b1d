//! The mail that tells a user of a newly linked account.

use kit::security_log::{self, Entry};
use mail::{CompositionError, Message, escape, inert};
use uuid::Uuid;

use super::linked_accounts;
use crate::config::Config;
use crate::context::Context;
use crate::error::IdentityError;

/// An account that was linked to a user who was signed in.
pub struct LinkNotice {
    pub id: Uuid,
    pub user: Uuid,
    pub provider: String,
    /// The address that the provider named.
    pub account: Option<String>,
    /// The address of the user.
    pub to: String,
}

/// Sends the notice. If the mail server refuses it, the account is unlinked again: a stolen session must not link an
/// account in silence.
pub async fn send(ctx: &Context, notice: &LinkNotice) -> Result<(), IdentityError> {
    let failure = match compose(&ctx.config, notice) {
        Ok(mail) => ctx.config.mailer.send(mail).await.err().map(|cause| cause.to_string()),
        Err(cause) => Some(cause.to_string()),
    };
    let Some(cause) = failure else { return Ok(()) };
    tracing::warn!(cause, "the notice of a linked account was not sent");
    ctx.bounded(linked_accounts::unlink(ctx, notice.id)).await?;
    let removed = linked_accounts::change_event(notice.user, &notice.provider, "removed");
    security_log::write(Entry::success(removed));
    Err(IdentityError::NoticeNotSent)
}

fn compose(config: &Config, notice: &LinkNotice) -> Result<Message, CompositionError> {
    let host = config.mailer.site();
    let link = format!("{}/settings/sessions", config.public_url);
    let provider = inert(&notice.provider);
    let account = match &notice.account {
        Some(address) => format!("The {provider} account {}", inert(address)),
        None => format!("A {provider} account"),
    };
    let text = format!(
        "{account} was linked to your account on Assay at {host}. It can be used to sign in.\n\n\
         If you did not link it, remove it and end all other sessions here:\n\n{link}\n\n\
         You receive this e-mail because a sign-in method was added to your account.\n"
    );
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<body>\n\
         <p>{account} was linked to your account on <strong>Assay</strong> at {host}. \
         It can be used to sign in.</p>\n\
         <p>If you did not link it, remove it and end all other sessions.</p>\n\
         <p>\n<a href=\"{href}\">\nShow linked accounts and sessions\n</a>\n</p>\n\
         <p>You receive this e-mail because a sign-in method was added to your account.</p>\n\
         </body>\n</html>\n",
        account = escape(&account),
        host = escape(host),
        href = escape(&link),
    );
    config.mailer.compose(&notice.to, format!("Account linked on Assay at {host}"), text, html)
}
