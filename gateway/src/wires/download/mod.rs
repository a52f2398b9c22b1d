//! Answers as files, `GET /api/download/<name>.<format>`: all rows of a list, page by page, or numbers with the
//! provenance of each.

mod account_export;
mod address;
mod column_headers;
mod datasets;
mod failures;
mod file_limits;
mod file_name;
mod file_queue;
mod groups;
mod holder_cohorts;
mod holders;
mod list;
mod list_numbers;
mod origins;
mod pages;
mod qualifiers;
mod running_file;
mod series;
mod stream;
mod table;

use std::net::IpAddr;
use std::sync::Arc;

use http::header::{ALLOW, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderValue, Method, Response};
use http_body_util::Either;
use kit::security_log::Network;
use proto::access::v1::FileFormat;
use serde_json::Value;
use sheet::{Format, Sheet};
use tokio::time::Instant;

pub use self::address::PREFIX;
use self::address::{File, Kind};
use self::file_limits::check_export_rows;
pub use self::file_limits::{FILE_TIMES, FileTimes};
use self::file_name::file_name;
use self::file_queue::FileQueue;
use self::running_file::RunningFile;
use self::table::Table;
use super::failure_envelope::refuse;
use super::visitor::visitor;
use crate::call::admitted_caller::AdmittedCaller;
use crate::call::data_calls::DataUse;
use crate::call::failure::{Code, Failure};
use crate::call::input::Input;
use crate::call::pipeline::Admission;
use crate::call::procedure::Procedure;
use crate::call::rate_limiter::CountedCall;
use crate::call::rate_quotas::RateClass;
use crate::call::refusal_texts::downloads_busy;
use crate::call::visitor::Visitor;
use crate::http_message::plain_response::{MinimumPace, Page};
use crate::http_message::query::parameter_names;
use crate::http_message::retry_after;
use crate::refusal_log;
use crate::state::AppState;

/// The folder of the published datasets.
const DATASETS: &str = "/datasets/";
/// The folder of the exports of accounts.
const ACCOUNT: &str = "/account/";

/// Writes the files.
// The next page is loaded when the client has taken the last one: a client that leaves ends the work, and a slow one
// holds no more than a page in memory. Answers without pages take bytes of those of all answers, and work of their caller's.
pub struct Downloads {
    state: AppState,
    queue: Arc<FileQueue>,
    times: FileTimes,
}

impl Downloads {
    /// An endpoint for the files of all procedures with rows.
    pub fn new(state: AppState, times: FileTimes) -> Self {
        Self { state, queue: Arc::default(), times }
    }

    pub async fn answer(&self, head: &Parts, peer: IpAddr) -> Response<Page> {
        let visitor = visitor(&self.state, head, peer);
        let mut response = if matches!(head.method, Method::GET | Method::HEAD) {
            self.respond(head, &visitor).await
        } else {
            let message = format!("Files support GET, not {}", head.method);
            let failure = Failure::new(Code::MethodNotSupported, message);
            let mut reply = self.refuse_unknown(failure, &visitor).await;
            reply.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            reply
        };
        visitor.rates.write(response.headers_mut());
        response.extensions_mut().insert(MinimumPace);
        response
    }

    async fn respond(&self, head: &Parts, visitor: &Visitor) -> Response<Page> {
        let below = head.uri.path().strip_prefix(PREFIX).and_then(|it| it.strip_prefix(DATASETS));
        if let (Some(rest), Some(list)) = (below, self.state.pipeline.procedure("datasets.list")) {
            let answer = self.dataset(list, head, visitor, rest).await;
            return answer.unwrap_or_else(|failure| failure_response(&failure, list, visitor));
        }
        let below = head.uri.path().strip_prefix(PREFIX).and_then(|it| it.strip_prefix(ACCOUNT));
        if let (Some(rest), Some(procedure)) =
            (below, self.state.pipeline.procedure("accountData.authorizeDownload"))
        {
            let answer = self.account_export(procedure, head, visitor, rest).await;
            return answer.unwrap_or_else(|failure| failure_response(&failure, procedure, visitor));
        }
        let Some(file) = File::at(&self.state.pipeline, head.uri.path()) else {
            let none = Failure::new(Code::NotFound, "File not found");
            return self.refuse_unknown(none, visitor).await;
        };
        let answer = Box::pin(self.file(&file, head, visitor)).await;
        answer.unwrap_or_else(|failure| failure_response(&failure, file.procedure, visitor))
    }

