//! Renames a team as an administrator.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{AuditAction, RenameOrganizationRequest, RenameOrganizationResponse};

use super::lock;
use crate::audit::{self, Change, Entry};
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::name;

/// Renames a team; a personal organization has the name of its user.
pub async fn rename(
    ctx: &Context,
    person: Arc<Person>,
    request: RenameOrganizationRequest,
) -> Result<RenameOrganizationResponse, IdentityError> {
    let name = name::parse(&request.name)?;
    let mut tx = ctx.db.tx().await?;
    let subject = lock::team(&mut tx, &person, &request.id).await?;
    if subject.name == name {
        return Ok(RenameOrganizationResponse {});
    }
    name::write(&mut tx, subject.id, &name).await?;
    let change = Change::new("name", [&subject.name], [&name]);
    let action = AuditAction::OrganizationRenamed;
    let entry = Entry::of_organization(action, subject.id, &subject.name, vec![change]);
    audit::record(ctx, &mut tx, Some(&subject.actor), entry).await?;
    tx.commit().await?;
    Ok(RenameOrganizationResponse {})
}
