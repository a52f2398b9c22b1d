//! The row of a profile and its lookup by user.

use std::collections::HashMap;

use kit::db::Tx;
use proto::profiles::v1::Profile;
use sqlx::{FromRow, PgConnection, Row as _};
use uuid::Uuid;

/// A profile with the preferences, as stored.
#[derive(Clone, Default, FromRow)]
pub struct Row {
    occupation: i16,
    acquisition_channel: i16,
    asset_class_interests: Vec<i16>,
    should_receive_marketing: bool,
    pub dark_mode: bool,
}

impl Row {
    /// The profile without the preferences.
    pub fn profile(&self) -> Profile {
        Profile {
            occupation: self.occupation.into(),
            acquisition_channel: self.acquisition_channel.into(),
            asset_class_interests: self
                .asset_class_interests
                .iter()
                .map(|interest| (*interest).into())
                .collect(),
            should_receive_marketing: self.should_receive_marketing,
        }
    }
}

/// The row of a user, locked until the transaction ends; without a row it is the default one.
pub async fn lock(tx: &mut Tx, user: Uuid) -> Result<Row, sqlx::Error> {
    let row: Option<Row> = sqlx::query_as(
        "SELECT occupation, acquisition_channel, asset_class_interests, should_receive_marketing,
                dark_mode
         FROM profiles WHERE user_id = $1 FOR NO KEY UPDATE",
    )
    .bind(user)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.unwrap_or_default())
}

/// The rows of the given users; a user without a row is missing.
pub async fn find(
    conn: &mut PgConnection,
    users: Vec<Uuid>,
) -> Result<HashMap<Uuid, Row>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT user_id, occupation, acquisition_channel, asset_class_interests,
                should_receive_marketing, dark_mode
         FROM profiles WHERE user_id = ANY($1)",
    )
    .bind(users)
    .fetch_all(conn)
    .await?;
    rows.iter().map(|row| Ok((row.try_get("user_id")?, Row::from_row(row)?))).collect()
}
