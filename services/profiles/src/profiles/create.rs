//! Creates the empty profile of a new user.

use kit::db::Tx;
use kit::inbox::HandlerError;
use proto::identity::v1::UserCreated;
use time::OffsetDateTime;

use super::user_id;

/// Inserts the row, unless the user has saved a profile before the event arrived.
pub async fn create(
    tx: &mut Tx,
    event: &UserCreated,
    now: OffsetDateTime,
) -> Result<(), HandlerError> {
    let user =
        user_id::parse(&event.user_id).map_err(|error| HandlerError::Poison(error.to_string()))?;
    sqlx::query(
        "INSERT INTO profiles (user_id, created_at, updated_at) VALUES ($1, $2, $2)
         ON CONFLICT (user_id) DO NOTHING",
    )
    .bind(user)
    .bind(now)
    .execute(&mut **tx)
    .await?;
    Ok(())
}
