//! Requests of pages and charts for the data of `series.sql`.

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::figures::Item;
use crate::lists::{ask, path, usual};
use crate::load::Target;
use crate::measure::{CONNECTIONS, Span, Work};
use crate::sql::Script;

/// Distinct requests, more than the answer cache holds.
const MANY: usize = 5_000;
/// Requests for single series.
const SOME: usize = 500;
/// Series with newest values on one page.
const LATEST: usize = 20;
const NETWORKS: usize = 40;
const CLASSES: usize = 8;
const MARKET_VALUE: u64 = 62;
/// Additive measures.
const MEASURES: [u64; 8] = [2, 8, 21, 40, 62, 63, 70, 71];
const FIRST_DAY: &str = "2022-01-01";
const LAST_DAY: &str = "2025-12-31";
const DAYS: usize = 1_461;
/// Clients of the database for CPU-bound work.
const WIDE_CLIENTS: usize = 2;
const NARROW_CLIENTS: usize = 16;

/// The data, and the scripts for the database.
pub struct Numbers<'a> {
    /// The address of the gateway.
    pub base: &'a str,
    pub assets: u64,
    /// The sum of all values of the first measure in charts.
    pub sum: f64,
    pub pgbench: &'a str,
    pub scripts: &'a str,
}

struct Kind {
    name: &'static str,
    paths: Vec<String>,
    script: Option<(&'static str, usize)>,
    is_quick: bool,
}

impl Numbers<'_> {
    /// All kinds of requests: from many clients, and the fast ones from a single client.
    pub async fn measure(&self, span: &Span) -> anyhow::Result<(Vec<Item>, Vec<Item>)> {
        self.check_sum().await?;
        let (mut crowded, mut alone) = (Vec::new(), Vec::new());
        for Kind { name, paths, script, is_quick } in self.kinds() {
            let product = Target::paths(self.base, &paths)?;
            let body = usual(&product).await.with_context(|| format!("asking {name}"))?;
            let file = script.map(|(file, _)| format!("{}/{file}.sql", self.scripts));
            let clients = script.map_or(NARROW_CLIENTS, |(_, clients)| clients);
            let sql = file.as_deref().map(|file| Script {
                pgbench: self.pgbench,
                file,
                clients,
                number: Some(("assets", self.assets)),
            });
            let work = Work { name, product: &product, body: &body, sql, connections: CONNECTIONS };
            crowded.push(work.measure(span).await?);
            if is_quick {
                let work = Work { sql: None, connections: 1, ..work };
                alone.push(work.measure(span).await?);
            }
        }
        Ok((crowded, alone))
    }

    fn kinds(&self) -> Vec<Kind> {
        let kind = |name, paths, script, is_quick| Kind { name, paths, script, is_quick };
        let whole = |by: &str| vec![aggregate(&json!({"group_by": by}), MARKET_VALUE, (0, DAYS))];
        let any = |by: &'static str| (0..MANY).map(move |at| aggregate_any(by, at)).collect();
        let wide = |file| Some((file, WIDE_CLIENTS));
        let narrow = |file| Some((file, NARROW_CLIENTS));
        let gets = (0..SOME).map(|at| self.get(at)).collect();
        let latest = (0..SOME).map(|at| self.latest(at)).collect();
        let pages = (0..SOME).map(transactions).collect();
        let parts = (0..MANY).map(part).collect();
        vec![
            kind("one series", gets, narrow("get"), true),
            kind("latest of twenty", latest, narrow("latest"), true),
            kind("transactions, a page", pages, narrow("transactions"), true),
            kind("by class", whole("asset_class"), wide("by_class"), true),
            kind("by class, any", any("asset_class"), None, false),
            kind("by class, any part", parts, wide("by_class"), true),
            kind("by network", whole("network"), wide("by_network"), false),
            kind("by network, any", any("network"), None, false),
        ]
    }

    fn key(&self, asset: usize) -> Value {
        let asset = asset % self.assets as usize;
        json!({
            "subject_kind": "asset",
            "subject_slug": format!("bench-asset-{asset}"),
            "measure": MARKET_VALUE.to_string(),
            "network_slug": format!("bench-network-{}", 7 * asset % NETWORKS),
        })
    }

