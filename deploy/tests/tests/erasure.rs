//! The erasure of an account through all services, and a bus that sends all events once more.

use std::time::{Duration, Instant};

use faultkit::processes::eventually;
use serde_json::{Value, json};
use stack::{Browser, Options, Stack};

const PERSON: &str = "person@example.test";
/// The last administrator of an installation cannot be erased.
const KEEPER: &str = "keeper@example.test";
const GRACE: Duration = Duration::from_secs(1);
/// Within this every service has followed, from the end of the grace on.
const FOLLOWED: Duration = Duration::from_mins(1);
/// The services that read the events of identity.
const READERS: [&str; 2] = ["profiles", "catalog"];

/// What identity, profiles and the catalog store about a user: the number of accounts, the occupation with whether it was
/// erased, the number of events of the profile that say more than the id, and the number of changes of records.
async fn stored(stack: &Stack, id: &str) -> [String; 4] {
    let account = format!("SELECT count(*) FROM users WHERE id = '{id}'");
    let profile =
        format!("SELECT occupation, erased_at IS NOT NULL FROM profiles WHERE user_id = '{id}'");
    // The id alone takes 38 bytes.
    let events = format!(
        "SELECT count(*) FROM outbox
         WHERE headers->>'ce-subject' = '{id}' AND octet_length(payload) > 38"
    );
    let changes = format!("SELECT count(*) FROM record_changes WHERE changed_by = '{id}'");
    [
        stack.postgres.ask("identity", &account).await,
        stack.postgres.ask("profiles", &profile).await,
        stack.postgres.ask("profiles", &events).await,
        stack.postgres.ask("catalog", &changes).await,
    ]
}

/// How many events a service has handled.
async fn handled(stack: &Stack, service: &str) -> usize {
    stack.postgres.ask(service, "SELECT count(*) FROM inbox").await.parse().unwrap()
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
    assert_eq!(stored(&stack, id).await, ["1", "2|f", "1", "1"]);

    let requested = person.mutate("accountData.requestErasure", &Value::Null).await;
    assert_eq!(requested.status, 200, "{requested:?}");
    let gone = ["0", "0|t", "0", "0"];
    let began = Instant::now();
    eventually("every service has erased the person", async || stored(&stack, id).await == gone)
        .await;
    assert!(began.elapsed() < GRACE + FOLLOWED, "{:?}", began.elapsed());
    eventually("the session has ended", async || {
        person.query("users.getProfile").await.status == 401
    })
    .await;

    // The bus loses its events and identity sends them again, to services that do not know which they have handled.
    let mut before = Vec::new();
    for service in READERS {
        before.push(handled(&stack, service).await);
    }
    stack.nats.kill().await;
    stack.nats.forget();
    for service in READERS {
        stack.postgres.ask(service, "DELETE FROM inbox").await;
        stack.postgres.ask(service, "DELETE FROM inbox_aggregates").await;
    }
    stack.nats.start().await;
    Browser::at(&stack, "gateway-1").sign_in("later@example.test").await;
    for (service, before) in READERS.into_iter().zip(before) {
        assert!(before > 0, "{service} followed no event");
        eventually("the events are handled again", async || {
            handled(&stack, service).await >= before
        })
        .await;
    }
    assert_eq!(stored(&stack, id).await, gone);
}
