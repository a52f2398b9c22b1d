//! A catalog that lists the slugs and assets that a test sets and no other rows, and answers everything else with an
//! empty message.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::{BufMut as _, Bytes, BytesMut};
use futures::future::BoxFuture;
use futures::{FutureExt as _, stream};
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt as _, Full, StreamBody};
use hyper::body::Frame;
use kit::error::{ErrorCode, Problem, Violation};
use kit::peers::Person;
use prost::Message;
use proto::access::v1::Scope;
use proto::catalog::v1::{
    Asset, JsonText, ListAssetsResponse, ListRowsRequest, ListSlugsRequest, ListSlugsResponse,
    SaveRecordsRequest,
};
use proto::query::v1::{FieldMeta, FieldType, Generation, Pagination, Query, ResourceMeta};
use proto::timeseries::v1::{
    GetAggregateRequest, GetAggregateResponse, GetLatestResponse, GetSeriesResponse,
    ListTransactionsResponse, MeasureKind, ReadDatasetRequest, ReadDatasetResponse, SeriesInterval,
};
use serde::Serialize;
use tokio::sync::{OwnedRwLockWriteGuard, RwLock};
use tonic::body::Body;
use tonic::server::NamedService;
use tonic::{Code, Status};

use super::identity::Behavior;

/// The name of an asset that cannot be listed.
pub const BROKEN: &str = "broken";

/// The slugs of one part: few, so that tests with a handful of records have several parts.
const PART: usize = 2;
const DATASET_PART: usize = 1_000;

#[derive(Clone, Default)]
pub struct FakeCatalog(Arc<Inner>);

#[derive(Default)]
struct Inner {
    behavior: Mutex<Behavior>,
    slugs: Mutex<BTreeMap<String, BTreeSet<String>>>,
    assets: Mutex<Vec<Asset>>,
    listed: Mutex<BTreeMap<String, Vec<u8>>>,
    queries: Mutex<Vec<Query>>,
    call_count: AtomicUsize,
    calls: Mutex<BTreeMap<String, usize>>,
    generations: Mutex<(String, String)>,
    door: Arc<RwLock<()>>,
    saved: Mutex<Vec<SaveRecordsRequest>>,
    authors: Mutex<Vec<String>>,
    aggregates: Mutex<Vec<GetAggregateRequest>>,
    refusal: Mutex<Vec<Violation>>,
    answers: Mutex<BTreeMap<String, Vec<u8>>>,
    turns: Mutex<BTreeMap<String, VecDeque<Vec<u8>>>>,
    requests: Mutex<Vec<(String, Bytes)>>,
    readers: Mutex<Vec<(String, String)>>,
    scopes: Mutex<Vec<(String, Option<Arc<Scope>>)>>,
    datasets: Mutex<BTreeMap<String, (String, Vec<u8>)>>,
}

impl FakeCatalog {
    pub fn be(&self, behavior: Behavior) {
        *self.0.behavior.lock().unwrap() = behavior;
    }

    /// Keeps these records of a resource and no other.
    pub fn hold(&self, resource: &str, slugs: &[&str]) {
        let slugs = slugs.iter().map(|slug| (*slug).to_owned()).collect();
        self.0.slugs.lock().unwrap().insert(resource.to_owned(), slugs);
    }

    /// Has these assets and no other.
    pub fn have(&self, assets: Vec<Asset>) {
        *self.0.assets.lock().unwrap() = assets;
    }

    /// Answers every page of a resource with these rows.
    pub fn list(&self, resource: &str, rows: &serde_json::Value) {
        let page = serde_json::json!({"results": rows, "pagination": {}}).to_string();
        self.0.listed.lock().unwrap().insert(resource.to_owned(), page.into_bytes());
    }

    /// The queries of asset lists and of slugs so far.
    pub fn queries(&self) -> Vec<Query> {
        self.0.queries.lock().unwrap().clone()
    }

    /// Answers numbers over time without values: messages of which an empty one has no JSON.
    pub fn answer_empty_numbers(&self) {
        let (interval, kind) = (SeriesInterval::Day.into(), MeasureKind::Stock.into());
        self.answer_with("GetSeries", &GetSeriesResponse { interval, ..Default::default() });
        let aggregate = GetAggregateResponse { interval, kind, ..Default::default() };
        self.answer_with("GetAggregate", &aggregate);
    }

    /// The calls so far, with how often each was made.
    pub fn calls(&self) -> BTreeMap<String, usize> {
        self.0.calls.lock().unwrap().clone()
    }

