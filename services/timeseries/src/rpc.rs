//! The calls of the service.

use proto::query::v1::{Generation, GetGenerationRequest, GetMetaRequest, Query, ResourceMeta};
use proto::timeseries::v1::timeseries_server::Timeseries;
use proto::timeseries::v1::{
    AggregateExplanation, Explanation, GetAggregateRequest, GetAggregateResponse,
    GetDatasetsRequest, GetDatasetsResponse, GetExplanationRequest, GetHolderCohortsRequest,
    GetHolderCohortsResponse, GetLatestRequest, GetOriginsResponse, GetSeriesRequest,
    GetSeriesResponse, GetTopHoldersRequest, GetTopHoldersResponse, JsonText, ListLoadsResponse,
    ListRankedSlugsRequest, ListRankedSlugsResponse, ListRestatementsResponse, ListSeriesResponse,
    ReadDatasetRequest, ReadDatasetResponse,
};
use tonic::{Response, Status};

use crate::context::Context;
use crate::error::TimeseriesError;
use crate::{datasets, holders, lists, query, transactions};

/// Answers over gRPC.
pub struct Rpc(pub Context);

kit::rpcs! {
    Timeseries for Rpc, borrowed, answer;
    get_series: GetSeriesRequest => GetSeriesResponse, query::series;
    get_aggregate: GetAggregateRequest => GetAggregateResponse, query::aggregate;
    get_series_text: GetSeriesRequest => JsonText, query::series_text;
    get_aggregate_text: GetAggregateRequest => JsonText, query::aggregate_text;
    get_latest_text: GetLatestRequest => JsonText, query::latest_text;
    get_explanation: GetExplanationRequest => Explanation, query::explain;
    get_aggregate_explanation: GetExplanationRequest => AggregateExplanation, query::explain_aggregate;
    get_series_origins: GetSeriesRequest => GetOriginsResponse, query::series_origins;
    get_aggregate_origins: GetAggregateRequest => GetOriginsResponse, query::aggregate_origins;
    get_datasets: GetDatasetsRequest => GetDatasetsResponse, datasets::datasets;
    list_ranked_slugs: ListRankedSlugsRequest => ListRankedSlugsResponse, query::rank;
    read_dataset: ReadDatasetRequest => ReadDatasetResponse, datasets::part;
    list_series: Query => ListSeriesResponse, lists::series;
    list_loads: Query => ListLoadsResponse, lists::loads;
    list_restatements: Query => ListRestatementsResponse, lists::restatements;
    list_transactions_text: Query => JsonText, transactions::list_text;
    get_top_holders: GetTopHoldersRequest => GetTopHoldersResponse, holders::top;
    get_holder_cohorts: GetHolderCohortsRequest => GetHolderCohortsResponse, holders::cohorts;
    get_meta: GetMetaRequest => ResourceMeta, lists::meta;
    get_generation: GetGenerationRequest => Generation, lists::generation;
}

impl Rpc {
    /// The generation is noted before anything is read: the answer is of this state of the data, or of a newer one.
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, TimeseriesError>>,
    ) -> Result<Response<T>, Status> {
        let generation = self.0.snapshot.get().map(|served| served.generation().to_string());
        let answer = self.0.db.answer(call, verb).await?;
        Ok(kit::grpc::tagged(answer, generation.as_deref()))
    }
}
