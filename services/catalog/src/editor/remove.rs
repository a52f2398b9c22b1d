//! Removes a record for an editor and keeps its last state in the history, if no other record refers to it.

use kit::peers::Person;
use proto::catalog::v1::{RecordAction, RemoveRecordRequest, RemoveRecordResponse};

use super::changes::{self, Note};
use super::kind;
use super::locks::begin;
use super::person::recorded_id;
use crate::context::Context;
use crate::error::CatalogError;
use crate::kinds::KINDS;
use crate::store::{self, Removal};

/// Removes a record and keeps its last state in `record_changes`. An import of a file that names it adds it again.
pub async fn remove(
    ctx: &Context,
    person: &Person,
    request: &RemoveRecordRequest,
) -> Result<RemoveRecordResponse, CatalogError> {
    let kind = kind(&request.resource)?;
    let now = ctx.clock.now();
    let mut tx = begin(ctx).await?;
    let editor = recorded_id(&mut tx, person).await?;
    let slugs = [request.slug.clone()];
    let records = store::cells(&mut tx, kind, &slugs).await?;
    let before = records.first().ok_or(CatalogError::RecordUnknown(kind.one))?;
    if before.is_sample() {
        return Err(CatalogError::RecordIsSample(request.slug.clone()));
    }
    changes::keep_terms(&mut tx, kind, before.id).await?;
    if let Removal::Needed(by) = store::remove(&mut tx, kind, &[before.id]).await? {
        return Err(CatalogError::RecordNeeded(referring(&by)));
    }
    store::update_derived(&mut tx, now).await?;
    let note = Note {
        kind,
        action: RecordAction::Removed,
        by: &editor,
        at: now,
        before: Some(before),
        after: None,
    };
    changes::note(&mut tx, note).await?;
    tx.commit().await?;
    ctx.records.show_change(&ctx.db).await;
    Ok(RemoveRecordResponse {})
}

/// The kind of records that a constraint or a list of references belongs to.
fn referring(by: &str) -> String {
    let tables = KINDS.iter().map(|kind| kind.table);
    let longest = tables.filter(|table| by.starts_with(table)).max_by_key(|table| table.len());
    longest.unwrap_or(by).replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn referring_records_are_named_by_their_table() {
        assert_eq!(referring("loan_payments_loan_fkey"), "loan payments");
        assert_eq!(referring("loans_pool_fkey"), "loans");
        assert_eq!(referring("articles.asset_slugs"), "articles");
    }
}
