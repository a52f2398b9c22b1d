//! Numbers over time, and the loads, restatements, transfers and datasets behind them.

use kit::error::Problem;
use proto::access::v1::NarrowedAnswers::{DataSets, Numbers};
use proto::access::v1::{Action, Endpoint};
use proto::query::v1::{GetMetaRequest, Query, ResourceMeta};
use proto::timeseries::v1::{
    AggregateExplanation, Dataset, DatasetManifest, Explanation, GetAggregateRequest,
    GetAggregateResponse, GetDatasetsRequest, GetDatasetsResponse, GetExplanationRequest,
    GetHolderCohortsRequest, GetHolderCohortsResponse, GetLatestRequest, GetLatestResponse,
    GetOriginsResponse, GetSeriesRequest, GetSeriesResponse, GetTopHoldersRequest,
    GetTopHoldersResponse, ListLoadsResponse, ListRestatementsResponse, ListSeriesResponse,
    ListTransactionsResponse, ReadDatasetRequest, ReadDatasetResponse, SeriesGroupBy, SeriesMode,
};
use serde::Serialize;
use ts_rs::TS;

use crate::call::access::Access;
use crate::call::answer_estimate as estimate;
use crate::call::cache::{FileAnswer, bytes_of_numbers, bytes_of_texts};
use crate::call::context::{CallContext, SharedContext};
use crate::call::data_sets;
use crate::call::domain::Domain;
use crate::call::output::Json;
use crate::call::registry::Registry;
use crate::procedures::data_calls;
use crate::upstream::group_names::{self, GroupNames};
use crate::upstream::{Upstream, catalog_filter};

const NUMBERS: &[Domain] = &[Domain::Timeseries];
/// Answers that depend on fields of the catalog, too.
const FILTERED: &[Domain] = &[Domain::Catalog, Domain::Timeseries];

macro_rules! meta {
    ($resource:literal) => {
        |context, (): ()| meta(context, $resource)
    };
}

pub fn add(registry: &mut Registry) {
    let series_values = Access::data_by_input(data_calls::of_series);
    let aggregates = Access::data_by_input(data_calls::of_aggregate);
    let explained = Access::data_by_input(data_calls::of_explanation);
    let lists = Access::data_of(data_calls::LISTS);
    let transfers = Access::data(Endpoint::Transactions, Action::List);
    registry
        .query("timeseries.get", series_values)
        .cached(NUMBERS)
        .sized(estimate::series)
        .counted(estimate::intervals_of_series)
        .narrowed(Numbers)
        .answer_json(series);
    let query = registry.query("timeseries.aggregate", aggregates).cached(FILTERED);
    let query = query.sized(estimate::aggregate).counted(estimate::intervals_of_aggregate);
    query.narrowed(Numbers).answer_json(aggregate);
    let query = registry.query("timeseries.origins", aggregates).cached(FILTERED);
    query.counted(estimate::one_record).narrowed(Numbers).answer(origins);
    let query = registry.query("timeseries.seriesOrigins", series_values).cached(NUMBERS);
    query.counted(estimate::one_record).narrowed(Numbers).answer(series_origins);
    let query = registry.query("timeseries.latest", series_values).cached(NUMBERS);
    query.counted(estimate::newest_values).narrowed(Numbers).answer_json(latest);
    let query = registry.query("timeseries.explain", explained).cached(FILTERED);
    query.counted(estimate::one_record).narrowed(Numbers).answer(explain);
    registry.query("timeseries.list", lists).cached(NUMBERS).narrowed(Numbers).answer(all_series);
    registry.query("loads.list", lists).cached(NUMBERS).narrowed(Numbers).answer(loads);
    let query = registry.query("restatements.list", lists).cached(NUMBERS);
    query.narrowed(Numbers).answer(restatements);
    // Files are made without an event: the list of them may be as old as a cached answer. Downloads name their data set.
    let exported = Access::data_by_input(data_sets::of_input);
    registry.query("datasets.list", exported).cached(NUMBERS).narrowed(DataSets).answer(datasets);
    let query = registry.query("transactions.list", transfers).cached(NUMBERS);
    query.narrowed(Numbers).answer_json(transactions);
    let holders = Access::data(Endpoint::Tokens, Action::Read);
    let query = registry.query("holders.top", holders).cached(NUMBERS);
    query.narrowed(Numbers).answer(top_holders);
    let over_time = Access::data(Endpoint::AssetTimeseries, Action::Timeseries);
    let query = registry.query("holders.cohorts", over_time).cached(NUMBERS);
    query.counted(estimate::days_of_holders).narrowed(Numbers).answer(holder_cohorts);
    let query = registry.query("timeseries.meta", lists).cached(NUMBERS);
    query.narrowed(Numbers).answer(meta!("series"));
    let query = registry.query("loads.meta", lists).cached(NUMBERS);
    query.narrowed(Numbers).answer(meta!("loads"));
    let query = registry.query("restatements.meta", lists).cached(NUMBERS);
    query.narrowed(Numbers).answer(meta!("restatements"));
    let query = registry.query("transactions.meta", transfers).cached(NUMBERS);
    query.narrowed(Numbers).answer(meta!("transactions"));
}