    /// Refuses a request that reaches no procedure, and counts it.
    async fn refuse_unknown(&self, failure: Failure, visitor: &Visitor) -> Response<Page> {
        let counted = Box::pin(self.state.pipeline.admit_unknown(visitor)).await;
        let failure = counted.map_or_else(
            |beyond| {
                refusal_log::rate(PREFIX, &beyond, Network::new(visitor.address));
                beyond
            },
            |()| failure,
        );
        refuse(&failure, None).map(Either::Left)
    }

    async fn file(
        &self,
        file: &File<'_>,
        head: &Parts,
        visitor: &Visitor,
    ) -> Result<Response<Page>, Failure> {
        let admission = self.admit(file.procedure, visitor).await?;
        let query = head.uri.query().unwrap_or_default();
        let input = input(file.kind, query)?;
        let used_as = DataUse::File(file_format(file.format));
        let mut running = self.run(admission, used_as, &input, visitor).await?;
        let table = Box::pin(self.table(file, &mut running, query, &input)).await?;
        let statements = statements(running.reader(), &table);
        let table =
            if statements.is_empty() { table } else { table.with_statement(statements.join("; ")) };
        let most = running.reader().data_limits().export_rows;
        check_export_rows(table.count, most)
            .map_err(|refusal| running.reader().with_plans(refusal, &input, table.count))?;
        self.state.pipeline.admit_rows(running.reader(), table.count, visitor).await?;
        let sheet = Sheet::new(file.format, table.columns).map_err(failures::unwritten)?;
        let threads = Arc::clone(&self.state.packing);
        let mut response =
            Response::new(Either::Right(stream::stream(sheet, table.rows, running, threads)));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.format.media_type()));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
        let name = file_name(file.name, self.state.clock.now().date(), file.format);
        if let Ok(disposition) = format!("attachment; filename=\"{name}\"").try_into() {
            headers.insert(CONTENT_DISPOSITION, disposition);
        }
        headers.insert("assay-rows", table.count.into());
        for statement in statements {
            let statement = HeaderValue::try_from(statement);
            headers.append("assay-access", statement.unwrap_or(HeaderValue::from_static("{}")));
        }
        Ok(response)
    }

    /// A published dataset, under the access rule of the procedure that lists them.
    async fn dataset(
        &self,
        list: &Arc<Procedure>,
        head: &Parts,
        visitor: &Visitor,
        rest: &str,
    ) -> Result<Response<Page>, Failure> {
        let admission = self.admit(list, visitor).await?;
        let (used_as, input) = (datasets::used_as(rest), datasets::input(rest));
        let running = self.run(admission, used_as, &input, visitor).await?;
        let reader = running.reader();
        let limits = reader.data_limits();
        if used_as != DataUse::Answer
            && (limits.export_rows.is_some() || limits.rows_per_day.is_some())
        {
            let rows = datasets::row_count(reader, rest).await?;
            check_export_rows(rows, limits.export_rows)
                .map_err(|refusal| reader.with_plans(refusal, &input, rows))?;
            self.state.pipeline.admit_rows(reader, rows, visitor).await?;
        }
        datasets::answer(running, head, rest).await
    }

    /// A file of an export of the caller, under the access rule of the procedure that authorizes its download.
    async fn account_export(
        &self,
        procedure: &Arc<Procedure>,
        head: &Parts,
        visitor: &Visitor,
        rest: &str,
    ) -> Result<Response<Page>, Failure> {
        let admission = self.admit(procedure, visitor).await?;
        let running = self.run(admission, DataUse::Answer, &Input::Null, visitor).await?;
        let day = self.state.clock.now().date();
        account_export::answer(running, &head.method, rest, day).await
    }

    /// Counts the request and applies the access rule.
    async fn admit(
        &self,
        procedure: &Arc<Procedure>,
        visitor: &Visitor,
    ) -> Result<(Admission, Instant), Failure> {
        let looked_up = Instant::now();
        let admitting =
            self.state.pipeline.admit_in(RateClass::Downloading, procedure, visitor).await;
        Ok((admitting?, looked_up))
    }

    /// Lets policies decide on a file, and waits for a permit.
    async fn run(
        &self,
        (admission, looked_up): (Admission, Instant),
        used_as: DataUse,
        input: &Input<'_>,
        visitor: &Visitor,
    ) -> Result<RunningFile, Failure> {
        let deciding = self.state.pipeline.decide(admission, used_as, Some(input), &visitor.rates);
        let admitted = deciding.await?;
        let CountedCall { principal, network, .. } = admitted.counted_call().clone();
        let permit = self.queue.take(principal, network).await.ok_or_else(downloads_busy)?;
        Ok(RunningFile::new(admitted, visitor.credential(), looked_up, permit, self.times))
    }

    async fn table(
        &self,
        file: &File<'_>,
        running: &mut RunningFile,
        query: &str,
        input: &Input<'_>,
    ) -> Result<Table, Failure> {
        let (pipeline, packing) = (&*self.state.pipeline, &self.state.packing);
        let table = match file.kind {
            Kind::List => {
                let list = running.reader();
                let rows = list::rows(pipeline, list, packing, file.format, query).await?;
                Table::from_list(rows)
            }
            Kind::Series => {
                // The days of series may come from as many loads as they have values.
                running.take_cost(pipeline, input, 2).await?;
                series::table(running.reader(), input).await?
            }
            Kind::Groups => {
                running.take_cost(pipeline, input, 1).await?;
                groups::table(running.reader(), input).await?
            }
            Kind::Holders => {
                running.take_cost(pipeline, input, 1).await?;
                holders::table(running.reader(), input).await?
            }
            Kind::HolderCohorts => {
                running.take_cost(pipeline, input, 1).await?;
                holder_cohorts::table(running.reader(), input).await?
            }
        };
        running.have_answers(table.bytes);
        Ok(table)
    }
}

