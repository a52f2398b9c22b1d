//! Users as administrators see and change them.

use kit::error::Problem;
use proto::identity::v1::{
    DeactivateUserRequest, DeactivateUserResponse, EndUserSessionsRequest, EndUserSessionsResponse,
    Feature, GetUserRequest, ListSessionsRequest, ListSessionsResponse, ListUsersResponse,
    ReactivateUserRequest, ReactivateUserResponse, Role, SetUserFeaturesRequest,
    SetUserFeaturesResponse, SetUserRoleRequest, SetUserRoleResponse, UserDetail,
};
use proto::query::v1::{GetMetaRequest, Query, ResourceMeta};
use serde::Deserialize;
use ts_rs::TS;

use super::fields;
use crate::call::access::Access;
use crate::call::procedure::{Call, Registry};

const LONGEST_NOTE: usize = 500;
const MOST_FEATURES: usize = 20;

/// One user.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OfUser {
    id: String,
}

/// Another role for a user.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UserRole {
    id: String,
    role: Role,
}

/// The flags that are to be on; all others are off.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UserFeatures {
    id: String,
    features: Vec<Feature>,
}

/// A user and, for those who read the history, why.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UserNote {
    id: String,
    #[serde(default)]
    #[ts(optional = nullable)]
    note: Option<String>,
}

/// One session of a user.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OfUserSession {
    id: String,
    session_id: String,
}

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.query("adminUsers.list", Access::ADMINISTRATORS, list);
    registry.query("adminUsers.meta", Access::ADMINISTRATORS, meta);
    registry.query("adminUsers.get", Access::ADMINISTRATORS, get);
    registry.query("adminUsers.sessions", Access::ADMINISTRATORS, sessions);
    registry.mutation("adminUsers.setRole", Access::ADMINISTRATORS, set_role);
    registry.mutation("adminUsers.setFeatures", Access::ADMINISTRATORS, set_features);
    registry.mutation("adminUsers.deactivate", Access::ADMINISTRATORS, deactivate);
    registry.mutation("adminUsers.reactivate", Access::ADMINISTRATORS, reactivate);
    registry.mutation("adminUsers.endSession", Access::ADMINISTRATORS, end_session);
    registry.mutation("adminUsers.endSessions", Access::ADMINISTRATORS, end_sessions);
}

async fn list(call: Call, query: Query) -> Result<ListUsersResponse, Problem> {
    Ok(call.state.upstream.administration.clone().list_users(query).await?.into_inner())
}

async fn meta(call: Call, (): ()) -> Result<ResourceMeta, Problem> {
    let request = GetMetaRequest { resource: "users".to_owned() };
    Ok(call.state.upstream.administration.clone().get_meta(request).await?.into_inner())
}

async fn get(call: Call, input: OfUser) -> Result<UserDetail, Problem> {
    fields::id("id", &input.id)?;
    let request = GetUserRequest { id: input.id };
    Ok(call.state.upstream.administration.clone().get_user(request).await?.into_inner())
}

async fn sessions(call: Call, input: OfUser) -> Result<ListSessionsResponse, Problem> {
    fields::id("id", &input.id)?;
    let current_session_id = call.member()?.session_id.clone();
    let request = ListSessionsRequest { user_id: input.id, current_session_id };
    Ok(call.state.upstream.identity.clone().list_sessions(request).await?.into_inner())
}

async fn set_role(call: Call, input: UserRole) -> Result<SetUserRoleResponse, Problem> {
    let (id, actor_id) = fields::changed_by(&call, input.id)?;
    let request = SetUserRoleRequest { id: id.clone(), role: input.role.into(), actor_id };
    let answer = call.state.upstream.administration.clone().set_user_role(request).await?;
    call.state.sessions.user_changed(&id);
    Ok(answer.into_inner())
}

async fn set_features(call: Call, input: UserFeatures) -> Result<SetUserFeaturesResponse, Problem> {
    let (id, actor_id) = fields::changed_by(&call, input.id)?;
    if input.features.len() > MOST_FEATURES {
        return Err(Problem::invalid("too_many_features", "Too many features"));
    }
    let features = input.features.into_iter().map(Into::into).collect();
    let request = SetUserFeaturesRequest { id: id.clone(), features, actor_id };
    let answer = call.state.upstream.administration.clone().set_user_features(request).await?;
    call.state.sessions.user_changed(&id);
    Ok(answer.into_inner())
}

async fn deactivate(call: Call, input: UserNote) -> Result<DeactivateUserResponse, Problem> {
    let (id, actor_id) = fields::changed_by(&call, input.id)?;
    fields::line("note", input.note.as_deref().unwrap_or_default(), LONGEST_NOTE)?;
    let request = DeactivateUserRequest { actor_id, id: id.clone(), note: input.note };
    let answer = call.state.upstream.administration.clone().deactivate_user(request).await?;
    call.state.sessions.user_changed(&id);
    Ok(answer.into_inner())
}

async fn reactivate(call: Call, input: UserNote) -> Result<ReactivateUserResponse, Problem> {
    let (id, actor_id) = fields::changed_by(&call, input.id)?;
    fields::line("note", input.note.as_deref().unwrap_or_default(), LONGEST_NOTE)?;
    let request = ReactivateUserRequest { actor_id, id, note: input.note };
    Ok(call.state.upstream.administration.clone().reactivate_user(request).await?.into_inner())
}

async fn end_session(call: Call, input: OfUserSession) -> Result<EndUserSessionsResponse, Problem> {
    fields::id("session_id", &input.session_id)?;
    end(call, input.id, Some(input.session_id)).await
}

async fn end_sessions(call: Call, input: OfUser) -> Result<EndUserSessionsResponse, Problem> {
    end(call, input.id, None).await
}

async fn end(
    call: Call,
    id: String,
    session_id: Option<String>,
) -> Result<EndUserSessionsResponse, Problem> {
    let (id, actor_id) = fields::changed_by(&call, id)?;
    let request = EndUserSessionsRequest { actor_id, id: id.clone(), session_id };
    let answer = call.state.upstream.administration.clone().end_user_sessions(request).await?;
    call.state.sessions.user_changed(&id);
    Ok(answer.into_inner())
}
