//! The caller's access to an organization, checked and locked until the transaction ends.

use kit::db::Tx;
use proto::codec::Text;
use proto::identity::v1::MembershipRole;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::caller;
use crate::error::IdentityError;

/// An organization with the caller's role in it.
pub struct Access {
    pub organization: Uuid,
    pub name: String,
    pub personal: bool,
    pub caller: Uuid,
    pub role: MembershipRole,
}

#[derive(sqlx::FromRow)]
pub struct LockedUser {
    pub email: String,
    email_verified_at: Option<OffsetDateTime>,
    name: Option<String>,
}

impl LockedUser {
    /// The address, if it is verified.
    pub fn verified_email(self) -> Result<String, IdentityError> {
        match self.email_verified_at {
            Some(_) => Ok(self.email),
            None => Err(IdentityError::AddressUnverified),
        }
    }

    /// The name, if the address is verified; users who sign in by links have none.
    pub fn verified_name(self) -> Result<Option<String>, IdentityError> {
        let name = self.name.clone();
        self.verified_email().map(|_| name)
    }
}

/// The requested role.
pub fn role(value: i32) -> Result<MembershipRole, IdentityError> {
    MembershipRole::try_from(value)
        .ok()
        .filter(|role| *role != MembershipRole::Unspecified)
        .ok_or(IdentityError::Invalid("role"))
}

/// The caller's access. For everybody else the organization does not exist.
pub async fn enter(
    tx: &mut Tx,
    user_id: &str,
    organization_id: &str,
) -> Result<Access, IdentityError> {
    let caller = caller::id(user_id)?;
    let organization: Uuid =
        organization_id.parse().map_err(|_| IdentityError::OrganizationNotFound)?;
    let (name, scope) = lock(tx, organization).await?.ok_or(IdentityError::OrganizationNotFound)?;
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
    Ok(Access { organization, name, personal: scope == "personal", caller, role })
}

/// The caller's access to a team; a personal organization is refused.
pub async fn member(
    tx: &mut Tx,
    user_id: &str,
    organization_id: &str,
) -> Result<Access, IdentityError> {
    let access = enter(tx, user_id, organization_id).await?;
    if access.personal { Err(IdentityError::PersonalOrganization) } else { Ok(access) }
}

/// The caller's access to a team that they own.
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

/// Locks the organization against concurrent changes; returns its name and scope.
pub async fn lock(
    tx: &mut Tx,
    organization: Uuid,
) -> Result<Option<(String, String)>, IdentityError> {
    let found =
        sqlx::query_as("SELECT name, scope FROM organizations WHERE id = $1 FOR NO KEY UPDATE")
            .bind(organization)
            .fetch_optional(&mut **tx)
            .await?;
    Ok(found)
}

/// Locks the user. Always after the organization, never before it.
pub async fn user(tx: &mut Tx, user: Uuid) -> Result<LockedUser, IdentityError> {
    sqlx::query_as(
        "SELECT email, email_verified_at, name FROM users WHERE id = $1 FOR NO KEY UPDATE",
    )
    .bind(user)
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(IdentityError::UserNotFound)
}
