//! Reads the role of a user.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{GetUserRoleRequest, RecordKind, UserRoleEntry};
use proto::query::v1::QueryValue;

use super::list::{Listed, USER_ROLES};
use crate::context::Context;
use crate::error::AccessError;

/// The role of a user with an id.
pub async fn get(
    ctx: &Context,
    _: Arc<Person>,
    request: GetUserRoleRequest,
) -> Result<UserRoleEntry, AccessError> {
    let mut conn = ctx.db.conn().await?;
    let id = QueryValue::text(request.id);
    let found = kit::query::get::<Listed>(&mut conn, &USER_ROLES, "id", &id).await?;
    found.map(Listed::entry).ok_or(AccessError::NotFound(RecordKind::UserRole))
}
