//! Lists the members of a team for its members.

use std::sync::Arc;

use kit::peers::Person;
use proto::codec::Text;
use proto::identity::v1::{
    ListTeamMembersRequest, ListTeamMembersResponse, MembershipRole, TeamMember,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::limits;

#[derive(sqlx::FromRow)]
struct Row {
    user_id: Uuid,
    name: Option<String>,
    email: String,
    role: String,
    created_at: OffsetDateTime,
}

/// All members, owners first, then by the time they joined.
pub async fn list(
    ctx: &Context,
    person: Arc<Person>,
    request: ListTeamMembersRequest,
) -> Result<ListTeamMembersResponse, IdentityError> {
    let caller = caller::id(&person.user_id)?;
    let organization: Uuid =
        request.organization_id.parse().map_err(|_| IdentityError::OrganizationNotFound)?;
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT u.id AS user_id, u.name, u.email, m.role, m.created_at
         FROM memberships m JOIN users u ON u.id = m.user_id
         WHERE m.organization_id = $1
         ORDER BY m.role = 'owner' DESC, m.created_at, m.id
         LIMIT $2",
    )
    .bind(organization)
    .bind(limits::MOST_TEAM_MEMBERS)
    .fetch_all(&mut *ctx.db.conn().await?)
    .await?;
    if !rows.iter().any(|row| row.user_id == caller) {
        return Err(IdentityError::OrganizationNotFound);
    }
    Ok(ListTeamMembersResponse { results: rows.into_iter().map(member).collect() })
}

fn member(row: Row) -> TeamMember {
    TeamMember {
        user_id: row.user_id.to_string(),
        name: row.name,
        email: row.email,
        role: MembershipRole::from_text(&row.role).unwrap_or_default().into(),
        joined_at: kit::clock::milliseconds(row.created_at),
    }
}
