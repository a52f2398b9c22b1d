//! Policies decide on every call for data: for whom, since when, and with or without the service that keeps them.

use std::time::Duration;

use crate::support::access::{Documents, OPEN, TIERED};
use crate::support::browser::{Answer, Browser};
use crate::support::catalog::FakeCatalog;
use crate::support::identity::{Behavior, user_id};
use crate::support::{ADMIN, COLLEAGUE, CUSTOMER, World};
use gateway::call::access::Access;
use kit::bus::{Bus, BusError};
use kit::clock::Clock;
use kit::config::Env;
use kit::testing::{self, eventually};
use proto::access::v1::{
    Action, Effect, Endpoint, Limits, OrganizationRoleChanged, Policy, PolicyChanged,
    PrincipalRole, UserRoleChanged,
};
use proto::catalog::v1::Asset;
use proto::codec::Text as _;
use serde_json::json;
use tokio::time::Instant;

const NETWORKS: &str = "/api/trpc/networks.list?input=%7B%7D";

fn reason(answer: &Answer) -> String {
    answer.json()["error"]["data"]["reason"].as_str().unwrap_or("none").to_owned()
}

/// A denial of everything at the networks.
fn denial() -> Policy {
    Policy {
        effect: Effect::Deny.into(),
        actions: Action::VALUES.iter().map(|(action, _)| (*action).into()).collect(),
        endpoints: vec![Endpoint::Networks.into()],
        ..Policy::default()
    }
}

/// The organization of a session of the fake identity service, which has number 1 for the customer.
fn organization(number: u8) -> String {
    user_id(number + 10)
}

