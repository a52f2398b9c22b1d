//! Changes the active organization of a user.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{SwitchOrganizationRequest, SwitchOrganizationResponse};

use super::access;
use super::members::memberships;
use crate::context::Context;
use crate::error::IdentityError;

/// Makes one of the caller's organizations the active one.
pub async fn switch(
    ctx: &Context,
    person: Arc<Person>,
    request: SwitchOrganizationRequest,
) -> Result<SwitchOrganizationResponse, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let access = access::enter(&mut tx, &person.user_id, &request.organization_id).await?;
    memberships::activate(ctx, &mut tx, access.organization, access.caller).await?;
    tx.commit().await?;
    Ok(SwitchOrganizationResponse {})
}
