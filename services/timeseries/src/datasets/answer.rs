//! Answers the newest manifest of the datasets, and the bytes of their files part by part.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proto::timeseries::v1::{
    DatasetManifest, GetDatasetsRequest, GetDatasetsResponse, ReadDatasetRequest,
    ReadDatasetResponse,
};

use super::{manifest, store, writer};
use crate::context::Context;
use crate::error::TimeseriesError;

/// Answers the newest manifest.
pub async fn datasets(
    ctx: &Context,
    _: &GetDatasetsRequest,
) -> Result<GetDatasetsResponse, TimeseriesError> {
    let mut conn = ctx.db.conn().await?;
    let Some(row) = store::newest(&mut conn).await? else {
        return Ok(GetDatasetsResponse::default());
    };
    let manifest: DatasetManifest =
        serde_json::from_str(&row.manifest).map_err(|error| sqlx::Error::Decode(error.into()))?;
    Ok(GetDatasetsResponse {
        manifest: Some(manifest),
        text: row.manifest,
        signature: STANDARD.encode(row.signature),
        public_key: manifest::pem(&row.public_key),
    })
}

/// Answers the bytes of a file from a place on, as far as its part goes.
pub async fn part(
    ctx: &Context,
    request: &ReadDatasetRequest,
) -> Result<ReadDatasetResponse, TimeseriesError> {
    let mut conn = ctx.db.conn().await?;
    let file = store::named(&mut conn, &request.sha256).await?;
    let file = file.ok_or(TimeseriesError::DatasetUnknown)?;
    let offset = usize::try_from(request.offset).unwrap_or(usize::MAX);
    let place = i32::try_from(offset / writer::PART_BYTES).unwrap_or(i32::MAX);
    let bytes = store::read(&mut conn, file.id, place).await?.unwrap_or_default();
    let within = bytes.get(offset % writer::PART_BYTES..).unwrap_or_default().to_vec();
    Ok(ReadDatasetResponse { file: file.name, bytes: within, size: file.bytes, rows: file.rows })
}
