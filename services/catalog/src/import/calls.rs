//! The import by calls: another process sends the files of a folder part by part and has them loaded.

use std::collections::BTreeMap;

use kit::db::Db;
use kit::imports::{Imports, MESSAGE_BYTES, Part, Progress};
use kit::run::App;
use proto::catalog::v1::catalog_import_server::{CatalogImport, CatalogImportServer};
use proto::catalog::v1::{
    AddImportPartRequest, AddImportPartResponse, BeginImportRequest, BeginImportResponse,
    GetImportRequest, Import, ImportState, RemoveSamplesRequest, RunImportRequest,
};
use tonic::{Response, Status};

use super::{File, LOCK, Prune, Report, import, remove_samples};
use crate::error::CatalogError;

/// The databases of the calls and of the load, which takes longer than a caller waits.
#[derive(Clone)]
pub struct Context {
    imports: Imports,
    load_db: Db,
}

impl Context {
    /// The imports of a process: `db` answers calls, `load_db` loads files.
    pub fn new(app: App, db: Db, load_db: Db) -> Self {
        Self { imports: Imports { app, db, lock: LOCK, endings: &["csv", "json"] }, load_db }
    }
}

struct Rpc(Context);

kit::rpcs! {
    CatalogImport for Rpc, borrowed;
    begin_import: BeginImportRequest => BeginImportResponse, begin;
    add_import_part: AddImportPartRequest => AddImportPartResponse, add;
    run_import: RunImportRequest => Import, run;
    get_import: GetImportRequest => Import, get;
    remove_samples: RemoveSamplesRequest => Import, remove;
}

impl Rpc {
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, CatalogError>>,
    ) -> Result<Response<T>, Status> {
        self.0.imports.db.answer(call, verb).await
    }
}

/// The calls, to be served beside those that read.
pub fn service(ctx: Context) -> CatalogImportServer<impl CatalogImport> {
    CatalogImportServer::new(Rpc(ctx)).max_decoding_message_size(MESSAGE_BYTES)
}

async fn begin(
    ctx: &Context,
    request: &BeginImportRequest,
) -> Result<BeginImportResponse, CatalogError> {
    Ok(BeginImportResponse { import_id: ctx.imports.begin(request).await? })
}

async fn add(
    ctx: &Context,
    request: &AddImportPartRequest,
) -> Result<AddImportPartResponse, CatalogError> {
    let AddImportPartRequest { import_id, file, place, bytes } = request;
    let part = Part { import_id: *import_id, file, place: *place, bytes };
    Ok(AddImportPartResponse { size: ctx.imports.add(part).await? })
}

/// Begins the load. Said twice, it is begun once.
async fn run(ctx: &Context, request: &RunImportRequest) -> Result<Import, CatalogError> {
    let import_id = request.import_id;
    let job = ctx.clone();
    let prepare = |_: BeginImportRequest, files: BTreeMap<String, Vec<u8>>| {
        anyhow::ensure!(!files.is_empty(), "no file was received");
        let files = files.into_iter().map(|(name, bytes)| File { name, bytes }).collect();
        Ok(async move {
            let now = job.imports.app.clock.now();
            ended(import_id, import(&job.load_db, files, Prune::Keep, now).await)
        })
    };
    ctx.imports.run(import_id, prepare).await?;
    get(ctx, &GetImportRequest { import_id }).await
}

async fn get(ctx: &Context, request: &GetImportRequest) -> Result<Import, CatalogError> {
    let import_id = request.import_id;
    let state = match ctx.imports.get::<Import>(import_id).await? {
        Progress::Ended(import) => return Ok(import),
        Progress::Receiving => ImportState::Receiving,
        Progress::Loading => ImportState::Loading,
        Progress::Failed => ImportState::Failed,
    };
    Ok(Import { import_id, state: state.into(), ..Import::default() })
}

async fn remove(ctx: &Context, _: &RemoveSamplesRequest) -> Result<Import, CatalogError> {
    let job = ctx.clone();
    let work = |import_id| async move {
        let now = job.imports.app.clock.now();
        ended(import_id, remove_samples(&job.load_db, now).await)
    };
    let import_id = ctx.imports.start(work).await?;
    get(ctx, &GetImportRequest { import_id }).await
}

/// The answer of an import that has ended.
fn ended(import_id: i64, outcome: anyhow::Result<Report>) -> Import {
    let report = match outcome {
        Ok(report) => report,
        Err(error) => {
            tracing::error!(error = format!("{error:#}"), import_id, "an import failed");
            let state = ImportState::Failed.into();
            return Import { import_id, state, ..Import::default() };
        }
    };
    let sum = |count: fn(&super::FileReport) -> usize| -> i64 {
        report.files.iter().map(|file| count(file) as i64).sum()
    };
    Import {
        import_id,
        state: ImportState::Finished.into(),
        is_refused: report.is_refused(),
        added_count: sum(|file| file.saved.created),
        changed_count: sum(|file| file.saved.updated),
        removed_count: sum(|file| file.removed),
        text: report.to_string(),
    }
}