    fn get(&self, at: usize) -> String {
        let question = json!({"keys": [self.key(at * 7919)], "from": FIRST_DAY, "to": LAST_DAY});
        path("timeseries.get", &question)
    }

    fn latest(&self, at: usize) -> String {
        let keys: Vec<Value> = (0..LATEST).map(|place| self.key(at * 7919 + place)).collect();
        path("timeseries.latest", &json!({"keys": keys}))
    }

    /// Refuses to measure a wrong answer.
    async fn check_sum(&self) -> anyhow::Result<()> {
        let path = aggregate(&json!({}), MARKET_VALUE, (0, DAYS));
        let answer = ask(self.base, &path).await?;
        let values = answer["total"]["values"].as_array().context("no values")?;
        let sum: f64 = values.iter().filter_map(Value::as_f64).sum();
        let is_same = (sum / self.sum - 1.0).abs() < 1e-9;
        ensure!(is_same, "the values add up to {sum}, in the database to {}", self.sum);
        Ok(())
    }
}

/// A day of the four years.
fn day(at: usize) -> String {
    let year = 2022 + at / 366;
    let within = at % 366;
    format!("{year}-{:02}-{:02}", 1 + within / 31, 1 + within % 28)
}

fn aggregate(rest: &Value, measure: u64, (from, to): (usize, usize)) -> String {
    let mut question = rest.clone();
    question["measure"] = json!(measure.to_string());
    if question["group_limit"].is_null() {
        question["group_limit"] = json!(NETWORKS);
    }
    question["from"] = json!(if from == 0 { FIRST_DAY.to_owned() } else { day(from) });
    question["to"] = json!(if to == DAYS { LAST_DAY.to_owned() } else { day(to) });
    path("timeseries.aggregate", &question)
}

/// Daily values of the classes, of other measures and ranges each, whose rows all plans of paying customers include.
pub fn daily_aggregates() -> Vec<String> {
    let of_classes = json!({"group_by": "asset_class", "group_limit": CLASSES});
    let aggregate = |at: usize| {
        let range = (at * 31 % 300, DAYS - 1 - at * 17 % 310);
        aggregate(&of_classes, MEASURES[at % MEASURES.len()], range)
    };
    (0..SOME).map(aggregate).collect()
}

/// Another measure and range, with most of the days.
fn aggregate_any(by: &str, at: usize) -> String {
    let measure = MEASURES[at % MEASURES.len()];
    let range = (at * 31 % 300, DAYS - 1 - at * 17 % 310);
    aggregate(&json!({"group_by": by}), measure, range)
}

/// Some assets on some networks, which no rollup contains.
fn part(at: usize) -> String {
    aggregate(
        &json!({"group_by": "asset_class", "filter": part_filter(at)}),
        MARKET_VALUE,
        (0, DAYS),
    )
}

/// A filter that excludes little, so that nearly all points are read.
fn part_filter(at: usize) -> Value {
    let not = |field: &str, value: String| json!({"operator": "notEquals", "field": field, "value": value});
    let network = not("network", format!("bench-network-{}", at % NETWORKS));
    let asset = not("asset", format!("bench-asset-{}", at / NETWORKS * CLASSES));
    json!({"operator": "and", "filters": [network, asset]})
}

/// The path of a file with a value per day of many assets.
pub fn file() -> String {
    let question = json!({
        "measure": MARKET_VALUE.to_string(),
        "filter": {"operator": "equals", "field": "asset_class", "value": "bench-class-1"},
        "group_by": "asset",
        "group_limit": 100,
        "from": FIRST_DAY,
        "to": LAST_DAY,
    });
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("query", &question.to_string());
    format!("/api/download/timeseries.aggregate.csv?{}", query.finish())
}

fn transactions(at: usize) -> String {
    let kinds = ["transfer", "mint", "burn"];
    let filter = match at % 2 {
        0 => json!({"operator": "and", "filters": []}),
        _ => json!({"operator": "equals", "field": "kind", "value": kinds[at / 2 % kinds.len()]}),
    };
    let pagination = json!({"page": 1 + at / 2 % 20, "perPage": 50});
    path("transactions.list", &json!({"filter": filter, "pagination": pagination}))
}