    /// How many calls were made, except for the generation.
    pub fn call_count(&self) -> usize {
        self.0.call_count.load(Ordering::SeqCst)
    }

    /// How often a call was made.
    pub fn calls_of(&self, call: &str) -> usize {
        self.0.calls.lock().unwrap().get(call).copied().unwrap_or_default()
    }

    /// Has this state in its database, and answers from that one.
    pub fn be_at(&self, database: u64, answers: u64) {
        *self.0.generations.lock().unwrap() = (database.to_string(), answers.to_string());
    }

    /// Holds back every answer as long as the result is held.
    pub async fn close(&self) -> OwnedRwLockWriteGuard<()> {
        Arc::clone(&self.0.door).write_owned().await
    }

    /// The people who sent records to save.
    pub fn authors(&self) -> Vec<String> {
        self.0.authors.lock().unwrap().clone()
    }

    /// The records it received to save.
    pub fn saved(&self) -> Vec<SaveRecordsRequest> {
        self.0.saved.lock().unwrap().clone()
    }

    /// Keeps a dataset with a row for every four bytes, in parts of a thousand bytes.
    pub fn keep(&self, sha256: &str, file: &str, bytes: Vec<u8>) {
        self.0.datasets.lock().unwrap().insert(sha256.to_owned(), (file.to_owned(), bytes));
    }

    fn part(&self, request: &ReadDatasetRequest) -> Result<Vec<u8>, Status> {
        let datasets = self.0.datasets.lock().unwrap();
        let (file, bytes) = datasets.get(&request.sha256).ok_or_else(|| {
            Status::from(Problem::new(ErrorCode::NotFound, "dataset_not_found", "File not found"))
        })?;
        let start = bytes.len().min(usize::try_from(request.offset).unwrap());
        let end = bytes.len().min((start / DATASET_PART + 1) * DATASET_PART);
        let (file, size) = (file.clone(), bytes.len() as i64);
        let bytes = bytes[start..end].to_vec();
        Ok(ReadDatasetResponse { file, bytes, size, rows: size / 4 }.encode_to_vec())
    }

    /// Answers a call of any name with a message from now on.
    pub fn answer_with(&self, call: &str, message: &impl Message) {
        self.0.answers.lock().unwrap().insert(call.to_owned(), message.encode_to_vec());
    }

    /// Answers every record with this one.
    pub fn answer_record(&self, record: &impl Serialize) {
        self.answer_with(
            "GetRecord",
            &JsonText { json: serde_json::to_vec(record).unwrap().into() },
        );
    }

    /// Answers calls of a name one after the other.
    pub fn answer_in_turn(&self, call: &str, messages: impl IntoIterator<Item = impl Message>) {
        let turns = messages.into_iter().map(|message| message.encode_to_vec()).collect();
        self.0.turns.lock().unwrap().insert(call.to_owned(), turns);
    }

    /// The requests of all calls of a name.
    pub fn requests<M: Message + Default>(&self, call: &str) -> Vec<M> {
        let requests = self.0.requests.lock().unwrap();
        let of_name = requests.iter().filter(|(method, _)| method == call);
        of_name.map(|(_, request)| M::decode(request.clone()).unwrap()).collect()
    }

    /// The distinct readers and purposes for which the calls of a name were made.
    pub fn readers(&self, call: &str) -> BTreeSet<String> {
        let readers = self.0.readers.lock().unwrap();
        let of_name = readers.iter().filter(|(method, _)| method == call);
        of_name.map(|(_, reader)| reader.clone()).collect()
    }

    /// The scope of the last call of a name.
    pub fn last_scope(&self, call: &str) -> Option<Arc<Scope>> {
        let scopes = self.0.scopes.lock().unwrap();
        scopes.iter().rev().find(|(method, _)| method == call)?.1.clone()
    }

    /// Refuses every record from now on.
    pub fn refuse(&self, violations: Vec<Violation>) {
        *self.0.refusal.lock().unwrap() = violations;
    }

