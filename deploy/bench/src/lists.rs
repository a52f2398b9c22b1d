//! Lists of the catalog: many questions, each with another filter, order and page.

use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::load::{self, Target};

/// The number of queries in rotation.
const QUESTIONS: usize = 500;
/// Rows of a page.
const ROWS: u32 = 50;
const ORDERS: [(&str, &str); 8] = [
    ("name", "asc"),
    ("name", "desc"),
    ("token_count", "desc"),
    ("updated_at", "desc"),
    ("management_fee_bps", "desc"),
    ("asset_class_name", "asc"),
    ("issuer_name", "asc"),
    ("inception_on", "desc"),
];
/// Clients of the database, as many as answer most there.
pub const CLIENTS: usize = 16;
/// The number of answers whose size is measured.
const TRIED: usize = 100;

/// The questions, as paths.
pub async fn questions(base: &str) -> anyhow::Result<Vec<String>> {
    let classes = values(base, "assets", "asset_class_slug").await?;
    let networks = values(base, "assets", "network_slugs").await?;
    let issuers = values(base, "assets", "issuer_name").await?;
    ensure!(!classes.is_empty() && !networks.is_empty(), "there is nothing to ask for");
    let pick = |from: &[String], at: usize| from[at % from.len()].clone();
    let is = |operator: &str, field: &str, value: Value| json!({"operator": operator, "field": field, "value": value});
    let question = |at: usize| {
        let class = is("equals", "asset_class_slug", json!(pick(&classes, at / 6)));
        let network = is("equals", "network_slugs", json!(pick(&networks, at / 6)));
        let active = is("equals", "status", json!("active"));
        let filter = match at % 6 {
            0 => json!({"operator": "and", "filters": []}),
            1 => class,
            2 => is("in", "asset_class_slug", json!([pick(&classes, at), pick(&classes, at + 1)])),
            3 => json!({"operator": "and", "filters": [active, network]}),
            4 => json!({"operator": "or", "filters": [class, network]}),
            _ if issuers.is_empty() => active,
            _ => is("notEquals", "issuer_name", json!(pick(&issuers, at / 6))),
        };
        let (field, direction) = ORDERS[at % ORDERS.len()];
        json!({
            "filter": filter,
            "sort": {"field": field, "direction": direction},
            "pagination": {"page": 1 + at / 6 % 4, "perPage": ROWS},
        })
    };
    Ok((0..QUESTIONS).map(|at| path("assets.list", &question(at))).collect())
}

/// Waits until the lists hold this many assets.
pub async fn await_assets(base: &str, count: u64) -> anyhow::Result<()> {
    for _ in 0..600 {
        let answer = ask(base, &path("assets.list", &json!({}))).await?;
        if answer["pagination"]["resultCount"] == count {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    anyhow::bail!("the lists never held {count} assets")
}

/// The bytes of the answer that is nearest to the mean.
pub async fn usual(target: &Target) -> anyhow::Result<Vec<u8>> {
    let questions = target.singly();
    let mut bodies = Vec::with_capacity(questions.len());
    for question in questions.iter().step_by(questions.len().div_ceil(TRIED)) {
        bodies.push(load::once(question).await?);
    }
    let mean = bodies.iter().map(Vec::len).sum::<usize>() / bodies.len().max(1);
    bodies.into_iter().min_by_key(|body| body.len().abs_diff(mean)).context("no question was asked")
}

async fn values(base: &str, domain: &str, field: &str) -> anyhow::Result<Vec<String>> {
    // Of lists the values that can be chosen, of all else those that records have.
    if field == "network_slugs" {
        let meta = ask(base, &format!("/api/trpc/{domain}.meta")).await?;
        let fields = meta["fields"].as_array().context("no fields")?;
        let field_meta =
            fields.iter().find(|known| known["name"] == field).context("no such field")?;
        return Ok(texts(&field_meta["validValues"], "value"));
    }
    let question = json!({"aggregate": {"groupBy": field, "groupLimit": 40}});
    let groups = ask(base, &path(&format!("{domain}.aggregate"), &question)).await?;
    Ok(texts(&groups["results"], "group"))
}

fn texts(rows: &Value, name: &str) -> Vec<String> {
    let rows = rows.as_array().map(Vec::as_slice).unwrap_or_default();
    rows.iter().filter_map(|row| row[name].as_str().map(str::to_owned)).collect()
}

/// The data of an answer.
pub async fn ask(base: &str, path: &str) -> anyhow::Result<Value> {
    let body = load::once(&Target::new(base, path, &[String::new()])?).await?;
    let mut answer: Value = serde_json::from_slice(&body)?;
    Ok(answer["result"]["data"].take())
}

pub fn path(procedure: &str, input: &Value) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("input", &input.to_string());
    format!("/api/trpc/{procedure}?{}", query.finish())
}
