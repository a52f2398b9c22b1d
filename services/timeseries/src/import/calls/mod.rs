//! The import by calls: another process sends the files of a folder part by part and has them loaded.

mod report;
mod store;

use std::path::Path;
use std::time::Duration;

use kit::db::Db;
use kit::failpoint;
use kit::run::App;
use proto::timeseries::v1::timeseries_import_server::{TimeseriesImport, TimeseriesImportServer};
use proto::timeseries::v1::{
    AddImportPartRequest, AddImportPartResponse, BeginImportRequest, BeginImportResponse,
    GetImportRequest, Import, ImportState, RunImportRequest,
};
use time::OffsetDateTime;
use tonic::{Response, Status};

use super::source::is_read;
use super::{Input, Manifest, Report, Subjects, load_files};
use crate::day;
use crate::error::TimeseriesError;
use store::{Received, State};

/// The bytes of a part.
pub const PART_BYTES: usize = 1 << 20;
/// The bytes of all files of an import: they are in memory while they are loaded.
pub const MOST_BYTES: usize = 64 << 20;
/// The files of an import.
const MOST_FILES: i64 = 100;
const LONGEST_NAME: usize = 200;
/// A message holds a part and little else.
const MESSAGE_BYTES: usize = PART_BYTES + (64 << 10);
/// How long the load of all files may take.
const DEADLINE: Duration = Duration::from_mins(30);
/// How often a replica says that it still loads; the store takes its word for a minute.
const TOUCH: Duration = Duration::from_secs(10);

/// The databases of the calls and of the load, which takes longer than a caller waits.
#[derive(Clone)]
pub struct Context {
    /// The process.
    pub app: App,
    /// Answers calls.
    pub db: Db,
    /// Loads files.
    pub load_db: Db,
}

struct Rpc(Context);

kit::rpcs! {
    TimeseriesImport for Rpc, borrowed;
    begin_import: BeginImportRequest => BeginImportResponse, begin;
    add_import_part: AddImportPartRequest => AddImportPartResponse, add;
    run_import: RunImportRequest => Import, run;
    get_import: GetImportRequest => Import, get;
}

impl Rpc {
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, TimeseriesError>>,
    ) -> Result<Response<T>, Status> {
        self.0.db.answer(call, verb).await
    }
}

/// The calls, to be served beside those that read.
pub fn service(ctx: Context) -> TimeseriesImportServer<impl TimeseriesImport> {
    TimeseriesImportServer::new(Rpc(ctx)).max_decoding_message_size(MESSAGE_BYTES)
}

async fn begin(
    ctx: &Context,
    request: &BeginImportRequest,
) -> Result<BeginImportResponse, TimeseriesError> {
    let mut tx = ctx.db.tx().await?;
    let begun = store::begin(&mut tx, request.any_subject).await?;
    tx.commit().await?;
    let import_id = begun.ok_or(TimeseriesError::ImportRunning)?;
    Ok(BeginImportResponse { import_id })
}

async fn add(
    ctx: &Context,
    request: &AddImportPartRequest,
) -> Result<AddImportPartResponse, TimeseriesError> {
    let AddImportPartRequest { import_id, file, place, bytes } = request;
    let refused = |message: String| Err(TimeseriesError::refused("import_part_invalid", message));
    let is_plain = Path::new(file).file_name().is_some_and(|name| name == file.as_str());
    if !is_plain || file.len() > LONGEST_NAME || !is_read(Path::new(file)) {
        return refused(format!("{file:?} must be the name of a CSV, JSON or Parquet file"));
    }
    if bytes.len() > PART_BYTES || (bytes.is_empty() && *place > 0) {
        return refused(format!("A part has from 1 to {PART_BYTES} bytes"));
    }
    let mut tx = ctx.db.tx().await?;
    let import = store::lock(&mut tx, *import_id).await?;
    let import = import.ok_or(TimeseriesError::ImportUnknown)?;
    if import.state != State::Receiving {
        return refused("The files of this import are being loaded already".to_owned());
    }
    let count = store::part_count(&mut tx, *import_id, file).await?;
    if *place < count {
        // A caller that has not heard the answer sends the part again.
        if store::has_part(&mut tx, request).await? {
            return Ok(AddImportPartResponse { size: import.bytes });
        }
        return refused(format!("Part {place} of {file} was received with other bytes"));
    }
    if *place > count {
        return refused(format!("Part {count} of {file} comes next, not {place}"));
    }
    let size = import.bytes + bytes.len() as i64;
    if size > MOST_BYTES as i64 {
        let message = format!("The files of an import have at most {MOST_BYTES} bytes");
        return Err(TimeseriesError::refused("import_too_large", message));
    }
    if count == 0 && store::file_count(&mut tx, *import_id).await? >= MOST_FILES {
        let message = format!("An import has at most {MOST_FILES} files");
        return Err(TimeseriesError::refused("import_too_large", message));
    }
    store::add(&mut tx, request).await?;
    tx.commit().await?;
    Ok(AddImportPartResponse { size })
}

