//! The import by calls: another process sends the files of a folder part by part and has them loaded.

use std::collections::BTreeMap;

use kit::db::Db;
use kit::imports::Imports;
use kit::run::App;
use proto::catalog::v1::catalog_import_server::{CatalogImport, CatalogImportServer};
use proto::catalog::v1::{
    AddImportPartRequest, AddImportPartResponse, BeginImportRequest, BeginImportResponse,
    GetImportRequest, Import, ImportState, RemoveSamplesRequest, RunImportRequest,
};

use super::files::ENDINGS;
use super::{File, LOCK, Prune, Report, import, remove_samples};
use crate::error::CatalogError;

kit::import_calls! {
    CatalogImport by CatalogImportServer, CatalogError;
    load: load;
    remove: remove;
}

/// The imports of a process: `db` answers calls, `load_db` loads files.
pub fn imports(app: App, db: Db, load_db: Db) -> Imports {
    Imports { app, db, load_db, lock: LOCK, endings: ENDINGS }
}

fn load(
    imports: Imports,
    import_id: i64,
    _: BeginImportRequest,
    files: BTreeMap<String, Vec<u8>>,
) -> anyhow::Result<impl Future<Output = Import>> {
    anyhow::ensure!(!files.is_empty(), "no file was received");
    let files = files.into_iter().map(|(name, bytes)| File { name, bytes }).collect();
    Ok(async move {
        let now = imports.app.clock.now();
        ended(import_id, import(&imports.load_db, files, Prune::Keep, now).await)
    })
}

async fn remove(imports: Imports, import_id: i64) -> Import {
    ended(import_id, remove_samples(&imports.load_db, imports.app.clock.now()).await)
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
