//! Sets the features that are enabled for a user; all others are disabled.

use std::sync::Arc;

use kit::peers::Person;
use proto::codec::Text;
use proto::identity::v1::{AuditAction, Feature, SetUserFeaturesRequest, SetUserFeaturesResponse};

use super::lock;
use crate::acting_administrator;
use crate::audit::{self, Change, Entry};
use crate::change_events;
use crate::context::Context;
use crate::error::IdentityError;

/// Sets the enabled features; all others are disabled.
pub async fn set_features(
    ctx: &Context,
    person: Arc<Person>,
    request: SetUserFeaturesRequest,
) -> Result<SetUserFeaturesResponse, IdentityError> {
    let features = parse(&request.features)?;
    let mut tx = ctx.db.tx().await?;
    let actor = acting_administrator::require(&mut tx, &person).await?;
    let user = lock::user(&mut tx, &request.id).await?;
    let before = in_order(|_, text| user.features.iter().any(|known| known == text));
    if before == features {
        return Ok(SetUserFeaturesResponse {});
    }
    sqlx::query("UPDATE users SET features = $2, updated_at = $3 WHERE id = $1")
        .bind(user.id)
        .bind(&features)
        .bind(ctx.now())
        .execute(&mut *tx)
        .await?;
    let change = Change::new("features", before, features);
    let action = AuditAction::UserFeaturesChanged;
    let entry = Entry::of_user(action, user.id, &user.email, vec![change]);
    audit::record(ctx, &mut tx, Some(&actor), entry).await?;
    change_events::user_updated(&mut tx, user.id).await?;
    tx.commit().await?;
    Ok(SetUserFeaturesResponse {})
}

/// Each flag once, in the order of the definition.
fn parse(values: &[i32]) -> Result<Vec<&'static str>, IdentityError> {
    let known = |value: &i32| Feature::VALUES.iter().any(|(known, _)| *known as i32 == *value);
    if !values.iter().all(known) {
        return Err(IdentityError::Invalid("features"));
    }
    Ok(in_order(|feature, _| values.contains(&(feature as i32))))
}

fn in_order(is_on: impl Fn(Feature, &str) -> bool) -> Vec<&'static str> {
    let all = Feature::VALUES.iter();
    all.filter(|(feature, text)| is_on(*feature, text)).map(|(_, text)| *text).collect()
}
