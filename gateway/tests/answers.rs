//! Cached answers on a real broker: never stale, never another caller's, one call for many readers.

#![expect(clippy::disallowed_methods, reason = "a test's tasks end with the test")]

use std::net::Ipv4Addr;
use std::sync::Arc;

use crate::support::browser::Browser;
use crate::support::catalog::FakeCatalog;
use crate::support::identity::Behavior;
use crate::support::{ADMIN, COLLEAGUE, CUSTOMER, World};
use faultkit::proxy::Proxy;
use faultkit::servers::Server;
use futures::future::join_all;
use gateway::call::access::Access;
use gateway::call::cache::Reply;
use gateway::call::context::SharedContext;
use gateway::call::domain::Domain;
use gateway::call::registry::Registry;
use gateway::call::visitor::{Credential, Visitor};
use kit::bus::Bus;
use kit::config::Env;
use kit::testing::{self, TestBus, eventually};
use proto::catalog::v1::{Network, NetworkUpdated};
use proto::query::v1::GetMetaRequest;
use serde_json::{Value, json};

const FIRST: u64 = 1;

fn network(slug: &str) -> String {
    Browser::query("networks.get", &json!({ "slug": slug }))
}

/// The catalog has a new state, and answers from it.
pub fn change(catalog: &FakeCatalog, state: u64) {
    catalog.answer_record(&Network { id: state.cast_signed(), ..Network::default() });
    catalog.be_at(state, state);
}

pub async fn publish(bus: &Bus) {
    bus.publish(&NetworkUpdated::default(), kit::id::new()).await.unwrap();
}

/// The state that an answer is of.
async fn read(world: &World, slug: &str) -> u64 {
    let answer = world.get(&network(slug)).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["result"]["data"]["id"].as_u64().unwrap()
}

pub async fn knows(world: &World, state: u64) {
    eventually("the present state is known", || async {
        let known = world.state.pipeline.cache().generation(Domain::Catalog);
        known.is_some_and(|known| *known == *state.to_string())
    })
    .await;
}

async fn keeps(world: &World) {
    eventually("answers are kept", || async {
        read(world, "kept").await;
        let calls = world.catalog.calls_of("GetRecord");
        read(world, "kept").await;
        world.catalog.calls_of("GetRecord") == calls
    })
    .await;
}

pub async fn keeping(bus: &Bus) -> World {
    // Before the gateway asks for it the first time: without news it asks once.
    let catalog = FakeCatalog::default();
    change(&catalog, FIRST);
    let world = World::between(Env::default(), &catalog, bus).await;
    knows(&world, FIRST).await;
    keeps(&world).await;
    world
}

#[tokio::test]
async fn news_end_what_was_kept_at_every_gateway() {
    let bus = testing::bus(&testing::app());
    let (here, there) = (keeping(&bus).await, keeping(&bus).await);
    for state in 2..5 {
        change(&here.catalog, state);
        change(&there.catalog, state);
        publish(&bus).await;
        for world in [&here, &there] {
            knows(world, state).await;
            assert_eq!(read(world, "kept").await, state);
            keeps(world).await;
        }
    }
}

#[tokio::test]
async fn answers_of_a_stale_replica_are_not_cached() {
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    world.catalog.be_at(2, FIRST);
    publish(&bus).await;
    knows(&world, 2).await;
    for _ in 0..3 {
        let calls = world.catalog.calls_of("GetRecord");
        assert_eq!(read(&world, "kept").await, FIRST, "as the service says");
        assert_eq!(world.catalog.calls_of("GetRecord"), calls + 1);
    }
    change(&world.catalog, 2);
    assert_eq!(read(&world, "kept").await, 2, "at once");
}

#[tokio::test]
async fn calls_after_an_event_share_no_call_from_before_it() {
    let bus = testing::bus(&testing::app());
    let world = Arc::new(keeping(&bus).await);
    let closed = world.catalog.close().await;
    let calls = world.catalog.calls_of("GetRecord");
    let ask = || {
        let world = Arc::clone(&world);
        tokio::spawn(async move { world.get(&network("slow")).await })
    };
    let before = ask();
    eventually("it is called", || async { world.catalog.calls_of("GetRecord") == calls + 1 }).await;
    change(&world.catalog, 2);
    publish(&bus).await;
    knows(&world, 2).await;
    let after = ask();
    eventually("it is called again", || async { world.catalog.calls_of("GetRecord") == calls + 2 })
        .await;
    drop(closed);
    before.await.unwrap();
    assert_eq!(after.await.unwrap().json()["result"]["data"]["id"], 2);
    assert_eq!(read(&world, "slow").await, 2);
}

#[tokio::test]
async fn whoever_writes_reads_what_was_written() {
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    let admin = world.signed_in(ADMIN);
    let (save, remove) = (
        json!({"resource": "networks", "records": [{"slug": "kept"}]}),
        json!({"resource": "networks", "slug": "kept"}),
    );
    for (state, verb, input) in [(2, "save", &save), (3, "remove", &remove), (4, "save", &save)] {
        keeps(&world).await;
        change(&world.catalog, state);
        let target = format!("/api/trpc/catalog.{verb}");
        assert_eq!(admin.post(&target, input.to_string()).await.status, 200, "{verb}");
        assert_eq!(read(&world, "kept").await, state, "{verb}");
    }
}

