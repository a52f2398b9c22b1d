//! The text of the mails about keys.

use mail::inert;

use super::row::Row;
use crate::context::Context;
use crate::error::AccessError;
use crate::notices::add::KeyNotice;
use crate::notices::mail::{Letter, Mails};

/// The mail of this kind about a key, with the place where it was found if it leaked; none if the key is gone.
pub async fn write(
    ctx: &Context,
    mails: &Mails,
    (key_id, kind, place): (&str, &str, Option<&str>),
) -> Result<Option<Letter>, AccessError> {
    let notice = KeyNotice::ALL.into_iter().find(|notice| notice.word() == kind);
    let notice = notice.ok_or_else(|| AccessError::Stored(format!("a notice is {kind:?}")))?;
    let row: Option<Row> = sqlx::query_as("SELECT * FROM api_keys WHERE id = $1")
        .bind(key_id)
        .fetch_optional(&mut *ctx.db.conn().await?)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let to = ctx.identity.addresses(row.user_id, row.organization_id).await?;
    Ok(Some(Letter { to, ..text(mails.mailer.site(), notice, (&row, place)) }))
}

fn text(site: &str, notice: KeyNotice, (row, place): (&Row, Option<&str>)) -> Letter {
    let key = format!(
        "The API key \"{}\" (ends in {}) on Assay at {site}",
        inert(&row.name),
        row.last_four
    );
    let (event, paragraphs) = match notice {
        KeyNotice::Unused => (
            "is not used",
            [
                format!("{key} was not used for 90 days."),
                "If no program needs it, revoke it. A key that is not used for 180 days is disabled."
                    .to_owned(),
            ],
        ),
        KeyNotice::Disabled => (
            "was disabled",
            [
                format!("{key} was not used for 180 days and was disabled."),
                "You can enable it again, or revoke it.".to_owned(),
            ],
        ),
        KeyNotice::Expiring => (
            "expires soon",
            [
                format!("{key} expires on {}.", row.expires_at.date()),
                "Replace it by a new key before then; both can be used for a while.".to_owned(),
            ],
        ),
        KeyNotice::Leaked => (
            "was found in public and revoked",
            [
                format!("{key} was found in public{} and was revoked at once.", at_place(place)),
                "Programs that use it are refused. Create a new key for them, and check the use of the old one."
                    .to_owned(),
            ],
        ),
        KeyNotice::DisabledByAdministrator => (
            "was disabled by an administrator",
            [
                format!("{key} was disabled by an administrator."),
                "Programs that use it are refused until an administrator enables it.".to_owned(),
            ],
        ),
        KeyNotice::EnabledByAdministrator => (
            "was enabled by an administrator",
            [
                format!("{key} was enabled by an administrator."),
                "Programs can use it again.".to_owned(),
            ],
        ),
        KeyNotice::RevokedByAdministrator => (
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
    Letter {
        to: Vec::new(),
        subject: format!("An API key on Assay at {site} {event}"),
        paragraphs: paragraphs.into(),
        link: ("Show keys", page.to_owned()),
        reason,
    }
}

/// The place is what a scanner says, and nothing that the reader should press.
fn at_place(place: Option<&str>) -> String {
    match place {
        Some(place) => format!(" ({})", inert(place)),
        None => String::new(),
    }
}
