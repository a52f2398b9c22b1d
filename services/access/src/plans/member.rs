//! A member of an organization, as identity has the membership now.

use kit::peers::Person;
use proto::identity::v1::MembershipRole;
use uuid::Uuid;

use crate::context::Context;
use crate::error::AccessError;

/// A member of the organization in which they act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    pub organization: Uuid,
    /// Always of the personal organization of the user.
    pub is_owner: bool,
}

/// The person of a call in their active organization; refused to everybody who is no member.
pub async fn of_person(ctx: &Context, person: &Person) -> Result<Member, AccessError> {
    let id = person.organization_id.as_deref().ok_or(AccessError::NotAMember)?;
    let organization: Uuid = id.parse().map_err(|_| AccessError::NotAMember)?;
    match ctx.identity.role(&person.user_id, id).await? {
        None | Some(MembershipRole::Unspecified) => Err(AccessError::NotAMember),
        Some(role) => Ok(Member { organization, is_owner: role == MembershipRole::Owner }),
    }
}
