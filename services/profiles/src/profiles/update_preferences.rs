//! Saves a user's preferences for the interface.

use std::sync::Arc;

use kit::db::Tx;
use kit::outbox;
use kit::peers::Person;
use proto::profiles::v1::{
    Preferences, PreferencesUpdated, UpdatePreferencesRequest, UpdatePreferencesResponse,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{row, user_id};
use crate::context::Context;
use crate::error::ProfilesError;

/// Replaces the preferences.
pub async fn update(
    ctx: &Context,
    person: Arc<Person>,
    request: UpdatePreferencesRequest,
) -> Result<UpdatePreferencesResponse, ProfilesError> {
    let user = user_id::parse(&person.user_id)?;
    let preferences = request.preferences.ok_or(ProfilesError::NothingToSave)?;
    let mut tx = ctx.db.tx().await?;
    let before = row::lock(&mut tx, user).await?.dark_mode;
    save(&mut tx, user, preferences, ctx.clock.now()).await?;
    let changed_fields =
        if before == preferences.dark_mode { Vec::new() } else { vec!["dark_mode".to_owned()] };
    let event = PreferencesUpdated { user_id: person.user_id.clone(), changed_fields };
    outbox::publish(&mut tx, &event).await?;
    tx.commit().await?;
    Ok(UpdatePreferencesResponse { preferences: Some(preferences) })
}

async fn save(
    tx: &mut Tx,
    user: Uuid,
    preferences: Preferences,
    now: OffsetDateTime,
) -> Result<(), ProfilesError> {
    let saved = sqlx::query(
        "INSERT INTO profiles (user_id, dark_mode, created_at, updated_at) VALUES ($1, $2, $3, $3)
         ON CONFLICT (user_id) DO UPDATE SET
             dark_mode = excluded.dark_mode, updated_at = excluded.updated_at
         WHERE profiles.erased_at IS NULL",
    )
    .bind(user)
    .bind(preferences.dark_mode)
    .bind(now)
    .execute(&mut **tx)
    .await?;
    if saved.rows_affected() == 0 { Err(ProfilesError::UserErased) } else { Ok(()) }
}
