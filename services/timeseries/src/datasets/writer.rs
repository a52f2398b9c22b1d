//! Writes rows into the parts of files.

use std::io::Write as _;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use kit::db::{Db, DbError};
use kit::low_priority::{LowPriorityThreads, WorkLost};
use sha2::{Digest as _, Sha256};
use sheet::{Cell, Column, Format, MOST_TEXT_ROWS, Sheet, SheetError};
use time::OffsetDateTime;

use super::store::{self, DatasetFile};

/// The size of every part but the last.
pub const PART_BYTES: usize = 1 << 20;
/// Text is written in these formats, packed.
const TEXTS: [(Format, &str); 2] = [(Format::Csv, "csv.gz"), (Format::Ndjson, "ndjson.gz")];

/// A file that is stored part by part.
struct StoredFile {
    id: i64,
    place: i32,
    buffer: Vec<u8>,
    hash: Sha256,
    bytes: i64,
}

/// A dataset in all formats that it has.
pub struct Writer {
    db: Db,
    threads: Arc<LowPriorityThreads>,
    parquet: (Sheet, StoredFile),
    texts: Vec<(CompressedSheet, StoredFile)>,
    rows: i64,
}

/// Text that is compressed while it is written.
struct CompressedSheet {
    sheet: Sheet,
    packer: GzEncoder<Vec<u8>>,
}

impl Writer {
    /// Begins the files of a dataset, as text too if it has few enough rows.
    pub async fn begin(
        db: &Db,
        threads: &Arc<LowPriorityThreads>,
        name: &str,
        columns: &[Column],
        (count, now): (i64, OffsetDateTime),
    ) -> Result<Self, DbError> {
        let sheet = |format| Sheet::new(format, columns.to_vec()).map_err(unwritten);
        let stored = StoredFile::begin(db, &format!("{name}.parquet"), now).await?;
        let parquet = (sheet(Format::Parquet)?, stored);
        let mut texts = Vec::new();
        if count <= i64::from(MOST_TEXT_ROWS) {
            for (format, ending) in TEXTS {
                let packer = GzEncoder::new(Vec::new(), Compression::default());
                let stored = StoredFile::begin(db, &format!("{name}.{ending}"), now).await?;
                texts.push((CompressedSheet { sheet: sheet(format)?, packer }, stored));
            }
        }
        let (db, threads) = (db.clone(), Arc::clone(threads));
        Ok(Self { db, threads, parquet, texts, rows: 0 })
    }

    /// Writes rows; other calls go on while they are packed.
    pub async fn rows(mut self, rows: Vec<Vec<Cell>>) -> Result<Self, DbError> {
        self.rows += rows.len() as i64;
        let (mut sheet, mut stored) = self.parquet;
        let (mut packed, texts): (Vec<CompressedSheet>, Vec<StoredFile>) =
            self.texts.into_iter().unzip();
        let packing = self.threads.run(move || {
            for packed in &mut packed {
                packed.write(&rows)?;
            }
            for row in rows {
                sheet.row(row)?;
            }
            let bytes = sheet.take();
            Ok::<_, SheetError>((sheet, bytes, packed))
        });
        let (sheet, bytes, packed) = packing.await.map_err(work_lost)?.map_err(unwritten)?;
        stored.add(&self.db, bytes).await?;
        self.parquet = (sheet, stored);
        self.texts = Vec::new();
        for (mut packed, mut stored) in packed.into_iter().zip(texts) {
            stored.add(&self.db, packed.take()).await?;
            self.texts.push((packed, stored));
        }
        Ok(self)
    }

    /// Ends the files; a dataset without rows has none.
    pub async fn finish(self) -> Result<Vec<DatasetFile>, DbError> {
        let (sheet, stored) = self.parquet;
        let mut kept = Vec::new();
        if self.rows == 0 {
            let mut conn = self.db.conn().await?;
            let texts = self.texts.iter().map(|(_, stored)| stored.id);
            for id in texts.chain([stored.id]) {
                store::remove(&mut conn, id).await?;
            }
            return Ok(kept);
        }
        let last = self
            .threads
            .run(move || sheet.finish())
            .await
            .map_err(work_lost)?
            .map_err(unwritten)?;
        kept.push(stored.finish(&self.db, last, self.rows).await?);
        for (packed, stored) in self.texts {
            let last = self
                .threads
                .run(move || packed.finish())
                .await
                .map_err(work_lost)?
                .map_err(unwritten)?;
            kept.push(stored.finish(&self.db, last, self.rows).await?);
        }
        Ok(kept)
    }
}

impl CompressedSheet {
    fn write(&mut self, rows: &[Vec<Cell>]) -> Result<(), SheetError> {
        for row in rows {
            self.sheet.row(row.clone())?;
        }
        self.pack();
        Ok(())
    }

    fn pack(&mut self) {
        let text = self.sheet.take();
        self.packer.write_all(&text).expect("memory takes every byte");
    }

    fn take(&mut self) -> Vec<u8> {
        std::mem::take(self.packer.get_mut())
    }

    fn finish(mut self) -> Result<Vec<u8>, SheetError> {
        self.pack();
        let rest = self.sheet.finish()?;
        self.packer.write_all(&rest).expect("memory takes every byte");
        Ok(self.packer.finish().expect("memory takes every byte"))
    }
}

impl StoredFile {
    async fn begin(db: &Db, name: &str, now: OffsetDateTime) -> Result<Self, DbError> {
        let id = store::begin(&mut *db.conn().await?, name, now).await?;
        Ok(Self { id, place: 0, buffer: Vec::new(), hash: Sha256::new(), bytes: 0 })
    }

    async fn add(&mut self, db: &Db, bytes: Vec<u8>) -> Result<(), DbError> {
        self.hash.update(&bytes);
        self.bytes += bytes.len() as i64;
        self.buffer.extend(bytes);
        while self.buffer.len() >= PART_BYTES {
            let rest = self.buffer.split_off(PART_BYTES);
            let part = std::mem::replace(&mut self.buffer, rest);
            self.put(db, &part).await?;
        }
        Ok(())
    }

    async fn put(&mut self, db: &Db, part: &[u8]) -> Result<(), DbError> {
        store::put(&mut *db.conn().await?, self.id, self.place, part).await?;
        self.place += 1;
        Ok(())
    }

    async fn finish(mut self, db: &Db, last: Vec<u8>, rows: i64) -> Result<DatasetFile, DbError> {
        self.add(db, last).await?;
        let part = std::mem::take(&mut self.buffer);
        if !part.is_empty() {
            self.put(db, &part).await?;
        }
        let sha256 = hex::encode(self.hash.finalize());
        store::finish(&mut *db.conn().await?, self.id, &sha256, self.bytes, rows).await
    }
}

fn work_lost(_: WorkLost) -> DbError {
    sqlx::Error::WorkerCrashed.into()
}

fn unwritten(error: impl std::error::Error + Send + Sync + 'static) -> DbError {
    sqlx::Error::Encode(Box::new(error)).into()
}
