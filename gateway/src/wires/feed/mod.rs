//! News and restatements as RSS feeds (version 2.0) at `/feeds/news.xml` and `/feeds/restatements.xml`, made from the
//! procedures of these lists for somebody who is not signed in: feed readers send no cookies, and proxies may cache.

mod limits;
mod news;
mod restatements;
mod rss;

use std::net::IpAddr;

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode};
use http_body_util::Full;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use self::limits::{CACHED, MOST_ITEMS};
use self::rss::{Feed, Item, MEDIA_TYPE};
use crate::call::failure::{Code, Failure};
use crate::call::input::{self, Input};
use crate::call::visitor::Visitor;
use crate::http_message::plain_response::{MinimumPace, method_not_allowed, plain};
use crate::http_message::range::is_known;
use crate::http_message::retry_after;
use crate::refusal_log;
use crate::state::AppState;
use crate::wires::client_address::client_address;

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

/// Answers one request.
pub async fn answer(state: &AppState, head: &Parts, peer: IpAddr) -> Response<Full<Bytes>> {
    if !matches!(head.method, Method::GET | Method::HEAD) {
        return method_not_allowed();
    }
    let path = head.uri.path();
    let Some(source) = SOURCES.iter().find(|source| source.path == path) else {
        return plain(StatusCode::NOT_FOUND, "Not found\n");
    };
    let address = client_address(peer, &head.headers, |address| state.config.trusts(address));
    let anybody = Visitor::new(None, address);
    let mut response = match document(state, source, &anybody).await {
        Ok(text) => file(head, text),
        Err(failure) => {
            refusal_log::call(&failure, source.procedure, "feed", &anybody);
            refused(&failure)
        }
    };
    anybody.rates.write(response.headers_mut());
    response.extensions_mut().insert(MinimumPace);
    response
}

fn refused(failure: &Failure) -> Response<Full<Bytes>> {
    let status = StatusCode::from_u16(failure.code.status());
    let status = status.unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
    let mut response = plain(status, "The feed could not be loaded. Try again later.\n");
    retry_after::set(response.headers_mut(), retry_after::FEED);
    response
}

fn file(head: &Parts, text: String) -> Response<Full<Bytes>> {
    let digest = hex::encode(Sha256::digest(&text));
    let etag = HeaderValue::try_from(format!("\"{digest}\"")).expect("a digest is plain text");
    let is_known = is_known(&head.headers, &etag);
    let body = if is_known { Bytes::new() } else { text.into() };
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

async fn document(state: &AppState, source: &Source, anybody: &Visitor) -> Result<String, Failure> {
    let unreadable =
        |error: serde_json::Error| Failure::logged("feed", kit::error::Problem::internal(error));
    let procedure = state.pipeline.procedure(source.procedure);
    let procedure = procedure.ok_or_else(|| Failure::new(Code::NotFound, "Feed not found"))?;
    let query = format!("{{\"pagination\":{{\"perPage\":{}}}}}", source.rows);
    let input = input::parse(query.as_bytes(), 0)?.unwrap_or(Input::Null);
    // A feed is a file: it has nothing that licences keep out of files.
    let output = state.pipeline.admit(procedure, anybody).await?.call(&input).await?;
    let page: Page = serde_json::from_slice(&output.unwrap_or_default()).map_err(unreadable)?;
    let origin = state.config.origin();
    let mut items = (source.items)(page.results, &origin).map_err(unreadable)?;
    items.truncate(MOST_ITEMS);
    let feed = Feed {
        title: source.title,
        description: source.description,
        address: format!("{origin}{}", source.path),
        page: format!("{origin}{}", source.page),
        items,
    };
    Ok(feed.text())
}

#[derive(serde::Deserialize)]
struct Page {
    results: Vec<Value>,
}