async fn on_bus() -> (World, testing::TestBus) {
    let bus = testing::bus(&testing::app());
    let world = World::between(Env::default(), &FakeCatalog::default(), &bus).await;
    // Events that are published before the gateway hears them would be lost for it.
    eventually("events arrive", || async {
        let before = world.access.principals();
        let id = user_id(1);
        let epoch = world.access.grant(&id, &[]);
        if publish_user(&bus, &id, epoch).await.is_err() {
            return false;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        world.signed_in(CUSTOMER).get(NETWORKS).await;
        world.access.principals() > before
    })
    .await;
    (world, bus)
}

async fn publish_user(bus: &Bus, user_id: &str, epoch: i64) -> Result<(), BusError> {
    let event = UserRoleChanged { user_id: user_id.to_owned(), epoch, ..Default::default() };
    bus.publish(&event, kit::id::new()).await.map(drop)
}

#[test]
fn every_cached_procedure_has_a_rule_of_its_data() {
    for procedure in gateway::procedures::registry().all() {
        let is_administrators = matches!(procedure.access, Access::Role(_) | Access::Fresh(_));
        let has_rule = procedure.access.data_rule().is_some();
        assert!(
            procedure.made_of.is_empty() || has_rule || is_administrators,
            "{}: answers data that no policy decides on",
            procedure.name
        );
        assert!(has_rule <= !procedure.made_of.is_empty(), "{}: no data", procedure.name);
    }
}

#[tokio::test]
async fn the_open_set_gives_everybody_all_data_and_the_tiered_one_only_what_is_whole() {
    let world = World::start().await;
    world.access.grant(&organization(2), &["plan.premium_all_access"]);
    let callers = [
        ("anonymous", world.anonymous()),
        ("member", world.signed_in(CUSTOMER)),
        ("owner of another organization", world.signed_in(COLLEAGUE)),
        ("administrator", world.signed_in(ADMIN)),
        ("key", world.program(&world.access.have_key(1, |_| {}))),
    ];
    let registry = gateway::procedures::registry();
    let data: Vec<_> =
        registry.all().iter().filter(|one| one.access.data_rule().is_some()).collect();
    assert!(data.len() > 120, "{}", data.len());
    for procedure in &data {
        for (name, caller) in &callers {
            let answer = caller.get(&format!("/api/trpc/{}", procedure.name)).await;
            assert!(![401, 403, 503].contains(&answer.status), "{} {name}", procedure.name);
        }
    }
    let epoch = world.access.change(|documents| *documents = Documents::from_set(TIERED));
    for procedure in &data {
        let (domain, verb) = procedure.name.split_once('.').unwrap();
        // Their days and measures are restricted in all plans but the largest, and answers are longer than its rows.
        let is_part = ["timeseries", "loads", "restatements", "transactions", "datasets"];
        let is_part = is_part.contains(&domain) || procedure.name == "holders.cohorts";
        for (name, caller) in &callers {
            let caller = caller.clone().with("x-min-epoch", &epoch.to_string());
            let target = format!("/api/trpc/{}", procedure.name);
            let answer = caller.get(&target).await;
            let case = format!("{} {name}: {answer:?}", procedure.name);
            match verb {
                // Visitors export nothing.
                _ if *name == "anonymous" && domain == "datasets" => {
                    assert_eq!(reason(&answer), "access.denied", "{case}");
                }
                "get" | "list" | "meta" if !is_part => assert_ne!(answer.status, 403, "{case}"),
                // A part is answered, within the rows of the plan.
                _ => assert!(answer.status != 403 || reason(&answer) == "access.rows", "{case}"),
            }
        }
    }
    let file = world.anonymous().with("x-min-epoch", &epoch.to_string());
    let file = file.get("/api/download/networks.csv").await;
    assert_eq!((file.status, reason(&file).as_str()), (403, "access.denied"));
    let long = json!({"pagination": {"perPage": 101}});
    let long = world.get(&Browser::query("networks.list", &long)).await;
    assert_eq!((long.status, reason(&long).as_str()), (403, "access.rows"));
    let epoch = world.access.change(|documents| *documents = Documents::from_set(OPEN));
    let back = world.anonymous().with("x-min-epoch", &epoch.to_string());
    assert_eq!(back.get("/api/trpc/datasets.list").await.status, 200);
}

#[tokio::test]
async fn a_denied_call_says_nothing_of_the_policy_and_asks_no_service() {
    let world = World::start().await;
    let epoch = world.access.change(|documents| documents.add("no.networks", denial()));
    let [customer, administrator] = [1, 2].map(user_id);
    for user in [customer, administrator] {
        world.access.grant(&user, &["no.networks"]);
    }
    let epoch = (epoch + 2).to_string();
    let calls = world.catalog.call_count();
    let answer = world.signed_in(CUSTOMER).with("x-min-epoch", &epoch).get(NETWORKS).await;
    assert_eq!((answer.status, answer.code().as_str()), (403, "FORBIDDEN"));
    assert_eq!(reason(&answer), "access.denied");
    assert!(!answer.text().contains("no.networks") && !answer.text().contains("policy"));
    assert_eq!(world.catalog.call_count(), calls);
    // A role of administrators is no permission.
    assert_eq!(world.signed_in(ADMIN).with("x-min-epoch", &epoch).get(NETWORKS).await.status, 403);
    assert_eq!(world.get(NETWORKS).await.status, 200);
    let others = world.signed_in(CUSTOMER).get("/api/trpc/assets.list?input=%7B%7D").await;
    assert_eq!(others.status, 200);
    let file = world.signed_in(CUSTOMER).get("/api/download/networks.csv").await;
    assert_eq!(reason(&file), "access.denied");
}

#[tokio::test]
async fn an_event_takes_effect_within_a_second() {
    let (world, bus) = on_bus().await;
    world.access.change(|documents| documents.add("no.networks", denial()));
    bus.publish(&PolicyChanged::default(), kit::id::new()).await.unwrap();
    let customer = world.signed_in(CUSTOMER);
    for _ in 0..10 {
        for (roles, status) in [(&["no.networks"][..], 403), (&[], 200)] {
            let epoch = world.access.grant(&user_id(1), roles);
            let began = Instant::now();
            publish_user(&bus, &user_id(1), epoch).await.unwrap();
            eventually("the change counts", || async {
                customer.get(NETWORKS).await.status == status
            })
            .await;
            assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
        }
    }
    // The same for all members of an organization.
    let epoch = world.access.grant(&organization(1), &[]);
    let organization_id = organization(1);
    let event = OrganizationRoleChanged { organization_id, epoch, ..Default::default() };
    bus.publish(&event, kit::id::new()).await.unwrap();
    eventually("no plan, no data", || async { customer.get(NETWORKS).await.status == 403 }).await;
    // And for everybody who has a role whose policy changed.
    world.access.change(|documents| documents.policies.retain(|one| one.id != "plan.free"));
    world.access.change(|documents| documents.assignments.retain(|one| one.role_id != "plan.free"));
    bus.publish(&PolicyChanged::default(), kit::id::new()).await.unwrap();
    let colleague = world.signed_in(COLLEAGUE);
    eventually("the policy is gone", || async { colleague.get(NETWORKS).await.status == 403 })
        .await;
}

#[tokio::test]
async fn a_change_without_an_event_is_found() {
    let world = World::start().await;
    assert_eq!(world.signed_in(CUSTOMER).get(NETWORKS).await.status, 200);
    world.access.grant(&user_id(1), &["no.networks"]);
    world.access.change(|documents| documents.add("no.networks", denial()));
    let began = Instant::now();
    eventually("the epoch is compared", || async {
        world.signed_in(CUSTOMER).get(NETWORKS).await.status == 403
    })
    .await;
    assert!(began.elapsed() < Duration::from_secs(7), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_role_ends_at_its_moment() {
    let world = World::start().await;
    let ends = Clock::system().now_milliseconds() + 1_500;
    let role = |role_id: &str, starts_at, expires_at| PrincipalRole {
        role_id: role_id.to_owned(),
        starts_at,
        expires_at,
    };
    let roles =
        vec![role("plan.premium_all_access", None, Some(ends)), role("nothing", Some(ends), None)];
    let epoch = world.access.grant_for(&organization(1), roles).to_string();
    let customer = world.signed_in(CUSTOMER).with("x-min-epoch", &epoch);
    while customer.get(NETWORKS).await.status == 200 {
        assert!(Clock::system().now_milliseconds() < ends + 500);
    }
    assert!(Clock::system().now_milliseconds() >= ends);
    assert_eq!(reason(&customer.get(NETWORKS).await), "access.denied");
}

#[tokio::test]
async fn a_client_reads_its_own_change_and_waits_for_none_that_never_comes() {
    let world = World::start().await;
    let customer = world.signed_in(CUSTOMER);
    assert_eq!(customer.get(NETWORKS).await.status, 200);
    world.access.change(|documents| documents.add("no.networks", denial()));
    let epoch = world.access.grant(&user_id(1), &["no.networks"]);
    let since = |epoch: i64| customer.clone().with("x-min-epoch", &epoch.to_string());
    assert_eq!(since(epoch).get(NETWORKS).await.status, 403);
    assert_eq!(customer.get(NETWORKS).await.status, 403, "for all of their calls");
    let began = Instant::now();
    assert_eq!(since(epoch + 7).get(NETWORKS).await.status, 403);
    let waited = began.elapsed();
    assert!((Duration::from_millis(450)..Duration::from_secs(2)).contains(&waited), "{waited:?}");
    for nonsense in ["", "soon", "-1", "99999999999999999999"] {
        let answer = customer.clone().with("x-min-epoch", nonsense).get(NETWORKS).await;
        assert_eq!(answer.status, 403, "{nonsense}");
    }
}

#[tokio::test]
async fn without_the_service_known_callers_read_on_and_others_do_not() {
    let world = World::start().await;
    world.catalog.have(vec![Asset { slug: "coin".to_owned(), ..Asset::default() }]);
    assert_eq!(world.signed_in(CUSTOMER).get(NETWORKS).await.status, 200);
    world.access.be(Behavior::Away);
    let unknown = world.signed_in(COLLEAGUE).get(NETWORKS).await;
    assert_eq!((unknown.status, reason(&unknown).as_str()), (503, "access.unavailable"));
    assert!(unknown.header("retry-after").is_some());
    assert_eq!(world.signed_in(CUSTOMER).get(NETWORKS).await.status, 200);
    let file = world.signed_in(CUSTOMER).get("/api/download/assets.csv").await;
    assert_eq!(file.status, 200, "in the first minute");
    // Nothing of an account depends on policies.
    assert_eq!(world.signed_in(COLLEAGUE).get("/api/trpc/users.getProfile").await.status, 200);
    world.access.be(Behavior::Well);
    assert_eq!(world.signed_in(COLLEAGUE).get(NETWORKS).await.status, 200);
}

#[tokio::test]
async fn policies_that_are_not_valid_change_nothing() {
    let world = World::start().await;
    assert_eq!(world.get(NETWORKS).await.status, 200);
    let epoch = world.access.change(|documents| {
        documents.add("broken", Policy { limits: Some(Limits::default()), ..Policy::default() });
        documents.policies.retain(|one| one.id != "plan.anonymous");
        documents.assignments.retain(|one| one.role_id != "plan.anonymous");
    });
    let anonymous = world.anonymous().with("x-min-epoch", &epoch.to_string());
    assert_eq!(anonymous.get(NETWORKS).await.status, 200);
}
