//! Reads one assignment.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{GetPolicyAssignmentRequest, PolicyAssignmentEntry, RecordKind};
use proto::query::v1::QueryValue;

use super::list::{Listed, POLICY_ASSIGNMENTS};
use crate::context::Context;
use crate::error::AccessError;

/// The assignment with an id.
pub async fn get(
    ctx: &Context,
    _: Arc<Person>,
    request: GetPolicyAssignmentRequest,
) -> Result<PolicyAssignmentEntry, AccessError> {
    let mut conn = ctx.db.conn().await?;
    let id = QueryValue::text(request.id);
    let found = kit::query::get::<Listed>(&mut conn, &POLICY_ASSIGNMENTS, "id", &id).await?;
    found.map(Listed::entry).ok_or(AccessError::NotFound(RecordKind::PolicyAssignment))
}
