//! A profile with its preferences: the rules, the verbs, the statements.

use std::collections::HashMap;

use kit::bus::HandlerError;
use kit::db::Tx;
use kit::outbox;
use proto::codec::Text;
use proto::identity::v1::UserCreated;
use proto::profiles::v1::{
    AcquisitionChannel, AssetClassInterest, GetProfileRequest, GetProfileResponse, Occupation,
    OnboardingCompleted, Preferences, PreferencesUpdated, Profile, ProfileUpdated,
    UpdatePreferencesRequest, UpdatePreferencesResponse, UpdateProfileRequest,
    UpdateProfileResponse,
};
use sqlx::{FromRow, PgConnection, Row as _};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::context::Context;
use crate::error::ProfilesError;

/// The profile of a user; who has told nothing yet has the default one.
pub async fn get(
    ctx: &Context,
    request: GetProfileRequest,
) -> Result<GetProfileResponse, ProfilesError> {
    let user = user(&request.user_id)?;
    let row = ctx.profiles.get(user).await?.unwrap_or_default();
    let preferences = Preferences { dark_mode: row.dark_mode };
    Ok(GetProfileResponse { profile: Some(row.profile()), preferences: Some(preferences) })
}

/// Saves what a user tells.
pub async fn update(
    ctx: &Context,
    request: UpdateProfileRequest,
) -> Result<UpdateProfileResponse, ProfilesError> {
    let user = user(&request.user_id)?;
    let profile = request.profile.ok_or(ProfilesError::NothingGiven)?;
    check(&profile)?;
    let (user_id, now) = (request.user_id, ctx.clock.now());
    let mut tx = ctx.db.tx().await?;
    save(&mut tx, user, &profile, now).await?;
    let event = ProfileUpdated { user_id: user_id.clone(), profile: Some(profile.clone()) };
    outbox::publish(&mut tx, &event).await?;
    if onboard(&mut tx, user, now).await? {
        let event = OnboardingCompleted { user_id };
        outbox::publish(&mut tx, &event).await?;
    }
    tx.commit().await?;
    Ok(UpdateProfileResponse { profile: Some(profile) })
}

/// Saves how a user likes the interface.
pub async fn update_preferences(
    ctx: &Context,
    request: UpdatePreferencesRequest,
) -> Result<UpdatePreferencesResponse, ProfilesError> {
    let user = user(&request.user_id)?;
    let preferences = request.preferences.ok_or(ProfilesError::NothingGiven)?;
    let mut tx = ctx.db.tx().await?;
    save_preferences(&mut tx, user, preferences, ctx.clock.now()).await?;
    let event = PreferencesUpdated { user_id: request.user_id, preferences: Some(preferences) };
    outbox::publish(&mut tx, &event).await?;
    tx.commit().await?;
    Ok(UpdatePreferencesResponse { preferences: Some(preferences) })
}

