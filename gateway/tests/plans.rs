//! Refused and narrowed answers name the plans that include the data, by the request and the policies alone.

use crate::support::access::{Documents, TIERED};
use crate::support::browser::{Answer, Browser};
use crate::support::catalog::FakeCatalog;
use crate::support::identity::user_id;
use crate::support::{CUSTOMER, World};
use proto::access::v1::{
    Action, ApiKeyScope, Condition, ConditionOperator, Dimension, Effect, Endpoint, Policy,
};
use proto::catalog::v1::{Asset, ClassPlace, GetClassificationResponse};
use proto::codec::Text as _;
use serde_json::{Value, json};

const EVERYTHING: [&str; 2] = ["TRIAL_ALL_ACCESS", "PREMIUM_ALL_ACCESS"];
const EVERY_PLAN: [&str; 9] = [
    "FREE",
    "TRIAL_PRIVATE_CREDIT",
    "TRIAL_US_TREASURIES",
    "TRIAL_STABLECOINS",
    "PREMIUM_PRIVATE_CREDIT",
    "PREMIUM_US_TREASURIES",
    "PREMIUM_STABLECOINS",
    "TRIAL_ALL_ACCESS",
    "PREMIUM_ALL_ACCESS",
];

/// A gateway before a catalog with two classes, one of which is a group with another one.
async fn world() -> World {
    let place = |slug: &str, group: &str, id| ClassPlace {
        asset_class_slug: slug.to_owned(),
        group_slug: Some(group.to_owned()),
        is_in_totals: true,
        asset_class_id: Some(id),
    };
    let classes = vec![
        place("treasury-products", "treasuries", 27),
        place("private-credit", "credit", 33),
        place("structured-credit", "credit", 42),
        place("commodities", "commodities", 31),
    ];
    let catalog = FakeCatalog::default();
    catalog.answer_with("GetClassification", &GetClassificationResponse { classes });
    World::of(catalog).await
}

/// The same with the set of policies that differ by plan, as changed.
async fn tiered(change: impl FnOnce(&mut Documents)) -> World {
    let world = world().await;
    let epoch = world.access.change(|documents| {
        *documents = Documents::from_set(TIERED);
        change(documents);
    });
    let browser = world.anonymous().with("x-min-epoch", &epoch.to_string());
    browser.get("/api/trpc/networks.meta").await;
    world
}

/// A member of an organization with these roles.
fn member(world: &World, roles: &[&str]) -> Browser {
    let epoch = world.access.grant(&user_id(11), roles);
    world.signed_in(CUSTOMER).with("x-min-epoch", &epoch.to_string())
}

fn names(plans: &Value) -> Vec<String> {
    let plans = plans.as_array().cloned().unwrap_or_default();
    plans.iter().map(|plan| plan.as_str().unwrap().to_owned()).collect()
}

/// The reason of a refusal, and the plans that it names.
fn refused(answer: &Answer) -> (String, Vec<String>) {
    let data = &answer.json()["error"]["data"];
    (data["reason"].as_str().unwrap_or("none").to_owned(), names(&data["plans"]))
}

fn class(field: &str, value: &str) -> Value {
    json!({"operator": "equals", "field": field, "value": value})
}

/// The plans that a narrowed answer names.
fn named(answer: &Answer) -> Vec<String> {
    names(&answer.json()["result"]["data"]["meta"]["access"]["plans"])
}

/// A call for the list of loads with a filter.
fn loads(filter: &Value) -> String {
    Browser::query("loads.list", &json!({"filter": filter}))
}

