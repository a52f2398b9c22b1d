//! The calls of profiles, one line each.

use std::time::Duration;

use kit::error::Problem;
use proto::profiles::v1::profiles_server::Profiles;
use proto::profiles::v1::{
    GetProfileRequest, GetProfileResponse, UpdatePreferencesRequest, UpdatePreferencesResponse,
    UpdateProfileRequest, UpdateProfileResponse,
};
use tonic::{Request, Response, Status, async_trait};

use crate::context::Context;
use crate::error::ProfilesError;
use crate::profiles;

/// What is kept of the caller's time to say that the database is away.
const TO_ANSWER: Duration = Duration::from_millis(200);

/// Answers over gRPC.
pub struct Rpc(pub Context);

#[async_trait]
impl Profiles for Rpc {
    async fn get_profile(
        &self,
        request: Request<GetProfileRequest>,
    ) -> Result<Response<GetProfileResponse>, Status> {
        self.answer("GetProfile", profiles::get(&self.0, request.into_inner())).await
    }

    async fn update_profile(
        &self,
        request: Request<UpdateProfileRequest>,
    ) -> Result<Response<UpdateProfileResponse>, Status> {
        self.answer("UpdateProfile", profiles::update(&self.0, request.into_inner())).await
    }

    async fn update_preferences(
        &self,
        request: Request<UpdatePreferencesRequest>,
    ) -> Result<Response<UpdatePreferencesResponse>, Status> {
        let verb = profiles::update_preferences(&self.0, request.into_inner());
        self.answer("UpdatePreferences", verb).await
    }
}

impl Rpc {
    // A failure is logged here, once, with the cause that stays inside the process.
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, ProfilesError>>,
    ) -> Result<Response<T>, Status> {
        let time = kit::grpc::remaining().saturating_sub(TO_ANSWER);
        self.0.db.within(time, verb).await.map(Response::new).map_err(|error| {
            let problem = Problem::from(error);
            problem.log(call);
            problem.into()
        })
    }
}
