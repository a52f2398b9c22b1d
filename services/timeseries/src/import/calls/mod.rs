//! The import by calls: another process sends the files of a folder part by part and has them loaded.

mod report;

use std::collections::BTreeMap;

use engine::day;
use kit::db::Db;
use kit::imports::{Imports, MESSAGE_BYTES, Part, Progress};
use kit::run::App;
use proto::timeseries::v1::timeseries_import_server::{TimeseriesImport, TimeseriesImportServer};
use proto::timeseries::v1::{
    AddImportPartRequest, AddImportPartResponse, BeginImportRequest, BeginImportResponse,
    GetImportRequest, Import, ImportState, ListLoadedFilesRequest, ListLoadedFilesResponse,
    LoadedFile, RemoveSamplesRequest, RunImportRequest,
};
use tonic::{Response, Status};

use super::source::ENDINGS;
use super::{Input, Manifest, Report, Subjects, load_files, remove_samples};
use crate::error::TimeseriesError;

/// More files than a collector has names for.
const MOST_FILES: i64 = 10_000;

/// The databases of the calls and of the load, which takes longer than a caller waits.
#[derive(Clone)]
pub struct Context {
    imports: Imports,
    load_db: Db,
}

impl Context {
    /// The imports of a process: `db` answers calls, `load_db` loads files.
    pub fn new(app: App, db: Db, load_db: Db) -> Self {
        let imports = Imports { app, db, lock: super::LOCK, endings: ENDINGS };
        Self { imports, load_db }
    }
}

struct Rpc(Context);

kit::rpcs! {
    TimeseriesImport for Rpc, borrowed;
    begin_import: BeginImportRequest => BeginImportResponse, begin;
    add_import_part: AddImportPartRequest => AddImportPartResponse, add;
    run_import: RunImportRequest => Import, run;
    get_import: GetImportRequest => Import, get;
    list_loaded_files: ListLoadedFilesRequest => ListLoadedFilesResponse, list_loaded;
    remove_samples: RemoveSamplesRequest => Import, remove;
}

impl Rpc {
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, TimeseriesError>>,
    ) -> Result<Response<T>, Status> {
        self.0.imports.db.answer(call, verb).await
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
    Ok(BeginImportResponse { import_id: ctx.imports.begin(request).await? })
}

async fn add(
    ctx: &Context,
    request: &AddImportPartRequest,
) -> Result<AddImportPartResponse, TimeseriesError> {
    let AddImportPartRequest { import_id, file, place, bytes } = request;
    let part = Part { import_id: *import_id, file, place: *place, bytes };
    Ok(AddImportPartResponse { size: ctx.imports.add(part).await? })
}

/// Begins the load. Said twice, it is begun once.
async fn run(ctx: &Context, request: &RunImportRequest) -> Result<Import, TimeseriesError> {
    let import_id = request.import_id;
    let job = ctx.clone();
    let prepare = |begun: BeginImportRequest, files: BTreeMap<String, Vec<u8>>| {
        let files = files.into_iter().map(|(name, bytes)| Input::received(name, bytes)).collect();
        let today = day::at(job.imports.app.clock.now());
        let (manifest, files) = Manifest::take(files, today)?;
        anyhow::ensure!(!files.is_empty(), "no CSV or Parquet file was received");
        let subjects = if begun.any_subject { Subjects::Any } else { Subjects::Known };
        Ok(load(job, import_id, manifest, files, subjects))
    };
    ctx.imports.run(import_id, prepare).await?;
    get(ctx, &GetImportRequest { import_id }).await
}

async fn get(ctx: &Context, request: &GetImportRequest) -> Result<Import, TimeseriesError> {
    let import_id = request.import_id;
    let state = match ctx.imports.get::<Import>(import_id).await? {
        Progress::Ended(import) => return Ok(import),
        Progress::Receiving => ImportState::Receiving,
        Progress::Loading => ImportState::Loading,
        Progress::Failed => ImportState::Failed,
    };
    Ok(Import { import_id, state: state.into(), ..Import::default() })
}

/// Loads what was received.
async fn load(
    ctx: Context,
    import_id: i64,
    manifest: Manifest,
    files: Vec<Input>,
    subjects: Subjects,
) -> Import {
    let clock = &ctx.imports.app.clock;
    let mut report = Report::default();
    let loaded = load_files(&ctx.load_db, &manifest, files, subjects, clock, &mut report).await;
    report::import(import_id, ended(import_id, loaded), &report)
}

fn ended(import_id: i64, outcome: anyhow::Result<()>) -> ImportState {
    match outcome {
        Ok(()) => ImportState::Finished,
        Err(error) => {
            tracing::error!(error = format!("{error:#}"), import_id, "an import failed");
            ImportState::Failed
        }
    }
}

async fn remove(ctx: &Context, _: &RemoveSamplesRequest) -> Result<Import, TimeseriesError> {
    let load_db = ctx.load_db.clone();
    let work = |import_id| async move {
        let removed = remove_samples(&load_db).await.map_err(anyhow::Error::from);
        report::import(import_id, ended(import_id, removed), &Report::default())
    };
    let import_id = ctx.imports.start(work).await?;
    get(ctx, &GetImportRequest { import_id }).await
}

async fn list_loaded(
    ctx: &Context,
    request: &ListLoadedFilesRequest,
) -> Result<ListLoadedFilesResponse, TimeseriesError> {
    let mut conn = ctx.imports.db.conn().await?;
    let files: Vec<(String, time::Date, String)> = sqlx::query_as(
        "SELECT DISTINCT ON (file) file, retrieved_on, method_version FROM loads
         WHERE is_sample OR NOT $1 ORDER BY file, id DESC LIMIT $2",
    )
    .bind(request.is_sample)
    .bind(MOST_FILES)
    .fetch_all(&mut *conn)
    .await?;
    let files = files.into_iter().map(|(file, retrieved_on, method_version)| LoadedFile {
        file,
        retrieved_on: day::text(day::of(retrieved_on)),
        method_version,
    });
    Ok(ListLoadedFilesResponse { files: files.collect() })
}
