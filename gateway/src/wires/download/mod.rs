//! Answers as files: `GET /api/download/<resource>.<format>`, all rows of a list, page by page from its procedure, and
//! `timeseries.get`, `timeseries.aggregate` and `holders.top` with the origin of every number.
//!
//! The next page is asked for when the client has taken the last one, so a client that leaves ends the work,
//! and no more than a page is held for one that is slow.

mod body;
mod datasets;
mod file;
mod groups;
mod holders;
mod list;
mod names;
mod numbers;
mod origins;
mod pages;
mod series;

use std::sync::Arc;

use http::header::{ALLOW, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, RETRY_AFTER};
use http::request::Parts;
use http::{HeaderValue, Method, Response};
use http_body_util::Either;
use sheet::{Cell, Column, Format, Sheet};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub use self::file::PREFIX;
use self::file::{File, Kind};
use super::envelope::refuse;
use super::visitor::visitor;
use crate::call::failure::{Code, Failure};
use crate::call::pipeline::Admitted;
use crate::call::procedure::Procedure;
use crate::http_message::query::parameter_names;
use crate::http_message::response::Page;
use crate::state::AppState;

/// Files that were written beforehand, below.
const DATASETS: &str = "/datasets/";
/// How many files are written at a time; each holds a page of rows.
const MOST_AT_ONCE: usize = 24;
const BUSY_SECONDS: &str = "5";

/// Writes the files.
pub struct Downloads {
    state: AppState,
    places: Arc<Semaphore>,
}

/// The rows of a file and what stands in them.
struct Table {
    columns: Vec<Column>,
    count: u64,
    rows: Rows,
}

/// Rows that come from pages, or from one answer.
enum Rows {
    Pages(Box<list::Rows>),
    Answer(Box<dyn Iterator<Item = Vec<Cell>> + Send>),
}

impl Downloads {
    /// Files of everything that has rows.
    pub fn new(state: AppState) -> Self {
        Self { state, places: Arc::new(Semaphore::new(MOST_AT_ONCE)) }
    }

    /// Answers one request.
    pub async fn answer(&self, head: &Parts) -> Response<Page> {
        if !matches!(head.method, Method::GET | Method::HEAD) {
            let message = format!("Files support GET, not {}", head.method);
            let mut reply = refuse(&Failure::new(Code::MethodNotSupported, message), None);
            reply.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return reply.map(Either::Left);
        }
        let below = head.uri.path().strip_prefix(PREFIX).and_then(|it| it.strip_prefix(DATASETS));
        if let (Some(rest), Some(list)) = (below, self.state.pipeline.procedure("datasets.list")) {
            return self
                .dataset(list, head, rest)
                .await
                .unwrap_or_else(|failure| refuse(&failure, Some(list.name)).map(Either::Left));
        }
        let Some(file) = File::at(&self.state.pipeline, head.uri.path()) else {
            let none = Failure::new(Code::NotFound, "File not found");
            return refuse(&none, None).map(Either::Left);
        };
        match Box::pin(self.file(&file, head)).await {
            Ok(response) => response,
            Err(failure) => {
                let mut reply = refuse(&failure, Some(file.procedure.name));
                if failure.code == Code::ServiceUnavailable {
                    let headers = reply.headers_mut();
                    headers.insert(RETRY_AFTER, HeaderValue::from_static(BUSY_SECONDS));
                }
                reply.map(Either::Left)
            }
        }
    }

    async fn file(&self, file: &File<'_>, head: &Parts) -> Result<Response<Page>, Failure> {
        let place = self.place()?;
        let admitted = self.admit(file.procedure, head).await?;
        let asked = head.uri.query().unwrap_or_default();
        let table = Box::pin(self.table(file, &admitted, asked)).await?;
        let sheet = Sheet::new(file.format, table.columns).map_err(body::unwritten)?;
        let aside = Arc::clone(&self.state.packing);
        let mut response =
            Response::new(Either::Right(body::stream(sheet, table.rows, place, aside)));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.format.media_type()));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
        if let Ok(disposition) = self.disposition(file).try_into() {
            headers.insert(CONTENT_DISPOSITION, disposition);
        }
        headers.insert("assay-rows", table.count.into());
        Ok(response)
    }

    /// A file that was written beforehand, under the rule of the list that names it.
    async fn dataset(
        &self,
        list: &Arc<Procedure>,
        head: &Parts,
        rest: &str,
    ) -> Result<Response<Page>, Failure> {
        let place = self.place()?;
        datasets::answer(&self.admit(list, head).await?, head, rest, place).await
    }

    async fn admit(&self, procedure: &Arc<Procedure>, head: &Parts) -> Result<Admitted, Failure> {
        self.state.pipeline.admit(procedure, &visitor(&self.state, &head.headers)).await
    }

    async fn table(
        &self,
        file: &File<'_>,
        admitted: &Admitted,
        asked: &str,
    ) -> Result<Table, Failure> {
        // A filter under a misspelt name would hand out everything.
        let known: &[&str] =
            if file.kind == Kind::List { &["query", "fields", "numbers"] } else { &["query"] };
        if let Some(name) = parameter_names(asked).find(|name| !known.contains(&name.as_str())) {
            let name: String = name.chars().take(40).collect();
            let message = format!("{name}: the file supports {} only", known.join(", "));
            let failure = Failure::bad_request(message);
            return Err(Failure { reason: Some("unknown_parameter".into()), ..failure });
        }
        let (pipeline, packing) = (&*self.state.pipeline, &self.state.packing);
        match file.kind {
            Kind::List => list::table(pipeline, admitted, packing, file.format, asked).await,
            Kind::Series => series::table(admitted, asked).await,
            Kind::Groups => groups::table(pipeline, admitted, asked).await,
            Kind::Holders => holders::table(admitted, asked).await,
        }
    }

    fn place(&self) -> Result<OwnedSemaphorePermit, Failure> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            let message = "Too many downloads are running; try again in a moment";
            let busy = Failure::new(Code::ServiceUnavailable, message);
            Failure { reason: Some("downloads_busy".into()), ..busy }
        })
    }

    fn disposition(&self, file: &File<'_>) -> String {
        let day = self.state.clock.now().date();
        let extension = file.format.extension();
        format!("attachment; filename=\"{}-{day}.{extension}\"", file.name)
    }
}

impl Rows {
    /// Asks for the next rows where they are not there.
    async fn fetch(&mut self) -> Result<(), Failure> {
        match self {
            Self::Pages(pages) => pages.fetch().await,
            Self::Answer(_) => Ok(()),
        }
    }

    /// The next rows; nothing after the last.
    fn take(&mut self) -> Option<Vec<Vec<Cell>>> {
        match self {
            Self::Pages(pages) => pages.take(),
            Self::Answer(rows) => {
                let part: Vec<_> = rows.take(body::ROWS_PER_PART).collect();
                (!part.is_empty()).then_some(part)
            }
        }
    }
}

/// The most rows of a file: of text what a spreadsheet can open.
fn most_rows(format: Format) -> u64 {
    match format {
        Format::Csv => 250_000,
        Format::Ndjson | Format::Parquet => 1_000_000,
    }
}

/// Refuses a file that nobody could open.
fn bounded(rows: u64, format: Format) -> Result<(), Failure> {
    let most = most_rows(format);
    if rows <= most {
        return Ok(());
    }
    let message = format!("The list has {rows} rows and a file can have {most}: add a filter");
    Err(Failure { reason: Some("download_too_large".into()), ..Failure::bad_request(message) })
}
