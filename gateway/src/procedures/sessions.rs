//! The sessions of the caller.

use kit::error::Problem;
use proto::identity::v1::{
    ListSessionsRequest, ListSessionsResponse, RevokeOtherSessionsRequest,
    RevokeOtherSessionsResponse, RevokeSessionRequest, RevokeSessionResponse,
};
use serde::Deserialize;
use ts_rs::TS;

use super::fields;
use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::registry::Registry;

#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RevokeSession {
    id: String,
}

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.query("sessions.list", Access::Member).answer(list);
    registry.mutation("sessions.revoke", Access::Member).answer(revoke);
    registry.mutation("sessions.revokeOthers", Access::Member).answer(revoke_others);
}

async fn list(context: CallContext, (): ()) -> Result<ListSessionsResponse, Problem> {
    let request = ListSessionsRequest {};
    Ok(context.upstream.identity.clone().list_sessions(request).await?.into_inner())
}

async fn revoke(
    context: CallContext,
    input: RevokeSession,
) -> Result<RevokeSessionResponse, Problem> {
    fields::id("id", &input.id)?;
    let request = RevokeSessionRequest { id: input.id };
    let answer = context.upstream.identity.clone().revoke_session(request).await?;
    context.user_changed(&context.member()?.user.id);
    Ok(answer.into_inner())
}

async fn revoke_others(
    context: CallContext,
    (): (),
) -> Result<RevokeOtherSessionsResponse, Problem> {
    let request = RevokeOtherSessionsRequest {};
    let answer = context.upstream.identity.clone().revoke_other_sessions(request).await?;
    context.user_changed(&context.member()?.user.id);
    Ok(answer.into_inner())
}