/// Gives a new user an empty profile, unless they were faster.
pub async fn create(
    tx: &mut Tx,
    event: &UserCreated,
    now: OffsetDateTime,
) -> Result<(), HandlerError> {
    let user = user(&event.user_id).map_err(|error| HandlerError::Poison(error.to_string()))?;
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

fn user(id: &str) -> Result<Uuid, ProfilesError> {
    Uuid::try_parse(id).map_err(|_| ProfilesError::UserInvalid)
}

/// The numbers on the wire may be anything; those kept are known ones.
fn check(profile: &Profile) -> Result<(), ProfilesError> {
    if Occupation::try_from(profile.occupation).is_err() {
        return Err(ProfilesError::OccupationUnknown);
    }
    if AcquisitionChannel::try_from(profile.acquisition_channel).is_err() {
        return Err(ProfilesError::AcquisitionChannelUnknown);
    }
    let interests = &profile.asset_class_interests;
    if interests.len() > AssetClassInterest::VALUES.len() {
        return Err(ProfilesError::TooManyInterests);
    }
    for (at, interest) in interests.iter().enumerate() {
        let known = AssetClassInterest::try_from(*interest);
        if !known.is_ok_and(|known| known != AssetClassInterest::Unspecified) {
            return Err(ProfilesError::InterestUnknown);
        }
        if interests[..at].contains(interest) {
            return Err(ProfilesError::InterestRepeated);
        }
    }
    Ok(())
}

/// A profile as it is kept.
#[derive(Clone, Default, sqlx::FromRow)]
pub struct Row {
    occupation: i16,
    acquisition_channel: i16,
    asset_class_interests: Vec<i16>,
    should_receive_marketing: bool,
    dark_mode: bool,
}

impl Row {
    fn profile(&self) -> Profile {
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

/// The rows of those users who have one.
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

async fn save(
    tx: &mut Tx,
    user: Uuid,
    profile: &Profile,
    now: OffsetDateTime,
) -> Result<(), sqlx::Error> {
    let interests: Vec<i16> =
        profile.asset_class_interests.iter().map(|interest| *interest as i16).collect();
    sqlx::query(
        "INSERT INTO profiles (user_id, occupation, acquisition_channel, asset_class_interests,
                               should_receive_marketing, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6)
         ON CONFLICT (user_id) DO UPDATE SET
             occupation = excluded.occupation,
             acquisition_channel = excluded.acquisition_channel,
             asset_class_interests = excluded.asset_class_interests,
             should_receive_marketing = excluded.should_receive_marketing,
             updated_at = excluded.updated_at",
    )
    .bind(user)
    .bind(profile.occupation as i16)
    .bind(profile.acquisition_channel as i16)
    .bind(interests)
    .bind(profile.should_receive_marketing)
    .bind(now)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Notes that the welcome form is answered; whether it was not before. The row is locked already.
async fn onboard(tx: &mut Tx, user: Uuid, now: OffsetDateTime) -> Result<bool, sqlx::Error> {
    let noted = sqlx::query(
        "UPDATE profiles SET onboarded_at = $2
         WHERE user_id = $1 AND onboarded_at IS NULL
           AND occupation <> 0 AND acquisition_channel <> 0",
    )
    .bind(user)
    .bind(now)
    .execute(&mut **tx)
    .await?;
    Ok(noted.rows_affected() == 1)
}

async fn save_preferences(
    tx: &mut Tx,
    user: Uuid,
    preferences: Preferences,
    now: OffsetDateTime,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO profiles (user_id, dark_mode, created_at, updated_at) VALUES ($1, $2, $3, $3)
         ON CONFLICT (user_id) DO UPDATE SET
             dark_mode = excluded.dark_mode, updated_at = excluded.updated_at",
    )
    .bind(user)
    .bind(preferences.dark_mode)
    .bind(now)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::error::Problem;

    use super::*;

    fn profile(occupation: i32, acquisition_channel: i32, interests: &[i32]) -> Profile {
        Profile {
            occupation,
            acquisition_channel,
            asset_class_interests: interests.to_vec(),
            should_receive_marketing: true,
        }
    }

    #[test]
    fn refuses_numbers_without_a_meaning() {
        let refused = |profile: Profile| Problem::from(check(&profile).unwrap_err()).reason;
        assert_eq!(refused(profile(99, 0, &[])), "occupation_unknown");
        assert_eq!(refused(profile(-1, 0, &[])), "occupation_unknown");
        assert_eq!(refused(profile(0, 99, &[])), "acquisition_channel_unknown");
        assert_eq!(refused(profile(0, 0, &[0])), "interest_unknown");
        assert_eq!(refused(profile(0, 0, &[6])), "interest_unknown");
        assert_eq!(refused(profile(0, 0, &[1, 2, 1])), "interest_repeated");
        assert_eq!(refused(profile(0, 0, &[1, 2, 3, 4, 5, 1])), "too_many_interests");
    }

    #[test]
    fn accepts_what_the_form_offers_and_the_unset() {
        assert!(check(&profile(24, 11, &[1, 2, 3, 4, 5])).is_ok());
        assert!(check(&Profile::default()).is_ok());
    }
}
