//! Updates everything that follows from other tables, after records have changed.

use kit::db::DbError;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::announce;
use crate::kinds::KINDS;
use crate::schema::{Change, ColumnType, Writer};

/// Updates derived columns, counts and views. Records whose derived columns changed are published as updated; counts
/// are not, since the records that they count are published themselves.
pub async fn update_derived(tx: &mut PgConnection, now: OffsetDateTime) -> Result<(), DbError> {
    let mut changed = Vec::new();
    for kind in KINDS {
        if let Some(statement) = kind.rules.derive {
            let ids: Vec<i64> = sqlx::query_scalar(statement).bind(now).fetch_all(&mut *tx).await?;
            changed.push((*kind, ids));
        }
    }
    for kind in KINDS {
        for column in kind.columns {
            if let ColumnType::Count(counted) = column.column_type {
                update_counts(tx, kind.table, column.name, counted).await?;
            }
        }
    }
    for kind in KINDS.iter().filter(|kind| kind.rules.writer == Writer::View) {
        refresh_view(tx, kind.table).await?;
    }
    for (kind, ids) in changed {
        announce(tx, kind, Change::Updated, &ids).await?;
    }
    Ok(())
}

/// Sample records count for sample records only.
async fn update_counts(
    tx: &mut PgConnection,
    table: &str,
    column: &str,
    counted: &str,
) -> Result<(), sqlx::Error> {
    let statement = format!(
        "UPDATE {table} AS t SET {column} = d.counted
         FROM (SELECT x.id, (
             SELECT {counted} AND (origin <> 'sample' OR x.origin = 'sample')
         ) AS counted FROM {table} AS x) AS d
         WHERE d.id = t.id AND t.{column} <> d.counted"
    );
    sqlx::query(AssertSqlSafe(statement)).execute(tx).await.map(drop)
}

/// A materialized view has no triggers that would count its changes. Only its owner may refresh it, which the service is not.
async fn refresh_view(tx: &mut PgConnection, view: &str) -> Result<(), sqlx::Error> {
    sqlx::query("SELECT refresh_view($1::regclass)").bind(view).execute(&mut *tx).await?;
    sqlx::query("UPDATE table_versions SET version = version + 1 WHERE table_name = $1")
        .bind(view)
        .execute(tx)
        .await
        .map(drop)
}
