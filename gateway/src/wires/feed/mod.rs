//! News and restatements as RSS feeds (version 2.0) at `/feeds/news.xml` and `/feeds/restatements.xml`, made from the
//! procedures of these lists for a program by its API key, and else for visitors without a session: feed readers send no
//! cookies, and proxies may cache.

mod limits;
mod news;
mod restatements;
mod rss;

use std::borrow::Cow;
use std::net::IpAddr;
use std::time::Duration;

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode};
use http_body_util::Full;
use proto::codec::Text as _;
use proto::identity::v1::PlanType;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use self::limits::{CACHED, FAILURE_LIFETIME, LIFETIME, MOST_ITEMS};
use self::rss::{Feed, Item, MEDIA_TYPE};
use crate::call::access::Entitlement;
use crate::call::admitted_caller::AdmittedCaller;
use crate::call::data_calls::DataUse;
use crate::call::failure::{Code, Failure};
use crate::call::input::{self, Input};
use crate::call::narrowed_scope::NarrowedScope;
use crate::call::visitor::Visitor;
use crate::http_message::plain_response::{MinimumPace, method_not_allowed, plain};
use crate::http_message::range::is_known;
use crate::http_message::retry_after;
use crate::http_message::shared_document::{Lookup, SharedDocument};
use crate::refusal_log;
use crate::state::AppState;
use crate::wires::client_address::sender_address;
use crate::wires::failure_envelope::refuse;
use crate::wires::visitor::program;

/// The folder of the feeds.
pub const PREFIX: &str = "/feeds";

/// One feed: the list behind it and how its rows become items.
struct Source {
    path: &'static str,
    title: &'static str,
    description: &'static str,
    /// The page with the same list.
    page: &'static str,
    procedure: &'static str,
    /// The rows that are read; a restatement of many days takes as many.
    rows: usize,
    items: fn(Vec<Value>, &str) -> Result<Vec<Item>, serde_json::Error>,
}

const SOURCES: [Source; 2] = [
    Source {
        path: "/feeds/news.xml",
        title: "Assay: news",
        description: "News on tokenized real-world assets, with source and licence.",
        page: "/news",
        procedure: "articles.list",
        rows: MOST_ITEMS,
        items: news::items,
    },
    Source {
        path: "/feeds/restatements.xml",
        title: "Assay: restatements",
        description: "Restated values, each with the previous value.",
        page: "/assets/timeseries",
        procedure: "restatements.list",
        rows: 500,
        items: restatements::items,
    },
];

/// The feeds, each made once for all readers without a key: it is the same for everybody.
pub struct Feeds {
    state: AppState,
    /// In the order of the sources.
    documents: [SharedDocument<MadeDocument>; SOURCES.len()],
}

#[derive(Clone)]
struct Document {
    text: Bytes,
    etag: HeaderValue,
}

/// A document for all readers who may have the same data, or why it could not be made. Visitors at some addresses may have more
/// than others, and all of them less once a policy has changed.
#[derive(Clone)]
struct MadeDocument {
    entitlement: Entitlement,
    document: Result<Document, Failure>,
}

impl Feeds {
    /// The feeds; none is made yet.
    pub fn new(state: AppState) -> Self {
        Self { state, documents: std::array::from_fn(|_| SharedDocument::default()) }
    }

    pub async fn answer(&self, head: &Parts, peer: IpAddr) -> Response<Full<Bytes>> {
        if !matches!(head.method, Method::GET | Method::HEAD) {
            return method_not_allowed();
        }
        let path = head.uri.path();
        let mut feeds = SOURCES.iter().zip(&self.documents);
        let Some((source, shared)) = feeds.find(|(source, _)| source.path == path) else {
            return plain(StatusCode::NOT_FOUND, "Not found\n");
        };
        let address = sender_address(&self.state, &head.headers, peer);
        let visitor = program(head, address).unwrap_or_else(|| Visitor::new(None, address));
        let document = self.document(source, shared, &visitor).await;
        if let (Err(failure), Some(procedure)) =
            (&document, self.state.pipeline.procedure(source.procedure))
        {
            refusal_log::call(failure, procedure, "feed", &visitor);
        }
        let mut response = match document {
            Ok(document) if visitor.has_key() => private(file(head, document)),
            Ok(document) => file(head, document),
            Err(failure) if visitor.has_key() => refuse(&failure, Some(source.procedure)),
            Err(failure) => {
                let status = StatusCode::from_u16(failure.code.status());
                let status = status.unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
                let sentence = "The feed could not be loaded. Try again later.\n";
                let mut response = plain(status, sentence);
                retry_after::set(response.headers_mut(), retry_after::FEED);
                response
            }
        };
        visitor.rates.write(response.headers_mut());
        response.extensions_mut().insert(MinimumPace);
        response
    }

