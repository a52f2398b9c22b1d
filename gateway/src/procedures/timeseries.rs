//! Numbers over time, and the loads, restatements, transfers and datasets behind them.

use kit::error::Problem;
use proto::query::v1::{GetMetaRequest, Query, ResourceMeta};
use proto::timeseries::v1::{
    AggregateExplanation, Explanation, GetAggregateRequest, GetAggregateResponse,
    GetDatasetsRequest, GetDatasetsResponse, GetExplanationRequest, GetHolderCohortsRequest,
    GetHolderCohortsResponse, GetLatestRequest, GetLatestResponse, GetOriginsResponse,
    GetSeriesRequest, GetSeriesResponse, GetTopHoldersRequest, GetTopHoldersResponse,
    ListLoadsResponse, ListRestatementsResponse, ListSeriesResponse, ListTransactionsResponse,
};
use serde::Serialize;
use ts_rs::TS;

use crate::call::access::Access;
use crate::call::answer_estimate as estimate;
use crate::call::context::{CallContext, SharedContext};
use crate::call::domain::Domain;
use crate::call::output::Json;
use crate::call::registry::Registry;
use crate::upstream::catalog_filter;

const NUMBERS: &[Domain] = &[Domain::Timeseries];
/// Answers that depend on fields of the catalog, too.
const FILTERED: &[Domain] = &[Domain::Catalog, Domain::Timeseries];

macro_rules! meta {
    ($resource:literal) => {
        |context, (): ()| meta(context, $resource)
    };
}

/// Adds the procedures.
pub fn add(registry: &mut Registry) {
    let all = Access::Public;
    registry
        .query("timeseries.get", all)
        .cached(NUMBERS)
        .sized(estimate::series)
        .answer_json(series);
    let query = registry.query("timeseries.aggregate", all).cached(FILTERED);
    query.sized(estimate::aggregate).answer_json(aggregate);
    registry.query("timeseries.origins", all).cached(FILTERED).answer(origins);
    registry.query("timeseries.seriesOrigins", all).cached(NUMBERS).answer(series_origins);
    registry.query("timeseries.latest", all).cached(NUMBERS).answer_json(latest);
    registry.query("timeseries.explain", all).cached(FILTERED).answer(explain);
    registry.query("timeseries.list", all).cached(NUMBERS).answer(all_series);
    registry.query("loads.list", all).cached(NUMBERS).answer(loads);
    registry.query("restatements.list", all).cached(NUMBERS).answer(restatements);
    // Files are made without an event: the list of them is not cached.
    registry.query("datasets.list", all).answer(datasets);
    registry.query("transactions.list", all).cached(NUMBERS).answer_json(transactions);
    registry.query("holders.top", all).cached(NUMBERS).answer(top_holders);
    registry.query("holders.cohorts", all).cached(NUMBERS).answer(holder_cohorts);
    registry.query("timeseries.meta", all).cached(NUMBERS).answer(meta!("series"));
    registry.query("loads.meta", all).cached(NUMBERS).answer(meta!("loads"));
    registry.query("restatements.meta", all).cached(NUMBERS).answer(meta!("restatements"));
    registry.query("transactions.meta", all).cached(NUMBERS).answer(meta!("transactions"));
}

/// The explanation of a number of a series or of an aggregate.
#[derive(Serialize, TS)]
#[serde(untagged)]
pub enum ExplainedNumber {
    Series(Box<Explanation>),
    Aggregate(Box<AggregateExplanation>),
}

async fn series(
    context: SharedContext,
    request: GetSeriesRequest,
) -> Result<Json<GetSeriesResponse>, Problem> {
    let mut service = context.upstream.timeseries.clone();
    Ok(Json::written(service.get_series_text(request).await?.into_inner().json))
}