/// The input of the procedure whose answer becomes a file.
fn input(kind: Kind, query: &str) -> Result<Input<'static>, Failure> {
    // A filter under a misspelt name would return every row.
    let known: &[&str] =
        if kind == Kind::List { &["query", "fields", "numbers"] } else { &["query"] };
    if let Some(name) = parameter_names(query).find(|name| !known.contains(&name.as_str())) {
        let name: String = name.chars().take(40).collect();
        let message = format!("{name}: the file supports {} only", known.join(", "));
        let failure = Failure::bad_request(message);
        return Err(Failure { reason: Some("unknown_parameter".into()), ..failure });
    }
    Ok(Value::Object(pages::query_parameter(query)?).into())
}

/// The statements of the policies that leave out a part of a file, or of the numbers beside its rows, as answers have them.
fn statements(reader: &AdmittedCaller, table: &Table) -> Vec<String> {
    let readers = std::iter::once(reader).chain(table.rows.numbers());
    readers.filter_map(|reader| reader.narrowed().map(|it| it.statement().to_owned())).collect()
}

/// The format in the words of policies.
fn file_format(format: Format) -> FileFormat {
    match format {
        Format::Csv => FileFormat::Csv,
        Format::Ndjson => FileFormat::Ndjson,
        Format::Parquet => FileFormat::Parquet,
        Format::Xlsx => FileFormat::Xlsx,
    }
}

fn failure_response(failure: &Failure, procedure: &Procedure, visitor: &Visitor) -> Response<Page> {
    refusal_log::call(failure, procedure, "download", visitor);
    let mut reply = refuse(failure, Some(procedure.name));
    if failure.code == Code::ServiceUnavailable {
        retry_after::set(reply.headers_mut(), retry_after::FILE);
    }
    reply.map(Either::Left)
}
