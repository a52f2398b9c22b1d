//! The owner of a key, and who may manage it: the user themselves, or the owners of the organization.

use kit::peers::Person;
use proto::access::v1::RecordKind;
use proto::identity::v1::MembershipRole;
use uuid::Uuid;

use crate::context::Context;
use crate::error::AccessError;

/// A user in an organization, or an organization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    pub user: Option<Uuid>,
    pub organization: Uuid,
}

/// The owner for whom the person manages keys, as identity has their membership now.
pub async fn of_person(
    ctx: &Context,
    person: &Person,
    is_organization: bool,
) -> Result<Owner, AccessError> {
    let id = person.organization_id.as_deref().ok_or(AccessError::NotAMember)?;
    let organization = id.parse().map_err(|_| AccessError::NotAMember)?;
    let user: Uuid = person.user_id.parse().map_err(|_| AccessError::UserErased)?;
    match ctx.identity.role(&person.user_id, id).await? {
        None | Some(MembershipRole::Unspecified) => Err(AccessError::NotAMember),
        Some(MembershipRole::Member) if is_organization => Err(AccessError::OwnerRequired),
        Some(_) if is_organization => Ok(Owner { user: None, organization }),
        Some(_) => Ok(Owner { user: Some(user), organization }),
    }
}

/// Refuses a key that the person does not manage; the keys of others are unknown to them.
pub async fn check(ctx: &Context, person: &Person, id: &str) -> Result<(), AccessError> {
    let unknown = AccessError::NotFound(RecordKind::ApiKey);
    let found: Option<(Option<Uuid>, Uuid)> =
        sqlx::query_as("SELECT user_id, organization_id FROM api_keys WHERE id = $1")
            .bind(id)
            .fetch_optional(&mut *ctx.db.conn().await?)
            .await?;
    let Some((user, organization)) = found else { return Err(unknown) };
    if let Some(user) = user {
        return if user.to_string() == person.user_id { Ok(()) } else { Err(unknown) };
    }
    match ctx.identity.role(&person.user_id, &organization.to_string()).await? {
        Some(MembershipRole::Owner) => Ok(()),
        Some(MembershipRole::Member) => Err(AccessError::OwnerRequired),
        Some(MembershipRole::Unspecified) | None => Err(unknown),
    }
}
