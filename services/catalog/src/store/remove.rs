//! Removes records that nothing refers to.

use kit::db::DbError;
use sqlx::{AssertSqlSafe, PgConnection};

use super::Gone;
use super::announce::announce_gone;
use crate::kinds::{KINDS, LOAN_STATUS_CHANGES, LOANS};
use crate::loans;
use crate::schema::{ColumnType, Item, Kind};

/// What became of records that were to go.
#[derive(Debug)]
pub enum Removal {
    /// They are gone.
    Gone(Vec<Gone>),
    /// Others still refer to one of them, by this constraint or list.
    Needed(String),
}

/// The imported records that a file no longer names.
pub async fn imported_beside(
    conn: &mut PgConnection,
    kind: &Kind,
    slugs: &[String],
) -> Result<Vec<Gone>, sqlx::Error> {
    // Tokens that only a token list knows stand in no file of tokens.
    let imported = match kind.table {
        "tokens" => "origin = 'import' AND asset_id IS NOT NULL",
        _ => "origin = 'import'",
    };
    let statement = format!(
        "SELECT id, slug, name FROM {} WHERE {imported} AND slug <> ALL($1) ORDER BY slug",
        kind.table
    );
    sqlx::query_as(AssertSqlSafe(statement)).bind(slugs).fetch_all(conn).await
}

/// The records of the sample universe that it does not make any more.
pub async fn samples_beside(
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

/// The records of the sample universe.
pub async fn samples(conn: &mut PgConnection, kind: &Kind) -> Result<Vec<i64>, sqlx::Error> {
    let statement = format!("SELECT id FROM {} WHERE origin = 'sample'", kind.table);
    sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(conn).await
}

/// Removes records in the caller's transaction, with their events. After [`Removal::Needed`] the transaction
/// is of no more use.
pub async fn remove(
    tx: &mut PgConnection,
    kind: &'static Kind,
    ids: &[i64],
) -> Result<Removal, DbError> {
    if kind.table == LOANS.table {
        let history = loans::history(tx, ids).await?;
        remove_only(tx, &LOAN_STATUS_CHANGES, &history).await?;
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
    let gone: Result<Vec<Gone>, sqlx::Error> =
        sqlx::query_as(AssertSqlSafe(statement)).bind(ids).fetch_all(&mut *tx).await;
    let gone = match gone.map_err(DbError::from) {
        Ok(gone) => gone,
        Err(error) => match error.constraint() {
            Some(constraint) => return Ok(Removal::Needed(constraint.to_owned())),
            None => return Err(error),
        },
    };
    announce_gone(tx, kind, &gone).await?;
    Ok(Removal::Gone(gone))
}

/// A list of references that names one of these records; lists have no constraints.
async fn listed_in(
    tx: &mut PgConnection,
    kind: &Kind,
    ids: &[i64],
) -> Result<Option<String>, sqlx::Error> {
    for other in KINDS {
        for column in other.columns {
            let key = match column.column_type {
                ColumnType::List(Item::Slugs(table)) if table == kind.table => "slug",
                ColumnType::List(Item::Codes(table)) if table == kind.table => "code",
                _ => continue,
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