#[tokio::test]
async fn a_refusal_names_the_plans_with_all_of_the_data_on_every_wire() {
    let world = tiered(|_| {}).await;
    // A file has all of its data, or is refused.
    let file = "/api/download/datasets/5e0f/loads.csv.gz";
    for (caller, expected) in [
        (world.anonymous(), "access.denied"),
        (member(&world, &["plan.free"]), "access.scope"),
        (member(&world, &["plan.trial_us_treasuries"]), "access.scope"),
        (member(&world, &["plan.premium_us_treasuries"]), "access.scope"),
    ] {
        let answer = caller.get(file).await;
        let (reason, plans) = refused(&answer);
        assert_eq!((answer.status, reason.as_str()), (403, expected));
        assert_eq!(plans, EVERYTHING);
        let answer = caller.get("/api/trpc/loads.list?input=%7B%7D").await;
        assert_eq!((answer.status, named(&answer)), (200, EVERYTHING.map(str::to_owned).to_vec()));
    }
    let answer = world.get("/api/trpc/datasets.list").await;
    let (reason, plans) = refused(&answer);
    assert_eq!((reason.as_str(), plans), ("access.denied", EVERYTHING.map(str::to_owned).to_vec()));
    let key = world.access.have_key(1, |_| {});
    let answer = world.program(&key).get(file).await;
    assert_eq!(refused(&answer).1, EVERYTHING);
    let premium = member(&world, &["plan.premium_all_access"]);
    for target in ["/api/trpc/loads.list?input=%7B%7D", "/api/trpc/datasets.list", file] {
        assert_eq!(refused(&premium.get(target).await).1, Vec::<String>::new(), "{target}");
    }
}

#[tokio::test]
async fn a_plan_of_a_class_is_named_for_the_numbers_of_its_class_alone() {
    let world = tiered(|_| {}).await;
    let treasuries =
        ["TRIAL_US_TREASURIES", "PREMIUM_US_TREASURIES", "TRIAL_ALL_ACCESS", "PREMIUM_ALL_ACCESS"];
    let credit = [
        "TRIAL_PRIVATE_CREDIT",
        "PREMIUM_PRIVATE_CREDIT",
        "TRIAL_ALL_ACCESS",
        "PREMIUM_ALL_ACCESS",
    ];
    let either = json!({"operator": "in", "field": "asset_class", "value": ["treasury-products", "private-credit"]});
    for (filter, expected) in [
        (class("asset_class", "treasury-products"), &treasuries[..]),
        (class("class_group", "credit"), &credit[..]),
        (class("asset_class_slug", "commodities"), &EVERYTHING[..]),
        (class("asset_class", "unknown"), &EVERYTHING[..]),
        (class("slug", "treasury-products"), &EVERYTHING[..]),
        (either, &EVERYTHING[..]),
    ] {
        let answer = world.get(&loads(&filter)).await;
        assert_eq!(named(&answer), expected, "{filter}");
    }
    // Its own plan is not what withholds it.
    let trial = member(&world, &["plan.trial_us_treasuries"]);
    let own = trial.get(&loads(&class("asset_class", "treasury-products"))).await;
    assert_eq!((own.status, named(&own)), (200, Vec::new()));
}

#[tokio::test]
async fn refused_files_and_rows_name_the_plans_with_their_format_and_as_many_rows() {
    let world = tiered(|_| {}).await;
    world.catalog.have(vec![Asset { slug: "coin".to_owned(), ..Asset::default() }]);
    let (reason, plans) = refused(&world.get("/api/download/networks.csv").await);
    assert_eq!(
        (reason.as_str(), plans.as_slice()),
        ("access.denied", &EVERY_PLAN.map(str::to_owned)[..])
    );
    let free = member(&world, &["plan.free"]);
    let (reason, plans) = refused(&free.get("/api/download/networks.xlsx").await);
    assert_eq!((reason.as_str(), plans), ("access.format", vec!["PREMIUM_ALL_ACCESS".to_owned()]));
    let page = |rows: u32| json!({"pagination": {"perPage": rows}});
    let (reason, plans) = refused(&world.get(&Browser::query("networks.list", &page(101))).await);
    assert_eq!(
        (reason.as_str(), plans.as_slice()),
        ("access.rows", &EVERY_PLAN.map(str::to_owned)[..])
    );
}

