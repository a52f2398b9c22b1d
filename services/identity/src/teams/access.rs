//! A caller's access in an organization, locked until the transaction ends.

use kit::db::Tx;
use proto::codec::Text;
use proto::identity::v1::MembershipRole;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::IdentityError;

/// An organization together with what the caller is in it.
pub struct Access {
    pub organization: Uuid,
    pub name: String,
    pub domain: Option<String>,
    pub personal: bool,
    pub caller: Uuid,
    pub role: MembershipRole,
}

/// A user, locked.
#[derive(sqlx::FromRow)]
pub struct LockedUser {
    pub email: String,
    email_verified_at: Option<OffsetDateTime>,
}

impl LockedUser {
    /// The address, if its owner proved to own it.
    pub fn verified_email(self) -> Result<String, IdentityError> {
        match self.email_verified_at {
            Some(_) => Ok(self.email),
            None => Err(IdentityError::AddressUnverified),
        }
    }
}

/// The caller of a request.
pub fn caller(user_id: &str) -> Result<Uuid, IdentityError> {
    user_id.parse().map_err(|_| IdentityError::Invalid("user_id"))
}

/// The role that is asked for.
pub fn role(value: i32) -> Result<MembershipRole, IdentityError> {
    MembershipRole::try_from(value)
        .ok()
        .filter(|role| *role != MembershipRole::Unspecified)
        .ok_or(IdentityError::Invalid("role"))
}

/// The caller's access. To everybody else the organization does not exist.
pub async fn enter(
    tx: &mut Tx,
    user_id: &str,
    organization_id: &str,
) -> Result<Access, IdentityError> {
    let caller = caller(user_id)?;
    let organization: Uuid =
        organization_id.parse().map_err(|_| IdentityError::OrganizationNotFound)?;
    let (name, domain, scope) =
        lock(tx, organization).await?.ok_or(IdentityError::OrganizationNotFound)?;
    let role: Option<String> = sqlx::query_scalar(
        "SELECT role FROM memberships WHERE organization_id = $1 AND user_id = $2",
    )
    .bind(organization)
    .bind(caller)
    .fetch_optional(&mut **tx)
    .await?;
    let role = role
        .and_then(|role| MembershipRole::from_text(&role))
        .ok_or(IdentityError::OrganizationNotFound)?;
    Ok(Access { organization, name, domain, personal: scope == "personal", caller, role })
}

/// The caller's access in a team; a personal organization is none.
pub async fn member(
    tx: &mut Tx,
    user_id: &str,
    organization_id: &str,
) -> Result<Access, IdentityError> {
    let access = enter(tx, user_id, organization_id).await?;
    if access.personal { Err(IdentityError::PersonalOrganization) } else { Ok(access) }
}

/// The caller's access in a team that they own.
pub async fn owner(
    tx: &mut Tx,
    user_id: &str,
    organization_id: &str,
) -> Result<Access, IdentityError> {
    let access = member(tx, user_id, organization_id).await?;
    if access.role == MembershipRole::Owner {
        Ok(access)
    } else {
        Err(IdentityError::OwnerRequired)
    }
}

/// Lets one transaction at a time change the organization; its name, domain and scope.
pub async fn lock(
    tx: &mut Tx,
    organization: Uuid,
) -> Result<Option<(String, Option<String>, String)>, IdentityError> {
    let found = sqlx::query_as(
        "SELECT name, domain, scope FROM organizations WHERE id = $1 FOR NO KEY UPDATE",
    )
    .bind(organization)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found)
}

/// The user. Always locked after the organization, never before it.
pub async fn user(tx: &mut Tx, user: Uuid) -> Result<LockedUser, IdentityError> {
    sqlx::query_as("SELECT email, email_verified_at FROM users WHERE id = $1 FOR NO KEY UPDATE")
        .bind(user)
        .fetch_optional(&mut **tx)
        .await?
        .ok_or(IdentityError::UserNotFound)
}
