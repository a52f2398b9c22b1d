//! Users as administrators see and change them.

use kit::error::Problem;
use proto::identity::v1::{
    ListUsersRequest, ListUsersResponse, Role, SetUserFeaturesRequest, SetUserFeaturesResponse,
    SetUserRoleRequest, SetUserRoleResponse,
};

use super::fields;
use crate::access::Access;
use crate::procedure::{Call, Registry};

const LONGEST_QUERY: usize = 200;
const LONGEST_CURSOR: usize = 500;
const MOST_FEATURES: usize = 20;

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.query("adminUsers.list", Access::Role(Role::Admin), list);
    registry.mutation("adminUsers.setRole", Access::Role(Role::Admin), set_role);
    registry.mutation("adminUsers.setFeatures", Access::Role(Role::Admin), set_features);
}

async fn list(call: Call, input: ListUsersRequest) -> Result<ListUsersResponse, Problem> {
    fields::line("query", input.query.as_deref().unwrap_or_default(), LONGEST_QUERY)?;
    fields::line("cursor", input.cursor.as_deref().unwrap_or_default(), LONGEST_CURSOR)?;
    Ok(call.state.upstream.identity.clone().list_users(input).await?.into_inner())
}

async fn set_role(call: Call, input: SetUserRoleRequest) -> Result<SetUserRoleResponse, Problem> {
    fields::id("id", &input.id)?;
    let user_id = input.id.clone();
    let answer = call.state.upstream.identity.clone().set_user_role(input).await?;
    call.state.sessions.user_changed(&user_id);
    Ok(answer.into_inner())
}

async fn set_features(
    call: Call,
    input: SetUserFeaturesRequest,
) -> Result<SetUserFeaturesResponse, Problem> {
    fields::id("id", &input.id)?;
    if input.features.len() > MOST_FEATURES {
        return Err(Problem::invalid("too_many_features", "There are not that many features"));
    }
    let user_id = input.id.clone();
    let answer = call.state.upstream.identity.clone().set_user_features(input).await?;
    call.state.sessions.user_changed(&user_id);
    Ok(answer.into_inner())
}
