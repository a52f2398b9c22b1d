//! The one-time link for the first administrator.

use std::time::Duration;

use futures::future::BoxFuture;
use kit::service::Host;

use crate::config::Config;
use crate::context::Context;
use crate::error::IdentityError;
use crate::sign_in::email::link_mail;
use crate::sign_in::email::link_tokens::{self, NewLink};
use crate::users::promote;

const PLACEHOLDER: &str = "admin@localhost.localdomain";
// It is printed where the service runs, and not sent: the operator may need a while to reach a browser.
const LINK_VALIDITY: Duration = Duration::from_hours(24);

/// A new link, or none if there is an administrator. Earlier links stop working.
pub async fn link(ctx: &Context) -> Result<Option<String>, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    if promote::administrator_exists(&mut tx).await? {
        return Ok(None);
    }
    let email = ctx.config.admin_emails.first().map_or(PLACEHOLDER, String::as_str);
    link_tokens::forget_admin_links(&mut tx).await?;
    let new = NewLink {
        email,
        grants_admin: true,
        browser_nonce: "",
        expires_at: ctx.after(LINK_VALIDITY),
    };
    let token = link_tokens::issue(ctx, &mut tx, new).await?;
    tx.commit().await?;
    Ok(Some(link_mail::link(&ctx.config, &ctx.config.public_url, &token, email)))
}

/// Prints the link, or nothing: the subcommand `first-admin-link`.
pub fn print_link(
    config: Config,
    host: Host,
    _: Vec<String>,
) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        if let Some(link) = link(&Context::new(config, &host)?).await? {
            println!("{link}");
        }
        Ok(())
    })
}
