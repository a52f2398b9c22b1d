//! Reads one role.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{GetRoleRequest, RecordKind, RoleEntry};
use proto::query::v1::QueryValue;

use super::list::{Listed, ROLES};
use crate::context::Context;
use crate::error::AccessError;

/// The role with an id.
pub async fn get(
    ctx: &Context,
    _: Arc<Person>,
    request: GetRoleRequest,
) -> Result<RoleEntry, AccessError> {
    let mut conn = ctx.db.conn().await?;
    let id = QueryValue::text(request.id);
    let found = kit::query::get::<Listed>(&mut conn, &ROLES, "id", &id).await?;
    found.map(Listed::entry).ok_or(AccessError::NotFound(RecordKind::Role))
}
