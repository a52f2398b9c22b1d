//! Profile and preferences of the caller.

use kit::error::Problem;
use proto::profiles::v1::{
    AcquisitionChannel, AssetClassInterest, Occupation, Preferences, Profile,
    UpdatePreferencesRequest, UpdateProfileRequest,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::registry::Registry;

/// The profile of a user.
#[derive(Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(rename = "Profile")]
pub struct ProfileForm {
    occupation: Occupation,
    acquisition_channel: AcquisitionChannel,
    asset_class_interests: Vec<AssetClassInterest>,
    should_receive_marketing: bool,
}

/// The interface preferences of a user.
#[derive(Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(rename = "Preferences")]
pub struct PreferencesForm {
    dark_mode: bool,
}

/// A profile, to save or saved.
#[derive(Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ProfileUpdate {
    profile: ProfileForm,
}

/// Preferences, to save or saved.
#[derive(Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PreferencesUpdate {
    preferences: PreferencesForm,
}

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.mutation("userSettings.updateProfile", Access::Member).answer(update_profile);
    registry.mutation("userSettings.updatePreferences", Access::Member).answer(update_preferences);
}

async fn update_profile(
    context: CallContext,
    input: ProfileUpdate,
) -> Result<ProfileUpdate, Problem> {
    let request = UpdateProfileRequest { profile: Some(input.profile.into()) };
    let answer = context.upstream.profiles.clone().update_profile(request).await?;
    Ok(ProfileUpdate { profile: answer.into_inner().profile.unwrap_or_default().into() })
}

async fn update_preferences(
    context: CallContext,
    input: PreferencesUpdate,
) -> Result<PreferencesUpdate, Problem> {
    let request = UpdatePreferencesRequest { preferences: Some(input.preferences.into()) };
    let answer = context.upstream.profiles.clone().update_preferences(request).await?;
    Ok(PreferencesUpdate {
        preferences: answer.into_inner().preferences.unwrap_or_default().into(),
    })
}

impl From<Profile> for ProfileForm {
    fn from(profile: Profile) -> Self {
        Self {
            occupation: profile.occupation(),
            acquisition_channel: profile.acquisition_channel(),
            asset_class_interests: profile.asset_class_interests().collect(),
            should_receive_marketing: profile.should_receive_marketing,
        }
    }
}

impl From<ProfileForm> for Profile {
    fn from(form: ProfileForm) -> Self {
        Self {
            occupation: form.occupation.into(),
            acquisition_channel: form.acquisition_channel.into(),
            asset_class_interests: form.asset_class_interests.into_iter().map(Into::into).collect(),
            should_receive_marketing: form.should_receive_marketing,
        }
    }
}

impl From<Preferences> for PreferencesForm {
    fn from(preferences: Preferences) -> Self {
        Self { dark_mode: preferences.dark_mode }
    }
}

impl From<PreferencesForm> for Preferences {
    fn from(form: PreferencesForm) -> Self {
        Self { dark_mode: form.dark_mode }
    }
}
