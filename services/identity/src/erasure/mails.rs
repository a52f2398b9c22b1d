//! The mails about the erasure of an account: at the request, when it is taken back, and at the end.

use mail::{CompositionError, Message, escape};
use time::OffsetDateTime;
use time::macros::format_description;

use crate::config::Config;

/// Says when the account will be erased and how to keep it; the failure names no address.
pub async fn send_requested(
    config: &Config,
    to: &str,
    due_at: OffsetDateTime,
) -> Result<(), String> {
    let date = in_words(due_at);
    let paragraphs = [
        format!("The erasure of your account on Assay at {} was requested.", config.mailer.site()),
        format!(
            "It will be erased on {date}, with its profile, its sign-in methods and the organizations that have no other \
             member. This cannot be undone."
        ),
        "To keep it, sign in before then and choose \"Keep my account\". If you did not request this, \
         keep the account and end all other sessions."
            .to_owned(),
    ];
    let subject = format!("Your account on Assay at {} will be erased", config.mailer.site());
    let link = format!("{}/settings/profile", config.public_url);
    let reason = "the erasure of your account was requested";
    let (paragraphs, label) = (&paragraphs, "Keep my account");
    send(config, to, &Notice { subject, paragraphs, link, label, reason }).await
}

/// Says that the account stays.
pub async fn send_cancelled(config: &Config, to: &str) -> Result<(), String> {
    let paragraphs = [
        format!(
            "The erasure of your account on Assay at {} was cancelled. The account stays as it is.",
            config.mailer.site()
        ),
        "If you did not cancel it, end all other sessions and request the erasure again."
            .to_owned(),
    ];
    let subject = format!("Your account on Assay at {} stays", config.mailer.site());
    let link = format!("{}/settings/sessions", config.public_url);
    let reason = "the erasure of your account was cancelled";
    let (paragraphs, label) = (&paragraphs, "Show sessions");
    send(config, to, &Notice { subject, paragraphs, link, label, reason }).await
}

/// Says that the account was erased, and whether the address may sign up again.
pub async fn send_erased(config: &Config, to: &str, deactivated: bool) -> Result<(), String> {
    let next = if deactivated {
        "The account had been deactivated: this address cannot sign up again, and a hash of it is \
         kept to refuse it."
    } else {
        "You can sign up again at any time; nothing of the former account comes back."
    };
    let paragraphs = [
        format!("Your account on Assay at {} was erased, as you requested.", config.mailer.site()),
        format!("This is the last e-mail about it. {next}"),
    ];
    let subject = format!("Your account on Assay at {} was erased", config.mailer.site());
    let link = format!("{}/login", config.public_url);
    let reason = "this was the address of the account";
    let (paragraphs, label) = (&paragraphs, "Open Assay");
    send(config, to, &Notice { subject, paragraphs, link, label, reason }).await
}

/// The parts of a mail about an erasure.
struct Notice<'a> {
    subject: String,
    paragraphs: &'a [String],
    link: String,
    label: &'a str,
    /// Why the recipient receives it.
    reason: &'a str,
}

async fn send(config: &Config, to: &str, notice: &Notice<'_>) -> Result<(), String> {
    let mail = compose(config, to, notice).map_err(|cause| cause.to_string())?;
    config.mailer.send(mail).await.map_err(|cause| cause.to_string())
}

fn compose(config: &Config, to: &str, notice: &Notice<'_>) -> Result<Message, CompositionError> {
    let Notice { subject, paragraphs, link, label, reason } = notice;
    let reason = format!("You receive this e-mail because {reason}.");
    let text = format!("{}\n\n{link}\n\n{reason}\n", paragraphs.join("\n\n"));
    let html: Vec<String> =
        paragraphs.iter().map(|paragraph| format!("<p>{}</p>\n", escape(paragraph))).collect();
    let html = html.concat();
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<body>\n{html}<p>\n<a href=\"{href}\">\n{label}\n</a>\n</p>\n\
         <p>{reason}</p>\n\
         </body>\n</html>\n",
        href = escape(link),
    );
    config.mailer.compose(to, subject.clone(), text, html)
}

/// `4 December 2026, 17:15 UTC`.
fn in_words(at: OffsetDateTime) -> String {
    let form =
        format_description!("[day padding:none] [month repr:long] [year], [hour]:[minute] UTC");
    at.to_offset(time::UtcOffset::UTC).format(form).unwrap_or_else(|_| at.date().to_string())
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_moment_reads_as_people_write_it() {
        assert_eq!(in_words(datetime!(2026-12-04 19:15 +2)), "4 December 2026, 17:15 UTC");
    }
}