    /// The document made for an earlier request, as long as it is kept, or a new one. Each request is counted.
    async fn document(
        &self,
        source: &Source,
        shared: &SharedDocument<MadeDocument>,
        visitor: &Visitor,
    ) -> Result<Document, Failure> {
        let procedure = self.state.pipeline.procedure(source.procedure);
        let procedure = procedure.ok_or_else(|| Failure::new(Code::NotFound, "Feed not found"))?;
        let pipeline = &self.state.pipeline;
        let admission = pipeline.admit(procedure, visitor).await?;
        let rates = &visitor.rates;
        let admitted = pipeline.decide(admission, DataUse::Feed, None, rates).await?;
        // A plan may allow fewer rows.
        let most = admitted.data_limits().rows_per_response;
        let most = most.map_or(source.rows, |most| usize::try_from(most).unwrap_or_default());
        let read = source.rows.min(most);
        pipeline.admit_rows(&admitted, read as u64, visitor).await?;
        let query = format!("{{\"pagination\":{{\"perPage\":{read}}}}}");
        let input = input::parse(query.as_bytes(), 0)?.unwrap_or(Input::Null);
        if visitor.has_key() {
            // It may contain more or less than that of everybody.
            return make(source, &admitted, &input, &self.state.config.origin()).await;
        }
        let entitlement = *admitted.entitlement();
        let is_shared =
            |made: &MadeDocument, age| made.entitlement == entitlement && made.is_fresh(age);
        let turn = match shared.get(is_shared).await {
            Lookup::Fresh(made) => return made.document,
            Lookup::Outdated(turn) => turn,
        };
        let document = make(source, &admitted, &input, &self.state.config.origin()).await;
        turn.finish(MadeDocument { entitlement, document }).document
    }
}

impl MadeDocument {
    fn is_fresh(&self, age: Duration) -> bool {
        let lifetime = if self.document.is_ok() { LIFETIME } else { FAILURE_LIFETIME };
        age < lifetime
    }
}

fn file(head: &Parts, Document { text, etag }: Document) -> Response<Full<Bytes>> {
    let is_known = is_known(&head.headers, &etag);
    let body = if is_known { Bytes::new() } else { text };
    let mut response = Response::new(Full::new(body));
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    let content_type = HeaderValue::try_from(format!("{MEDIA_TYPE}; charset=utf-8"));
    headers.insert(CONTENT_TYPE, content_type.expect("a media type is plain text"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(CACHED));
    headers.insert(ETAG, etag);
    response
}

/// A feed that no proxy keeps for others.
fn private(mut response: Response<Full<Bytes>>) -> Response<Full<Bytes>> {
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    response
}

async fn make(
    source: &Source,
    admitted: &AdmittedCaller,
    input: &Input<'_>,
    origin: &str,
) -> Result<Document, Failure> {
    let unreadable =
        |error: serde_json::Error| Failure::logged("feed", kit::error::Problem::internal(error));
    // A feed is a file: it has nothing that licences keep out of files.
    let output = admitted.call(input).await?;
    let page: Page = serde_json::from_slice(&output.unwrap_or_default()).map_err(unreadable)?;
    let mut items = (source.items)(page.results, origin).map_err(unreadable)?;
    items.truncate(MOST_ITEMS);
    let feed = Feed {
        title: source.title,
        description: description(source, admitted.narrowed()),
        address: format!("{origin}{}", source.path),
        page: format!("{origin}{}", source.page),
        items,
    };
    let text = feed.text();
    let digest = hex::encode(Sha256::digest(&text));
    let etag = HeaderValue::try_from(format!("\"{digest}\"")).expect("a digest is plain text");
    Ok(Document { text: text.into(), etag })
}

/// The description of a feed, which says in words where it has a part of its list, as items have no statement.
fn description(source: &Source, narrowed: Option<&NarrowedScope>) -> Cow<'static, str> {
    let Some(narrowed) = narrowed else { return source.description.into() };
    let part = format!("{} Your plan includes only a part of this data", source.description);
    let with_all = narrowed.plans.iter().filter_map(|plan| {
        let choice = PlanType::CHOICES.iter().find(|choice| choice.value == plan.text());
        choice.map(|choice| choice.label)
    });
    let with_all: Vec<&str> = with_all.collect();
    if with_all.is_empty() {
        return format!("{part}.").into();
    }
    format!("{part}. Plans with all of it: {}.", with_all.join("; ")).into()
}

#[derive(serde::Deserialize)]
struct Page {
    results: Vec<Value>,
}
