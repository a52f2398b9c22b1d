//! The calls that explain decisions, one line each.

use proto::access::v1::access_explanations_server::AccessExplanations;
use proto::access::v1::{
    AccessDecision, GetDecisionRequest, ListPermittedRolesRequest, ListPermittedRolesResponse,
};

use crate::context::Context;
use crate::explanations;

/// Answers over gRPC.
pub struct ExplanationsRpc(pub Context);

kit::rpcs! {
    AccessExplanations for ExplanationsRpc, owned;
    #[person]
    get_decision: GetDecisionRequest => AccessDecision, explanations::get::get;
    #[person]
    list_permitted_roles: ListPermittedRolesRequest => ListPermittedRolesResponse, explanations::permitted_roles::list;
}