/// The explanation of a number of a series or of an aggregate.
#[derive(Serialize, TS)]
#[serde(untagged)]
pub enum ExplainedNumber {
    Series(Box<Explanation>),
    Aggregate(Box<AggregateExplanation>),
}

/// The values of series with their provenance, for files.
#[derive(Clone)]
pub struct SeriesRows {
    pub answer: GetSeriesResponse,
    pub mode: SeriesMode,
    pub origins: GetOriginsResponse,
}

/// The values of the groups of an aggregate with their provenance, for files.
#[derive(Clone)]
pub struct AggregateRows {
    /// As the caller wrote it.
    pub request: GetAggregateRequest,
    /// Its groups are the total alone if the request has no dimension.
    pub answer: GetAggregateResponse,
    pub mode: SeriesMode,
    pub by: SeriesGroupBy,
    pub names: GroupNames,
    pub origins: GetOriginsResponse,
}

impl FileAnswer for SeriesRows {
    fn bytes(&self) -> usize {
        bytes_of_numbers(&self.answer) + bytes_of_texts(&self.origins)
    }
}

impl FileAnswer for AggregateRows {
    fn bytes(&self) -> usize {
        bytes_of_numbers(&self.answer) + bytes_of_texts(&self.origins)
    }
}

impl FileAnswer for GetTopHoldersResponse {
    fn bytes(&self) -> usize {
        bytes_of_texts(self)
    }
}

impl FileAnswer for GetHolderCohortsResponse {
    fn bytes(&self) -> usize {
        bytes_of_texts(self)
    }
}

impl FileAnswer for GetDatasetsResponse {
    fn bytes(&self) -> usize {
        bytes_of_texts(self)
    }
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
    let request = resolved(&context.upstream, request).await?;
    let mut service = context.upstream.timeseries.clone();
    Ok(Json::written(service.get_aggregate_text(request).await?.into_inner().json))
}

async fn origins(
    context: SharedContext,
    request: GetAggregateRequest,
) -> Result<GetOriginsResponse, Problem> {
    let request = resolved(&context.upstream, request).await?;
    Ok(context.upstream.timeseries.clone().get_aggregate_origins(request).await?.into_inner())
}

/// The request with slugs in place of the conditions on fields of the catalog.
async fn resolved(
    upstream: &Upstream,
    request: GetAggregateRequest,
) -> Result<GetAggregateRequest, Problem> {
    // The scope is about series. Records that a filter finds beyond it select none that it shows.
    kit::grpc::scoped_to(None, Box::pin(catalog_filter::resolve(upstream, request))).await
}

