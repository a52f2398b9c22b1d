//! The calls about plans, one line each.

use proto::access::v1::access_plans_server::AccessPlans;
use proto::access::v1::{GetPlanRequest, GetPlanResponse, RequestPlanRequest, RequestPlanResponse};
use tonic::{Response, Status};

use crate::context::Context;
use crate::error::AccessError;
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

impl PlansRpc {
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, AccessError>>,
    ) -> Result<Response<T>, Status> {
        self.0.db.answer(call, verb).await
    }
}
