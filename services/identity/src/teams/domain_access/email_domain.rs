//! The e-mail domain that a team is open to.

use kit::db::{DbError, Tx};
use kit::security_log::{Entry, Event};
use uuid::Uuid;

use crate::change_events;
use crate::error::IdentityError;
use crate::mail::address;

/// The domain of a normalised address.
pub fn domain_of(email: &str) -> &str {
    email.rsplit_once('@').map_or("", |(_, domain)| domain)
}

/// A domain in the spelling of normalized addresses.
pub fn parse(text: &str) -> Result<String, IdentityError> {
    let text = text.trim();
    let text = text.strip_prefix('@').unwrap_or(text);
    let address = address::normalise(&format!("somebody@{text}"));
    let domain = address.as_deref().map(domain_of).unwrap_or_default();
    if domain.is_empty() { Err(IdentityError::DomainRefused) } else { Ok(domain.to_owned()) }
}

/// Opens the team to a domain, or closes it, and publishes the change.
pub async fn write(
    tx: &mut Tx,
    organization: Uuid,
    domain: Option<&str>,
) -> Result<(), IdentityError> {
    sqlx::query("UPDATE organizations SET domain = $2 WHERE id = $1")
        .bind(organization)
        .bind(domain)
        .execute(&mut **tx)
        .await
        .map_err(|error| domain_error(error.into()))?;
    let domain = domain.map(str::to_owned);
    tx.log(Entry::success(Event::DomainChanged { organization, domain }));
    Ok(change_events::organization_updated(tx, organization).await?)
}

// A domain can open one team only.
fn domain_error(error: DbError) -> IdentityError {
    match error.constraint() {
        Some("organizations_domain_key") => IdentityError::DomainTaken,
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_domain_follows_the_last_at_sign() {
        assert_eq!(domain_of("ada@mail.example.com"), "mail.example.com");
        assert_eq!(domain_of("nobody"), "");
    }

    #[test]
    fn a_domain_has_one_spelling() {
        assert_eq!(parse(" @Harbour.Example ").unwrap(), "harbour.example");
        assert_eq!(parse("mail.harbour.example").unwrap(), "mail.harbour.example");
    }

    #[test]
    fn refuses_invalid_domains() {
        for text in
            ["", "harbour", "a@b.example", "harbour.example/", "har bour.example", "a..example"]
        {
            assert!(matches!(parse(text), Err(IdentityError::DomainRefused)), "{text}");
        }
    }
}
