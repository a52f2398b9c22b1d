//! Lists the roles of users for administrators, newest first.

use std::sync::Arc;

use kit::peers::Person;
use kit::query::{Field, Order, Resource};
use proto::access::v1::{ListUserRolesResponse, UserRoleEntry};
use proto::query::v1::Query;
use sqlx::FromRow;

use super::row;
use crate::context::Context;
use crate::error::AccessError;

/// The fields of the roles of users in lists.
pub static USER_ROLES: Resource = Resource {
    name: "user_roles",
    from: "user_roles AS u JOIN roles AS r ON r.id = u.role_id",
    columns: "u.*, r.name AS role_name",
    key: "id",
    order: Order::descending("created_at"),
    scoping: None,
    fields: &[
        Field::uuid("id", "u.id").describe("Identifier"),
        Field::uuid("user_id", "u.user_id").describe("User"),
        Field::uuid("role_id", "u.role_id").describe("Role"),
        Field::text("role_name", "r.name").describe("Name of the role").sortable(),
        Field::uuid("organization_id", "u.organization_id")
            .describe("Organization in which the user holds it; none for everywhere")
            .nullable(),
        Field::text("reason", "u.reason").describe("Reason"),
        Field::uuid("granted_by", "u.granted_by")
            .describe("Administrator who granted it")
            .nullable(),
        Field::instant("starts_at", "u.starts_at")
            .describe("Time from which the user holds it")
            .nullable()
            .sortable(),
        Field::instant("expires_at", "u.expires_at")
            .describe("Time until which the user holds it")
            .nullable()
            .sortable(),
        Field::instant("created_at", "u.created_at").describe("Time of creation").sortable(),
    ],
};

/// The role of a user with its name.
#[derive(FromRow)]
pub struct Listed {
    #[sqlx(flatten)]
    user_role: row::Row,
    role_name: String,
}

impl Listed {
    pub fn entry(self) -> UserRoleEntry {
        UserRoleEntry { user_role: Some(self.user_role.user_role()), role_name: self.role_name }
    }
}

/// One page of the roles of users.
pub async fn list(
    ctx: &Context,
    _: Arc<Person>,
    query: Query,
) -> Result<ListUserRolesResponse, AccessError> {
    let mut conn = ctx.db.conn().await?;
    let listed = kit::query::list::<Listed>(&mut conn, &USER_ROLES, &query).await?;
    Ok(ListUserRolesResponse {
        results: listed.rows.into_iter().map(Listed::entry).collect(),
        pagination: Some(listed.pagination),
    })
}
