//! The rules for the name of a team.

use kit::db::{DbError, Tx};
use kit::text_lengths::LONGEST_TEAM_NAME;
use uuid::Uuid;

use crate::change_events;
use crate::error::IdentityError;

/// The name with normalized spaces, or a refusal.
pub fn parse(text: &str) -> Result<String, IdentityError> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // Mails show the name as inert text; nobody needs a name that is an address itself.
    let harmless = !name.contains("://") && !name.chars().any(mail::is_hidden);
    let fits = !name.is_empty() && name.chars().count() <= LONGEST_TEAM_NAME;
    if fits && harmless { Ok(name) } else { Err(IdentityError::TeamNameRefused) }
}

/// Renames the organization, with its event.
pub async fn write(tx: &mut Tx, organization: Uuid, name: &str) -> Result<(), DbError> {
    sqlx::query("UPDATE organizations SET name = $2 WHERE id = $1")
        .bind(organization)
        .bind(name)
        .execute(&mut **tx)
        .await?;
    change_events::organization_updated(tx, organization).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_spaces() {
        assert_eq!(parse("  Harbour\u{a0} Desk ").unwrap(), "Harbour Desk");
        assert_eq!(parse("مكتب الميناء").unwrap(), "مكتب الميناء");
    }

    #[test]
    fn refuses_empty_long_and_misleading_names() {
        for name in ["", "   ", "see https://evil.test", "a\0b", "\u{202e}ksed", &"x".repeat(81)] {
            assert!(parse(name).is_err(), "{name:?}");
        }
        for unseen in ["\u{3164}", "Desk\u{115f}", "De\u{34f}sk", "Desk\u{fe0e}", "\u{1160}"] {
            assert!(parse(unseen).is_err(), "{unseen:?}");
        }
        assert!(parse(&"x".repeat(80)).is_ok());
    }
}
