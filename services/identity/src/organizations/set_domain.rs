//! Opens a team to any domain as an administrator, or closes it.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{
    AuditAction, SetOrganizationDomainRequest, SetOrganizationDomainResponse,
};

use super::lock;
use crate::audit::{self, Change, Entry};
use crate::context::Context;
use crate::error::IdentityError;
use crate::mail::address;
use crate::teams::domain_access::{email_domain, public_domains};

/// Sets the domain whose people may join; the administrator vouches for it.
pub async fn set_domain(
    ctx: &Context,
    person: Arc<Person>,
    request: SetOrganizationDomainRequest,
) -> Result<SetOrganizationDomainResponse, IdentityError> {
    let domain = request
        .domain
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(parse)
        .transpose()?;
    let mut tx = ctx.db.tx().await?;
    let subject = lock::team(&mut tx, &person, &request.id).await?;
    if subject.domain == domain {
        return Ok(SetOrganizationDomainResponse { domain });
    }
    email_domain::write(&mut tx, subject.id, domain.as_deref()).await?;
    let change = Change::new("domain", &subject.domain, &domain);
    let action = AuditAction::OrganizationDomainChanged;
    let entry = Entry::of_organization(action, subject.id, &subject.name, vec![change]);
    audit::record(ctx, &mut tx, Some(&subject.actor), entry).await?;
    tx.commit().await?;
    Ok(SetOrganizationDomainResponse { domain })
}

/// A domain in the spelling of normalized addresses.
fn parse(text: &str) -> Result<String, IdentityError> {
    let text = text.strip_prefix('@').unwrap_or(text);
    let address = address::normalise(&format!("somebody@{text}"));
    let domain = address.as_deref().map(email_domain::domain_of).unwrap_or_default().to_owned();
    match domain.as_str() {
        "" => Err(IdentityError::DomainRefused),
        known if public_domains::is_public(known) => Err(IdentityError::DomainPublic),
        _ => Ok(domain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_has_one_spelling() {
        assert_eq!(parse("@Harbour.Example").unwrap(), "harbour.example");
        assert_eq!(parse("mail.harbour.example").unwrap(), "mail.harbour.example");
    }

    #[test]
    fn refuses_invalid_and_public_domains() {
        for text in ["harbour", "a@b.example", "harbour.example/", "har bour.example", "a..example"]
        {
            assert!(matches!(parse(text), Err(IdentityError::DomainRefused)), "{text}");
        }
        assert!(matches!(parse("gmail.com"), Err(IdentityError::DomainPublic)));
    }
}
