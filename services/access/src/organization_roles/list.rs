//! Lists the roles of organizations for administrators, newest first.

use std::sync::Arc;

use kit::peers::Person;
use kit::query::{Field, Order, Resource};
use proto::access::v1::{ListOrganizationRolesResponse, OrganizationRoleEntry, RoleSource};
use proto::codec::Text;
use proto::query::v1::Query;
use sqlx::FromRow;

use super::row;
use crate::context::Context;
use crate::error::AccessError;

/// The fields of the roles of organizations in lists.
pub static ORGANIZATION_ROLES: Resource = Resource {
    name: "organization_roles",
    from: "organization_roles AS o JOIN roles AS r ON r.id = o.role_id",
    columns: "o.*, r.name AS role_name",
    key: "id",
    order: Order::descending("created_at"),
    scoping: None,
    fields: &[
        Field::uuid("id", "o.id").describe("Identifier"),
        Field::uuid("organization_id", "o.organization_id").describe("Organization"),
        Field::uuid("role_id", "o.role_id").describe("Role"),
        Field::text("role_name", "r.name").describe("Name of the role").sortable(),
        Field::choice("source", "o.source", RoleSource::CHOICES)
            .describe("Why the organization holds it")
            .sortable(),
        Field::text("reason", "o.reason").describe("Reason"),
        Field::uuid("granted_by", "o.granted_by")
            .describe("Administrator who granted it")
            .nullable(),
        Field::instant("starts_at", "o.starts_at")
            .describe("Time from which the organization holds it")
            .nullable()
            .sortable(),
        Field::instant("expires_at", "o.expires_at")
            .describe("Time until which the organization holds it")
            .nullable()
            .sortable(),
        Field::instant("created_at", "o.created_at").describe("Time of creation").sortable(),
    ],
};

/// The role of an organization with its name.
#[derive(FromRow)]
pub struct Listed {
    #[sqlx(flatten)]
    organization_role: row::Row,
    role_name: String,
}

impl Listed {
    pub fn entry(self) -> OrganizationRoleEntry {
        OrganizationRoleEntry {
            organization_role: Some(self.organization_role.organization_role()),
            role_name: self.role_name,
        }
    }
}

/// One page of the roles of organizations.
pub async fn list(
    ctx: &Context,
    _: Arc<Person>,
    query: Query,
) -> Result<ListOrganizationRolesResponse, AccessError> {
    let mut conn = ctx.db.conn().await?;
    let listed = kit::query::list::<Listed>(&mut conn, &ORGANIZATION_ROLES, &query).await?;
    Ok(ListOrganizationRolesResponse {
        results: listed.rows.into_iter().map(Listed::entry).collect(),
        pagination: Some(listed.pagination),
    })
}