    async fn answer(&self, request: Request<Body>) -> Result<(Bytes, String), Status> {
        let method = request.uri().path().rsplit('/').next().unwrap_or_default().to_owned();
        *self.0.calls.lock().unwrap().entry(method.clone()).or_default() += 1;
        let (database, generation) = self.0.generations.lock().unwrap().clone();
        if method == "GetGeneration" {
            return Ok((Generation { generation: database }.encode_to_vec().into(), generation));
        }
        let reader =
            request.headers().get("assay-reader").map(|it| it.to_str().unwrap().to_owned());
        self.0.readers.lock().unwrap().push((method.clone(), reader.unwrap_or_default()));
        self.0.scopes.lock().unwrap().push((method.clone(), kit::grpc::scope()));
        self.0.call_count.fetch_add(1, Ordering::SeqCst);
        let behavior = *self.0.behavior.lock().unwrap();
        behavior.show().await?;
        let message = self.message(&method, request).await?;
        // An answer that was found before the door was closed does not change.
        let _open = self.0.door.read().await;
        Ok((message, generation))
    }

    async fn message(&self, method: &str, request: Request<Body>) -> Result<Bytes, Status> {
        let person = request.extensions().get::<Arc<Person>>().cloned();
        let frame = request.into_body().collect().await?.to_bytes();
        let request = frame.slice(5..);
        self.0.requests.lock().unwrap().push((method.to_owned(), request.clone()));
        let message = match method {
            "ListSlugs" => self.slugs(&ListSlugsRequest::decode(request).unwrap()).encode_to_vec(),
            "ListAssets" => self.assets(Query::decode(request).unwrap())?.encode_to_vec(),
            "ListRows" => self.rows(ListRowsRequest::decode(request).unwrap())?.encode_to_vec(),
            "GetAggregate" => self.aggregate(request),
            "GetSeriesText" => self.text::<GetSeriesResponse>("GetSeries"),
            "GetLatestText" => self.text::<GetLatestResponse>("GetLatest"),
            "ListTransactionsText" => self.text::<ListTransactionsResponse>("ListTransactions"),
            "GetAggregateText" => {
                self.aggregate(request);
                self.text::<GetAggregateResponse>("GetAggregate")
            }
            "GetRecord" => self.record(),
            "GetMeta" => fields().encode_to_vec(),
            "SaveRecords" => {
                let author = person.expect("the call names its author").user_id.clone();
                self.0.authors.lock().unwrap().push(author);
                self.save(SaveRecordsRequest::decode(request).unwrap())?
            }
            "ReadDataset" => self.part(&ReadDatasetRequest::decode(request).unwrap())?,
            _ => {
                let turn =
                    self.0.turns.lock().unwrap().get_mut(method).and_then(VecDeque::pop_front);
                let set = || self.0.answers.lock().unwrap().get(method).cloned();
                turn.or_else(set).unwrap_or_default()
            }
        };
        Ok(message.into())
    }

    fn aggregate(&self, request: Bytes) -> Vec<u8> {
        self.0.aggregates.lock().unwrap().push(GetAggregateRequest::decode(request).unwrap());
        self.0.answers.lock().unwrap().get("GetAggregate").cloned().unwrap_or_default()
    }

    /// The answer of a call as JSON.
    fn text<M: Message + Default + Serialize>(&self, call: &str) -> Vec<u8> {
        let answer = self.0.answers.lock().unwrap().get(call).cloned().unwrap_or_default();
        let json = serde_json::to_vec(&M::decode(&*answer).unwrap()).unwrap().into();
        proto::timeseries::v1::JsonText { json }.encode_to_vec()
    }

    /// The requests for aggregates so far.
    pub fn aggregates(&self) -> Vec<GetAggregateRequest> {
        self.0.aggregates.lock().unwrap().clone()
    }

    fn save(&self, request: SaveRecordsRequest) -> Result<Vec<u8>, Status> {
        let refusal = self.0.refusal.lock().unwrap().clone();
        if !refusal.is_empty() {
            let problem = Problem::invalid("record_invalid", "A record is not valid");
            return Err(problem.with_violations(refusal).into());
        }
        self.0.saved.lock().unwrap().push(request);
        Ok(Vec::new())
    }

    /// A record of any resource: the one that was set, or one without values.
    fn record(&self) -> Vec<u8> {
        let record = self.0.answers.lock().unwrap().get("GetRecord").cloned();
        record.unwrap_or_else(|| JsonText { json: "{}".into() }.encode_to_vec())
    }

    /// A page of a resource.
    fn rows(&self, request: ListRowsRequest) -> Result<JsonText, Status> {
        if let Some(page) = self.0.listed.lock().unwrap().get(&request.resource) {
            return Ok(JsonText { json: page.clone().into() });
        }
        let listed = match request.resource.as_str() {
            "assets" => self.assets(request.query.unwrap_or_default())?,
            _ => ListAssetsResponse::default(),
        };
        Ok(JsonText { json: serde_json::to_vec(&listed).unwrap().into() })
    }

