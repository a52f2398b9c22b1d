//! One organization for administrators, with its members.

use std::sync::Arc;

use kit::peers::Person;
use proto::codec::Text;
use proto::identity::v1::{
    GetOrganizationRequest, MembershipRole, OrganizationDetail, OrganizationMember,
};
use proto::query::v1::QueryValue;
use time::OffsetDateTime;
use uuid::Uuid;

use super::list::{ORGANIZATIONS, Row, entry};
use crate::acting_administrator;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::domain_access::claims::{self, Claim};
use crate::teams::limits::MOST_TEAM_MEMBERS;
use crate::users::list::state;

#[derive(sqlx::FromRow)]
struct MemberRow {
    user_id: Uuid,
    name: Option<String>,
    email: String,
    role: String,
    created_at: OffsetDateTime,
    deactivated_at: Option<OffsetDateTime>,
}

/// The organization with an id, and its members: owners first, then by the time they joined.
pub async fn get(
    ctx: &Context,
    person: Arc<Person>,
    request: GetOrganizationRequest,
) -> Result<OrganizationDetail, IdentityError> {
    let id: Uuid = request.id.parse().map_err(|_| IdentityError::OrganizationNotFound)?;
    let mut conn = ctx.db.conn().await?;
    acting_administrator::require(&mut conn, &person).await?;
    let value = QueryValue::text(id.to_string());
    let row: Row = kit::query::get(&mut conn, &ORGANIZATIONS, "id", &value)
        .await?
        .ok_or(IdentityError::OrganizationNotFound)?;
    let members: Vec<MemberRow> = sqlx::query_as(
        "SELECT u.id AS user_id, u.name, u.email, m.role, m.created_at, u.deactivated_at
         FROM memberships AS m JOIN users AS u ON u.id = m.user_id
         WHERE m.organization_id = $1
         ORDER BY m.role = 'owner' DESC, m.created_at, m.id
         LIMIT $2",
    )
    .bind(id)
    .bind(MOST_TEAM_MEMBERS)
    .fetch_all(&mut *conn)
    .await?;
    let invitations: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM invitations WHERE organization_id = $1 AND expires_at > $2",
    )
    .bind(id)
    .bind(ctx.now())
    .fetch_one(&mut *conn)
    .await?;
    let claim = claims::find(&mut conn, id).await?;
    Ok(OrganizationDetail {
        organization: Some(entry(row)),
        members: members.into_iter().map(member).collect(),
        invitations: invitations.try_into().unwrap_or(i32::MAX),
        domain_claim: claim.map(Claim::message),
    })
}

fn member(row: MemberRow) -> OrganizationMember {
    OrganizationMember {
        user_id: row.user_id.to_string(),
        name: row.name,
        email: row.email,
        role: MembershipRole::from_text(&row.role).unwrap_or_default().into(),
        joined_at: kit::clock::milliseconds(row.created_at),
        state: state(row.deactivated_at).into(),
    }
}
