//! The erasure of an account through all services, and a bus that sends all events once more.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use faultkit::processes::eventually;
use proto::events::{ANALYTICS, Event};
use proto::identity::v1::{
    OrganizationCreated, OrganizationPlanChanged, OrganizationRemoved, UserCreated, UserErased,
};
use proto::profiles::v1::{OnboardingCompleted, ProfileUpdated};
use serde_json::{Value, json};
use stack::{Browser, Options, Stack};

const PERSON: &str = "person@example.test";
/// The name of a product event of the person.
const TRACKED: &str = "profile_submit_success";
/// The last administrator of an installation cannot be erased.
const KEEPER: &str = "keeper@example.test";
const GRACE: Duration = Duration::from_secs(1);
/// Within this every service has followed, from the end of the grace on.
const FOLLOWED: Duration = Duration::from_mins(1);
/// The services that read the events of identity, with the subjects that they follow.
const READERS: [(&str, &[&str]); 3] = [
    ("profiles", &[UserCreated::SUBJECT, UserErased::SUBJECT]),
    ("catalog", &[UserErased::SUBJECT]),
    (
        "access",
        &[
            OrganizationCreated::SUBJECT,
            OrganizationPlanChanged::SUBJECT,
            OrganizationRemoved::SUBJECT,
            UserErased::SUBJECT,
        ],
    ),
];

fn length(event: &impl Event) -> usize {
    event.encoded_len()
}

/// The data of identity, profiles and the catalog about a user: the number of accounts, the occupation with whether it was
/// erased, the subjects of the events of the profile that say more than the id, and the number of changes of records.
async fn stored(stack: &Stack, id: &str) -> [String; 4] {
    let account = format!("SELECT count(*) FROM users WHERE id = '{id}'");
    let profile =
        format!("SELECT occupation, erased_at IS NOT NULL FROM profiles WHERE user_id = '{id}'");
    let id_alone = length(&OnboardingCompleted { user_id: id.to_owned() });
    let events = format!(
        "SELECT DISTINCT subject FROM outbox
         WHERE headers->>'ce-subject' = '{id}' AND octet_length(payload) > {id_alone}"
    );
    let changes = format!("SELECT count(*) FROM record_changes WHERE changed_by = '{id}'");
    [
        stack.postgres.ask("identity", &account).await,
        stack.postgres.ask("profiles", &profile).await,
        stack.postgres.ask("profiles", &events).await,
        stack.postgres.ask("catalog", &changes).await,
    ]
}

async fn ids(stack: &Stack, service: &str, statement: &str) -> BTreeSet<String> {
    stack.postgres.ask(service, statement).await.lines().map(str::to_owned).collect()
}

/// Whether a service has handled exactly the events of identity with these subjects.
async fn has_followed(stack: &Stack, service: &str, subjects: &[&str]) -> bool {
    let subjects = subjects.join("', '");
    let sent = format!("SELECT id FROM outbox WHERE subject IN ('{subjects}')");
    let sent = ids(stack, "identity", &sent).await;
    assert!(!sent.is_empty(), "identity sent no event that {service} follows");
    ids(stack, service, "SELECT event_id FROM inbox").await == sent
}

#[tokio::test]
async fn an_erased_person_is_gone_from_every_service_and_no_replay_brings_them_back() {
    let settings = vec![
        ("ADMIN_EMAILS", format!("{PERSON},{KEEPER}")),
        ("ERASURE_GRACE", GRACE.as_secs().to_string()),
    ];
    let mut stack = Stack::start_with(Options { settings, ..Options::default() }).await;
    Browser::at(&stack, "gateway-1").sign_in(KEEPER).await;
    let mut person = Browser::at(&stack, "gateway-1");
    person.sign_in(PERSON).await;
    let user = person.query("users.getProfile").await.json["result"]["data"].clone();
    let id = user["id"].as_str().unwrap();
    let profile = json!({"profile": {"occupation": "Analyst", "acquisitionChannel": "Podcast",
        "assetClassInterests": ["Stablecoins"], "shouldReceiveMarketing": true}});
    let saved = person.mutate("userSettings.updateProfile", &profile).await;
    assert_eq!(saved.status, 200, "{saved:?}");
    let issuer = json!({"slug": "acme", "name": "Acme", "source": "test", "licence": "CC0-1.0"});
    let edit = json!({"resource": "issuers", "records": [issuer]});
    let edited = person.mutate("catalog.save", &edit).await;
    assert_eq!(edited.status, 200, "{edited:?}");
    assert_eq!(stored(&stack, id).await, ["1", "2|f", ProfileUpdated::SUBJECT, "1"]);
    let tracked = json!({"name": TRACKED, "properties": {"pathname": "/settings/profile"}});
    assert_eq!(person.mutate("analytics.track", &tracked).await.status, 200);

    let requested = person.mutate("accountData.requestErasure", &Value::Null).await;
    assert_eq!(requested.status, 200, "{requested:?}");
    let gone = ["0", "0|t", "", "0"];
    let began = Instant::now();
    eventually("every service has erased the person", async || stored(&stack, id).await == gone)
        .await;
    assert!(began.elapsed() < GRACE + FOLLOWED, "{:?}", began.elapsed());
    eventually("the session has ended", async || {
        person.query("users.getProfile").await.status == 401
    })
    .await;

    // The bus loses its events and identity sends them again, to services that do not know which they have handled.
    for (service, subjects) in READERS {
        eventually("every event is handled", async || {
            has_followed(&stack, service, subjects).await
        })
        .await;
    }
    stack.nats.kill().await;
    // Product events outlast the erasure for days, under a pseudonym.
    assert!(stack.nats.has_stored(ANALYTICS.name, TRACKED));
    assert!(!stack.nats.has_stored(ANALYTICS.name, id));
    stack.nats.forget();
    for (service, _) in READERS {
        stack.postgres.ask(service, "DELETE FROM inbox").await;
        stack.postgres.ask(service, "DELETE FROM inbox_aggregates").await;
    }
    stack.nats.start().await;
    Browser::at(&stack, "gateway-1").sign_in("later@example.test").await;
    for (service, subjects) in READERS {
        eventually("every event is handled again", async || {
            has_followed(&stack, service, subjects).await
        })
        .await;
    }
    assert_eq!(stored(&stack, id).await, gone);
}
