//! Writes the files of everything that was loaded so far.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use engine::day;
use kit::config::Secret;
use kit::db::{DbError, Lease};
use kit::low_priority::LowPriorityThreads;
use proto::timeseries::v1::{Dataset, DatasetManifest, Load};
use sheet::{Cell, MOST_TEXT_ROWS};
use time::OffsetDateTime;
use tokio::time::Instant;

use super::ledger_rows::{self, Holding, LedgerRow, Transfer};
use super::limits::{LEASE, LONGEST_REST, MOST_LICENCES, SERIES_PER_PART};
use super::manifest::Signer;
use super::rows::{self, Line, SubjectWithSource};
use super::store::{self, DatasetFile, ManifestRow};
use super::titles_and_columns::{Contents, Rows};
use super::writer::Writer;
use crate::context::Context;

/// Writes the files if something was loaded since, and the last time is long enough ago.
pub async fn due(ctx: &Context, key: Option<&Secret>, every: Duration) -> Result<(), DbError> {
    let newest = store::newest(&mut *ctx.db.conn().await?).await?;
    let load_counts = store::load_counts(&ctx.db).await?;
    // When fictional data was removed its loads are gone, too: files that have them do not wait until the next build.
    let is_due = newest.is_none_or(|row| {
        row.load_counts.load_count > load_counts.load_count
            || row.load_counts != load_counts && ctx.clock.now() - row.made_at >= every
    });
    if is_due && load_counts.load_id > 0 {
        build(ctx, key).await?;
    }
    Ok(())
}

/// Writes the files of all loads so far, and the manifest that names them. Another replica that is at it is left alone.
pub async fn build(ctx: &Context, key: Option<&Secret>) -> Result<(), DbError> {
    let lease = Lease::new("datasets", LEASE);
    if lease.hold(&mut *ctx.db.conn().await?).await?.is_none() {
        return Ok(());
    }
    let built = write(ctx, key, &lease).await;
    let mut conn = ctx.db.conn().await?;
    store::sweep(&mut conn).await?;
    lease.release(&mut conn).await?;
    built
}

async fn write(ctx: &Context, key: Option<&Secret>, lease: &Lease) -> Result<(), DbError> {
    let signer = {
        let mut conn = ctx.db.conn().await?;
        store::sweep(&mut conn).await?;
        Signer::load(&mut conn, key).await?
    };
    let (load_counts, made_at) = (store::load_counts(&ctx.db).await?, ctx.clock.now());
    let restricted = store::restricted(&ctx.db).await?;
    let load_id = load_counts.load_id;
    let loads = rows::loads(&ctx.db, load_id).await?;
    let threads = Arc::new(LowPriorityThreads::start("datasets", 1).map_err(sqlx::Error::Io)?);
    let mut files: Vec<Dataset> = Vec::new();
    let mut ids: Vec<i64> = Vec::new();
    for contents in Contents::all() {
        let work = Work {
            ctx,
            lease,
            threads: &threads,
            contents,
            loads: &loads,
            load_id,
            made_at,
            licences: BTreeSet::new(),
        };
        let (kept, licences) = work.files().await?;
        for file in kept {
            ids.push(file.id);
            files.push(described(contents, file, &licences, &signer));
        }
    }
    let manifest = DatasetManifest { made_at: kit::clock::milliseconds(made_at), load_id, files };
    let manifest = serde_json::to_string_pretty(&manifest)
        .map_err(|error| sqlx::Error::Encode(error.into()))?;
    let signature = signer.sign(&manifest);
    let public_key = signer.public_key();
    let row = ManifestRow { load_counts, made_at, manifest, signature, public_key };
    if store::restricted(&ctx.db).await? != restricted {
        tracing::info!("the terms of some loads have changed: the files are written again");
        return Ok(());
    }
    store::publish(&mut *ctx.db.conn().await?, &row, &ids).await
}

fn described(
    contents: Contents,
    file: DatasetFile,
    licences: &BTreeSet<String>,
    signer: &Signer,
) -> Dataset {
    // As the command sha256sum writes it, so that a reader need not compose it.
    let line = format!("{}  {}\n", file.sha256, file.name);
    let format = ["csv.gz", "ndjson.gz"].into_iter().find(|ending| file.name.ends_with(ending));
    Dataset {
        dataset: contents.name(),
        title: contents.title(),
        description: contents.description().to_owned(),
        format: format.unwrap_or("parquet").to_owned(),
        path: format!("/api/download/datasets/{}/{}", file.sha256, file.name),
        file: file.name,
        rows: file.rows,
        bytes: file.bytes,
        sha256: file.sha256,
        licences: licences.iter().take(MOST_LICENCES).cloned().collect(),
        is_sample: contents.is_sample,
        made_at: kit::clock::milliseconds(file.made_at),
        columns: contents.schema(),
        signature: Some(STANDARD.encode(signer.sign(&line))),
    }
}

