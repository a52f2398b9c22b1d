//! The calls that the gateway makes for itself and for every user, one line each.

use proto::access::v1::access_server::Access;
use proto::access::v1::{
    ExportPersonRequest, ExportPersonResponse, GetEpochRequest, GetEpochResponse,
    GetPoliciesRequest, GetPoliciesResponse, GetPrincipalRequest, GetPrincipalResponse,
};

use crate::context::Context;
use crate::export_person;
use crate::gateway_reads::{get_epoch, get_policies, get_principal};

/// Answers over gRPC.
pub struct Rpc(pub Context);

kit::rpcs! {
    Access for Rpc, owned;
    get_policies: GetPoliciesRequest => GetPoliciesResponse, get_policies::get;
    get_principal: GetPrincipalRequest => GetPrincipalResponse, get_principal::get;
    get_epoch: GetEpochRequest => GetEpochResponse, get_epoch::get;
    #[person]
    export_person: ExportPersonRequest => ExportPersonResponse, export_person::export;
}
