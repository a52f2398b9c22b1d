//! The files and manifests, as the database has them.

use kit::db::{Db, DbError};
use sqlx::{FromRow, PgConnection};
use time::OffsetDateTime;

/// The number of manifests whose files are kept: a download that began before the newest one can be finished.
const MANIFESTS_KEPT: i64 = 2;

#[derive(Clone, Debug, FromRow)]
pub struct DatasetFile {
    pub id: i64,
    pub name: String,
    pub made_at: OffsetDateTime,
    pub sha256: String,
    pub bytes: i64,
    pub rows: i64,
}

/// The loads so far, and those whose values count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct LoadCounts {
    pub load_id: i64,
    pub load_count: i64,
    /// Subjects that are left out.
    pub deleted_count: i64,
}

/// The newest manifest.
#[derive(FromRow)]
pub struct ManifestRow {
    #[sqlx(flatten)]
    pub load_counts: LoadCounts,
    pub made_at: OffsetDateTime,
    pub manifest: String,
    pub signature: Vec<u8>,
    pub public_key: Vec<u8>,
}

/// The newest load; 0 before the first load.
pub async fn load_counts(db: &Db) -> Result<LoadCounts, DbError> {
    let mut conn = db.conn().await?;
    let state = "SELECT coalesce(max(id), 0) AS load_id, count(*) AS load_count,
             (SELECT count(*) FROM subjects WHERE deleted_at IS NOT NULL) AS deleted_count
         FROM loads";
    Ok(sqlx::query_as(state).fetch_one(&mut *conn).await?)
}

/// The loads that must not be part of files, as one text.
pub async fn restricted(db: &Db) -> Result<Option<String>, DbError> {
    let statement = "SELECT md5(string_agg(id::text, ',' ORDER BY id)) FROM loads
         WHERE visible_to <> 'everybody' OR NOT is_redistributable";
    Ok(sqlx::query_scalar(statement).fetch_one(&mut *db.conn().await?).await?)
}

/// The newest manifest, if there is one.
pub async fn newest(conn: &mut PgConnection) -> Result<Option<ManifestRow>, DbError> {
    Ok(sqlx::query_as(
        "SELECT load_id, load_count, deleted_count, made_at, manifest, signature, public_key
         FROM dataset_manifests ORDER BY id DESC LIMIT 1",
    )
    .fetch_optional(conn)
    .await?)
}

/// Begins a file.
pub async fn begin(
    conn: &mut PgConnection,
    name: &str,
    now: OffsetDateTime,
) -> Result<i64, DbError> {
    let statement = "INSERT INTO dataset_files (name, made_at) VALUES ($1, $2) RETURNING id";
    Ok(sqlx::query_scalar(statement).bind(name).bind(now).fetch_one(conn).await?)
}

/// Keeps a part of a file.
pub async fn put(
    conn: &mut PgConnection,
    file: i64,
    place: i32,
    bytes: &[u8],
) -> Result<(), DbError> {
    sqlx::query("INSERT INTO dataset_parts (file_id, place, bytes) VALUES ($1, $2, $3)")
        .bind(file)
        .bind(place)
        .bind(bytes)
        .execute(conn)
        .await?;
    Ok(())
}

/// Ends a file. One that has the same bytes already stays, and this one goes.
pub async fn finish(
    conn: &mut PgConnection,
    id: i64,
    sha256: &str,
    bytes: i64,
    rows: i64,
) -> Result<DatasetFile, DbError> {
    let finished: DatasetFile = sqlx::query_as(
        "UPDATE dataset_files SET sha256 = $2, bytes = $3, rows = $4 WHERE id = $1
         RETURNING id, name, made_at, sha256, bytes, rows",
    )
    .bind(id)
    .bind(sha256)
    .bind(bytes)
    .bind(rows)
    .fetch_one(&mut *conn)
    .await?;
    let known: DatasetFile = sqlx::query_as(
        "SELECT id, name, made_at, sha256, bytes, rows FROM dataset_files
         WHERE sha256 = $1 AND name = $2 ORDER BY id LIMIT 1",
    )
    .bind(sha256)
    .bind(&finished.name)
    .fetch_one(&mut *conn)
    .await?;
    if known.id != id {
        remove(conn, id).await?;
    }
    Ok(known)
}

pub async fn remove(conn: &mut PgConnection, id: i64) -> Result<(), DbError> {
    sqlx::query("DELETE FROM dataset_files WHERE id = $1").bind(id).execute(conn).await?;
    Ok(())
}

/// Keeps a manifest.
pub async fn publish(
    conn: &mut PgConnection,
    row: &ManifestRow,
    files: &[i64],
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO dataset_manifests (load_id, load_count, deleted_count, made_at, manifest, signature, public_key,
             file_ids)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(row.load_counts.load_id)
    .bind(row.load_counts.load_count)
    .bind(row.load_counts.deleted_count)
    .bind(row.made_at)
    .bind(&row.manifest)
    .bind(&row.signature)
    .bind(&row.public_key)
    .bind(files)
    .execute(conn)
    .await?;
    Ok(())
}

/// Removes what no kept manifest names, files that were never finished included.
pub async fn sweep(conn: &mut PgConnection) -> Result<(), DbError> {
    sqlx::query(
        "DELETE FROM dataset_manifests
         WHERE id NOT IN (SELECT id FROM dataset_manifests ORDER BY id DESC LIMIT $1)",
    )
    .bind(MANIFESTS_KEPT)
    .execute(&mut *conn)
    .await?;
    sqlx::query(
        "DELETE FROM dataset_files AS f
         WHERE NOT EXISTS (SELECT FROM dataset_manifests AS m WHERE f.id = ANY(m.file_ids))",
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A file by its hash.
pub async fn named(conn: &mut PgConnection, sha256: &str) -> Result<Option<DatasetFile>, DbError> {
    Ok(sqlx::query_as(
        "SELECT id, name, made_at, sha256, bytes, rows FROM dataset_files
         WHERE sha256 = $1 ORDER BY id LIMIT 1",
    )
    .bind(sha256)
    .fetch_optional(conn)
    .await?)
}

/// A part of a file.
pub async fn read(
    conn: &mut PgConnection,
    file: i64,
    place: i32,
) -> Result<Option<Vec<u8>>, DbError> {
    let statement = "SELECT bytes FROM dataset_parts WHERE file_id = $1 AND place = $2";
    Ok(sqlx::query_scalar(statement).bind(file).bind(place).fetch_optional(conn).await?)
}
