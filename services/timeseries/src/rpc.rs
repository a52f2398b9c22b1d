//! The calls of the service.

use std::time::Duration;

use kit::error::Problem;
use proto::query::v1::{GetMetaRequest, Query, ResourceMeta};
use proto::timeseries::v1::timeseries_server::Timeseries;
use proto::timeseries::v1::{
    Explanation, GetAggregateRequest, GetAggregateResponse, GetExplanationRequest,
    GetLatestRequest, GetLatestResponse, GetSeriesRequest, GetSeriesResponse, ListLoadsResponse,
    ListRestatementsResponse, ListSeriesResponse,
};
use tonic::{Request, Response, Status, async_trait};

use crate::context::Context;
use crate::error::TimeseriesError;
use crate::{ask, records};

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
    get_explanation: GetExplanationRequest => Explanation, ask::explain;
    list_series: Query => ListSeriesResponse, records::series;
    list_loads: Query => ListLoadsResponse, records::loads;
    list_restatements: Query => ListRestatementsResponse, records::restatements;
    get_meta: GetMetaRequest => ResourceMeta, records::meta;
}

impl Rpc {
    // A failure is logged here, once, with the cause that stays inside the process.
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, TimeseriesError>>,
    ) -> Result<Response<T>, Status> {
        let time = kit::grpc::remaining().saturating_sub(TO_ANSWER);
        self.0.db.within(time, verb).await.map(Response::new).map_err(|error| {
            let problem = Problem::from(error);
            problem.log(call);
            problem.into()
        })
    }
}