    /// A page of the assets; its cursor is where the next one begins.
    fn assets(&self, query: Query) -> Result<ListAssetsResponse, Status> {
        let assets = self.0.assets.lock().unwrap();
        let place = query.pagination.clone().unwrap_or_default();
        self.0.queries.lock().unwrap().push(query);
        let start: usize = place.cursor.unwrap_or_default().parse().unwrap_or_default();
        let end = assets.len().min(start + place.per_page.unwrap_or(50) as usize);
        let results = assets[start..end].to_vec();
        if results.iter().any(|asset| asset.name == BROKEN) {
            return Err(Status::internal("a record cannot be read"));
        }
        let next_cursor = (end < assets.len()).then(|| end.to_string());
        let result_count = assets.len() as u64;
        let pagination = Some(Pagination { result_count, next_cursor, ..Pagination::default() });
        Ok(ListAssetsResponse { results, pagination })
    }

    fn slugs(&self, request: &ListSlugsRequest) -> ListSlugsResponse {
        if request.filter.is_some() && request.after.is_none() {
            let query = Query { filter: request.filter.clone(), ..Query::default() };
            self.0.queries.lock().unwrap().push(query);
        }
        let slugs = self.0.slugs.lock().unwrap();
        let after = request.after.clone().unwrap_or_default();
        let known = slugs.get(&request.resource);
        let part = known.map_or(PART, |known| PART.max(known.len() / 10));
        let mut rest = known.into_iter().flatten().filter(|slug| **slug > after).cloned();
        let results: Vec<_> = rest.by_ref().take(part).collect();
        ListSlugsResponse { has_more: rest.next().is_some(), results }
    }
}

fn fields() -> ResourceMeta {
    let names = ["name", "symbol", "slug", "is_sample", "source", "licence", "retrieved_on"];
    let named = |name: &str| FieldMeta {
        name: name.to_owned(),
        r#type: if name == "is_sample" { FieldType::Bool } else { FieldType::Text }.into(),
        ..FieldMeta::default()
    };
    ResourceMeta { fields: names.map(named).to_vec(), ..ResourceMeta::default() }
}

impl NamedService for FakeCatalog {
    const NAME: &'static str = "catalog.v1.Catalog";
}

impl tower::Service<Request<Body>> for FakeCatalog {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let catalog = self.clone();
        async move {
            let is_dripping = *catalog.0.behavior.lock().unwrap() == Behavior::Dripping;
            Ok(match catalog.answer(request).await {
                Ok(_) if is_dripping => dripping(),
                Ok((message, generation)) => framed(&message, &generation),
                Err(status) => status.into_http(),
            })
        }
        .boxed()
    }
}

/// Numbers of nothing: every answer is empty, with the behavior of the catalog.
#[derive(Clone)]
pub struct FakeTimeseries(pub FakeCatalog);

impl NamedService for FakeTimeseries {
    const NAME: &'static str = "timeseries.v1.Timeseries";
}

impl tower::Service<Request<Body>> for FakeTimeseries {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        self.0.call(request)
    }
}

/// The head of an answer, the announcement of a long message, and its bytes one by one, without an end.
fn dripping() -> Response<Body> {
    const DRIP: Duration = Duration::from_millis(50);
    let mut start = BytesMut::new();
    start.put_u8(0);
    start.put_u32(1 << 20);
    let drips = stream::unfold(start.freeze(), |bytes| async move {
        tokio::time::sleep(DRIP).await;
        Some((Ok::<_, Status>(Frame::data(bytes)), Bytes::from_static(b" ")))
    });
    let response = Response::builder().header("content-type", "application/grpc");
    response.body(Body::new(StreamBody::new(drips))).unwrap()
}

fn framed(message: &Bytes, generation: &str) -> Response<Body> {
    let mut frame = BytesMut::with_capacity(message.len() + 5);
    frame.put_u8(0);
    frame.put_u32(message.len().try_into().unwrap());
    frame.put_slice(message);
    let mut trailers = HeaderMap::new();
    trailers.insert("grpc-status", (Code::Ok as i32).into());
    let body = Full::new(frame.freeze()).with_trailers(std::future::ready(Some(Ok(trailers))));
    let response = Response::builder()
        .header("content-type", "application/grpc")
        .header("data-generation", generation);
    response.body(Body::new(body)).unwrap()
}
