//! Reads one policy.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{GetPolicyRequest, PolicyEntry, RecordKind};
use proto::query::v1::QueryValue;

use super::list::{Listed, POLICIES};
use crate::context::Context;
use crate::error::AccessError;

/// The policy with an id.
pub async fn get(
    ctx: &Context,
    _: Arc<Person>,
    request: GetPolicyRequest,
) -> Result<PolicyEntry, AccessError> {
    let mut conn = ctx.db.conn().await?;
    let id = QueryValue::text(request.id);
    let found = kit::query::get::<Listed>(&mut conn, &POLICIES, "id", &id).await?;
    found.map(Listed::entry).ok_or(AccessError::NotFound(RecordKind::Policy))
}
