//! Reading and saving profiles, over gRPC on a real database.

use crate::support::{Service, analyst, somebody};
use kit::error::{ErrorCode, Problem};
use kit::testing::as_user;
use proto::profiles::v1::{
    GetProfileRequest, Preferences, Profile, UpdatePreferencesRequest, UpdateProfileRequest,
};

#[tokio::test]
async fn an_unknown_user_has_the_default_profile() {
    let mut service = Service::start().await;
    let call = service.client.get_profile(GetProfileRequest {});
    let answer = as_user(&somebody(), call).await.unwrap().into_inner();
    assert_eq!(answer.profile, Some(Profile::default()));
    assert_eq!(answer.preferences, Some(Preferences { dark_mode: false }));
    service.settle().await;
}

#[tokio::test]
async fn saves_profile_and_preferences_independently() {
    let mut service = Service::start().await;
    let user_id = somebody();
    let request = UpdateProfileRequest { profile: Some(analyst()) };
    let call = service.client.update_profile(request);
    let saved = as_user(&user_id, call).await.unwrap().into_inner();
    assert_eq!(saved.profile, Some(analyst()));
    let preferences = Some(Preferences { dark_mode: true });
    let call = service.client.update_preferences(UpdatePreferencesRequest { preferences });
    let saved = as_user(&user_id, call).await.unwrap().into_inner();
    assert_eq!(saved.preferences, preferences);

    let call = service.client.get_profile(GetProfileRequest {});
    let other = as_user(&somebody(), call).await.unwrap().into_inner();
    assert_eq!(other.profile, Some(Profile::default()));
    let call = service.client.get_profile(GetProfileRequest {});
    let answer = as_user(&user_id, call).await.unwrap().into_inner();
    assert_eq!((answer.profile, answer.preferences), (Some(analyst()), preferences));

    let request = UpdateProfileRequest { profile: Some(Profile::default()) };
    as_user(&user_id, service.client.update_profile(request)).await.unwrap();
    let call = service.client.get_profile(GetProfileRequest {});
    let answer = as_user(&user_id, call).await.unwrap().into_inner();
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
        let call = service.client.update_profile(UpdateProfileRequest { profile });
        let problem = Problem::from(as_user(&user_id, call).await.unwrap_err());
        assert_eq!((problem.code, problem.reason.as_ref()), (ErrorCode::Invalid, reason));
    }
    let call = service.client.update_profile(UpdateProfileRequest { profile: Some(analyst()) });
    let problem = Problem::from(as_user("me", call).await.unwrap_err());
    assert_eq!(problem.reason, "user_invalid");
    let call = service.client.get_profile(GetProfileRequest {});
    let answer = as_user(&user_id, call).await.unwrap();
    assert_eq!(answer.into_inner().profile, Some(Profile::default()));
    service.settle().await;
}

#[tokio::test]
async fn concurrent_saves_of_one_profile_all_succeed() {
    let service = Service::start().await;
    let user_id = somebody();
    let saves = (0..20).map(|_| {
        let mut client = service.client.clone();
        let (user_id, request) = (&user_id, UpdateProfileRequest { profile: Some(analyst()) });
        async move { as_user(user_id, client.update_profile(request)).await.map(|_| ()) }
    });
    for saved in futures::future::join_all(saves).await {
        saved.unwrap();
    }
    service.settle().await;
}