async fn aggregate(
    context: SharedContext,
    request: GetAggregateRequest,
) -> Result<Json<GetAggregateResponse>, Problem> {
    let request = Box::pin(catalog_filter::resolve(&context.upstream, request)).await?;
    let mut service = context.upstream.timeseries.clone();
    Ok(Json::written(service.get_aggregate_text(request).await?.into_inner().json))
}

async fn origins(
    context: SharedContext,
    request: GetAggregateRequest,
) -> Result<GetOriginsResponse, Problem> {
    let request = Box::pin(catalog_filter::resolve(&context.upstream, request)).await?;
    Ok(context.upstream.timeseries.clone().get_aggregate_origins(request).await?.into_inner())
}

/// The loads of single series. Which day is of which load is stated in files alone.
async fn series_origins(
    context: SharedContext,
    request: GetSeriesRequest,
) -> Result<GetOriginsResponse, Problem> {
    let answer = context.upstream.timeseries.clone().get_series_origins(request).await?;
    Ok(GetOriginsResponse { runs: Vec::new(), withheld: Vec::new(), ..answer.into_inner() })
}

async fn latest(
    context: SharedContext,
    request: GetLatestRequest,
) -> Result<Json<GetLatestResponse>, Problem> {
    let mut service = context.upstream.timeseries.clone();
    Ok(Json::written(service.get_latest_text(request).await?.into_inner().json))
}

async fn transactions(
    context: SharedContext,
    query: Query,
) -> Result<Json<ListTransactionsResponse>, Problem> {
    let mut service = context.upstream.timeseries.clone();
    Ok(Json::written(service.list_transactions_text(query).await?.into_inner().json))
}

async fn all_series(context: SharedContext, query: Query) -> Result<ListSeriesResponse, Problem> {
    Ok(context.upstream.timeseries.clone().list_series(query).await?.into_inner())
}

async fn loads(context: SharedContext, query: Query) -> Result<ListLoadsResponse, Problem> {
    Ok(context.upstream.timeseries.clone().list_loads(query).await?.into_inner())
}

async fn restatements(
    context: SharedContext,
    query: Query,
) -> Result<ListRestatementsResponse, Problem> {
    Ok(context.upstream.timeseries.clone().list_restatements(query).await?.into_inner())
}

async fn top_holders(
    context: SharedContext,
    request: GetTopHoldersRequest,
) -> Result<GetTopHoldersResponse, Problem> {
    Ok(context.upstream.timeseries.clone().get_top_holders(request).await?.into_inner())
}

async fn holder_cohorts(
    context: SharedContext,
    request: GetHolderCohortsRequest,
) -> Result<GetHolderCohortsResponse, Problem> {
    Ok(context.upstream.timeseries.clone().get_holder_cohorts(request).await?.into_inner())
}

async fn meta(context: SharedContext, resource: &str) -> Result<ResourceMeta, Problem> {
    let request = GetMetaRequest { resource: resource.to_owned() };
    Ok(context.upstream.timeseries.clone().get_meta(request).await?.into_inner())
}

async fn explain(
    context: SharedContext,
    request: GetExplanationRequest,
) -> Result<ExplainedNumber, Problem> {
    let mut service = context.upstream.timeseries.clone();
    let (None, Some(aggregate)) = (&request.key, &request.aggregate) else {
        let explanation = service.get_explanation(request).await?.into_inner();
        return Ok(ExplainedNumber::Series(Box::new(explanation)));
    };
    let aggregate = Box::pin(catalog_filter::resolve(&context.upstream, aggregate.clone())).await?;
    let request = GetExplanationRequest { aggregate: Some(aggregate), ..request };
    let explanation = service.get_aggregate_explanation(request).await?.into_inner();
    Ok(ExplainedNumber::Aggregate(Box::new(explanation)))
}

async fn datasets(context: CallContext, (): ()) -> Result<GetDatasetsResponse, Problem> {
    let request = GetDatasetsRequest {};
    Ok(context.upstream.timeseries.clone().get_datasets(request).await?.into_inner())
}
