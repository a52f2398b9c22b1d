//! Opens a team to a domain that its owners could not open it to, or closes it.

use proto::identity::v1::{
    AuditAction, SetOrganizationDomainRequest, SetOrganizationDomainResponse,
};

use super::lock;
use crate::audit::{self, Change, Entry};
use crate::context::Context;
use crate::error::IdentityError;
use crate::mail::address;
use crate::teams::domain_access::{email_domain, public_domains};

/// Sets the domain whose people may join by themselves; the administrator vouches for it.
pub async fn set_domain(
    ctx: &Context,
    request: SetOrganizationDomainRequest,
) -> Result<SetOrganizationDomainResponse, IdentityError> {
    let wanted = request
        .domain
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(read)
        .transpose()?;
    let mut tx = ctx.db.tx().await?;
    let subject = lock::team(&mut tx, &request.actor_id, &request.id).await?;
    if subject.domain == wanted {
        return Ok(SetOrganizationDomainResponse { domain: wanted });
    }
    email_domain::write(&mut tx, subject.id, wanted.as_deref()).await?;
    let change = Change::of("domain", &subject.domain, &wanted);
    let action = AuditAction::OrganizationDomainChanged;
    let entry = Entry::of_organization(action, subject.id, &subject.name, vec![change]);
    audit::record(ctx, &mut tx, Some(&subject.actor), entry).await?;
    tx.commit().await?;
    Ok(SetOrganizationDomainResponse { domain: wanted })
}

/// A domain in the spelling that addresses have it in.
fn read(text: &str) -> Result<String, IdentityError> {
    let text = text.strip_prefix('@').unwrap_or(text);
    let address = address::normalise(&format!("somebody@{text}"));
    let domain = address.as_deref().map(email_domain::of).unwrap_or_default().to_owned();
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
        assert_eq!(read("@Harbour.Example").unwrap(), "harbour.example");
        assert_eq!(read("mail.harbour.example").unwrap(), "mail.harbour.example");
    }

    #[test]
    fn what_is_no_domain_of_one_employer_is_refused() {
        for text in ["harbour", "a@b.example", "harbour.example/", "har bour.example", "a..example"]
        {
            assert!(matches!(read(text), Err(IdentityError::DomainRefused)), "{text}");
        }
        assert!(matches!(read("gmail.com"), Err(IdentityError::DomainPublic)));
    }
}
