//! The mails about changes of passkeys and of the second factor.

use mail::{CompositionError, Message, escape, inert};

use crate::config::Config;
use crate::context::Context;
use crate::error::IdentityError;

/// Announces a new passkey.
pub async fn send_added(ctx: &Context, to: &str, name: &str) -> Result<(), IdentityError> {
    let sentence = format!(
        "The passkey \"{}\" was added to your account on Assay at {}. It can be used to sign in.",
        inert(name),
        ctx.config.mailer.site(),
    );
    let advice = "If you did not add it, remove it and end all other sessions";
    send(ctx, to, "Passkey added", &sentence, advice).await
}

/// Announces that a passkey no longer signs in.
pub async fn send_removed(ctx: &Context, to: &str, name: &str) -> Result<(), IdentityError> {
    let sentence = format!(
        "The passkey \"{}\" was removed from your account on Assay at {}. \
         It can no longer be used to sign in.",
        inert(name),
        ctx.config.mailer.site(),
    );
    let advice = "If you did not remove it, end all other sessions and add a passkey again";
    send(ctx, to, "Passkey removed", &sentence, advice).await
}

/// Announces that an administrator removed all passkeys.
pub async fn send_removed_by_administrator(ctx: &Context, to: &str) -> Result<(), IdentityError> {
    let host = ctx.config.mailer.site();
    let sentence = format!(
        "An administrator removed the passkeys and recovery codes of your account on Assay at {host}. \
         Sign-ins no longer require a passkey."
    );
    let advice = "Add a passkey again";
    send(ctx, to, "Passkeys removed", &sentence, advice).await
}

/// Announces that sign-ins require a passkey from now on, or no longer.
pub async fn send_second_factor(
    ctx: &Context,
    to: &str,
    enabled: bool,
) -> Result<(), IdentityError> {
    let host = ctx.config.mailer.site();
    let (event, what) = if enabled {
        ("Second factor turned on", "require a passkey or a recovery code from now on")
    } else {
        ("Second factor turned off", "no longer require a passkey")
    };
    let sentence = format!("Sign-ins to your account on Assay at {host} {what}.");
    let advice = "If you did not change this, end all other sessions and change it back";
    send(ctx, to, event, &sentence, advice).await
}

/// Announces that a recovery code signed in.
pub async fn send_code_used(ctx: &Context, to: &str, left: i64) -> Result<(), IdentityError> {
    let host = ctx.config.mailer.site();
    let left =
        if left == 1 { "1 code is left".to_owned() } else { format!("{left} codes are left") };
    let sentence =
        format!("A recovery code was used to sign in to your account on Assay at {host}; {left}.");
    let advice = "If you did not sign in, end all other sessions and renew the codes";
    send(ctx, to, "Recovery code used", &sentence, advice).await
}

async fn send(
    ctx: &Context,
    to: &str,
    event: &str,
    sentence: &str,
    advice: &str,
) -> Result<(), IdentityError> {
    let failure = match compose(&ctx.config, to, event, sentence, advice) {
        Ok(mail) => ctx.config.mailer.send(mail).await.err().map(|cause| cause.to_string()),
        Err(cause) => Some(cause.to_string()),
    };
    let Some(cause) = failure else { return Ok(()) };
    tracing::warn!(cause, "the notice of a passkey was not sent");
    Err(IdentityError::PasskeyNoticeNotSent)
}

fn compose(
    config: &Config,
    to: &str,
    event: &str,
    sentence: &str,
    advice: &str,
) -> Result<Message, CompositionError> {
    let host = config.mailer.site();
    let link = format!("{}/settings/sessions", config.public_url);
    let reason = "You receive this e-mail because the sign-in methods of your account changed.";
    let text = format!("{sentence}\n\n{advice} here:\n\n{link}\n\n{reason}\n");
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<body>\n\
         <p>{sentence}</p>\n\
         <p>{advice}.</p>\n\
         <p>\n<a href=\"{href}\">\nShow passkeys and sessions\n</a>\n</p>\n\
         <p>{reason}</p>\n\
         </body>\n</html>\n",
        sentence = escape(sentence),
        href = escape(&link),
    );
    config.mailer.compose(to, format!("{event} on Assay at {host}"), text, html)
}
