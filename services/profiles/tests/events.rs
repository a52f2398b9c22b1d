//! Events that the service publishes and consumes, on a real bus.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::support::{Service, analyst, somebody};
use kit::bus::Envelope;
use kit::inbox::Durable;
use kit::outbox;
use kit::testing::{as_user, eventually};
use proto::events::{self, Event, Keyed, PROFILES};
use proto::identity::v1::{UserCreated, UserErased};
use proto::profiles::v1::{
    AcquisitionChannel, ExportPersonRequest, OnboardingCompleted, Preferences, PreferencesUpdated,
    Profile, ProfileUpdated, UpdatePreferencesRequest, UpdateProfileRequest,
};

static IDENTITY: Durable = Durable::new("profiles__identity", &events::IDENTITY);

const PROFILE: [&str; 4] =
    ["occupation", "acquisition_channel", "asset_class_interests", "should_receive_marketing"];

async fn save(service: &mut Service, user_id: &str, profile: Profile) {
    let request = UpdateProfileRequest { profile: Some(profile) };
    as_user(user_id, service.client.update_profile(request)).await.unwrap();
}

#[tokio::test]
async fn publishes_each_save_with_the_names_of_the_changed_fields() {
    let mut service = Service::start().await;
    let user_id = somebody();
    save(&mut service, &user_id, analyst()).await;
    save(&mut service, &user_id, Profile { should_receive_marketing: false, ..analyst() }).await;
    let preferences = Some(Preferences { dark_mode: true });
    let request = UpdatePreferencesRequest { preferences };
    as_user(&user_id, service.client.update_preferences(request)).await.unwrap();
    kit::testing::outbox_sent(&service.test_db.db).await;

    let published: Vec<Envelope<ProfileUpdated>> = service.bus.events().await;
    let changed: Vec<_> = published.iter().map(|one| one.event.changed_fields.clone()).collect();
    assert_eq!(changed, [PROFILE.to_vec(), vec!["should_receive_marketing"]]);
    assert!(
        published
            .iter()
            .all(|envelope| envelope.aggregate_id == user_id && envelope.event.user_id == user_id)
    );
    let published: Vec<Envelope<PreferencesUpdated>> = service.bus.events().await;
    assert_eq!(published.len(), 1);
    assert_eq!(published[0].event.changed_fields, ["dark_mode"]);
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

/// The stored row, without its times.
async fn stored(service: &Service, user_id: &str) -> (i16, bool, bool, bool) {
    let mut conn = service.test_db.db.conn().await.unwrap();
    sqlx::query_as(
        "SELECT occupation, dark_mode, onboarded_at IS NOT NULL, erased_at IS NOT NULL
         FROM profiles WHERE user_id = $1::uuid",
    )
    .bind(user_id)
    .fetch_one(&mut *conn)
    .await
    .unwrap()
}

/// The subjects and payloads of the user's events in the outbox, in their order.
async fn kept(service: &Service, user_id: &str) -> Vec<(String, Vec<u8>)> {
    let mut conn = service.test_db.db.conn().await.unwrap();
    sqlx::query_as(
        "SELECT subject, payload FROM outbox
         WHERE subject LIKE 'evt.profiles.%' AND headers->>'ce-subject' = $1 ORDER BY seq",
    )
    .bind(user_id)
    .fetch_all(&mut *conn)
    .await
    .unwrap()
}

fn payload(event: &impl Event) -> Vec<u8> {
    event.encode_to_vec()
}

#[tokio::test]
async fn the_events_of_an_erased_user_say_nothing_but_the_id() {
    let mut service = Service::start().await;
    let (user_id, other) = (somebody(), somebody());
    for id in [&user_id, &other] {
        save(&mut service, id, analyst()).await;
        let preferences = Some(Preferences { dark_mode: true });
        let request = UpdatePreferencesRequest { preferences };
        as_user(id, service.client.update_preferences(request)).await.unwrap();
    }
    let before = kept(&service, &other).await;
    let sent = kept(&service, &user_id).await;
    let changed_fields = PROFILE.map(str::to_owned).to_vec();
    let saved = ProfileUpdated { user_id: user_id.clone(), changed_fields };
    assert!(sent.contains(&(ProfileUpdated::SUBJECT.to_owned(), payload(&saved))));
    // Each event that the service declares: another one must be erased, too.
    let declared = events::EVENTS.iter().filter(|(_, stream, _)| stream.name == PROFILES.name);
    let declared: BTreeSet<&str> = declared.map(|(subject, ..)| *subject).collect();
    assert_eq!(sent.iter().map(|(subject, _)| subject.as_str()).collect::<BTreeSet<_>>(), declared);
    publish(&service, &UserErased { user_id: user_id.clone(), erased_at: 0 }).await;
    eventually("the profile is empty", || async { stored(&service, &user_id).await.3 }).await;
    // The events stay, with no more than the completed onboarding has, which is the id.
    let id_alone = payload(&OnboardingCompleted { user_id: user_id.clone() });
    let erased: Vec<_> = sent.into_iter().map(|(subject, _)| (subject, id_alone.clone())).collect();
    assert_eq!(kept(&service, &user_id).await, erased);
    assert_eq!(kept(&service, &other).await, before, "others stay");
    service.settle().await;
}

#[tokio::test]
async fn an_erased_user_is_erased_within_a_minute_and_no_replay_brings_them_back() {
    let mut service = Service::start().await;
    let (user_id, other) = (somebody(), somebody());
    for id in [&user_id, &other] {
        save(&mut service, id, analyst()).await;
    }
    let created = UserCreated { user_id: user_id.clone(), ..UserCreated::default() };
    let erased = UserErased { user_id: user_id.clone(), erased_at: 0 };
    let began = Instant::now();
    publish(&service, &erased).await;
    eventually("the profile is empty", || async { stored(&service, &user_id).await.3 }).await;
    assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
    assert_eq!(stored(&service, &user_id).await, (0, false, false, true));

    // The events arrive again, the older one after the newer.
    publish(&service, &created).await;
    publish(&service, &erased).await;
    kit::testing::outbox_sent(&service.test_db.db).await;
    let unhandled = || async { service.bus.unhandled(&IDENTITY).await };
    eventually("all events are handled", || async { unhandled().await == Some(0) }).await;
    let request = UpdateProfileRequest { profile: Some(analyst()) };
    let late = as_user(&user_id, service.client.update_profile(request)).await.unwrap_err();
    assert_eq!(kit::error::Problem::from(late).reason, "user_erased");
    let preferences = Some(Preferences { dark_mode: true });
    let request = UpdatePreferencesRequest { preferences };
    as_user(&user_id, service.client.update_preferences(request)).await.unwrap_err();
    assert_eq!(stored(&service, &user_id).await, (0, false, false, true));
    assert_eq!(stored(&service, &other).await, (2, false, true, false), "others stay");
    service.settle().await;
}

#[tokio::test]
async fn an_export_has_every_column_of_the_profile() {
    let mut service = Service::start().await;
    let user_id = somebody();
    let export = as_user(&user_id, service.client.export_person(ExportPersonRequest {})).await;
    assert_eq!(export.unwrap().into_inner().sections[0].rows_json, "[]");
    save(&mut service, &user_id, analyst()).await;
    let export = as_user(&user_id, service.client.export_person(ExportPersonRequest {})).await;
    let section = export.unwrap().into_inner().sections.remove(0);
    let rows: serde_json::Value = serde_json::from_str(&section.rows_json).unwrap();
    assert_eq!(rows[0]["occupation"], "Analyst");
    assert_eq!(rows[0]["asset_class_interests"], serde_json::json!(["Stablecoins"]));
    assert!(rows[0]["onboarded_at"].is_string());

    let mut conn = service.test_db.db.conn().await.unwrap();
    let columns: Vec<String> = sqlx::query_scalar(
        "SELECT column_name::text FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = 'profiles'",
    )
    .fetch_all(&mut *conn)
    .await
    .unwrap();
    // The id is that of the account, and an erased row is not exported.
    let left_out = ["user_id", "erased_at"].map(str::to_owned);
    let expected: BTreeSet<String> =
        columns.into_iter().filter(|column| !left_out.contains(column)).collect();
    assert_eq!(section.columns.iter().cloned().collect::<BTreeSet<_>>(), expected);
    let exported: BTreeSet<String> = rows[0].as_object().unwrap().keys().cloned().collect();
    assert_eq!(exported, expected);
    drop(conn);
    service.settle().await;
}

/// As identity would: through an outbox.
async fn publish(service: &Service, event: &impl Keyed) {
    let mut tx = service.test_db.db.tx().await.unwrap();
    outbox::publish(&mut tx, event).await.unwrap();
    tx.commit().await.unwrap();
}
