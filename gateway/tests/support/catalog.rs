//! A catalog that lists the slugs and assets it is told and no other rows, and answers everything else with an
//! empty message.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use bytes::{BufMut as _, Bytes, BytesMut};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt as _, Full};
use kit::error::{Problem, Violation};
use prost::Message as _;
use proto::catalog::v1::{
    Asset, JsonText, ListAssetsResponse, ListRowsRequest, ListSlugsRequest, ListSlugsResponse,
    SaveRecordsRequest,
};
use proto::query::v1::{FieldMeta, FieldType, Pagination, Query, ResourceMeta};
use tonic::body::Body;
use tonic::server::NamedService;
use tonic::{Code, Status};

use super::identity::Mood;

/// The name of an asset that cannot be listed.
pub const BROKEN: &str = "broken";

/// So many slugs at once, so that few are many.
const PART: usize = 2;

#[derive(Clone, Default)]
pub struct FakeCatalog(Arc<Inner>);

#[derive(Default)]
struct Inner {
    mood: Mutex<Mood>,
    slugs: Mutex<BTreeMap<String, BTreeSet<String>>>,
    assets: Mutex<Vec<Asset>>,
    questions: Mutex<Vec<Query>>,
    asked: AtomicUsize,
    saved: Mutex<Vec<SaveRecordsRequest>>,
    refusal: Mutex<Vec<Violation>>,
}

impl FakeCatalog {
    pub fn be(&self, mood: Mood) {
        *self.0.mood.lock().unwrap() = mood;
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

    /// What was asked of the assets.
    pub fn questions(&self) -> Vec<Query> {
        self.0.questions.lock().unwrap().clone()
    }

    /// How often anything was asked.
    pub fn asked(&self) -> usize {
        self.0.asked.load(Ordering::SeqCst)
    }

    /// What it was asked to write.
    pub fn saved(&self) -> Vec<SaveRecordsRequest> {
        self.0.saved.lock().unwrap().clone()
    }

    /// Refuses every record from now on.
    pub fn refuse(&self, violations: Vec<Violation>) {
        *self.0.refusal.lock().unwrap() = violations;
    }

    async fn answer(&self, request: Request<Body>) -> Result<Bytes, Status> {
        self.0.asked.fetch_add(1, Ordering::SeqCst);
        let mood = *self.0.mood.lock().unwrap();
        mood.show().await?;
        let method = request.uri().path().rsplit('/').next().unwrap_or_default().to_owned();
        let frame = request.into_body().collect().await?.to_bytes();
        let asked = frame.slice(5..);
        let message = match method.as_str() {
            "ListSlugs" => self.slugs(&ListSlugsRequest::decode(asked).unwrap()).encode_to_vec(),
            "ListRows" => self.rows(ListRowsRequest::decode(asked).unwrap())?.encode_to_vec(),
            "GetMeta" => fields().encode_to_vec(),
            "SaveRecords" => self.save(SaveRecordsRequest::decode(asked).unwrap())?,
            _ => Vec::new(),
        };
        Ok(message.into())
    }

    fn save(&self, asked: SaveRecordsRequest) -> Result<Vec<u8>, Status> {
        let refusal = self.0.refusal.lock().unwrap().clone();
        if !refusal.is_empty() {
            let problem = Problem::invalid("record_invalid", "A record is wrong");
            return Err(problem.with_violations(refusal).into());
        }
        self.0.saved.lock().unwrap().push(asked);
        Ok(Vec::new())
    }

    /// A page of a resource.
    fn rows(&self, asked: ListRowsRequest) -> Result<JsonText, Status> {
        let listed = match asked.resource.as_str() {
            "assets" => self.assets(asked.query.unwrap_or_default())?,
            _ => ListAssetsResponse::default(),
        };
        Ok(JsonText { json: serde_json::to_vec(&listed).unwrap().into() })
    }

    /// A page of the assets; its cursor is where the next one begins.
    fn assets(&self, query: Query) -> Result<ListAssetsResponse, Status> {
        let assets = self.0.assets.lock().unwrap();
        let place = query.pagination.clone().unwrap_or_default();
        self.0.questions.lock().unwrap().push(query);
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

    fn slugs(&self, asked: &ListSlugsRequest) -> ListSlugsResponse {
        let slugs = self.0.slugs.lock().unwrap();
        let after = asked.after.clone().unwrap_or_default();
        let known = slugs.get(&asked.resource).into_iter().flatten();
        let mut rest = known.filter(|slug| **slug > after).cloned();
        let results: Vec<_> = rest.by_ref().take(PART).collect();
        ListSlugsResponse { has_more: rest.next().is_some(), results }
    }
}

fn fields() -> ResourceMeta {
    let names = ["name", "symbol", "slug", "is_sample", "source", "licence", "retrieved_on"];
    let named = |name: &str| FieldMeta {
        name: name.to_owned(),
        r#type: FieldType::Text.into(),
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
            Ok(match catalog.answer(request).await {
                Ok(message) => framed(&message),
                Err(status) => status.into_http(),
            })
        }
        .boxed()
    }
}

/// Numbers of nothing: every answer is empty, in the mood of the catalog.
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

fn framed(message: &Bytes) -> Response<Body> {
    let mut frame = BytesMut::with_capacity(message.len() + 5);
    frame.put_u8(0);
    frame.put_u32(message.len().try_into().unwrap());
    frame.put_slice(message);
    let mut trailers = HeaderMap::new();
    trailers.insert("grpc-status", (Code::Ok as i32).into());
    let body = Full::new(frame.freeze()).with_trailers(std::future::ready(Some(Ok(trailers))));
    Response::builder().header("content-type", "application/grpc").body(Body::new(body)).unwrap()
}
