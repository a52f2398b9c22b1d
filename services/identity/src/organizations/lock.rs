//! Locks an organization for the change of an administrator.

use kit::db::Tx;
use kit::peers::Person;
use uuid::Uuid;

use crate::acting_administrator::{self, Actor};
use crate::error::IdentityError;
use crate::teams::access;

/// A locked organization, and the administrator who changes it.
pub struct LockedOrganization {
    pub id: Uuid,
    pub name: String,
    pub actor: Actor,
    pub personal: bool,
}

impl LockedOrganization {
    /// Its id and name for audit entries.
    pub fn named(&self) -> (Uuid, &str) {
        (self.id, &self.name)
    }

    /// Refuses a personal organization.
    fn check_team(&self) -> Result<(), IdentityError> {
        if self.personal { Err(IdentityError::PersonalOrganization) } else { Ok(()) }
    }
}

/// Finds and locks a team.
pub async fn team(
    tx: &mut Tx,
    person: &Person,
    id: &str,
) -> Result<LockedOrganization, IdentityError> {
    let subject = organization(tx, person, id).await?;
    subject.check_team()?;
    Ok(subject)
}

/// Finds and locks the organization.
pub async fn organization(
    tx: &mut Tx,
    person: &Person,
    id: &str,
) -> Result<LockedOrganization, IdentityError> {
    let actor = acting_administrator::require(tx, person).await?;
    let id: Uuid = id.parse().map_err(|_| IdentityError::OrganizationNotFound)?;
    let (name, scope) = access::lock(tx, id).await?.ok_or(IdentityError::OrganizationNotFound)?;
    Ok(LockedOrganization { id, name, actor, personal: scope == "personal" })
}
