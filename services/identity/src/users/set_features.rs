//! Switches parts of the interface on and off for a user.

use proto::codec::Text;
use proto::identity::v1::{Feature, SetUserFeaturesRequest, SetUserFeaturesResponse};
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;
use crate::users::announce;

/// Sets the flags that are on; all others are off.
pub async fn set_features(
    ctx: &Context,
    request: SetUserFeaturesRequest,
) -> Result<SetUserFeaturesResponse, IdentityError> {
    let id: Uuid = request.id.parse().map_err(|_| IdentityError::UserNotFound)?;
    let mut features = Vec::new();
    for value in request.features {
        let feature = Feature::try_from(value)
            .ok()
            .filter(|feature| *feature != Feature::Unspecified)
            .ok_or(IdentityError::Invalid("features"))?;
        if !features.contains(&feature.text()) {
            features.push(feature.text());
        }
    }

    let mut tx = ctx.db.tx().await?;
    let changed = sqlx::query("UPDATE users SET features = $2, updated_at = $3 WHERE id = $1")
        .bind(id)
        .bind(features)
        .bind(ctx.now())
        .execute(&mut *tx)
        .await?;
    announce::commit_change(tx, id, &changed).await?;
    Ok(SetUserFeaturesResponse {})
}
