//! The e-mail domain that a team is open to.

use kit::db::{DbError, Tx};
use uuid::Uuid;

use crate::change_events;
use crate::error::IdentityError;

/// The domain of a normalised address.
pub fn domain_of(email: &str) -> &str {
    email.rsplit_once('@').map_or("", |(_, domain)| domain)
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
        .map_err(|error| taken(error.into()))?;
    Ok(change_events::organization_updated(tx, organization).await?)
}

// A domain can open one team only.
fn taken(error: DbError) -> IdentityError {
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
}