#[tokio::test]
async fn a_narrowed_answer_names_the_plans_with_the_rest() {
    let only_commodities = Condition {
        dimension: Dimension::AssetClass.into(),
        operator: ConditionOperator::In.into(),
        ids: vec![31],
    };
    let world = tiered(|documents| {
        for policy in &mut documents.policies {
            if policy.id.ends_with(".records") {
                policy.endpoints = vec![Endpoint::Assets.into()];
                policy.r#where = vec![only_commodities.clone()];
            }
        }
    })
    .await;
    world.catalog.have(vec![Asset { slug: "gold".to_owned(), ..Asset::default() }]);
    world.catalog.answer_record(&json!({"slug": "gold"}));
    for caller in [world.anonymous(), member(&world, &["plan.trial_us_treasuries"])] {
        let target = Browser::query("assets.list", &json!({}));
        let answer = caller.get(&target).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let access = answer.json()["result"]["data"]["meta"]["access"].clone();
        assert_eq!(names(&access["plans"]), EVERYTHING, "{access}");
        // The same whether or not there is such a record.
        let known = caller.get(&Browser::query("assets.get", &json!({"slug": "gold"}))).await;
        assert_eq!(names(&known.json()["result"]["data"]["meta"]["access"]["plans"]), EVERYTHING);
    }
    let whole = member(&world, &["plan.premium_all_access"]);
    let answer = whole.get(&Browser::query("assets.list", &json!({}))).await;
    assert_eq!(answer.json()["result"]["data"]["meta"], Value::Null);
}

#[tokio::test]
async fn no_plan_is_named_where_it_is_not_the_plan_that_withholds() {
    let world = tiered(|_| {}).await;
    let denial = Policy {
        effect: Effect::Deny.into(),
        actions: Action::VALUES.iter().map(|(action, _)| (*action).into()).collect(),
        endpoints: vec![Endpoint::Networks.into(), Endpoint::AssetTimeseries.into()],
        ..Policy::default()
    };
    world.access.change(|documents| documents.add("no.networks", denial.clone()));
    let denied = member(&world, &["plan.free", "no.networks"]);
    for target in
        ["/api/trpc/networks.list?input=%7B%7D", "/api/trpc/restatements.list?input=%7B%7D"]
    {
        let (reason, plans) = refused(&denied.get(target).await);
        assert_eq!((reason.as_str(), plans.len()), ("access.denied", 0), "{target}");
    }
    // All plans of the open set have the same data.
    let open = self::world().await;
    open.access.change(|documents| documents.add("no.networks", denial));
    let part = Policy {
        effect: Effect::Allow.into(),
        actions: vec![Action::List.into()],
        endpoints: vec![Endpoint::Assets.into()],
        r#where: vec![Condition {
            dimension: Dimension::AssetClass.into(),
            operator: ConditionOperator::In.into(),
            ids: vec![27],
        }],
        ..Policy::default()
    };
    open.access.change(|documents| documents.add("part", part));
    for roles in [&["no.networks"][..], &["plan.free", "no.networks"], &[]] {
        let (reason, plans) =
            refused(&member(&open, roles).get("/api/trpc/networks.list?input=%7B%7D").await);
        assert_eq!((reason.as_str(), plans.len()), ("access.denied", 0), "{roles:?}");
    }
    let answer = member(&open, &["part"]).get("/api/trpc/assets.list?input=%7B%7D").await;
    let meta = &answer.json()["result"]["data"]["meta"]["access"];
    assert_eq!((&meta["narrowed"][0], &meta["plans"]), (&json!("asset_class"), &Value::Null));
    // A key is for less than its owner has, with any plan.
    for world in [world, open] {
        let key = world.access.have_key(1, |key| {
            key.scopes = vec![ApiKeyScope {
                actions: vec![Action::List.into()],
                endpoints: vec![Endpoint::Assets.into()],
                ..ApiKeyScope::default()
            }];
        });
        let answer = world.program(&key).get("/api/trpc/restatements.list?input=%7B%7D").await;
        assert_eq!(refused(&answer), ("access.denied".to_owned(), Vec::new()));
    }
}
