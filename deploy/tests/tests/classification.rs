//! An asset that is given another class from a day on, through all services.

use faultkit::processes::eventually;
use serde_json::json;
use stack::{Browser, Options, Stack};

use crate::catalog::folder;

const CLASSIFIED: [(&str, &str); 5] = [
    (
        "manifest.json",
        r#"{"files": {
    "asset_classes.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "taxonomies.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "taxonomy_entries.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "assets.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"}
}}"#,
    ),
    (
        "asset_classes.csv",
        "id,slug,name,key,description,is_screen_inferred\n\
         37,commodities,Commodities,Commodities,Goods.,false\n40,public-equity,Stocks,Stocks,Shares.,false\n",
    ),
    ("taxonomies.csv", "slug,name,description,is_current\npages,Pages,By page.,true\n"),
    (
        "taxonomy_entries.csv",
        "slug,name,taxonomy_slug,asset_class_slug,group_slug,group_name,position,is_in_totals\n\
         pages-commodities,Commodities,pages,commodities,commodities,Commodities,10,true\n\
         pages-stocks,Stocks,pages,public-equity,stocks,Stocks,20,true\n",
    ),
    ("assets.csv", "slug,name,asset_class_slug,status\nbar,Bar,commodities,active\n"),
];

const VALUES: [(&str, &str); 2] = [
    (
        "manifest.json",
        r#"{"files": {"values.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-06", "frequency": "daily"}}}"#,
    ),
    (
        "values.csv",
        "subject_kind,subject_slug,measure,date,value,known_at\n\
         asset,bar,bridged_token_value_dollar,2026-01-05,30,2026-01-06T00:00:00Z\n\
         asset,bar,bridged_token_value_dollar,2026-02-05,40,2026-02-06T00:00:00Z\n",
    ),
];

/// The value of a class group on a day, as it was known at the end of another.
async fn value_of(browser: &Browser, group: &str, day: &str, as_of: Option<&str>) -> Option<f64> {
    let filter = json!({"operator": "equals", "field": "class_group", "value": group});
    let measure = "bridged_token_value_dollar";
    let input =
        json!({"measure": measure, "from": day, "to": day, "filter": filter, "as_of": as_of});
    let input: String =
        url::form_urlencoded::byte_serialize(input.to_string().as_bytes()).collect();
    let answer = browser.query(&format!("timeseries.aggregate?input={input}")).await;
    answer.json["result"]["data"]["total"]["values"][0].as_f64()
}

#[tokio::test]
async fn an_asset_counts_in_each_class_on_its_days_and_in_the_one_that_was_known() {
    let stack = Stack::start_with(Options::default()).await;
    let browser = Browser::at(&stack, "gateway-1");
    let files = folder(&CLASSIFIED);
    stack.operate("catalog-1", &["import", &files.path().display().to_string()]).await;
    let values = folder(&VALUES);
    stack.operate("timeseries-1", &["import", &values.path().display().to_string()]).await;
    let (january, february) = ("2026-01-05", "2026-02-05");
    let counts = async |group: &str, day: &str, as_of: Option<&str>, value: Option<f64>| {
        eventually(&format!("{group} has {value:?} on {day} as of {as_of:?}"), async || {
            value_of(&browser, group, day, as_of).await == value
        })
        .await;
    };
    for (day, value) in [(january, Some(30.0)), (february, Some(40.0))] {
        counts("commodities", day, None, value).await;
        counts("stocks", day, None, None).await;
    }

    let assets = "slug,name,asset_class_slug,classified_on,status\nbar,Bar,public-equity,2026-02-01,active\n";
    let manifest = r#"{"files": {"assets.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-02-02"}}}"#;
    let changed = folder(&[("manifest.json", manifest), ("assets.csv", assets)]);
    stack.operate("catalog-1", &["import", &changed.path().display().to_string()]).await;
    counts("stocks", february, None, Some(40.0)).await;
    counts("commodities", february, None, None).await;
    counts("commodities", january, None, Some(30.0)).await;
    counts("stocks", january, None, None).await;
    // The change counts from February on, but was not known before it was entered.
    counts("commodities", february, Some("2026-03-01"), Some(40.0)).await;
    counts("stocks", february, Some("2026-03-01"), None).await;
}
