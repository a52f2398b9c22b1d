//! Reading and saving profiles, over gRPC on a real database.

use crate::support::{Service, analyst, somebody};
use kit::error::{ErrorCode, Problem};
use proto::profiles::v1::{
    GetProfileRequest, Preferences, Profile, UpdatePreferencesRequest, UpdateProfileRequest,
};

#[tokio::test]
async fn an_unknown_user_has_the_default_profile() {
    let mut service = Service::start().await;
    let request = GetProfileRequest { user_id: somebody() };
    let answer = service.client.get_profile(request).await.unwrap().into_inner();
    assert_eq!(answer.profile, Some(Profile::default()));
    assert_eq!(answer.preferences, Some(Preferences { dark_mode: false }));
    service.settle().await;
}

#[tokio::test]
async fn saves_profile_and_preferences_independently() {
    let mut service = Service::start().await;
    let user_id = somebody();
    let request = UpdateProfileRequest { user_id: user_id.clone(), profile: Some(analyst()) };
    let saved = service.client.update_profile(request).await.unwrap().into_inner();
    assert_eq!(saved.profile, Some(analyst()));
    let preferences = Some(Preferences { dark_mode: true });
    let request = UpdatePreferencesRequest { user_id: user_id.clone(), preferences };
    let saved = service.client.update_preferences(request).await.unwrap().into_inner();
    assert_eq!(saved.preferences, preferences);

    let other = GetProfileRequest { user_id: somebody() };
    let other = service.client.get_profile(other).await.unwrap().into_inner();
    assert_eq!(other.profile, Some(Profile::default()));
    let answer = service.client.get_profile(GetProfileRequest { user_id: user_id.clone() }).await;
    let answer = answer.unwrap().into_inner();
    assert_eq!((answer.profile, answer.preferences), (Some(analyst()), preferences));

    let request =
        UpdateProfileRequest { user_id: user_id.clone(), profile: Some(Profile::default()) };
    service.client.update_profile(request).await.unwrap();
    let answer =
        service.client.get_profile(GetProfileRequest { user_id }).await.unwrap().into_inner();
    assert_eq!((answer.profile, answer.preferences), (Some(Profile::default()), preferences));
    service.settle().await;
}

#[tokio::test]
async fn refuses_invalid_input_and_stores_none_of_it() {
    let mut service = Service::start().await;
    let user_id = somebody();
    for (profile, reason) in [
        (None, "nothing_to_save"),
        (Some(Profile { occupation: 99, ..analyst() }), "occupation_unknown"),
        (Some(Profile { acquisition_channel: -1, ..analyst() }), "acquisition_channel_unknown"),
        (Some(Profile { asset_class_interests: vec![0], ..analyst() }), "interest_unknown"),
        (Some(Profile { asset_class_interests: vec![1, 1], ..analyst() }), "interest_repeated"),
        (Some(Profile { asset_class_interests: vec![1; 6], ..analyst() }), "too_many_interests"),
    ] {
        let request = UpdateProfileRequest { user_id: user_id.clone(), profile };
        let problem = Problem::from(service.client.update_profile(request).await.unwrap_err());
        assert_eq!((problem.code, problem.reason.as_ref()), (ErrorCode::Invalid, reason));
    }
    let request = UpdateProfileRequest { user_id: "me".to_owned(), profile: Some(analyst()) };
    let problem = Problem::from(service.client.update_profile(request).await.unwrap_err());
    assert_eq!(problem.reason, "user_invalid");
    let answer = service.client.get_profile(GetProfileRequest { user_id }).await.unwrap();
    assert_eq!(answer.into_inner().profile, Some(Profile::default()));
    service.settle().await;
}

#[tokio::test]
async fn concurrent_saves_of_one_profile_all_succeed() {
    let service = Service::start().await;
    let user_id = somebody();
    let saves = (0..20).map(|_| {
        let mut client = service.client.clone();
        let request = UpdateProfileRequest { user_id: user_id.clone(), profile: Some(analyst()) };
        async move { client.update_profile(request).await.map(|_| ()) }
    });
    for saved in futures::future::join_all(saves).await {
        saved.unwrap();
    }
    service.settle().await;
}
