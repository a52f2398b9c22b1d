//! The e-mail domain that a team is open to.

use kit::db::{DbError, Tx};
use kit::security_log::{Entry, Event};
use url::{Host, quirks};
use uuid::Uuid;

use crate::change_events;
use crate::email_address;
use crate::error::IdentityError;

/// The domain of a normalized address, in ASCII as claims have it.
pub fn domain_of(email: &str) -> String {
    let domain = domain_part(email);
    to_ascii(domain).unwrap_or_else(|| domain.to_owned())
}

fn domain_part(email: &str) -> &str {
    email.rsplit_once('@').map_or("", |(_, domain)| domain)
}

/// The domain as the DNS has it, so that it has one spelling: addresses are kept as people write them. None if it is no domain.
pub fn to_ascii(domain: &str) -> Option<String> {
    match Host::parse(domain) {
        Ok(Host::Domain(ascii)) => Some(ascii),
        _ => None,
    }
}

/// The domain as people read it.
pub fn to_unicode(ascii: &str) -> String {
    let unicode = quirks::domain_to_unicode(ascii);
    if unicode.is_empty() { ascii.to_owned() } else { unicode }
}

/// A domain in ASCII.
pub fn parse(text: &str) -> Result<String, IdentityError> {
    let text = text.trim();
    let text = text.strip_prefix('@').unwrap_or(text);
    let address = email_address::normalise(&format!("somebody@{text}"));
    let domain = address.as_deref().and_then(|address| to_ascii(domain_part(address)));
    domain.ok_or(IdentityError::DomainRefused)
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
        assert_eq!(domain_of("ada@bücher.example"), "xn--bcher-kva.example");
        assert_eq!(domain_of("nobody"), "");
    }

    #[test]
    fn a_domain_has_one_spelling() {
        assert_eq!(parse(" @Harbour.Example ").unwrap(), "harbour.example");
        assert_eq!(parse("mail.harbour.example").unwrap(), "mail.harbour.example");
        for text in ["bücher.example", "BÜCHER.example", "XN--bcher-kva.example"] {
            assert_eq!(parse(text).unwrap(), "xn--bcher-kva.example", "{text}");
        }
    }

    #[test]
    fn people_read_a_domain_in_unicode() {
        assert_eq!(to_unicode("xn--bcher-kva.example"), "bücher.example");
        assert_eq!(to_unicode("harbour.example"), "harbour.example");
    }

    #[test]
    fn refuses_invalid_domains() {
        for text in [
            "",
            "harbour",
            "a@b.example",
            "harbour.example/",
            "har bour.example",
            "a..example",
            "10.0.0.1",
            "xn--a.example",
        ] {
            assert!(matches!(parse(text), Err(IdentityError::DomainRefused)), "{text}");
        }
    }
}
