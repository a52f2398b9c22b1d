//! The import by calls: another process sends the files of a folder part by part and has them loaded.

mod report;

use std::collections::BTreeMap;

use engine::day;
use kit::db::Db;
use kit::imports::Imports;
use kit::run::App;
use proto::timeseries::v1::timeseries_import_server::{TimeseriesImport, TimeseriesImportServer};
use proto::timeseries::v1::{
    AddImportPartRequest, AddImportPartResponse, BeginImportRequest, BeginImportResponse,
    GetImportRequest, Import, ImportState, ListLoadedFilesRequest, ListLoadedFilesResponse,
    LoadedFile, RemoveSamplesRequest, RunImportRequest,
};

use super::{Input, Manifest, Report, Subjects, load_files, remove_samples};
use crate::error::TimeseriesError;
use crate::import::files::source::ENDINGS;
use crate::import::limits::MOST_LISTED_FILES;
use crate::import::loads::lock::LOCK;

kit::import_calls! {
    TimeseriesImport by TimeseriesImportServer, TimeseriesError;
    load: load;
    remove: remove;
    list_loaded_files: ListLoadedFilesRequest => ListLoadedFilesResponse, list_loaded;
}

/// The imports of a process: `db` answers calls, `load_db` loads files.
pub fn imports(app: App, db: Db, load_db: Db) -> Imports {
    Imports { app, db, load_db, lock: LOCK, endings: ENDINGS }
}

fn load(
    imports: Imports,
    import_id: i64,
    begun: BeginImportRequest,
    files: BTreeMap<String, Vec<u8>>,
) -> anyhow::Result<impl Future<Output = Import>> {
    let files = files.into_iter().map(|(name, bytes)| Input::received(name, bytes)).collect();
    let (manifest, files) = Manifest::take(files, day::at(imports.app.clock.now()))?;
    anyhow::ensure!(!files.is_empty(), "no CSV or Parquet file was received");
    let subjects = if begun.any_subject { Subjects::Any } else { Subjects::Known };
    Ok(async move {
        let Imports { app, load_db, .. } = imports;
        let mut report = Report::default();
        let loaded =
            load_files(&load_db, &manifest, files, subjects, &app.clock, &mut report).await;
        report::import(import_id, ended(import_id, loaded), &report)
    })
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

async fn remove(imports: Imports, import_id: i64) -> Import {
    let removed = remove_samples(&imports.load_db).await.map_err(anyhow::Error::from);
    report::import(import_id, ended(import_id, removed), &Report::default())
}

async fn list_loaded(
    imports: &Imports,
    request: &ListLoadedFilesRequest,
) -> Result<ListLoadedFilesResponse, TimeseriesError> {
    let mut conn = imports.db.conn().await?;
    let files: Vec<(String, time::Date, String)> = sqlx::query_as(
        "SELECT DISTINCT ON (file) file, retrieved_on, method_version FROM loads
         WHERE is_sample OR NOT $1 ORDER BY file, id DESC LIMIT $2",
    )
    .bind(request.is_sample)
    .bind(MOST_LISTED_FILES)
    .fetch_all(&mut *conn)
    .await?;
    let files = files.into_iter().map(|(file, retrieved_on, method_version)| LoadedFile {
        file,
        retrieved_on: day::text(day::from_date(retrieved_on)),
        method_version,
    });
    Ok(ListLoadedFilesResponse { files: files.collect() })
}
