//! Numbers over time: public, as far as what they are about is.

use kit::error::Problem;
use proto::query::v1::{GetMetaRequest, Query};
use proto::timeseries::v1::{
    AggregateExplanation, Explanation, GetAggregateRequest, GetAggregateResponse,
    GetDatasetsRequest, GetDatasetsResponse, GetExplanationRequest, GetLatestRequest,
    GetLatestResponse, GetSeriesRequest, GetSeriesResponse, GetTopHoldersRequest,
    ListTransactionsResponse,
};
use serde::Serialize;
use ts_rs::TS;

use super::catalog_filter;
use crate::call::access::Access;
use crate::call::cache::freshness::Domain;
use crate::call::procedure::{Call, Reading, Registry};

const NUMBERS: &[Domain] = &[Domain::Timeseries];
/// What is chosen by fields of the catalog.
const FILTERED: &[Domain] = &[Domain::Catalog, Domain::Timeseries];

macro_rules! pass {
    ($registry:ident, $name:literal, $request:ty, $verb:ident) => {
        $registry.kept(
            $name,
            Access::Public,
            NUMBERS,
            |reading: Reading, request: $request| async move {
                Ok(reading.upstream.timeseries.clone().$verb(request).await?.into_inner())
            },
        );
    };
}

macro_rules! meta {
    ($registry:ident, $name:literal, $resource:literal) => {
        $registry.kept($name, Access::Public, NUMBERS, |reading: Reading, (): ()| async move {
            let request = GetMetaRequest { resource: $resource.to_owned() };
            Ok(reading.upstream.timeseries.clone().get_meta(request).await?.into_inner())
        });
    };
}

/// Adds the procedures.
pub fn add(registry: &mut Registry) {
    let get = |reading: Reading, request: GetSeriesRequest| async move {
        Ok(reading.upstream.timeseries.clone().get_series_text(request).await?.into_inner().json)
    };
    registry.kept_json::<_, GetSeriesResponse, _, _>(
        "timeseries.get",
        Access::Public,
        NUMBERS,
        get,
    );
    let aggregate = |reading: Reading, request: GetAggregateRequest| async move {
        let request = Box::pin(catalog_filter::resolve(&reading.upstream, request)).await?;
        let mut service = reading.upstream.timeseries.clone();
        Ok(service.get_aggregate_text(request).await?.into_inner().json)
    };
    registry.kept_json::<_, GetAggregateResponse, _, _>(
        "timeseries.aggregate",
        Access::Public,
        FILTERED,
        aggregate,
    );
    let origins = |reading: Reading, request: GetAggregateRequest| async move {
        let request = Box::pin(catalog_filter::resolve(&reading.upstream, request)).await?;
        Ok(reading.upstream.timeseries.clone().get_aggregate_origins(request).await?.into_inner())
    };
    registry.kept("timeseries.origins", Access::Public, FILTERED, origins);
    let latest = |reading: Reading, request: GetLatestRequest| async move {
        Ok(reading.upstream.timeseries.clone().get_latest_text(request).await?.into_inner().json)
    };
    registry.kept_json::<_, GetLatestResponse, _, _>(
        "timeseries.latest",
        Access::Public,
        NUMBERS,
        latest,
    );
    registry.kept("timeseries.explain", Access::Public, FILTERED, explain);
    pass!(registry, "timeseries.list", Query, list_series);
    pass!(registry, "loads.list", Query, list_loads);
    pass!(registry, "restatements.list", Query, list_restatements);
    // Files are made without an event: the list of them is not kept.
    registry.query("datasets.list", Access::Public, |call: Call, (): ()| datasets(call));
    let transactions = |reading: Reading, query: Query| async move {
        let mut service = reading.upstream.timeseries.clone();
        Ok(service.list_transactions_text(query).await?.into_inner().json)
    };
    registry.kept_json::<_, ListTransactionsResponse, _, _>(
        "transactions.list",
        Access::Public,
        NUMBERS,
        transactions,
    );
    pass!(registry, "holders.top", GetTopHoldersRequest, get_top_holders);
    meta!(registry, "timeseries.meta", "series");
    meta!(registry, "loads.meta", "loads");
    meta!(registry, "restatements.meta", "restatements");
    meta!(registry, "transactions.meta", "transactions");
}

/// Where a number comes from, be it one of a series or one of an aggregate.
#[derive(Serialize, TS)]
#[serde(untagged)]
pub enum ExplainedNumber {
    Series(Box<Explanation>),
    Aggregate(Box<AggregateExplanation>),
}

async fn explain(
    reading: Reading,
    request: GetExplanationRequest,
) -> Result<ExplainedNumber, Problem> {
    let mut service = reading.upstream.timeseries.clone();
    let (None, Some(asked)) = (&request.key, &request.aggregate) else {
        let told = service.get_explanation(request).await?.into_inner();
        return Ok(ExplainedNumber::Series(Box::new(told)));
    };
    let asked = Box::pin(catalog_filter::resolve(&reading.upstream, asked.clone())).await?;
    let request = GetExplanationRequest { aggregate: Some(asked), ..request };
    let told = service.get_aggregate_explanation(request).await?.into_inner();
    Ok(ExplainedNumber::Aggregate(Box::new(told)))
}

async fn datasets(call: Call) -> Result<GetDatasetsResponse, Problem> {
    let request = GetDatasetsRequest {};
    Ok(call.state.upstream.timeseries.clone().get_datasets(request).await?.into_inner())
}
