//! Removes records that nothing refers to.

use kit::db::DbError;
use sqlx::{AssertSqlSafe, PgConnection};

use super::Gone;
use super::announce::announce_gone;
use crate::entities::{ENTITIES, LOAN_STATUS_CHANGES, LOANS};
use crate::loans;
use crate::schema::{Entity, Item, Kind};

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
    entity: &Entity,
    slugs: &[String],
) -> Result<Vec<Gone>, sqlx::Error> {
    // Tokens that only a token list knows stand in no file of tokens.
    let imported = match entity.table {
        "tokens" => "origin = 'import' AND asset_id IS NOT NULL",
        _ => "origin = 'import'",
    };
    let statement = format!(
        "SELECT id, slug, name FROM {} WHERE {imported} AND slug <> ALL($1) ORDER BY slug",
        entity.table
    );
    sqlx::query_as(AssertSqlSafe(statement)).bind(slugs).fetch_all(conn).await
}

/// The records of the sample universe that it does not make any more.
pub async fn samples_beside(
    conn: &mut PgConnection,
    entity: &Entity,
    slugs: &[String],
) -> Result<Vec<i64>, sqlx::Error> {
    let statement = format!(
        "SELECT id FROM {} WHERE origin = 'sample' AND slug <> ALL($1) ORDER BY id",
        entity.table
    );
    sqlx::query_scalar(AssertSqlSafe(statement)).bind(slugs).fetch_all(conn).await
}

/// The records of the sample universe.
pub async fn samples(conn: &mut PgConnection, entity: &Entity) -> Result<Vec<i64>, sqlx::Error> {
    let statement = format!("SELECT id FROM {} WHERE origin = 'sample'", entity.table);
    sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(conn).await
}

/// Removes records in the caller's transaction, with their events. After [`Removal::Needed`] the transaction
/// is of no more use.
pub async fn remove(
    tx: &mut PgConnection,
    entity: &'static Entity,
    ids: &[i64],
) -> Result<Removal, DbError> {
    if entity.table == LOANS.table {
        let history = loans::history(tx, ids).await?;
        remove_only(tx, &LOAN_STATUS_CHANGES, &history).await?;
    }
    remove_only(tx, entity, ids).await
}

async fn remove_only(
    tx: &mut PgConnection,
    entity: &'static Entity,
    ids: &[i64],
) -> Result<Removal, DbError> {
    if let Some(list) = listed_in(tx, entity, ids).await? {
        return Ok(Removal::Needed(list));
    }
    let statement =
        format!("DELETE FROM {} WHERE id = ANY($1) RETURNING id, slug, name", entity.table);
    let gone: Result<Vec<Gone>, sqlx::Error> =
        sqlx::query_as(AssertSqlSafe(statement)).bind(ids).fetch_all(&mut *tx).await;
    let gone = match gone.map_err(DbError::from) {
        Ok(gone) => gone,
        Err(error) => match error.constraint() {
            Some(constraint) => return Ok(Removal::Needed(constraint.to_owned())),
            None => return Err(error),
        },
    };
    announce_gone(tx, entity, &gone).await?;
    Ok(Removal::Gone(gone))
}

/// A list of references that names one of these records; lists have no constraints.
async fn listed_in(
    tx: &mut PgConnection,
    entity: &Entity,
    ids: &[i64],
) -> Result<Option<String>, sqlx::Error> {
    for other in ENTITIES {
        for column in other.columns {
            let key = match column.kind {
                Kind::List(Item::Slugs(table)) if table == entity.table => "slug",
                Kind::List(Item::Codes(table)) if table == entity.table => "code",
                _ => continue,
            };
            let statement = format!(
                "SELECT EXISTS (SELECT FROM {} WHERE {} COLLATE \"C\" && (SELECT array_agg({key}) FROM {} WHERE id = ANY($1)))",
                other.table, column.name, entity.table
            );
            let query = sqlx::query_scalar(AssertSqlSafe(statement)).bind(ids);
            if query.fetch_one(&mut *tx).await? {
                return Ok(Some(format!("{}.{}", other.table, column.name)));
            }
        }
    }
    Ok(None)
}
