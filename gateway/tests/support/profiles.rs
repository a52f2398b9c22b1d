//! A profiles service whose answers a test sets.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use proto::profiles::v1::profiles_server::Profiles;
use proto::profiles::v1::*;
use tonic::{Request, Response, Status};

use super::identity::Behavior;

#[derive(Clone, Default)]
pub struct FakeProfiles(Arc<Inner>);

#[derive(Default)]
struct Inner {
    behavior: Mutex<Behavior>,
    kept: Mutex<HashMap<String, (Profile, Preferences)>>,
    writes: AtomicUsize,
    reads: AtomicUsize,
}

impl FakeProfiles {
    pub fn be(&self, behavior: Behavior) {
        *self.0.behavior.lock().unwrap() = behavior;
    }

    /// How often something was saved.
    pub fn writes(&self) -> usize {
        self.0.writes.load(Ordering::SeqCst)
    }

    /// How often something was read.
    pub fn reads(&self) -> usize {
        self.0.reads.load(Ordering::SeqCst)
    }

    async fn show(&self) -> Result<(), Status> {
        let behavior = *self.0.behavior.lock().unwrap();
        behavior.show().await
    }
}

#[tonic::async_trait]
impl Profiles for FakeProfiles {
    async fn get_profile(
        &self,
        request: Request<GetProfileRequest>,
    ) -> Result<Response<GetProfileResponse>, Status> {
        self.0.reads.fetch_add(1, Ordering::SeqCst);
        self.show().await?;
        let user_id = kit::peers::person(&request)?.user_id.clone();
        let kept = self.0.kept.lock().unwrap();
        let (profile, preferences) = kept.get(&user_id).cloned().unwrap_or_default();
        let answer = GetProfileResponse { profile: Some(profile), preferences: Some(preferences) };
        Ok(Response::new(answer))
    }

    async fn update_profile(
        &self,
        request: Request<UpdateProfileRequest>,
    ) -> Result<Response<UpdateProfileResponse>, Status> {
        self.show().await?;
        self.0.writes.fetch_add(1, Ordering::SeqCst);
        let user_id = kit::peers::person(&request)?.user_id.clone();
        let request = request.into_inner();
        let mut kept = self.0.kept.lock().unwrap();
        kept.entry(user_id).or_default().0 = request.profile.clone().unwrap_or_default();
        Ok(Response::new(UpdateProfileResponse { profile: request.profile }))
    }

    async fn update_preferences(
        &self,
        request: Request<UpdatePreferencesRequest>,
    ) -> Result<Response<UpdatePreferencesResponse>, Status> {
        self.show().await?;
        self.0.writes.fetch_add(1, Ordering::SeqCst);
        let user_id = kit::peers::person(&request)?.user_id.clone();
        let request = request.into_inner();
        let mut kept = self.0.kept.lock().unwrap();
        kept.entry(user_id).or_default().1 = request.preferences.unwrap_or_default();
        Ok(Response::new(UpdatePreferencesResponse { preferences: request.preferences }))
    }

    async fn export_person(
        &self,
        _: Request<ExportPersonRequest>,
    ) -> Result<Response<ExportPersonResponse>, Status> {
        self.show().await?;
        Ok(Response::new(ExportPersonResponse::default()))
    }
}
