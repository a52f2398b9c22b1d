//! Reads the roles of a caller.

use kit::clock::milliseconds;
use proto::access::v1::{GetPrincipalRequest, GetPrincipalResponse, PrincipalRole};

use super::get_epoch;
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::principals;

/// The roles of a user, an organization or nobody, with the epoch of this moment.
pub async fn get(
    ctx: &Context,
    request: GetPrincipalRequest,
) -> Result<GetPrincipalResponse, AccessError> {
    let mut checks = Checks::default();
    let user = request.user_id.as_deref().map(|id| checks.id("user_id", id));
    let organization = request.organization_id.as_deref();
    let organization = organization.map(|id| checks.id("organization_id", id));
    checks.finish(())?;
    let mut tx = ctx.db.snapshot(kit::grpc::remaining()).await?;
    let epoch = get_epoch::epoch(&mut tx).await?;
    let roles = principals::roles(&mut tx, user, organization, ctx.clock.now()).await?;
    tx.rollback().await?;
    let roles = roles.into_iter().map(|role| PrincipalRole {
        role_id: role.role_id.to_string(),
        starts_at: role.starts_at.map(milliseconds),
        expires_at: role.expires_at.map(milliseconds),
    });
    Ok(GetPrincipalResponse { epoch, roles: roles.collect() })
}
