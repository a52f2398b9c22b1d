//! Events that the service publishes and consumes, on a real bus.

use crate::support::{Service, analyst, somebody};
use kit::bus::Envelope;
use kit::outbox;
use kit::testing::{as_user, eventually};
use proto::identity::v1::UserCreated;
use proto::profiles::v1::{
    AcquisitionChannel, OnboardingCompleted, Preferences, PreferencesUpdated, Profile,
    ProfileUpdated, UpdatePreferencesRequest, UpdateProfileRequest,
};

async fn save(service: &mut Service, user_id: &str, profile: Profile) {
    let request = UpdateProfileRequest { profile: Some(profile) };
    as_user(user_id, service.client.update_profile(request)).await.unwrap();
}

#[tokio::test]
async fn publishes_each_save_with_its_new_state() {
    let mut service = Service::start().await;
    let user_id = somebody();
    save(&mut service, &user_id, analyst()).await;
    save(&mut service, &user_id, Profile { should_receive_marketing: false, ..analyst() }).await;
    let preferences = Some(Preferences { dark_mode: true });
    let request = UpdatePreferencesRequest { preferences };
    as_user(&user_id, service.client.update_preferences(request)).await.unwrap();
    kit::testing::outbox_sent(&service.test_db.db).await;

    let published: Vec<Envelope<ProfileUpdated>> = service.bus.events().await;
    let marketing: Vec<_> = published
        .iter()
        .filter_map(|envelope| Some(envelope.event.profile.as_ref()?.should_receive_marketing))
        .collect();
    assert_eq!(marketing, [true, false]);
    assert!(
        published
            .iter()
            .all(|envelope| envelope.aggregate_id == user_id && envelope.event.user_id == user_id)
    );
    let published: Vec<Envelope<PreferencesUpdated>> = service.bus.events().await;
    assert_eq!(published.len(), 1);
    assert_eq!(published[0].event.preferences, preferences);
    service.settle().await;
}

#[tokio::test]
async fn publishes_once_that_the_onboarding_is_completed() {
    let mut service = Service::start().await;
    let user_id = somebody();
    let half = Profile { acquisition_channel: AcquisitionChannel::Unspecified.into(), ..analyst() };
    save(&mut service, &user_id, half.clone()).await;
    kit::testing::outbox_sent(&service.test_db.db).await;
    assert!(service.bus.events::<OnboardingCompleted>().await.is_empty());
    for profile in [analyst(), half, analyst()] {
        save(&mut service, &user_id, profile).await;
    }
    kit::testing::outbox_sent(&service.test_db.db).await;
    let published = service.bus.events::<OnboardingCompleted>().await;
    assert_eq!(published.len(), 1);
    assert_eq!(published[0].event.user_id, user_id);
    service.settle().await;
}

#[tokio::test]
async fn a_new_user_gets_an_empty_profile_once() {
    let mut service = Service::start().await;
    let (early, late) = (somebody(), somebody());
    save(&mut service, &early, analyst()).await;
    for user_id in [&early, &late, &late] {
        let event = UserCreated { user_id: user_id.clone(), ..UserCreated::default() };
        publish(&service, &event).await;
    }
    let rows = || async {
        let mut conn = service.test_db.db.conn().await.unwrap();
        let rows: Vec<(String, i16)> =
            sqlx::query_as("SELECT user_id::text, occupation FROM profiles ORDER BY occupation")
                .fetch_all(&mut *conn)
                .await
                .unwrap();
        rows
    };
    eventually("both users have a profile", || async { rows().await.len() == 2 }).await;
    let found = rows().await;
    assert_eq!(found[0], (late, 0));
    assert_eq!(found[1].0, early, "what was saved before stays");
    assert_eq!(found[1].1, 2);
    service.settle().await;
}

/// As identity would: through an outbox.
async fn publish(service: &Service, event: &UserCreated) {
    let mut tx = service.test_db.db.tx().await.unwrap();
    outbox::publish(&mut tx, event).await.unwrap();
    tx.commit().await.unwrap();
}
