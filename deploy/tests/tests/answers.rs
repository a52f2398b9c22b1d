//! Cached answers of gateways: services name their sources, and an event about one discards them.

use faultkit::processes::eventually;
use serde_json::{Value, json};
use stack::{Browser, Options, Stack};
use tempfile::TempDir;

const GATEWAYS: [&str; 2] = ["gateway-1", "gateway-2"];
const CLASSES: &str = "id,slug,name,key,description,is_screen_inferred\n\
                       28,stablecoins,Stablecoins,Stablecoin,Coins.,false\n";

async fn import(stack: &Stack, service: &str, options: &[&str], files: &[(&str, String)]) {
    let folder: TempDir = tempfile::tempdir().unwrap();
    let origin = json!({"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"});
    let mut manifest = json!({"files": {}});
    for (name, text) in files {
        manifest["files"][name] = origin.clone();
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    std::fs::write(folder.path().join("manifest.json"), manifest.to_string()).unwrap();
    let folder = folder.path().display().to_string();
    stack.operate(service, &[&["import"], options, &[folder.as_str()]].concat()).await;
}

async fn ask(browser: &Browser, procedure: &str, input: &Value) -> Value {
    let input: String =
        url::form_urlencoded::byte_serialize(input.to_string().as_bytes()).collect();
    let answer = browser.get(&format!("/api/trpc/{procedure}?input={input}")).await;
    answer.json["result"]["data"].clone()
}

async fn name(browser: &Browser) -> Value {
    ask(browser, "assets.get", &json!({"slug": "coin"})).await["name"].clone()
}

/// The name and the last value of the line.
async fn line(browser: &Browser) -> (Value, Value) {
    let key = json!({"subject_kind": "asset", "subject_slug": "coin", "measure": "71"});
    let line = ask(browser, "timeseries.get", &json!({ "keys": [key] })).await["lines"][0].clone();
    let last = line["values"].as_array().and_then(|values| values.last().cloned());
    (line["subject_name"].clone(), last.unwrap_or_default())
}

/// How many questions a gateway has answered from memory.
async fn hits(stack: &Stack, gateway: &str) -> f64 {
    let metrics = stack.operator(gateway).get("/metrics").await.text;
    let line = metrics.lines().find(|line| line.contains("gateway_answers_total{outcome=\"hit\"}"));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or_default()
}

#[tokio::test]
async fn a_change_reaches_every_gateway_and_is_cached_there() {
    let stack = Stack::start_with(Options { gateways: 2, ..Options::default() }).await;
    for turn in 1..=2 {
        let (called, value) = (format!("Coin {turn}"), f64::from(turn));
        let assets =
            format!("slug,name,asset_class_slug,status\ncoin,{called},stablecoins,active\n");
        let files = [("asset_classes.csv", CLASSES.to_owned()), ("assets.csv", assets)];
        import(&stack, "catalog-1", &[], &files).await;
        let numbers = format!(
            "subject_kind,subject_slug,measure,date,value\nasset,coin,71,2026-01-0{turn},{value}\n"
        );
        // The news of the asset may still be under way.
        import(&stack, "timeseries-1", &["--any-subject"], &[("long.csv", numbers)]).await;
        for gateway in GATEWAYS {
            let browser = Browser::at(&stack, gateway);
            eventually(&format!("{gateway} shows {called}"), async || {
                name(&browser).await == called.as_str()
                    && line(&browser).await == (json!(called), json!(value))
            })
            .await;
            for procedure in ["assets.get", "timeseries.get"] {
                eventually(&format!("{gateway} keeps answers of {procedure}"), async || {
                    let before = hits(&stack, gateway).await;
                    if procedure == "assets.get" {
                        assert_eq!(name(&browser).await, called.as_str());
                    } else {
                        line(&browser).await;
                    }
                    hits(&stack, gateway).await > before
                })
                .await;
            }
        }
    }
}
