//! Cancels an export of the caller; its job notices before the next section.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{CancelExportRequest, CancelExportResponse};
use uuid::Uuid;

use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;

/// Stops an export of the caller; its job notices before the next section.
pub async fn cancel(
    ctx: &Context,
    person: Arc<Person>,
    request: CancelExportRequest,
) -> Result<CancelExportResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let id: Uuid = request.id.parse().map_err(|_| IdentityError::ExportNotFound)?;
    let cancelled = sqlx::query(
        "UPDATE exports SET state = 'cancelled'
         WHERE id = $1 AND user_id = $2 AND state = 'running'",
    )
    .bind(id)
    .bind(user)
    .execute(&mut *ctx.db.conn().await?)
    .await?;
    if cancelled.rows_affected() == 0 {
        return Err(IdentityError::ExportNotFound);
    }
    Ok(CancelExportResponse {})
}
