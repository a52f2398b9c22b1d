//! Gives a user a role.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, CreateUserRoleRequest, RecordKind, SavedUserRole, UserRole,
};

use super::{check_subject, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::escalation::{self, Grant};
use crate::input::Checks;
use crate::organization_roles::refuse_removed;
use crate::roles::{self, SUPER_ADMINISTRATOR};
use crate::stamp::{self, Stamp};

/// Gives a user a role, in one organization or everywhere. Nobody gives one to themselves.
pub async fn create(
    ctx: &Context,
    person: Arc<Person>,
    request: CreateUserRoleRequest,
) -> Result<SavedUserRole, AccessError> {
    let attempt = Attempt {
        user: Some(request.user_id.clone()),
        organization: request.organization_id.clone(),
        ..Attempt::create(
            AccessAuditAction::UserRoleCreated,
            RecordKind::UserRole,
            audit::values(Some(&request)),
        )
    };
    audit::audited(ctx, &person, attempt, insert(ctx, &person, request)).await
}

async fn insert(
    ctx: &Context,
    person: &Person,
    request: CreateUserRoleRequest,
) -> Result<SavedUserRole, AccessError> {
    let mut checks = Checks::default();
    let user = checks.id("user_id", &request.user_id);
    let role_id = checks.id("role_id", &request.role_id);
    let organization = request.organization_id.as_deref();
    let organization = organization.map(|id| checks.id("organization_id", id));
    let window = ("starts_at", request.starts_at);
    checks.window(window, request.expires_at, ctx.clock.now());
    let reason = checks.reason(&request.reason);
    checks.finish(())?;
    let user_role = UserRole {
        user_id: user.to_string(),
        role_id: role_id.to_string(),
        organization_id: organization.map(|id| id.to_string()),
        starts_at: request.starts_at,
        expires_at: request.expires_at,
        reason,
        ..UserRole::default()
    };
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let role = roles::by_id(&mut tx, role_id).await?;
    check_subject(&mut tx, &stamp, &user_role, &role.name).await?;
    if role.name == SUPER_ADMINISTRATOR && organization.is_some() {
        return Err(AccessError::field("organization_id", "this role is held everywhere"));
    }
    let role = roles::active(&mut tx, role_id).await?;
    if stamp::is_erased(&mut tx, user).await? {
        return Err(AccessError::UserErased);
    }
    if let Some(organization) = organization {
        refuse_removed(&mut tx, organization).await?;
    }
    let policies = escalation::policies_of_role(&mut tx, role_id).await?;
    if role.name != SUPER_ADMINISTRATOR {
        escalation::check(&mut tx, (person, &stamp), Grant::giving(policies)).await?;
    }
    let user_role = save::insert(&mut tx, &stamp, user_role).await?;
    tx.commit().await?;
    Ok(save::saved(user_role, &stamp))
}
