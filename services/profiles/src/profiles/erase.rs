//! Erases the profile of a user who is no more.

use kit::db::Tx;
use kit::inbox::HandlerError;
use kit::outbox;
use proto::identity::v1::UserErased;
use proto::profiles::v1::{PreferencesUpdated, ProfileUpdated};
use time::OffsetDateTime;

use super::user_id;

/// Empties the row and marks it as erased; without one, leaves an empty one. A later creation or change finds it. The
/// events that the outbox keeps lose what they say about the user, those of earlier releases the whole profile: a stream
/// that was lost gets them again.
pub async fn erase(
    tx: &mut Tx,
    event: &UserErased,
    now: OffsetDateTime,
) -> Result<(), HandlerError> {
    let user =
        user_id::parse(&event.user_id).map_err(|error| HandlerError::Poison(error.to_string()))?;
    sqlx::query(
        "INSERT INTO profiles (user_id, created_at, updated_at, erased_at) VALUES ($1, $2, $2, $2)
         ON CONFLICT (user_id) DO UPDATE SET
             occupation = 0, acquisition_channel = 0, asset_class_interests = '{}',
             should_receive_marketing = false, dark_mode = false, onboarded_at = NULL,
             created_at = excluded.created_at, updated_at = excluded.updated_at,
             erased_at = excluded.erased_at
         WHERE profiles.erased_at IS NULL",
    )
    .bind(user)
    .bind(now)
    .execute(&mut **tx)
    .await?;
    // After the row, whose lock a save holds until its event is written.
    let user_id = &event.user_id;
    let profile = ProfileUpdated { user_id: user_id.clone(), changed_fields: Vec::new() };
    outbox::replace(tx, &profile).await?;
    let preferences = PreferencesUpdated { user_id: user_id.clone(), changed_fields: Vec::new() };
    outbox::replace(tx, &preferences).await?;
    Ok(())
}