/// The values of series, and the loads of each day.
pub async fn series_rows(
    context: SharedContext,
    request: GetSeriesRequest,
) -> Result<SeriesRows, Problem> {
    let mut service = context.upstream.timeseries.clone();
    let answer = service.get_series(request.clone()).await?.into_inner();
    let mode = mode(request.mode);
    // For the range of the answer, which the request need not name.
    let from = answer.dates.first().cloned().or_else(|| request.from.clone());
    let request = GetSeriesRequest { from, ..request };
    let origins = service.get_series_origins(request).await?.into_inner();
    Ok(SeriesRows { answer, mode, origins })
}

/// The values of groups with the names and loads of these; of all members together if the request has no dimension.
pub async fn aggregate_rows(
    context: SharedContext,
    request: GetAggregateRequest,
) -> Result<AggregateRows, Problem> {
    let upstream = &context.upstream;
    let by_slugs = resolved(upstream, request.clone()).await?;
    let mut service = upstream.timeseries.clone();
    let mut answer = service.get_aggregate(by_slugs.clone()).await?.into_inner();
    let origins = service.get_aggregate_origins(by_slugs).await?.into_inner();
    let by = request.group_by.map(SeriesGroupBy::try_from).and_then(Result::ok);
    let by = by.filter(|by| *by != SeriesGroupBy::Unspecified).unwrap_or(SeriesGroupBy::None);
    if by == SeriesGroupBy::None {
        answer.groups = answer.total.take().into_iter().collect();
    }
    // The names of groups that the answer shows.
    let names = Box::pin(group_names::load(upstream, &request, &answer.groups));
    let names = kit::grpc::scoped_to(None, names).await?;
    let mode = mode(request.mode);
    Ok(AggregateRows { request, answer, mode, by, names, origins })
}

/// The mode of values: the level at the end of an interval, unless the request names another.
fn mode(mode: Option<i32>) -> SeriesMode {
    let mode = mode.and_then(|mode| SeriesMode::try_from(mode).ok()).unwrap_or_default();
    if mode == SeriesMode::Unspecified { SeriesMode::Level } else { mode }
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

pub async fn top_holders(
    context: SharedContext,
    request: GetTopHoldersRequest,
) -> Result<GetTopHoldersResponse, Problem> {
    Ok(context.upstream.timeseries.clone().get_top_holders(request).await?.into_inner())
}

pub async fn holder_cohorts(
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
    let aggregate = resolved(&context.upstream, aggregate.clone()).await?;
    let request = GetExplanationRequest { aggregate: Some(aggregate), ..request };
    let explanation = service.get_aggregate_explanation(request).await?.into_inner();
    Ok(ExplainedNumber::Aggregate(Box::new(explanation)))
}

pub async fn datasets(context: SharedContext, (): ()) -> Result<GetDatasetsResponse, Problem> {
    let request = GetDatasetsRequest {};
    let answer = context.upstream.timeseries.clone().get_datasets(request).await?.into_inner();
    let listed = context.narrowed.as_ref().and_then(|narrowed| narrowed.data_sets.as_ref());
    Ok(match listed {
        Some(listed) => with_data_sets(answer, listed),
        None => answer,
    })
}

/// The list with some data sets alone. Its text, which the signature is of, would name the others; each file has one of its own.
fn with_data_sets(answer: GetDatasetsResponse, listed: &[&str]) -> GetDatasetsResponse {
    let manifest = answer.manifest.map(|mut manifest| {
        let is_listed = |file: &Dataset| listed.contains(&data_sets::without_ending(&file.dataset));
        manifest.files.retain(is_listed);
        // The last load may be of others.
        DatasetManifest { load_id: 0, ..manifest }
    });
    let (text, signature) = (String::new(), String::new());
    GetDatasetsResponse { manifest, text, signature, ..answer }
}

pub async fn dataset_part(
    context: CallContext,
    request: ReadDatasetRequest,
) -> Result<ReadDatasetResponse, Problem> {
    Ok(context.upstream.timeseries.clone().read_dataset(request).await?.into_inner())
}
