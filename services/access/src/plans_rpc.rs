//! The calls about plans, one line each.

use proto::access::v1::access_plans_server::AccessPlans;
use proto::access::v1::{GetPlanRequest, GetPlanResponse, RequestPlanRequest, RequestPlanResponse};

use crate::context::Context;
use crate::plans;

/// Answers over gRPC.
pub struct PlansRpc(pub Context);

kit::rpcs! {
    AccessPlans for PlansRpc, owned;
    #[person]
    get_plan: GetPlanRequest => GetPlanResponse, plans::get::get;
    #[person]
    request_plan: RequestPlanRequest => RequestPlanResponse, plans::request::request;
}
