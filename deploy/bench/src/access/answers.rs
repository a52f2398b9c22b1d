//! The throughput of lists and daily aggregates for callers of different plans, in one state of the stack.

use anyhow::Context;
use serde_json::{Value, json};
use stack::Browser;

use super::accounts::{Administrator, Key, session_header, sign_in};
use super::{AccessStack, Plan, State};
use crate::figures::{Item, median};
use crate::load::{self, Target};
use crate::measure::{CONNECTIONS, Work};
use crate::trust::MeasuredStack;
use crate::{lists, series};

/// A list for a member on the free plan, who has all records in both sets.
pub const LIST: &str = "assets.list";
/// A list for a program whose key is for some classes.
pub const LIST_OF_CLASSES: &str = "assets.list, some classes";
/// Daily values for a member on the largest plan.
pub const AGGREGATE: &str = "daily aggregate";
/// Daily values for a program whose key is for some classes.
pub const AGGREGATE_OF_CLASSES: &str = "daily aggregate, some classes";

/// The figures of one start of a state.
pub struct Throughput {
    pub state: State,
    /// Seconds of processors for an answer of `users.getProfile`.
    pub profile: f64,
    pub items: Vec<Item>,
    /// The names of the measurements whose caller is refused, with the status.
    pub refused: Vec<(&'static str, u16)>,
}

impl Throughput {
    pub async fn measure(
        stack: &AccessStack,
        state: State,
        plan: &Plan<'_>,
    ) -> anyhow::Result<Self> {
        let measured = MeasuredStack::read(plan.description).await?;
        let mut profiles = Vec::with_capacity(plan.span.rounds);
        for _ in 0..plan.span.rounds {
            profiles.push(measured.work(&plan.span).await?.seconds);
        }
        let mut throughput = Self {
            state,
            profile: median(profiles.into_iter()),
            items: Vec::new(),
            refused: Vec::new(),
        };
        for (name, target) in targets(stack, state).await? {
            match load::status(&target).await? {
                200 => {
                    let body = lists::usual(&target).await.with_context(|| name.to_owned())?;
                    let (product, body) = (&target, body.as_slice());
                    let connections = CONNECTIONS;
                    let work = Work { name, product, body, sql: None, connections };
                    throughput.items.push(work.measure(&plan.span).await?);
                }
                status => throughput.refused.push((name, status)),
            }
        }
        Ok(throughput)
    }
}

/// The requests of each caller, by the name of the measurement.
async fn targets(stack: &AccessStack, state: State) -> anyhow::Result<Vec<(&'static str, Target)>> {
    let member = sign_in(stack, "bench-member@example.test").await;
    let subscriber = sign_in(stack, "bench-subscriber@example.test").await;
    let base = &stack.base;
    let (list, daily) = (lists::questions(base).await?, series::daily_aggregates());
    let whole = |paths: &[String], person: &Browser| {
        Target::with_header(base, paths, &session_header(person))
    };
    let mut targets =
        vec![(LIST, whole(&list, &member)?), (AGGREGATE, whole(&daily, &subscriber)?)];
    // There may be no keys in earlier programs.
    if state != State::Earlier {
        let administrator = Administrator::sign_in(stack).await;
        administrator.set_plan(&subscriber, "PREMIUM_ALL_ACCESS").await?;
        let key = Key::create(&subscriber, &some_classes(base).await?).await?;
        let part = |paths: &[String]| Target::with_header(base, paths, &key.header);
        // Without filters, which would name classes that the key is not for.
        let pages: Vec<String> = (1..=40).map(page).collect();
        targets.push((LIST_OF_CLASSES, part(&pages)?));
        targets.push((AGGREGATE_OF_CLASSES, part(&daily)?));
    }
    Ok(targets)
}

fn page(number: usize) -> String {
    let orders = ["name", "updated_at", "management_fee_bps", "inception_on"];
    let sort = json!({"field": orders[number % orders.len()], "direction": "desc"});
    let pagination = json!({"page": 1 + number / orders.len(), "perPage": 50});
    lists::path("assets.list", &json!({"sort": sort, "pagination": pagination}))
}

/// Half of the classes of the numbers over time, in all actions.
async fn some_classes(base: &str) -> anyhow::Result<Value> {
    let sort = json!({"field": "id", "direction": "asc"});
    let classes =
        lists::ask(base, &lists::path("assetClasses.list", &json!({"sort": sort}))).await?;
    let classes = classes["results"].as_array().context("no classes")?;
    let mut ids: Vec<i64> = classes.iter().filter_map(|class| class["id"].as_i64()).collect();
    ids.sort_unstable();
    ids.truncate(4);
    Ok(json!([{
        "actions": ["list", "read", "timeseries", "aggregate"],
        "endpoints": ["assets", "asset_timeseries"],
        "where": [{"dimension": "asset_class", "operator": "in", "ids": ids}],
    }]))
}
