//! Users as administrators see and change them.

use kit::error::Problem;
use kit::text_lengths::LONGEST_NOTE;
use proto::identity::v1::{
    DeactivateUserRequest, DeactivateUserResponse, EndUserSessionsRequest, EndUserSessionsResponse,
    Feature, GetUserRequest, ListSessionsResponse, ListUserSessionsRequest, ListUsersResponse,
    ReactivateUserRequest, ReactivateUserResponse, RemoveUserPasskeysRequest,
    RemoveUserPasskeysResponse, Role, SetUserFeaturesRequest, SetUserFeaturesResponse,
    SetUserRoleRequest, SetUserRoleResponse, UserDetail,
};
use proto::query::v1::{GetMetaRequest, Query, ResourceMeta};
use serde::Deserialize;
use ts_rs::TS;

use super::fields;
use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::limits::MAIL_DEADLINE;
use crate::call::registry::Registry;

const MOST_FEATURES: usize = 20;

#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UserId {
    id: String,
}

/// Another role for a user.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RoleOfUser {
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

#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UserSessionId {
    id: String,
    session_id: String,
}

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.query("adminUsers.list", Access::ADMINISTRATORS).answer(list);
    registry.query("adminUsers.meta", Access::ADMINISTRATORS).answer(meta);
    registry.query("adminUsers.get", Access::ADMINISTRATORS).answer(get);
    registry.query("adminUsers.sessions", Access::ADMINISTRATORS).answer(sessions);
    registry.mutation("adminUsers.setRole", Access::FRESH_ADMINISTRATORS).answer(set_role);
    registry.mutation("adminUsers.setFeatures", Access::FRESH_ADMINISTRATORS).answer(set_features);
    registry.mutation("adminUsers.deactivate", Access::FRESH_ADMINISTRATORS).answer(deactivate);
    registry.mutation("adminUsers.reactivate", Access::FRESH_ADMINISTRATORS).answer(reactivate);
    registry.mutation("adminUsers.endSession", Access::FRESH_ADMINISTRATORS).answer(end_session);
    registry.mutation("adminUsers.endSessions", Access::FRESH_ADMINISTRATORS).answer(end_sessions);
    registry
        .mutation("adminUsers.removePasskeys", Access::FRESH_ADMINISTRATORS)
        .within(MAIL_DEADLINE)
        .answer(remove_passkeys);
}

async fn list(context: CallContext, query: Query) -> Result<ListUsersResponse, Problem> {
    Ok(context.upstream.administration.clone().list_users(query).await?.into_inner())
}

async fn meta(context: CallContext, (): ()) -> Result<ResourceMeta, Problem> {
    let request = GetMetaRequest { resource: "users".to_owned() };
    Ok(context.upstream.administration.clone().get_meta(request).await?.into_inner())
}

async fn get(context: CallContext, input: UserId) -> Result<UserDetail, Problem> {
    fields::id("id", &input.id)?;
    let request = GetUserRequest { id: input.id };
    Ok(context.upstream.administration.clone().get_user(request).await?.into_inner())
}

async fn sessions(context: CallContext, input: UserId) -> Result<ListSessionsResponse, Problem> {
    fields::id("id", &input.id)?;
    let request = ListUserSessionsRequest { id: input.id };
    Ok(context.upstream.administration.clone().list_user_sessions(request).await?.into_inner())
}

async fn set_role(context: CallContext, input: RoleOfUser) -> Result<SetUserRoleResponse, Problem> {
    let id = fields::subject(input.id)?;
    let request = SetUserRoleRequest { id: id.clone(), role: input.role.into() };
    let answer = context.upstream.administration.clone().set_user_role(request).await?;
    context.user_changed(&id);
    Ok(answer.into_inner())
}

async fn set_features(
    context: CallContext,
    input: UserFeatures,
) -> Result<SetUserFeaturesResponse, Problem> {
    let id = fields::subject(input.id)?;
    if input.features.len() > MOST_FEATURES {
        return Err(Problem::invalid("too_many_features", "Too many features"));
    }
    let features = input.features.into_iter().map(Into::into).collect();
    let request = SetUserFeaturesRequest { id: id.clone(), features };
    let answer = context.upstream.administration.clone().set_user_features(request).await?;
    context.user_changed(&id);
    Ok(answer.into_inner())
}

async fn deactivate(
    context: CallContext,
    input: UserNote,
) -> Result<DeactivateUserResponse, Problem> {
    let id = fields::subject(input.id)?;
    fields::line("note", input.note.as_deref().unwrap_or_default(), LONGEST_NOTE)?;
    let request = DeactivateUserRequest { id: id.clone(), note: input.note };
    let answer = context.upstream.administration.clone().deactivate_user(request).await?;
    context.user_changed(&id);
    Ok(answer.into_inner())
}

async fn reactivate(
    context: CallContext,
    input: UserNote,
) -> Result<ReactivateUserResponse, Problem> {
    let id = fields::subject(input.id)?;
    fields::line("note", input.note.as_deref().unwrap_or_default(), LONGEST_NOTE)?;
    let request = ReactivateUserRequest { id, note: input.note };
    Ok(context.upstream.administration.clone().reactivate_user(request).await?.into_inner())
}

async fn end_session(
    context: CallContext,
    input: UserSessionId,
) -> Result<EndUserSessionsResponse, Problem> {
    fields::id("session_id", &input.session_id)?;
    end(context, input.id, Some(input.session_id)).await
}

async fn end_sessions(
    context: CallContext,
    input: UserId,
) -> Result<EndUserSessionsResponse, Problem> {
    end(context, input.id, None).await
}

async fn end(
    context: CallContext,
    id: String,
    session_id: Option<String>,
) -> Result<EndUserSessionsResponse, Problem> {
    let id = fields::subject(id)?;
    let request = EndUserSessionsRequest { id: id.clone(), session_id };
    let answer = context.upstream.administration.clone().end_user_sessions(request).await?;
    context.user_changed(&id);
    Ok(answer.into_inner())
}

async fn remove_passkeys(
    context: CallContext,
    input: UserId,
) -> Result<RemoveUserPasskeysResponse, Problem> {
    let id = fields::subject(input.id)?;
    let request = RemoveUserPasskeysRequest { id };
    Ok(context.upstream.administration.clone().remove_user_passkeys(request).await?.into_inner())
}
