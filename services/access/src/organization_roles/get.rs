//! Reads the role of an organization.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{GetOrganizationRoleRequest, OrganizationRoleEntry, RecordKind};
use proto::query::v1::QueryValue;

use super::list::{Listed, ORGANIZATION_ROLES};
use crate::context::Context;
use crate::error::AccessError;

/// The role of an organization with an id.
pub async fn get(
    ctx: &Context,
    _: Arc<Person>,
    request: GetOrganizationRoleRequest,
) -> Result<OrganizationRoleEntry, AccessError> {
    let mut conn = ctx.db.conn().await?;
    let id = QueryValue::text(request.id);
    let found = kit::query::get::<Listed>(&mut conn, &ORGANIZATION_ROLES, "id", &id).await?;
    found.map(Listed::entry).ok_or(AccessError::NotFound(RecordKind::OrganizationRole))
}
