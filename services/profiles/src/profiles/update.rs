//! Saves a user's profile; the first complete one ends the onboarding.

use std::sync::Arc;

use kit::db::Tx;
use kit::outbox;
use kit::peers::Person;
use proto::profiles::v1::{
    OnboardingCompleted, Profile, ProfileUpdated, UpdateProfileRequest, UpdateProfileResponse,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{row, user_id, validate};
use crate::context::Context;
use crate::error::ProfilesError;

/// Replaces the profile.
pub async fn update(
    ctx: &Context,
    person: Arc<Person>,
    request: UpdateProfileRequest,
) -> Result<UpdateProfileResponse, ProfilesError> {
    let user = user_id::parse(&person.user_id)?;
    let profile = request.profile.ok_or(ProfilesError::NothingToSave)?;
    validate::profile(&profile)?;
    let (user_id, now) = (person.user_id.clone(), ctx.clock.now());
    let mut tx = ctx.db.tx().await?;
    let before = row::lock(&mut tx, user).await?.profile();
    save(&mut tx, user, &profile, now).await?;
    let changed_fields = changed_fields(&before, &profile);
    let event = ProfileUpdated { user_id: user_id.clone(), changed_fields };
    outbox::publish(&mut tx, &event).await?;
    if complete_onboarding(&mut tx, user, now).await? {
        let event = OnboardingCompleted { user_id };
        outbox::publish(&mut tx, &event).await?;
    }
    tx.commit().await?;
    Ok(UpdateProfileResponse { profile: Some(profile) })
}

/// The names of the fields whose values differ.
fn changed_fields(before: &Profile, after: &Profile) -> Vec<String> {
    let Profile {
        occupation,
        acquisition_channel,
        asset_class_interests,
        should_receive_marketing,
    } = before;
    let fields = [
        ("occupation", *occupation != after.occupation),
        ("acquisition_channel", *acquisition_channel != after.acquisition_channel),
        ("asset_class_interests", *asset_class_interests != after.asset_class_interests),
        ("should_receive_marketing", *should_receive_marketing != after.should_receive_marketing),
    ];
    let changed = fields.into_iter().filter(|(_, differs)| *differs);
    changed.map(|(name, _)| name.to_owned()).collect()
}

async fn save(
    tx: &mut Tx,
    user: Uuid,
    profile: &Profile,
    now: OffsetDateTime,
) -> Result<(), ProfilesError> {
    let interests: Vec<i16> =
        profile.asset_class_interests.iter().map(|interest| *interest as i16).collect();
    let saved = sqlx::query(
        "INSERT INTO profiles (user_id, occupation, acquisition_channel, asset_class_interests,
                               should_receive_marketing, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6)
         ON CONFLICT (user_id) DO UPDATE SET
             occupation = excluded.occupation,
             acquisition_channel = excluded.acquisition_channel,
             asset_class_interests = excluded.asset_class_interests,
             should_receive_marketing = excluded.should_receive_marketing,
             updated_at = excluded.updated_at
         WHERE profiles.erased_at IS NULL",
    )
    .bind(user)
    .bind(profile.occupation as i16)
    .bind(profile.acquisition_channel as i16)
    .bind(interests)
    .bind(profile.should_receive_marketing)
    .bind(now)
    .execute(&mut **tx)
    .await?;
    if saved.rows_affected() == 0 { Err(ProfilesError::UserErased) } else { Ok(()) }
}

/// Records that occupation and acquisition channel are set; answers whether this is the first time. The row is already locked.
async fn complete_onboarding(
    tx: &mut Tx,
    user: Uuid,
    now: OffsetDateTime,
) -> Result<bool, sqlx::Error> {
    let updated = sqlx::query(
        "UPDATE profiles SET onboarded_at = $2
         WHERE user_id = $1 AND onboarded_at IS NULL
           AND occupation <> 0 AND acquisition_channel <> 0",
    )
    .bind(user)
    .bind(now)
    .execute(&mut **tx)
    .await?;
    Ok(updated.rows_affected() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_that_differ_are_named() {
        let none = Profile::default();
        let all = Profile {
            occupation: 1,
            acquisition_channel: 1,
            asset_class_interests: vec![1],
            should_receive_marketing: true,
        };
        assert_eq!(changed_fields(&none, &none), [""; 0]);
        let names = [
            "occupation",
            "acquisition_channel",
            "asset_class_interests",
            "should_receive_marketing",
        ];
        assert_eq!(changed_fields(&none, &all), names);
        let other = Profile { asset_class_interests: vec![2], ..all.clone() };
        assert_eq!(changed_fields(&all, &other), ["asset_class_interests"]);
    }
}
