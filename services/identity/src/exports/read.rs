//! Reads a part of a file of an export, for the person that it is about and nobody else.

use std::sync::Arc;

use kit::peers::Person;
use kit::security_log::{self, Entry, Event};
use proto::codec::Text;
use proto::identity::v1::{ExportFormat, ReadExportRequest, ReadExportResponse};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::limits::{MOST_BYTES, PART_BYTES};
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;

/// A part of a file, for its person and nobody else.
pub async fn read(
    ctx: &Context,
    person: Arc<Person>,
    request: ReadExportRequest,
) -> Result<ReadExportResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let id: Uuid = request.id.parse().map_err(|_| IdentityError::ExportNotFound)?;
    let format = request.format();
    let column = match format {
        ExportFormat::Json => "json_file",
        ExportFormat::Csv => "csv_file",
        ExportFormat::Unspecified => return Err(IdentityError::Invalid("format")),
    };
    let offset = i32::try_from(request.offset)
        .ok()
        .filter(|offset| (0..=MOST_BYTES).contains(&usize::try_from(*offset).unwrap_or(usize::MAX)))
        .ok_or(IdentityError::Invalid("offset"))?;
    let statement = format!(
        "SELECT substr({column}, $4 + 1, $5), octet_length({column}) FROM exports
         WHERE id = $1 AND user_id = $2 AND state = 'ready' AND expires_at > $3",
    );
    let read: Option<(Vec<u8>, i32)> = sqlx::query_as(AssertSqlSafe(statement))
        .bind(id)
        .bind(user)
        .bind(ctx.now())
        .bind(offset)
        .bind(PART_BYTES)
        .fetch_optional(&mut *ctx.db.conn().await?)
        .await?;
    let (bytes, size) = read.ok_or(IdentityError::ExportNotFound)?;
    if offset == 0 {
        security_log::write(Entry::success(Event::DataExported { user, format: format.text() }));
    }
    Ok(ReadExportResponse { bytes, size: size.into() })
}