struct Work<'a> {
    ctx: &'a Context,
    lease: &'a Lease,
    threads: &'a Arc<LowPriorityThreads>,
    contents: Contents,
    loads: &'a BTreeMap<i64, Load>,
    load_id: i64,
    made_at: OffsetDateTime,
    licences: BTreeSet<String>,
}

impl Work<'_> {
    async fn files(mut self) -> Result<(Vec<DatasetFile>, BTreeSet<String>), DbError> {
        let (db, is_sample) = (&self.ctx.db, self.contents.is_sample);
        let writer = match self.contents.rows {
            Rows::Loads => {
                let loads = self.loads.values().filter(|load| load.is_sample == is_sample);
                let cells: Vec<_> = loads
                    .map(|load| {
                        self.licences.insert(load.licence.clone());
                        rows::load_cells(load.clone())
                    })
                    .collect();
                self.begin(cells.len() as i64).await?.rows(cells).await?
            }
            Rows::Subjects => {
                let subjects = rows::subjects(db, is_sample).await?;
                self.licences.extend(subjects.iter().filter_map(|subject| subject.licence.clone()));
                let cells: Vec<_> = subjects.into_iter().map(SubjectWithSource::cells).collect();
                self.begin(cells.len() as i64).await?.rows(cells).await?
            }
            Rows::Series => {
                let lines = rows::lines(db, None, is_sample, self.load_id).await?;
                self.licences.extend(lines.iter().flat_map(|line| line.licences.clone()));
                let cells: Vec<_> = lines.iter().map(Line::cells).collect();
                self.begin(cells.len() as i64).await?.rows(cells).await?
            }
            Rows::Observations(kind) => self.observations(kind).await?,
            Rows::Transfers => self.ledger::<Transfer>().await?,
            Rows::Holders => self.ledger::<Holding>().await?,
        };
        Ok((writer.finish().await?, self.licences))
    }

    async fn begin(&self, count: i64) -> Result<Writer, DbError> {
        let (name, columns) = (self.contents.name(), self.contents.columns());
        let Self { ctx, threads, made_at, .. } = self;
        Writer::begin(&ctx.db, threads, &name, &columns, (count, *made_at)).await
    }

    async fn observations(&mut self, kind: &str) -> Result<Writer, DbError> {
        let db = &self.ctx.db;
        let lines = rows::lines(db, Some(kind), self.contents.is_sample, self.load_id).await?;
        let count = rows::count(db, &lines, i64::from(MOST_TEXT_ROWS) + 1).await?;
        let mut writer = self.begin(count).await?;
        for part in lines.chunks(SERIES_PER_PART) {
            self.hold().await?;
            let began = Instant::now();
            let cells = self.values(part).await?;
            let read = began.elapsed();
            writer = writer.rows(cells).await?;
            rest(read).await;
        }
        Ok(writer)
    }

    async fn ledger<T: LedgerRow>(&mut self) -> Result<Writer, DbError> {
        let (db, is_sample) = (&self.ctx.db, self.contents.is_sample);
        let count = ledger_rows::count::<T>(db, is_sample, i64::from(MOST_TEXT_ROWS) + 1).await?;
        let mut writer = self.begin(count).await?;
        let mut last: Option<T> = None;
        loop {
            self.hold().await?;
            let began = Instant::now();
            let mut found = T::page_after(db, is_sample, self.load_id, last.as_ref()).await?;
            let read = began.elapsed();
            let cells = found.iter().map(|row| row.cells(self.loads)).collect();
            let loads: BTreeSet<i64> = found.iter().map(|row| row.shared().load_id).collect();
            let licences = loads.iter().filter_map(|id| Some(self.loads.get(id)?.licence.clone()));
            self.licences.extend(licences);
            last = found.pop();
            if last.is_none() {
                return Ok(writer);
            }
            writer = writer.rows(cells).await?;
            rest(read).await;
        }
    }

    /// The values of some series.
    async fn values(&mut self, lines: &[Line]) -> Result<Vec<Vec<Cell>>, DbError> {
        let found = rows::observations(&self.ctx.db, lines, self.load_id).await?;
        let mut cells = Vec::with_capacity(found.len());
        let today = day::at(self.made_at);
        for observation in found {
            let line = lines.iter().find(|line| line.id == observation.series_id);
            let Some(line) = line else { continue };
            let licence = self.loads.get(&observation.load_id).map(|load| &load.licence);
            if let Some(licence) = licence
                && !self.licences.contains(licence)
            {
                self.licences.insert(licence.clone());
            }
            cells.push(observation.cells(line, licence, today));
        }
        Ok(cells)
    }

    async fn hold(&self) -> Result<(), DbError> {
        match self.lease.hold(&mut *self.ctx.db.conn().await?).await? {
            Some(_) => Ok(()),
            None => Err(sqlx::Error::Protocol("another replica took over".to_owned()).into()),
        }
    }
}

/// Rests as long as the database worked for this, so that callers have their turn in between.
async fn rest(read: Duration) {
    tokio::time::sleep(read.min(LONGEST_REST)).await;
}
