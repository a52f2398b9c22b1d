//! Imports of files by the subcommand `import` and by calls, for each service that owns the tables `imports` and
//! `import_parts`.

mod calls;
pub mod command;
mod files;
mod json_objects;
mod limits;
mod lock;
mod store;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::db::{Db, DbError};
use crate::error::{ErrorCode, Problem};
use crate::failpoint;
use crate::run::App;
pub use files::{FolderKind, FolderManifest, MANIFEST, ending, folder};
pub use json_objects::{JsonObject, RepeatedKey};
use limits::{JOB_DEADLINE, LONGEST_FILE_NAME, MOST_FILES, TOUCH};
pub use limits::{MESSAGE_BYTES, MOST_BYTES, PART_BYTES};
pub use lock::ImportLock;
use store::{ImportRow, State};

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// One import runs at a time.
    #[error("Another import is running. Try again when it has ended")]
    Running,
    /// There is no such import, or it was dropped.
    #[error("Unknown import")]
    Unknown,
    /// The input is invalid.
    #[error("{1}")]
    Refused(&'static str, String),
    /// The report has no JSON form.
    #[error("The report cannot be written")]
    Unwritable(#[from] serde_json::Error),
    #[error(transparent)]
    Database(#[from] DbError),
}

impl From<sqlx::Error> for ImportError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<ImportError> for Problem {
    fn from(error: ImportError) -> Self {
        let message = error.to_string();
        match error {
            ImportError::Running => Self::new(ErrorCode::Precondition, "import_running", message),
            ImportError::Unknown => Self::new(ErrorCode::NotFound, "import_not_found", message),
            ImportError::Refused(reason, _) => Self::invalid(reason, message),
            ImportError::Unwritable(error) => Self::internal(error),
            ImportError::Database(error) => error.into(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    pub import_id: i64,
    pub file: &'a str,
    /// The place of the part in the file, from 0.
    pub place: i32,
    pub bytes: &'a [u8],
}

#[derive(Debug)]
pub enum Progress<R> {
    /// Files are being sent.
    Receiving,
    /// They are being loaded.
    Loading,
    /// The replica that loaded them is gone.
    Failed,
    /// The report of the load.
    Ended(R),
}

/// The imports of a service.
#[derive(Clone)]
// Another process sends files part by part and has them loaded in the background. The parts are kept in the database,
// as calls may reach any replica.
pub struct Imports {
    pub app: App,
    /// Answers the calls.
    pub db: Db,
    /// Loads files, which takes longer than a caller waits.
    pub load_db: Db,
    /// The lock that every load of the service holds.
    pub lock: ImportLock,
    /// Endings of the files that are read.
    pub endings: &'static [&'static str],
}

impl Imports {
    /// Begins an import, which keeps the request for the load.
    pub async fn begin(&self, request: &impl Serialize) -> Result<i64, ImportError> {
        let mut tx = self.db.tx().await?;
        let request = serde_json::to_value(request)?;
        let begun = store::begin(&mut tx, self.lock.name, State::Receiving, &request).await?;
        tx.commit().await?;
        begun.ok_or(ImportError::Running)
    }

    /// Adds the next part of a file; answers the bytes of the import so far.
    pub async fn add(&self, part: Part<'_>) -> Result<i64, ImportError> {
        let Part { import_id, file, place, bytes } = part;
        let refused = |message: String| Err(ImportError::Refused("import_part_invalid", message));
        let is_plain = Path::new(file).file_name().is_some_and(|name| name == file);
        let is_read = self.endings.contains(&ending(file).as_str());
        if !is_plain || file.len() > LONGEST_FILE_NAME || !is_read {
            let endings = self.endings.join(", ");
            return refused(format!("{file:?} must be the name of a file that ends in {endings}"));
        }
        if bytes.len() > PART_BYTES || (bytes.is_empty() && place > 0) {
            return refused(format!("A part has from 1 to {PART_BYTES} bytes"));
        }
        let mut tx = self.db.tx().await?;
        let import = store::lock(&mut tx, import_id).await?.ok_or(ImportError::Unknown)?;
        if import.state != State::Receiving {
            return refused("The files of this import are being loaded already".to_owned());
        }
        let count = store::part_count(&mut tx, import_id, file).await?;
        if place < count {
            // A caller that has not heard the answer sends the part again.
            if store::has_part(&mut tx, part).await? {
                return Ok(import.bytes);
            }
            return refused(format!("Part {place} of {file} was received with other bytes"));
        }
        if place > count {
            return refused(format!("Part {count} of {file} comes next, not {place}"));
        }
        let size = import.bytes + bytes.len() as i64;
        if size > MOST_BYTES as i64 {
            let message = format!("The files of an import have at most {MOST_BYTES} bytes");
            return Err(ImportError::Refused("import_too_large", message));
        }
        if count == 0 && store::file_count(&mut tx, import_id).await? >= MOST_FILES {
            let message = format!("An import has at most {MOST_FILES} files");
            return Err(ImportError::Refused("import_too_large", message));
        }
        store::add(&mut tx, part).await?;
        tx.commit().await?;
        Ok(size)
    }

    /// Begins the load that `prepare` makes of the files by name and of the request of the beginning. Said twice, it is
    /// begun once. Files that cannot be prepared are dropped with the import.
    pub async fn run<Q, J>(
        &self,
        import_id: i64,
        prepare: impl FnOnce(Q, BTreeMap<String, Vec<u8>>) -> anyhow::Result<J>,
    ) -> Result<(), ImportError>
    where
        Q: DeserializeOwned,
        J: Future<Output: Serialize + Send> + Send + 'static,
    {
        let mut tx = self.db.tx().await?;
        let import = store::lock(&mut tx, import_id).await?.ok_or(ImportError::Unknown)?;
        if import.state != State::Receiving {
            return Ok(());
        }
        let files = store::files(&mut tx, import_id).await?;
        match prepare(serde_json::from_value(import.request)?, files) {
            Ok(job) => {
                store::start(&mut tx, import_id).await?;
                tx.commit().await?;
                self.spawn(import_id, job);
                Ok(())
            }
            Err(error) => {
                store::remove(&mut tx, import_id).await?;
                tx.commit().await?;
                Err(ImportError::Refused("manifest_invalid", format!("{error:#}")))
            }
        }
    }

    /// Begins work without files that is reported like a load; `work` gets the number of its import.
    pub async fn start<J>(&self, work: impl FnOnce(i64) -> J) -> Result<i64, ImportError>
    where
        J: Future<Output: Serialize + Send> + Send + 'static,
    {
        let mut tx = self.db.tx().await?;
        let request = serde_json::Value::Object(serde_json::Map::new());
        let begun = store::begin(&mut tx, self.lock.name, State::Loading, &request).await?;
        tx.commit().await?;
        let import_id = begun.ok_or(ImportError::Running)?;
        self.spawn(import_id, work(import_id));
        Ok(import_id)
    }

    /// The progress of an import and, at its end, its report.
    pub async fn get<R: DeserializeOwned>(
        &self,
        import_id: i64,
    ) -> Result<Progress<R>, ImportError> {
        let mut conn = self.db.conn().await?;
        let import = store::read(&mut conn, import_id).await?.ok_or(ImportError::Unknown)?;
        let ImportRow { state, is_stale, report, .. } = import;
        Ok(match state {
            State::Ended => Progress::Ended(serde_json::from_value(report.unwrap_or_default())?),
            State::Receiving => Progress::Receiving,
            State::Loading if is_stale => Progress::Failed,
            State::Loading => Progress::Loading,
        })
    }

    fn spawn<J>(&self, import_id: i64, job: J)
    where
        J: Future<Output: Serialize + Send> + Send + 'static,
    {
        let imports = self.clone();
        self.app.spawn("import", async move { imports.work(import_id, job).await });
    }

    /// Works in the background and keeps the report. A process that is cut off leaves no report, and its import counts as
    /// failed once it is not marked any more.
    async fn work<R: Serialize + Send>(&self, import_id: i64, job: impl Future<Output = R>) {
        let touched = async {
            loop {
                tokio::time::sleep(TOUCH).await;
                if let Err(error) = store::touch(&self.db, import_id).await {
                    tracing::warn!(%error, import_id, "the import could not be marked as running");
                }
            }
        };
        let cut = self.app.cut();
        let report = tokio::select! {
            report = tokio::time::timeout(JOB_DEADLINE, job) => report.map(serde_json::to_value),
            () = touched => return,
            () = cut.cancelled() => return,
        };
        failpoint::reach("import.by_call.loaded");
        let report = match report {
            Ok(Ok(report)) => report,
            Ok(Err(error)) => {
                tracing::error!(%error, import_id, "the report of an import cannot be written");
                return;
            }
            Err(_) => {
                tracing::error!(import_id, "an import took too long and was given up");
                return;
            }
        };
        if let Err(error) = store::end(&self.db, import_id, report).await {
            tracing::error!(%error, import_id, "the report of an import could not be kept");
        }
    }
}
