//! The owner of a key, and who may manage it: the user themselves, or the owners of the organization.

use kit::db::Tx;
use kit::peers::Person;
use proto::access::v1::RecordKind;
use proto::identity::v1::MembershipRole;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::context::Context;
use crate::error::AccessError;

/// The most by which the clocks of two processes differ.
const SKEW: Duration = Duration::seconds(5);

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
    let organization: Uuid = id.parse().map_err(|_| AccessError::NotAMember)?;
    let user: Uuid = person.user_id.parse().map_err(|_| AccessError::UserErased)?;
    match ctx.identity.role(&person.user_id, id).await? {
        None | Some(MembershipRole::Unspecified) => Err(AccessError::NotAMember),
        Some(MembershipRole::Member) if is_organization => Err(AccessError::OwnerRequired),
        Some(_) if is_organization => Ok(Owner { user: None, organization }),
        Some(_) => Ok(Owner { user: Some(user), organization }),
    }
}

/// Refuses a user whose membership ended since identity was asked: the event about it found no key yet. Called while no event
/// is handled.
pub async fn check_still_member(
    tx: &mut Tx,
    owner: &Owner,
    asked_at: OffsetDateTime,
) -> Result<(), AccessError> {
    let has_ended: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM ended_memberships
                        WHERE user_id = $1 AND organization_id = $2 AND ended_at >= $3)",
    )
    .bind(owner.user)
    .bind(owner.organization)
    .bind(asked_at - SKEW)
    .fetch_one(&mut **tx)
    .await?;
    if has_ended { Err(AccessError::NotAMember) } else { Ok(()) }
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
