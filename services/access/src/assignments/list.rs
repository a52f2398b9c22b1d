//! Lists assignments for administrators, newest first.

use std::sync::Arc;

use kit::peers::Person;
use kit::query::{Field, Order, Resource};
use proto::access::v1::{AccessStatus, ListPolicyAssignmentsResponse, PolicyAssignmentEntry};
use proto::codec::Text;
use proto::query::v1::Query;
use sqlx::FromRow;

use super::row;
use crate::context::Context;
use crate::error::AccessError;

/// The fields of assignments in lists.
pub static POLICY_ASSIGNMENTS: Resource = Resource {
    name: "policy_assignments",
    from: "policy_assignments AS a
           JOIN roles AS r ON r.id = a.role_id
           JOIN policies AS p ON p.id = a.policy_id",
    columns: "a.*, r.name AS role_name, p.name AS policy_name",
    key: "id",
    order: Order::descending("created_at"),
    scoping: None,
    fields: &[
        Field::uuid("id", "a.id").describe("Identifier"),
        Field::uuid("role_id", "a.role_id").describe("Role"),
        Field::text("role_name", "r.name").describe("Name of the role").sortable(),
        Field::uuid("policy_id", "a.policy_id").describe("Policy"),
        Field::text("policy_name", "p.name")
            .describe("Name of the policy")
            .sortable_as("lower(p.name)"),
        Field::choice("status", "a.status", AccessStatus::CHOICES)
            .describe("Whether it has effect")
            .sortable(),
        Field::bool("managed", "a.managed")
            .describe("Whether it belongs to the policy set of the installation"),
        Field::instant("starts_at", "a.starts_at")
            .describe("Time from which it has effect")
            .nullable()
            .sortable(),
        Field::instant("expires_at", "a.expires_at")
            .describe("Time from which it has no effect")
            .nullable()
            .sortable(),
        Field::instant("created_at", "a.created_at").describe("Time of creation").sortable(),
        Field::instant("updated_at", "a.updated_at").describe("Time of the last change").sortable(),
    ],
};

/// An assignment with the names of both records.
#[derive(FromRow)]
pub struct Listed {
    #[sqlx(flatten)]
    assignment: row::Row,
    role_name: String,
    policy_name: String,
}

impl Listed {
    pub fn entry(self) -> PolicyAssignmentEntry {
        PolicyAssignmentEntry {
            assignment: Some(self.assignment.assignment()),
            role_name: self.role_name,
            policy_name: self.policy_name,
        }
    }
}

/// One page of assignments.
pub async fn list(
    ctx: &Context,
    _: Arc<Person>,
    query: Query,
) -> Result<ListPolicyAssignmentsResponse, AccessError> {
    let mut conn = ctx.db.conn().await?;
    let listed = kit::query::list::<Listed>(&mut conn, &POLICY_ASSIGNMENTS, &query).await?;
    Ok(ListPolicyAssignmentsResponse {
        results: listed.rows.into_iter().map(Listed::entry).collect(),
        pagination: Some(listed.pagination),
    })
}
