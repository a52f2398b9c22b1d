//! Lists organizations for administrators, newest first.

use std::sync::Arc;

use kit::peers::Person;
use kit::query::{Field, Order, Resource};
use proto::codec::Text;
use proto::identity::v1::{
    ListOrganizationsResponse, OrganizationEntry, OrganizationScope, PlanType,
};
use proto::query::v1::Query;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::acting_administrator;
use crate::context::Context;
use crate::error::IdentityError;

/// The fields of organizations in lists.
pub static ORGANIZATIONS: Resource = Resource {
    name: "organizations",
    from: "organizations AS o JOIN plans AS p ON p.organization_id = o.id",
    columns: "o.id, o.name, o.scope, o.domain, o.created_at, p.type AS plan,
              p.ends_at AS plan_ends_at,
              (SELECT count(*) FROM memberships AS m WHERE m.organization_id = o.id) AS members",
    key: "id",
    order: Order::descending("created_at"),
    scoping: None,
    fields: &[
        Field::uuid("id", "o.id").describe("Identifier"),
        Field::text("name", "o.name")
            .describe("Name of the organization")
            .sortable_as("lower(o.name)"),
        Field::choice("scope", "o.scope", OrganizationScope::CHOICES)
            .describe("Personal organization or team")
            .sortable(),
        Field::text("domain", "o.domain")
            .describe("E-mail domain whose users can join without an invitation")
            .nullable()
            .sortable(),
        Field::choice("plan", "p.type", PlanType::CHOICES)
            .describe("Plan of the organization")
            .sortable(),
        Field::instant("plan_ends_at", "p.ends_at")
            .describe("Time at which the organization returns to the free plan")
            .nullable()
            .sortable(),
        Field::instant("created_at", "o.created_at").describe("Time of creation").sortable(),
    ],
};

/// An organization with its plan.
#[derive(sqlx::FromRow)]
pub struct Row {
    id: Uuid,
    name: String,
    scope: String,
    domain: Option<String>,
    created_at: OffsetDateTime,
    plan: String,
    plan_ends_at: Option<OffsetDateTime>,
    members: i64,
}

/// One page of organizations.
pub async fn list(
    ctx: &Context,
    person: Arc<Person>,
    query: Query,
) -> Result<ListOrganizationsResponse, IdentityError> {
    let mut conn = ctx.db.conn().await?;
    acting_administrator::require(&mut conn, &person).await?;
    let listed = kit::query::list::<Row>(&mut conn, &ORGANIZATIONS, &query).await?;
    Ok(ListOrganizationsResponse {
        results: listed.rows.into_iter().map(entry).collect(),
        pagination: Some(listed.pagination),
    })
}

/// An organization for administrators.
pub fn entry(row: Row) -> OrganizationEntry {
    OrganizationEntry {
        id: row.id.to_string(),
        name: row.name,
        scope: OrganizationScope::from_text(&row.scope).unwrap_or_default().into(),
        domain: row.domain,
        plan: PlanType::from_text(&row.plan).unwrap_or(PlanType::Free).into(),
        created_at: kit::clock::milliseconds(row.created_at),
        plan_ends_at: row.plan_ends_at.map(kit::clock::milliseconds),
        members: row.members.try_into().unwrap_or(i32::MAX),
    }
}
