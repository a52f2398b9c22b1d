//! Numbers over time: public, as far as what they are about is.

use kit::error::Problem;
use proto::query::v1::{GetMetaRequest, Query, ResourceMeta};
use proto::timeseries::v1::{
    GetAggregateRequest, GetExplanationRequest, GetLatestRequest, GetSeriesRequest,
};

use crate::access::Access;
use crate::procedure::{Call, Registry};

macro_rules! pass {
    ($registry:ident, $name:literal, $request:ty, $verb:ident) => {
        $registry.query($name, Access::Public, |call: Call, request: $request| async move {
            Ok(call.state.upstream.timeseries.clone().$verb(request).await?.into_inner())
        });
    };
}

/// Adds the procedures.
pub fn add(registry: &mut Registry) {
    pass!(registry, "timeseries.get", GetSeriesRequest, get_series);
    pass!(registry, "timeseries.aggregate", GetAggregateRequest, get_aggregate);
    pass!(registry, "timeseries.latest", GetLatestRequest, get_latest);
    pass!(registry, "timeseries.explain", GetExplanationRequest, get_explanation);
    pass!(registry, "timeseries.list", Query, list_series);
    pass!(registry, "loads.list", Query, list_loads);
    pass!(registry, "restatements.list", Query, list_restatements);
    registry.query("timeseries.meta", Access::Public, |call: Call, (): ()| meta(call, "series"));
    registry.query("loads.meta", Access::Public, |call: Call, (): ()| meta(call, "loads"));
    registry.query("restatements.meta", Access::Public, |call: Call, (): ()| {
        meta(call, "restatements")
    });
}

async fn meta(call: Call, resource: &str) -> Result<ResourceMeta, Problem> {
    let request = GetMetaRequest { resource: resource.to_owned() };
    Ok(call.state.upstream.timeseries.clone().get_meta(request).await?.into_inner())
}