#[tokio::test]
async fn without_the_bus_every_request_goes_to_its_service() {
    let mut broker = Server::nats().await;
    let bus = testing::bus_at(&testing::app(), &broker.url());
    let world = keeping(&bus).await;
    broker.kill().await;
    eventually("the loss is noticed", || async { !world.state.bus.is_connected() }).await;
    for state in 2..5 {
        change(&world.catalog, state);
        assert_eq!(read(&world, "kept").await, state, "no event came");
    }
    broker.start().await;
    knows(&world, 4).await;
    assert_eq!(read(&world, "kept").await, 4, "nothing old comes back with the bus");
    keeps(&world).await;
}

#[tokio::test]
async fn a_link_that_dies_in_silence_is_not_trusted_for_long() {
    let broker = Server::nats().await;
    let proxy = Proxy::start(&broker.address()).await;
    let app = testing::app();
    let direct = testing::bus_at(&app, &broker.url());
    let world = keeping(&direct.reconnect_at(&app, &broker.url_at(&proxy.address()))).await;
    proxy.go_dark();
    change(&world.catalog, 2);
    publish(&direct).await;
    eventually("the silence is noticed", || async { read(&world, "kept").await == 2 }).await;
    change(&world.catalog, 3);
    assert_eq!(read(&world, "kept").await, 3, "nothing is kept meanwhile");
    proxy.light_up();
    proxy.cut();
    knows(&world, 3).await;
    keeps(&world).await;
}

/// An input that is accepted.
fn input(procedure: &str) -> Value {
    let key = json!({"subject_kind": "asset", "subject_slug": "coin", "measure": "71"});
    match procedure {
        "timeseries.get" | "timeseries.latest" | "timeseries.seriesOrigins" => {
            json!({ "keys": [key] })
        }
        "timeseries.aggregate" | "timeseries.origins" => json!({"measure": "71"}),
        "timeseries.explain" => json!({ "key": key }),
        "holders.top" | "holders.cohorts" => json!({"token_slug": "coin"}),
        _ if procedure.rsplit('.').next() == Some("get") => json!({"slug": "coin"}),
        _ => json!({}),
    }
}

#[tokio::test]
async fn no_answer_crosses_entitlements_whatever_the_procedure() {
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    let registry = gateway::procedures::registry();
    let kept: Vec<_> = registry.all().iter().filter(|one| !one.made_of.is_empty()).collect();
    assert!(kept.len() > 120, "{}", kept.len());
    world.catalog.answer_empty_numbers();
    let callers = [world.anonymous(), world.signed_in(CUSTOMER), world.signed_in(ADMIN)];
    for procedure in kept {
        let target = Browser::query(procedure.name, &input(procedure.name));
        for caller in &callers {
            let calls = world.catalog.call_count();
            let answer = caller.get(&target).await;
            if !procedure.access.is_public() && matches!(answer.status, 401 | 403) {
                assert_eq!(world.catalog.call_count(), calls, "{}: asked", procedure.name);
                continue;
            }
            assert_eq!(answer.status, 200, "{}: {answer:?}", procedure.name);
            assert!(world.catalog.call_count() > calls, "{}: another's answer", procedure.name);
            eventually(&format!("{} is kept", procedure.name), || async {
                let calls = world.catalog.call_count();
                caller.get(&target).await;
                world.catalog.call_count() == calls
            })
            .await;
        }
    }
}

#[tokio::test]
async fn equal_requests_get_the_answer_of_their_caller() {
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    let mut registry = Registry::default();
    let entitlement = |context: SharedContext, (): ()| async move {
        let question = GetMetaRequest::default();
        context.upstream.catalog.clone().get_meta(question).await?;
        Ok(format!("{:?}", context.entitlement))
    };
    registry
        .query("test.entitlement", Access::Public)
        .cached(&[Domain::Catalog])
        .answer(entitlement);
    let procedure = registry.get("test.entitlement").unwrap();
    let ask = async |token: Option<&str>| {
        let session = token.map(|token| Credential::Session(token.to_owned()));
        let visitor = Visitor::new(session, Ipv4Addr::LOCALHOST.into());
        let no_input = std::future::ready(Ok(None));
        let place = visitor.answers.place();
        let reply = world.state.pipeline.call(procedure, &visitor, place, no_input).await;
        let output = match reply.unwrap() {
            Reply::Fresh(output) => output,
            Reply::Cached(answer) => answer.output(),
        };
        String::from_utf8(output.unwrap().to_vec()).unwrap()
    };
    for _ in 0..3 {
        let answers = [ask(None).await, ask(Some(CUSTOMER)).await, ask(Some(ADMIN)).await];
        for (answer, word) in answers.iter().zip(["Everybody", "Members", "Administrators"]) {
            assert!(answer.contains(word), "{answer}");
        }
    }
    eventually("users who are alike share an answer", || async {
        ask(Some(CUSTOMER)).await;
        let calls = world.catalog.calls_of("GetMeta");
        ask(Some(COLLEAGUE)).await;
        world.catalog.calls_of("GetMeta") == calls
    })
    .await;
}

