//! Reads the file of an export.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{ReadExportRequest, ReadExportResponse};
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;

/// The archive, for the person whom it is about and nobody else.
pub async fn read(
    ctx: &Context,
    person: Arc<Person>,
    request: ReadExportRequest,
) -> Result<ReadExportResponse, IdentityError> {
    let user = access::caller(&person.user_id)?;
    let id: Uuid = request.id.parse().map_err(|_| IdentityError::ExportNotFound)?;
    let file: Option<Vec<u8>> = sqlx::query_scalar(
        "SELECT file FROM exports
         WHERE id = $1 AND user_id = $2 AND state = 'ready' AND expires_at > $3",
    )
    .bind(id)
    .bind(user)
    .bind(ctx.now())
    .fetch_optional(&mut *ctx.db.conn().await?)
    .await?;
    Ok(ReadExportResponse { file: file.ok_or(IdentityError::ExportNotFound)? })
}
