//! The entries of a person in the history of records: the changes that they made.

use kit::db::{DbError, Tx};
use kit::inbox::HandlerError;
use kit::peers::Person;
use kit::personal_data::{MOST_ADDED_SECTION_BYTES, bounded_list};
use proto::catalog::v1::{ExportPersonRequest, ExportPersonResponse};
use proto::identity::v1::UserErased;
use proto::personal_data::v1::Section;
use sqlx::{AssertSqlSafe, PgConnection};

use super::locks::wait_for_changes;
use crate::context::Context;
use crate::error::CatalogError;

const COLUMNS: [&str; 5] = ["id", "resource", "slug", "action", "changed_at"];

/// The changes that the caller made, the newest first.
pub async fn export(
    ctx: &Context,
    person: &Person,
    _: &ExportPersonRequest,
) -> Result<ExportPersonResponse, CatalogError> {
    let statement = bounded_list(
        "SELECT id, resource, slug, action, changed_at
         FROM record_changes WHERE changed_by = $1 ORDER BY id DESC",
    );
    let (rows_json, left_out): (String, i64) = sqlx::query_as(AssertSqlSafe(statement))
        .bind(&person.user_id)
        .bind(i64::try_from(MOST_ADDED_SECTION_BYTES).unwrap_or(i64::MAX))
        .fetch_one(&mut *ctx.db.conn().await?)
        .await?;
    let section = Section {
        name: "catalog_changes".to_owned(),
        columns: COLUMNS.map(str::to_owned).to_vec(),
        rows_json,
        left_out,
    };
    Ok(ExportPersonResponse { sections: vec![section] })
}

/// The id under which a change is recorded: that of the editor, or a random one if they were erased, since the statement that
/// authorized the call may be older. It holds until the end of a transaction with the lock of editors, for which an erasure waits.
pub async fn recorded_id(tx: &mut PgConnection, person: &Person) -> Result<String, DbError> {
    let is_erased: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT FROM erased_users WHERE user_id = $1)")
            .bind(&person.user_id)
            .fetch_one(tx)
            .await?;
    Ok(if is_erased { kit::id::new().to_string() } else { person.user_id.clone() })
}

/// Replaces an erased user by a random id, which connects their changes and identifies no one.
pub async fn erase(tx: &mut Tx, event: &UserErased) -> Result<(), HandlerError> {
    // A change under way may name the user and is not visible yet. The wait ends with the time limit of a statement, after
    // which the consumer tries again.
    wait_for_changes(tx).await?;
    sqlx::query("INSERT INTO erased_users (user_id) VALUES ($1) ON CONFLICT DO NOTHING")
        .bind(&event.user_id)
        .execute(&mut **tx)
        .await?;
    sqlx::query("UPDATE record_changes SET changed_by = $2 WHERE changed_by = $1")
        .bind(&event.user_id)
        .bind(kit::id::new().to_string())
        .execute(&mut **tx)
        .await?;
    Ok(())
}