#[tokio::test]
async fn a_hundred_equal_requests_cause_one_call() {
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    let mut burst = 0;
    // Where the machine stands still for a second, answers are not trusted: then another burst.
    eventually("a burst is one question", || {
        burst += 1;
        let (world, target) = (&world, network(&format!("burst-{burst}")));
        async move {
            let calls = world.catalog.calls_of("GetRecord");
            let closed = world.catalog.close().await;
            let all = (0..100).map(|_| world.get(&target));
            let (answers, ()) = tokio::join!(join_all(all), async {
                eventually("it is called", || async {
                    world.catalog.calls_of("GetRecord") > calls
                })
                .await;
                drop(closed);
            });
            // On a machine that has no time for them, some come too late for their deadline.
            answers.iter().all(|answer| answer.status == 200)
                && world.catalog.calls_of("GetRecord") == calls + 1
        }
    })
    .await;
}

#[tokio::test]
async fn a_caller_that_disconnects_does_not_cancel_a_shared_call() {
    let bus = testing::bus(&testing::app());
    let world = Arc::new(keeping(&bus).await);
    let mut turn = 0;
    eventually("the second is answered by the call of the first", || {
        turn += 1;
        let (world, slug) = (Arc::clone(&world), format!("left-{turn}"));
        async move {
            let calls = world.catalog.calls_of("GetRecord");
            let closed = world.catalog.close().await;
            let first = {
                let (world, slug) = (Arc::clone(&world), slug.clone());
                tokio::spawn(async move { read(&world, &slug).await })
            };
            eventually("it is called", || async { world.catalog.calls_of("GetRecord") > calls })
                .await;
            first.abort();
            assert!(first.await.is_err());
            let second = read(&world, &slug);
            let (second, ()) = tokio::join!(second, async {
                tokio::task::yield_now().await;
                drop(closed);
            });
            assert_eq!(second, FIRST);
            world.catalog.calls_of("GetRecord") == calls + 1
        }
    })
    .await;
}

#[tokio::test]
async fn a_failure_is_kept_for_nobody() {
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    for behavior in [Behavior::Broken, Behavior::Away] {
        world.catalog.be(behavior);
        let slug = format!("{behavior:?}");
        assert!(world.get(&network(&slug)).await.status >= 500, "{behavior:?}");
        assert_eq!(read(&world, "kept").await, FIRST, "what was known is answered on");
        world.catalog.be(Behavior::Well);
        assert_eq!(read(&world, &slug).await, FIRST);
    }
    let wrong = Browser::query("networks.get", &json!({"slug": 1}));
    for _ in 0..2 {
        assert_eq!(world.get(&wrong).await.status, 400);
    }
}

#[tokio::test]
async fn kept_answers_are_the_same_bytes() {
    let bus: TestBus = testing::bus(&testing::app());
    let keeping = keeping(&bus).await;
    let off = Env::default().with("ANSWER_CACHE_MIB", "0");
    let plain = World::between(off, &keeping.catalog, &bus).await;
    let long = Network { id: 1, name: "long ".repeat(1_000), ..Network::default() };
    keeping.catalog.answer_record(&long);
    let batch = |names: &str, inputs: &Value| {
        let inputs: String =
            url::form_urlencoded::byte_serialize(inputs.to_string().as_bytes()).collect();
        format!("/api/trpc/{names}?batch=1&input={inputs}")
    };
    let slug = json!({"slug": "long"});
    let targets = [
        network("long"),
        Browser::query("networks.meta", &json!({})),
        batch("networks.get", &json!({ "0": slug })),
        batch("networks.get,networks.meta,networks.get", &json!({ "0": slug, "2": slug })),
        batch("networks.get,nothing.here", &json!({ "0": slug })),
        batch("networks.get,networks.get", &json!({ "0": slug, "1": {"slug": 1} })),
        batch("networks.get,users.getProfile", &json!({ "0": slug })),
    ];
    for target in &targets {
        for coding in ["identity", "gzip", "zstd", "br", "gzip, zstd;q=0.5"] {
            let ask = async |world: &World| {
                let answer = world.anonymous().with("accept-encoding", coding).get(target).await;
                let mut headers = answer.headers.clone();
                headers.retain(|(name, _)| !name.eq_ignore_ascii_case("date"));
                headers.sort();
                (answer.status, headers, answer.body)
            };
            let expected = ask(&plain).await;
            for turn in 0..3 {
                assert_eq!(ask(&keeping).await, expected, "{target} {coding} {turn}");
            }
        }
    }
    let calls = keeping.catalog.calls_of("GetRecord");
    read_off(&plain).await;
    read_off(&plain).await;
    assert_eq!(keeping.catalog.calls_of("GetRecord"), calls + 2, "switched off, nothing is kept");
}

async fn read_off(world: &World) {
    assert_eq!(world.get(&network("off")).await.status, 200);
}
