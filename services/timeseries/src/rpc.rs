//! The calls of the service.

use std::time::Duration;

use kit::error::Problem;
use proto::query::v1::{Generation, GetGenerationRequest, GetMetaRequest, Query, ResourceMeta};
use proto::timeseries::v1::timeseries_server::Timeseries;
use proto::timeseries::v1::{
    AggregateExplanation, Explanation, GetAggregateRequest, GetAggregateResponse,
    GetDatasetsRequest, GetDatasetsResponse, GetExplanationRequest, GetLatestRequest,
    GetLatestResponse, GetOriginsResponse, GetSeriesRequest, GetSeriesResponse,
    GetTopHoldersRequest, GetTopHoldersResponse, JsonText, ListLoadsResponse,
    ListRankedSlugsRequest, ListRankedSlugsResponse, ListRestatementsResponse, ListSeriesResponse,
    ListTransactionsResponse, ReadDatasetRequest, ReadDatasetResponse,
};
use tonic::{Request, Response, Status, async_trait};

use crate::context::Context;
use crate::error::TimeseriesError;
use crate::{ask, datasets, holders, records, transactions};

/// What is kept of the caller's time to say that the database is away.
const TO_ANSWER: Duration = Duration::from_millis(200);

/// Answers over gRPC.
pub struct Rpc(pub Context);

macro_rules! calls {
    ($($name:ident: $request:ty => $response:ty, $verb:path;)*) => {
        #[async_trait]
        impl Timeseries for Rpc {
            $(
                async fn $name(&self, request: Request<$request>) -> Result<Response<$response>, Status> {
                    self.answer(stringify!($name), $verb(&self.0, request.get_ref())).await
                }
            )*
        }
    };
}

calls! {
    get_series: GetSeriesRequest => GetSeriesResponse, ask::series;
    get_aggregate: GetAggregateRequest => GetAggregateResponse, ask::aggregate;
    get_latest: GetLatestRequest => GetLatestResponse, ask::latest;
    get_series_text: GetSeriesRequest => JsonText, ask::series_text;
    get_aggregate_text: GetAggregateRequest => JsonText, ask::aggregate_text;
    get_latest_text: GetLatestRequest => JsonText, ask::latest_text;
    get_explanation: GetExplanationRequest => Explanation, ask::explain;
    get_aggregate_explanation: GetExplanationRequest => AggregateExplanation, ask::explain_aggregate;
    get_series_origins: GetSeriesRequest => GetOriginsResponse, ask::series_origins;
    get_aggregate_origins: GetAggregateRequest => GetOriginsResponse, ask::aggregate_origins;
    get_datasets: GetDatasetsRequest => GetDatasetsResponse, datasets::datasets;
    list_ranked_slugs: ListRankedSlugsRequest => ListRankedSlugsResponse, ask::rank;
    read_dataset: ReadDatasetRequest => ReadDatasetResponse, datasets::part;
    list_series: Query => ListSeriesResponse, records::series;
    list_loads: Query => ListLoadsResponse, records::loads;
    list_restatements: Query => ListRestatementsResponse, records::restatements;
    list_transactions: Query => ListTransactionsResponse, transactions::list;
    list_transactions_text: Query => JsonText, transactions::list_text;
    get_top_holders: GetTopHoldersRequest => GetTopHoldersResponse, holders::top;
    get_meta: GetMetaRequest => ResourceMeta, records::meta;
    get_generation: GetGenerationRequest => Generation, records::generation;
}

impl Rpc {
    // A failure is logged here, once, with the cause that stays inside the process.
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, TimeseriesError>>,
    ) -> Result<Response<T>, Status> {
        let time = kit::grpc::remaining().saturating_sub(TO_ANSWER);
        // Noted before anything is read: the answer is of this state, or of a newer one.
        let generation = self.0.shelf.image().map(|image| image.generation());
        let answered = self.0.db.within(time, verb).await;
        answered.map(|it| kit::grpc::tagged(it, generation.as_deref())).map_err(|error| {
            let problem = Problem::from(error);
            problem.log(call);
            problem.into()
        })
    }
}
