//! The calls about decisions, one line each.

use proto::access::v1::access_decisions_server::AccessDecisions;
use proto::access::v1::{
    GetDecisionHistogramRequest, GetDecisionHistogramResponse, GetSimulationRequest,
    GetSimulationResponse, ReportDecisionsRequest, ReportDecisionsResponse,
};
use tonic::{Response, Status};

use crate::context::Context;
use crate::decisions;
use crate::error::AccessError;

/// Answers over gRPC.
pub struct DecisionsRpc(pub Context);

kit::rpcs! {
    AccessDecisions for DecisionsRpc, owned;
    report_decisions: ReportDecisionsRequest => ReportDecisionsResponse, decisions::report::report;
    #[person]
    get_decision_histogram: GetDecisionHistogramRequest => GetDecisionHistogramResponse, decisions::histogram::get;
    #[person]
    get_simulation: GetSimulationRequest => GetSimulationResponse, decisions::simulation::get;
}

impl DecisionsRpc {
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, AccessError>>,
    ) -> Result<Response<T>, Status> {
        self.0.db.answer(call, verb).await
    }
}
