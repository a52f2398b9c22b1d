//! The calls of profiles, one line each.

use proto::profiles::v1::profiles_server::Profiles;
use proto::profiles::v1::{
    ExportPersonRequest, ExportPersonResponse, GetProfileRequest, GetProfileResponse,
    UpdatePreferencesRequest, UpdatePreferencesResponse, UpdateProfileRequest,
    UpdateProfileResponse,
};

use crate::context::Context;
use crate::profiles;

/// Answers over gRPC.
pub struct Rpc(pub Context);

kit::rpcs! {
    Profiles for Rpc, owned;
    #[person]
    get_profile: GetProfileRequest => GetProfileResponse, profiles::get::get;
    #[person]
    update_profile: UpdateProfileRequest => UpdateProfileResponse, profiles::update::update;
    #[person]
    update_preferences: UpdatePreferencesRequest => UpdatePreferencesResponse, profiles::update_preferences::update;
    #[person]
    export_person: ExportPersonRequest => ExportPersonResponse, profiles::export_person::export;
}
