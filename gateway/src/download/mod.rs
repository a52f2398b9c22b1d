//! A list as a file: `GET /api/download/<resource>.csv`, all rows of a question, page by page from its procedure.
//!
//! The next page is asked for when the client has taken the last one, so a client that leaves ends the work,
//! and no more than a page is held for one that is slow.

mod pages;
mod sheet;

use std::collections::HashSet;
use std::sync::Arc;

use futures::stream;
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, RETRY_AFTER};
use http::request::Parts;
use http::{HeaderValue, Method, Response};
use http_body_util::Either;
use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use self::pages::Pages;
use crate::procedure::{Call, Procedure, Registry};
use crate::router::Page;
use crate::state::AppState;
use crate::trpc;
use crate::trpc::calls::parameter;
use crate::trpc::envelope::{Code, Failure};

/// Where the files are.
pub const PREFIX: &str = "/api/download";
/// The most rows of a file: what a browser can hold and a spreadsheet can open.
const MOST_ROWS: u64 = 250_000;
/// How many files are written at a time; each holds a page of rows.
const MOST_AT_ONCE: usize = 24;
const BUSY_SECONDS: &str = "5";
const MOST_FIELDS: usize = 200;

/// Writes the files.
pub struct Downloads {
    state: AppState,
    registry: Arc<Registry>,
    places: Arc<Semaphore>,
}

impl Downloads {
    /// Files of every list in a registry.
    pub fn new(state: AppState, registry: Arc<Registry>) -> Self {
        Self { state, registry, places: Arc::new(Semaphore::new(MOST_AT_ONCE)) }
    }

    /// Answers one request.
    pub async fn answer(&self, head: &Parts) -> Response<Page> {
        if !matches!(head.method, Method::GET | Method::HEAD) {
            let message = format!("A file is asked for by GET, not by {}", head.method);
            let mut reply = trpc::refuse(&Failure::new(Code::MethodNotSupported, message));
            reply.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return reply.map(Either::Left);
        }
        let Some(list) = self.list(head.uri.path()) else {
            let none = Failure::new(Code::NotFound, "There is no such file");
            return trpc::refuse(&none).map(Either::Left);
        };
        match self.file(list, head).await {
            Ok(response) => response,
            Err(failure) => {
                let mut reply = trpc::refuse_call(&failure, Some(list.name));
                if failure.code == Code::ServiceUnavailable {
                    let headers = reply.headers_mut();
                    headers.insert(RETRY_AFTER, HeaderValue::from_static(BUSY_SECONDS));
                }
                reply.map(Either::Left)
            }
        }
    }

    /// The procedure that answers a file: `assetClasses.list` for `/api/download/asset_classes.csv`.
    fn list(&self, path: &str) -> Option<&Procedure> {
        let resource = path.strip_prefix(PREFIX)?.strip_prefix('/')?.strip_suffix(".csv")?;
        let letters = resource.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
        let name = letters.then(|| format!("{}.list", domain(resource)))?;
        self.registry.get(&name).filter(|procedure| procedure.lists)
    }

    async fn file(&self, list: &Procedure, head: &Parts) -> Result<Response<Page>, Failure> {
        let place = self.place()?;
        let caller = trpc::resolve(&self.state, &head.headers).await;
        let call = Call { state: self.state.clone(), caller: trpc::admit(list, &caller)? };
        let asked = head.uri.query().unwrap_or_default();
        let columns = self.columns(list, &call, asked).await?;
        let mut pages = Pages::new(Arc::clone(&self.registry), list.name, call, question(asked)?);
        let first = pages.next().await?.unwrap_or_default();
        let rows = pages.row_count();
        if rows > MOST_ROWS {
            let message = format!(
                "The list has {rows} rows, and a file may have {MOST_ROWS}: add a condition that leaves fewer"
            );
            return Err(Failure {
                reason: Some("download_too_large".into()),
                ..Failure::bad_request(message)
            });
        }
        let mut text = sheet::head(&columns);
        text.extend(sheet::rows(&columns, &first));
        Ok(self.response(head.uri.path(), rows, body(text, pages, columns, place)))
    }

