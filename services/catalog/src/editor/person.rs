//! The entries of a person in the history of records: the changes that they made.

use kit::db::Tx;
use kit::inbox::HandlerError;
use kit::peers::Person;
use kit::personal_data::bounded_list;
use kit::shared_limits::MOST_ADDED_SECTION_BYTES;
use proto::catalog::v1::{ExportPersonRequest, ExportPersonResponse};
use proto::identity::v1::UserErased;
use proto::personal_data::v1::Section;
use sqlx::AssertSqlSafe;

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

/// Replaces an erased user by a random id, which connects their changes and leads to nobody.
pub async fn erase(tx: &mut Tx, event: &UserErased) -> Result<(), HandlerError> {
    sqlx::query("UPDATE record_changes SET changed_by = $2 WHERE changed_by = $1")
        .bind(&event.user_id)
        .bind(kit::id::new().to_string())
        .execute(&mut **tx)
        .await?;
    Ok(())
}
