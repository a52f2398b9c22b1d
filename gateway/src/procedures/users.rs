//! The user record of the caller.

use kit::error::Problem;
use proto::codec::{Text, instant};
use proto::identity::v1::{Feature, Membership, Organization, Role, User};
use proto::profiles::v1::{GetProfileRequest, GetProfileResponse};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use ts_rs::TS;

use super::user_settings::{PreferencesForm, ProfileForm};
use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::registry::Registry;

/// A user with organization, profile, preferences, memberships and flags.
#[derive(Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UserRecord {
    id: String,
    name: Option<String>,
    email: String,
    email_verified: Option<String>,
    image: Option<String>,
    role: Role,
    organization: Organization,
    profile: ProfileForm,
    preferences: PreferencesForm,
    memberships: Vec<Membership>,
    features: Features,
    #[serde(rename = "intercom_hmac")]
    intercom_hmac: Option<String>,
    /// Whether the user is an administrator whose session lacks the passkey that the installation requires.
    passkey_required: bool,
    /// When the account is erased, if the user requested it.
    erasure_due_at: Option<String>,
}

/// Every flag with whether it is on.
#[derive(TS)]
#[ts(type = "{ [flag in Feature]: boolean }")]
pub struct Features(Vec<Feature>);

impl Serialize for Features {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(Some(Feature::VALUES.len()))?;
        for (feature, name) in Feature::VALUES {
            map.serialize_entry(name, &self.0.contains(feature))?;
        }
        map.end()
    }
}

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.query("users.getProfile", Access::Member).answer(get_profile);
}

async fn get_profile(context: CallContext, (): ()) -> Result<UserRecord, Problem> {
    let user = &context.member()?.user;
    let answer = context.upstream.profiles.clone().get_profile(GetProfileRequest {}).await?;
    record(user, answer.into_inner())
}

fn record(user: &User, answer: GetProfileResponse) -> Result<UserRecord, Problem> {
    let organization = user
        .organization
        .clone()
        .ok_or_else(|| Problem::internal("identity sent a user without an organization"))?;
    let email_verified =
        user.email_verified_at.map(instant).transpose().map_err(Problem::internal)?;
    let erasure_due_at = user.erasure_due_at.map(instant).transpose().map_err(Problem::internal)?;
    Ok(UserRecord {
        id: user.id.clone(),
        name: user.name.clone(),
        email: user.email.clone(),
        email_verified,
        image: user.image.clone(),
        role: user.role(),
        organization,
        profile: answer.profile.unwrap_or_default().into(),
        preferences: answer.preferences.unwrap_or_default().into(),
        memberships: user.memberships.clone(),
        features: Features(user.features().collect()),
        intercom_hmac: user.intercom_hmac.clone(),
        passkey_required: user.passkey_required,
        erasure_due_at,
    })
}
