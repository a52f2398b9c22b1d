//! What a team may be called.

use kit::db::{DbError, Tx};
use uuid::Uuid;

use super::limits;
use crate::change_events;
use crate::error::IdentityError;

/// The name without the space around it, or a refusal.
pub fn read(text: &str) -> Result<String, IdentityError> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // The name stands in mails to people who do not know the team: it must not bring a link of its own.
    let harmless = !name.contains("://") && !name.chars().any(is_hidden);
    let fits = !name.is_empty() && name.chars().count() <= limits::LONGEST_NAME;
    if fits && harmless { Ok(name) } else { Err(IdentityError::TeamNameRefused) }
}

/// Gives the organization a name, and tells of it.
pub async fn write(tx: &mut Tx, organization: Uuid, name: &str) -> Result<(), DbError> {
    sqlx::query("UPDATE organizations SET name = $2 WHERE id = $1")
        .bind(organization)
        .bind(name)
        .execute(&mut **tx)
        .await?;
    change_events::organization_updated(tx, organization).await
}

// Control characters, and those that turn the direction of the text around them.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_is_made_even() {
        assert_eq!(read("  Harbour\u{a0} Desk ").unwrap(), "Harbour Desk");
        assert_eq!(read("مكتب الميناء").unwrap(), "مكتب الميناء");
    }

    #[test]
    fn what_is_empty_long_or_misleading_is_refused() {
        for name in ["", "   ", "see https://evil.test", "a\0b", "\u{202e}ksed", &"x".repeat(81)] {
            assert!(read(name).is_err(), "{name:?}");
        }
        assert!(read(&"x".repeat(80)).is_ok());
    }
}