    fn place(&self) -> Result<OwnedSemaphorePermit, Failure> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            let message = "Too many files are being written; try again in a moment";
            let busy = Failure::new(Code::ServiceUnavailable, message);
            Failure { reason: Some("downloads_busy".into()), ..busy }
        })
    }

    /// The asked-for fields, or all of them; where a row comes from stands in every file.
    async fn columns(
        &self,
        list: &Procedure,
        call: &Call,
        asked: &str,
    ) -> Result<Vec<String>, Failure> {
        let known = self.known(list, call).await?;
        let mut columns = match parameter(asked, "fields") {
            None => known.clone(),
            Some(text) => text.split(',').take(MOST_FIELDS).map(str::to_owned).collect(),
        };
        if let Some(at) = columns.iter().position(|name| !known.contains(name)) {
            let message = format!("fields[{at}]: there is no such field");
            let failure = Failure::bad_request(message);
            return Err(Failure { reason: Some("unknown_field".into()), ..failure });
        }
        columns.extend(
            sheet::ORIGIN.map(str::to_owned).into_iter().filter(|name| known.contains(name)),
        );
        let mut seen = HashSet::new();
        columns.retain(|name| seen.insert(name.clone()));
        Ok(columns)
    }

    /// The fields that the rows of a list have.
    async fn known(&self, list: &Procedure, call: &Call) -> Result<Vec<String>, Failure> {
        let name = list.name.replace(".list", ".meta");
        let Some(meta) = self.registry.get(&name) else { return Ok(Vec::new()) };
        let answer = trpc::run(meta, call.clone(), Value::Null).await?.unwrap_or_default();
        let told: Meta = serde_json::from_slice(&answer).map_err(pages::unreadable)?;
        Ok(told.fields.into_iter().map(|field| field.name).collect())
    }

    fn response(&self, path: &str, rows: u64, body: axum::body::Body) -> Response<Page> {
        let day = self.state.clock.now().date();
        let resource = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".csv");
        let disposition = format!("attachment; filename=\"{resource}-{day}.csv\"");
        let mut response = Response::new(Either::Right(body));
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("text/csv; charset=utf-8; header=present");
        headers.insert(CONTENT_TYPE, kind);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
        if let Ok(disposition) = disposition.try_into() {
            headers.insert(CONTENT_DISPOSITION, disposition);
        }
        headers.insert("assay-rows", rows.into());
        response
    }
}

#[derive(serde::Deserialize)]
struct Meta {
    fields: Vec<Field>,
}

#[derive(serde::Deserialize)]
struct Field {
    name: String,
}

/// "asset_classes" has the procedures of `assetClasses`.
fn domain(resource: &str) -> String {
    let mut out = String::with_capacity(resource.len());
    let mut upper = false;
    for letter in resource.chars() {
        match letter {
            '_' => upper = true,
            _ if upper => {
                out.push(letter.to_ascii_uppercase());
                upper = false;
            }
            _ => out.push(letter),
        }
    }
    out
}

/// Which rows in which order; pages are counted here, and groups are no rows.
fn question(asked: &str) -> Result<serde_json::Map<String, Value>, Failure> {
    let text = parameter(asked, "query").unwrap_or_default();
    let value = trpc::input::parse(text.as_bytes(), false)?;
    let question = match value {
        None => serde_json::Map::new(),
        Some(Value::Object(question)) => question,
        Some(_) => return Err(Failure::bad_request("query: expected an object")),
    };
    for (name, value) in &question {
        if !matches!(name.as_str(), "filter" | "sort") {
            let name: String = name.chars().take(64).collect();
            return Err(Failure::bad_request(format!(
                "query.{name}: a file takes filter and sort only"
            )));
        }
        trpc::strings::check(value)?;
    }
    Ok(question)
}

/// The text that is there already, then that of each further page.
fn body(
    text: Vec<u8>,
    pages: Pages,
    columns: Vec<String>,
    place: OwnedSemaphorePermit,
) -> axum::body::Body {
    let start = (Some(text), pages, columns, place);
    axum::body::Body::from_stream(stream::try_unfold(
        start,
        |(text, mut pages, columns, place)| async move {
            if let Some(text) = text {
                return Ok(Some((text, (None, pages, columns, place))));
            }
            // A failure breaks the answer off, so that a part is never taken for the whole.
            let rows = pages.next().await.map_err(|failure| failure.message.into_owned())?;
            let text = rows.map(|rows| sheet::rows(&columns, &rows));
            Ok::<_, String>(text.map(|text| (text, (None, pages, columns, place))))
        },
    ))
}
