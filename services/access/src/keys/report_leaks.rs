//! Revokes keys that a scanner for secrets found in public, at once.

use kit::api_key_limits::{LONGEST_LEAK_PLACE, MOST_LEAKED_TEXTS};
use kit::db::Tx;
use proto::access::v1::{
    AccessAuditAction, ApiKeyStatus, Change, LeakedText, ReportLeakedKeysRequest,
    ReportLeakedKeysResponse, RevocationReason,
};

use super::check::by_text;
use super::row::Row;
use super::save::{self, Author};
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::notices::add::{self, KeyNotice};

/// Whether each text is a key. A mail informs its owner where it was found.
pub async fn report(
    ctx: &Context,
    request: ReportLeakedKeysRequest,
) -> Result<ReportLeakedKeysResponse, AccessError> {
    let mut checks = Checks::default();
    if request.found.len() > MOST_LEAKED_TEXTS {
        checks.refuse("found", format!("must be at most {MOST_LEAKED_TEXTS}"));
    }
    for (place, found) in request.found.iter().enumerate() {
        let path = format!("found[{place}].found_at");
        checks.text(&path, found.found_at.as_deref().unwrap_or_default(), LONGEST_LEAK_PLACE);
    }
    checks.finish(())?;
    let mut are_keys = Vec::new();
    for found in &request.found {
        let stored = by_text(ctx, &found.text).await?;
        if let Some(stored) = &stored {
            revoke(ctx, &stored.row.id, found).await?;
        }
        are_keys.push(stored.is_some());
    }
    Ok(ReportLeakedKeysResponse { are_keys })
}

/// Revokes a key that was not revoked before.
async fn revoke(ctx: &Context, id: &str, found: &LeakedText) -> Result<(), AccessError> {
    let mut tx = ctx.db.tx().await?;
    let author = Author::of_installation(&mut tx, &ctx.clock).await?;
    let Some(before) = unless_revoked(&mut tx, id).await? else { return Ok(()) };
    let after = before.clone().revoked(RevocationReason::Leaked, author.now);
    let change = (AccessAuditAction::ApiKeyLeaked, Change::Ended);
    save::update(&mut tx, &author, (&before, after), change).await?;
    let place = found.found_at.as_deref();
    add::about_key(&mut tx, id, KeyNotice::Leaked, place, author.now).await?;
    Ok(tx.commit().await?)
}

async fn unless_revoked(tx: &mut Tx, id: &str) -> Result<Option<Row>, AccessError> {
    let row: Option<Row> = sqlx::query_as("SELECT * FROM api_keys WHERE id = $1 FOR UPDATE")
        .bind(id)
        .fetch_optional(&mut **tx)
        .await?;
    Ok(row.filter(|row| row.status() != ApiKeyStatus::Revoked))
}
