//! The calls about decisions, one line each.

use proto::access::v1::access_decisions_server::AccessDecisions;
use proto::access::v1::{
    GetDecisionHistogramRequest, GetDecisionHistogramResponse, GetSimulationRequest,
    GetSimulationResponse, ReportDecisionsRequest, ReportDecisionsResponse,
};

use crate::context::Context;
use crate::decisions;

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
