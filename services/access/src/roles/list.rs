//! Lists roles for administrators, newest first.

use std::sync::Arc;

use kit::peers::Person;
use kit::query::{Field, Order, Resource};
use proto::access::v1::{AccessStatus, ListRolesResponse, RoleEntry, RoleKind};
use proto::codec::Text;
use proto::query::v1::Query;
use sqlx::FromRow;

use super::row;
use crate::context::Context;
use crate::error::AccessError;

/// The fields of roles in lists.
pub static ROLES: Resource = Resource {
    name: "roles",
    from: "roles AS r",
    columns: "r.*,
              (SELECT count(*) FROM policy_assignments AS a WHERE a.role_id = r.id) AS policies,
              (SELECT count(*) FROM user_roles AS u WHERE u.role_id = r.id) AS users,
              (SELECT count(*) FROM organization_roles AS o WHERE o.role_id = r.id)
                  AS organizations",
    key: "id",
    order: Order::descending("created_at"),
    scoping: None,
    fields: &[
        Field::uuid("id", "r.id").describe("Identifier"),
        Field::text("name", "r.name").describe("Unique name").sortable(),
        Field::text("display_name", "r.display_name")
            .describe("Name for people")
            .sortable_as("lower(r.display_name)"),
        Field::text("description", "r.description").describe("Description"),
        Field::choice("kind", "r.kind", RoleKind::CHOICES).describe("Purpose").sortable(),
        Field::bool("managed", "r.managed")
            .describe("Whether it belongs to the policy set of the installation"),
        Field::choice("status", "r.status", AccessStatus::CHOICES)
            .describe("Whether it has effect")
            .sortable(),
        Field::instant("created_at", "r.created_at").describe("Time of creation").sortable(),
        Field::instant("updated_at", "r.updated_at").describe("Time of the last change").sortable(),
    ],
};

/// A role with the numbers of its policies and holders.
#[derive(FromRow)]
pub struct Listed {
    #[sqlx(flatten)]
    role: row::Row,
    policies: i64,
    users: i64,
    organizations: i64,
}

impl Listed {
    pub fn entry(self) -> RoleEntry {
        RoleEntry {
            role: Some(self.role.role()),
            policies: self.policies.try_into().unwrap_or(i32::MAX),
            users: self.users,
            organizations: self.organizations,
        }
    }
}

/// One page of roles.
pub async fn list(
    ctx: &Context,
    _: Arc<Person>,
    query: Query,
) -> Result<ListRolesResponse, AccessError> {
    let mut conn = ctx.db.conn().await?;
    let listed = kit::query::list::<Listed>(&mut conn, &ROLES, &query).await?;
    Ok(ListRolesResponse {
        results: listed.rows.into_iter().map(Listed::entry).collect(),
        pagination: Some(listed.pagination),
    })
}
