//! Lists policies for administrators, newest first.

use std::sync::Arc;

use kit::peers::Person;
use kit::query::{Element, Field, Order, Resource};
use proto::access::v1::{
    Action, Effect, Endpoint, ListPoliciesResponse, PolicyEntry, PolicyStatus,
};
use proto::codec::Text;
use proto::query::v1::Query;
use sqlx::FromRow;

use super::row;
use crate::context::Context;
use crate::error::AccessError;

/// The fields of policies in lists.
pub static POLICIES: Resource = Resource {
    name: "policies",
    from: "policies AS p",
    columns: "p.*,
              (SELECT count(*) FROM policy_assignments AS a WHERE a.policy_id = p.id) AS roles",
    key: "id",
    order: Order::descending("created_at"),
    scoping: None,
    fields: &[
        Field::uuid("id", "p.id").describe("Identifier"),
        Field::text("name", "p.name").describe("Name").sortable_as("lower(p.name)"),
        Field::text("description", "p.description").describe("Description"),
        Field::choice("status", "p.status", PolicyStatus::CHOICES)
            .describe("Whether it has effect")
            .sortable(),
        Field::bool("managed", "p.managed")
            .describe("Whether it belongs to the policy set of the installation"),
        Field::choice("effect", "p.effect", Effect::CHOICES)
            .describe("Whether it allows or denies")
            .sortable(),
        Field::list("actions", Element::Enum, "p.actions")
            .describe("Actions")
            .choices(Action::CHOICES),
        Field::list("endpoints", Element::Enum, "p.endpoints")
            .describe("Endpoints")
            .choices(Endpoint::CHOICES),
        Field::list("tags", Element::Text, "p.tags").describe("Tags"),
        Field::instant("expires_at", "p.expires_at")
            .describe("Time from which it has no effect")
            .nullable()
            .sortable(),
        Field::instant("created_at", "p.created_at").describe("Time of creation").sortable(),
        Field::instant("updated_at", "p.updated_at").describe("Time of the last change").sortable(),
    ],
};

/// A policy with the number of its roles.
#[derive(FromRow)]
pub struct Listed {
    #[sqlx(flatten)]
    policy: row::Row,
    roles: i64,
}

impl Listed {
    pub fn entry(self) -> PolicyEntry {
        PolicyEntry {
            policy: Some(self.policy.policy()),
            roles: self.roles.try_into().unwrap_or(i32::MAX),
        }
    }
}

/// One page of policies.
pub async fn list(
    ctx: &Context,
    _: Arc<Person>,
    query: Query,
) -> Result<ListPoliciesResponse, AccessError> {
    let mut conn = ctx.db.conn().await?;
    let listed = kit::query::list::<Listed>(&mut conn, &POLICIES, &query).await?;
    Ok(ListPoliciesResponse {
        results: listed.rows.into_iter().map(Listed::entry).collect(),
        pagination: Some(listed.pagination),
    })
}
