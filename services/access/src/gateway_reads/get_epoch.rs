//! Reads the epoch.

use proto::access::v1::{GetEpochRequest, GetEpochResponse};
use sqlx::PgConnection;

use crate::context::Context;
use crate::error::AccessError;

/// The number of changes so far.
pub async fn get(ctx: &Context, _: GetEpochRequest) -> Result<GetEpochResponse, AccessError> {
    Ok(GetEpochResponse { epoch: epoch(&mut *ctx.db.conn().await?).await? })
}

/// The epoch that a connection sees.
pub async fn epoch(conn: &mut PgConnection) -> Result<i64, AccessError> {
    let epoch = sqlx::query_scalar("SELECT epoch FROM access_epoch");
    Ok(epoch.fetch_one(conn).await?)
}
