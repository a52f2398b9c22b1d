//! The text of the mails about keys.

use mail::{CompositionError, Mailer, Message, escape, inert};

use super::notices::Notice;
use super::row::Row;

/// The mailer, and the origin that browsers see, without a slash at the end.
#[derive(Clone, Debug)]
pub struct Mails {
    pub mailer: Mailer,
    pub public_url: String,
}

/// The parts of a mail.
struct Text {
    subject: String,
    paragraphs: [String; 2],
    link: String,
    reason: &'static str,
}

/// Sends a mail about a key, with the place where it was found if it leaked; the failure names no address.
pub async fn send(
    mails: &Mails,
    to: &str,
    notice: Notice,
    about: (&Row, Option<&str>),
) -> Result<(), String> {
    let mail = compose(mails, to, &text(mails, notice, about));
    let mail = mail.map_err(|cause| cause.to_string())?;
    mails.mailer.send(mail).await.map_err(|cause| cause.to_string())
}

fn text(mails: &Mails, notice: Notice, (row, place): (&Row, Option<&str>)) -> Text {
    let site = mails.mailer.site();
    let key = format!(
        "The API key \"{}\" (ends in {}) on Assay at {site}",
        inert(&row.name),
        row.last_four
    );
    let (event, paragraphs) = match notice {
        Notice::Unused => (
            "is not used",
            [
                format!("{key} was not used for 90 days."),
                "If no program needs it, revoke it. A key that is not used for 180 days is disabled."
                    .to_owned(),
            ],
        ),
        Notice::Disabled => (
            "was disabled",
            [
                format!("{key} was not used for 180 days and was disabled."),
                "You can enable it again, or revoke it.".to_owned(),
            ],
        ),
        Notice::Expiring => (
            "expires soon",
            [
                format!("{key} expires on {}.", row.expires_at.date()),
                "Replace it by a new key before then; both can be used for a while.".to_owned(),
            ],
        ),
        Notice::Leaked => (
            "was found in public and revoked",
            [
                format!("{key} was found in public{} and was revoked at once.", at_place(place)),
                "Programs that use it are refused. Create a new key for them, and check the use of the old one."
                    .to_owned(),
            ],
        ),
        Notice::DisabledByAdministrator => (
            "was disabled by an administrator",
            [
                format!("{key} was disabled by an administrator."),
                "Programs that use it are refused until an administrator enables it.".to_owned(),
            ],
        ),
        Notice::EnabledByAdministrator => (
            "was enabled by an administrator",
            [
                format!("{key} was enabled by an administrator."),
                "Programs can use it again.".to_owned(),
            ],
        ),
        Notice::RevokedByAdministrator => (
            "was revoked by an administrator",
            [
                format!("{key} was revoked by an administrator."),
                "Programs that use it are refused. A revoked key cannot be enabled again.".to_owned(),
            ],
        ),
    };
    let (page, reason) = if row.user_id.is_some() {
        ("/settings/api-keys", "You receive this e-mail because the key is yours.")
    } else {
        (
            "/settings/api-keys?owner=organization",
            "You receive this e-mail because you are an owner of the organization of the key.",
        )
    };
    let subject = format!("An API key on Assay at {site} {event}");
    Text { subject, paragraphs, link: format!("{}{page}", mails.public_url), reason }
}

/// The place is what a scanner says, and nothing that the reader should press.
fn at_place(place: Option<&str>) -> String {
    match place {
        Some(place) => format!(" ({})", inert(place)),
        None => String::new(),
    }
}

fn compose(mails: &Mails, to: &str, text: &Text) -> Result<Message, CompositionError> {
    let Text { subject, paragraphs, link, reason } = text;
    let plain = format!("{}\n\n{link}\n\n{reason}\n", paragraphs.join("\n\n"));
    let [first, second] = paragraphs;
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<body>\n<p>{first}</p>\n<p>{second}</p>\n<p>\n\
         <a href=\"{href}\">\nShow keys\n</a>\n</p>\n<p>{reason}</p>\n</body>\n</html>\n",
        first = escape(first),
        second = escape(second),
        href = escape(link),
    );
    mails.mailer.compose(to, subject.clone(), plain, html)
}
