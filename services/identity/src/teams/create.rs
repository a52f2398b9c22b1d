//! Creates a team on the free plan, which the caller owns and works in from then on.

use std::sync::Arc;

use kit::outbox;
use kit::peers::Person;
use proto::identity::v1::{
    CreateTeamRequest, CreateTeamResponse, OrganizationCreated, OrganizationScope,
};

use super::members::memberships;
use super::{access, name};
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;
use crate::organizations;

/// Creates a team on the free plan; the caller owns it, and it becomes their active organization.
pub async fn create(
    ctx: &Context,
    person: Arc<Person>,
    request: CreateTeamRequest,
) -> Result<CreateTeamResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let name = name::parse(&request.name)?;
    let organization = kit::id::new();
    let mut tx = ctx.db.tx().await?;
    access::user(&mut tx, user).await?;
    memberships::check_teams(&mut tx, user).await?;
    let team = (name.as_str(), OrganizationScope::Team);
    organizations::insert(&mut tx, organization, team, user, ctx.now()).await?;
    let created = OrganizationCreated {
        organization_id: organization.to_string(),
        scope: OrganizationScope::Team.into(),
        owner_id: user.to_string(),
    };
    outbox::publish(&mut tx, &created).await?;
    memberships::activate(ctx, &mut tx, organization, user).await?;
    tx.commit().await?;
    Ok(CreateTeamResponse { organization_id: created.organization_id })
}
