//! Removes records to which no other record refers.

use kit::db::DbError;
use sqlx::{AssertSqlSafe, PgConnection};

use super::announce::announce_deleted;
use crate::kinds::KINDS;
use crate::schema::{DeletedRecord, Kind};

#[derive(Debug)]
pub enum Removal {
    /// The records were removed.
    Removed(Vec<DeletedRecord>),
    /// Other records refer to one of them, by this constraint or list.
    Needed(String),
}

/// The imported records of a kind, except those that files name.
pub async fn imported_except(
    conn: &mut PgConnection,
    kind: &Kind,
    slugs: &[String],
) -> Result<Vec<DeletedRecord>, sqlx::Error> {
    let statement = format!(
        "SELECT id, slug, name FROM {} WHERE origin = 'import' AND {} AND slug <> ALL($1) ORDER BY slug",
        kind.table, kind.rules.pruned
    );
    sqlx::query_as(AssertSqlSafe(statement)).bind(slugs).fetch_all(conn).await
}

/// The sample records of a kind, except those with these slugs.
pub async fn samples_except(
    conn: &mut PgConnection,
    kind: &Kind,
    slugs: &[String],
) -> Result<Vec<i64>, sqlx::Error> {
    let statement = format!(
        "SELECT id FROM {} WHERE origin = 'sample' AND slug <> ALL($1) ORDER BY id",
        kind.table
    );
    sqlx::query_scalar(AssertSqlSafe(statement)).bind(slugs).fetch_all(conn).await
}

/// The sample records of a kind.
pub async fn samples(conn: &mut PgConnection, kind: &Kind) -> Result<Vec<i64>, sqlx::Error> {
    let statement = format!("SELECT id FROM {} WHERE origin = 'sample'", kind.table);
    sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(conn).await
}

/// Removes records in the caller's transaction, with their events. After [`Removal::Needed`] the transaction
/// cannot be used any more.
pub async fn remove(
    tx: &mut PgConnection,
    kind: &'static Kind,
    ids: &[i64],
) -> Result<Removal, DbError> {
    if let Some(history) = kind.rules.history {
        let statement = format!(
            "SELECT id FROM {} WHERE {} = ANY($1)",
            history.kind.table, history.owner_column
        );
        let query = sqlx::query_scalar(AssertSqlSafe(statement)).bind(ids);
        let entries: Vec<i64> = query.fetch_all(&mut *tx).await?;
        remove_only(tx, history.kind, &entries).await?;
    }
    remove_only(tx, kind, ids).await
}

async fn remove_only(
    tx: &mut PgConnection,
    kind: &'static Kind,
    ids: &[i64],
) -> Result<Removal, DbError> {
    if let Some(list) = listed_in(tx, kind, ids).await? {
        return Ok(Removal::Needed(list));
    }
    let statement =
        format!("DELETE FROM {} WHERE id = ANY($1) RETURNING id, slug, name", kind.table);
    let deleted: Result<Vec<DeletedRecord>, sqlx::Error> =
        sqlx::query_as(AssertSqlSafe(statement)).bind(ids).fetch_all(&mut *tx).await;
    let deleted = match deleted.map_err(DbError::from) {
        Ok(deleted) => deleted,
        Err(error) => match error.constraint() {
            Some(constraint) => return Ok(Removal::Needed(constraint.to_owned())),
            None => return Err(error),
        },
    };
    announce_deleted(tx, kind, &deleted).await?;
    Ok(Removal::Removed(deleted))
}

/// A list of references that contains one of these records; the database has no constraints for lists.
async fn listed_in(
    tx: &mut PgConnection,
    kind: &Kind,
    ids: &[i64],
) -> Result<Option<String>, sqlx::Error> {
    for other in KINDS {
        for column in other.columns.iter().filter(|column| column.is_list()) {
            let Some((_, key)) = column.refers_to().filter(|(target, _)| *target == kind) else {
                continue;
            };
            let statement = format!(
                "SELECT EXISTS (SELECT FROM {} WHERE {} COLLATE \"C\" && (SELECT array_agg({key}) FROM {} WHERE id = ANY($1)))",
                other.table, column.name, kind.table
            );
            let query = sqlx::query_scalar(AssertSqlSafe(statement)).bind(ids);
            if query.fetch_one(&mut *tx).await? {
                return Ok(Some(format!("{}.{}", other.table, column.name)));
            }
        }
    }
    Ok(None)
}