/// Begins the load. Said twice, it is begun once.
async fn run(ctx: &Context, request: &RunImportRequest) -> Result<Import, TimeseriesError> {
    let import_id = request.import_id;
    let mut tx = ctx.db.tx().await?;
    let import = store::lock(&mut tx, import_id).await?;
    let import = import.ok_or(TimeseriesError::ImportUnknown)?;
    if import.state == State::Receiving {
        let files = store::files(&mut tx, import_id).await?;
        let files = files.into_iter().map(|(name, bytes)| Input::received(name, bytes)).collect();
        match described(files, ctx.app.clock.now()) {
            Ok((manifest, files)) => {
                store::start(&mut tx, import_id).await?;
                tx.commit().await?;
                let subjects = if import.any_subject { Subjects::Any } else { Subjects::Known };
                let load = load(ctx.clone(), import_id, manifest, files, subjects);
                ctx.app.spawn("import", load);
            }
            Err(error) => {
                store::remove(&mut tx, import_id).await?;
                tx.commit().await?;
                return Err(TimeseriesError::refused("manifest_invalid", format!("{error:#}")));
            }
        }
    }
    get(ctx, &GetImportRequest { import_id }).await
}

/// The files with what their manifest says of them.
fn described(files: Vec<Input>, now: OffsetDateTime) -> anyhow::Result<(Manifest, Vec<Input>)> {
    let (manifest, files) = Manifest::take(files, day::at(now))?;
    anyhow::ensure!(!files.is_empty(), "no CSV or Parquet file was received");
    Ok((manifest, files))
}

async fn get(ctx: &Context, request: &GetImportRequest) -> Result<Import, TimeseriesError> {
    let mut conn = ctx.db.conn().await?;
    let import = store::read(&mut conn, request.import_id).await?;
    let Received { state, is_stale, report, .. } = import.ok_or(TimeseriesError::ImportUnknown)?;
    let state = match state {
        State::Ended => {
            let report = report.unwrap_or_default();
            return serde_json::from_value(report).map_err(TimeseriesError::Unwritable);
        }
        State::Receiving => ImportState::Receiving,
        State::Loading if is_stale => ImportState::Failed,
        State::Loading => ImportState::Loading,
    };
    Ok(Import { import_id: request.import_id, state: state.into(), ..Import::default() })
}

/// Loads what was received and keeps the report. A process that is cut off leaves no file half loaded, and its import
/// counts as failed once it is not marked any more.
async fn load(
    ctx: Context,
    import_id: i64,
    manifest: Manifest,
    files: Vec<Input>,
    subjects: Subjects,
) {
    let clock = &ctx.app.clock;
    let mut report = Report::default();
    let loaded = async {
        let load = load_files(&ctx.load_db, &manifest, files, subjects, clock, &mut report);
        tokio::time::timeout(DEADLINE, load).await?
    };
    let touched = async {
        loop {
            tokio::time::sleep(TOUCH).await;
            if let Err(error) = store::touch(&ctx.db, import_id).await {
                tracing::warn!(%error, import_id, "the import could not be marked as running");
            }
        }
    };
    let cut = ctx.app.cut();
    let outcome = tokio::select! {
        outcome = loaded => outcome,
        () = touched => return,
        () = cut.cancelled() => return,
    };
    failpoint::reach("import.by_call.loaded");
    let state = match outcome {
        Ok(()) => ImportState::Finished,
        Err(error) => {
            tracing::error!(error = format!("{error:#}"), import_id, "an import failed");
            ImportState::Failed
        }
    };
    let import = report::import(import_id, state, &report);
    if let Err(error) = store::end(&ctx.db, &import).await {
        tracing::error!(%error, import_id, "the report of an import could not be kept");
    }
}
