//! Services learn the reader and the purpose of each answer, as licences depend on them.

use std::collections::BTreeSet;

use crate::support::browser::Browser;
use crate::support::{ADMIN, CUSTOMER, World};
use serde_json::json;

/// The calls that read values, by procedure; and those of the file of the same name.
const SCREENS: [(&str, &str, &str); 7] = [
    ("timeseries.get", r#"{"keys": []}"#, "GetSeriesText"),
    ("timeseries.seriesOrigins", r#"{"keys": []}"#, "GetSeriesOrigins"),
    ("timeseries.latest", r#"{"keys": []}"#, "GetLatestText"),
    ("timeseries.explain", "{}", "GetExplanation"),
    ("restatements.list", "{}", "ListRestatements"),
    ("holders.top", r#"{"token_slug": "coin"}"#, "GetTopHolders"),
    ("holders.cohorts", r#"{"token_slug": "coin"}"#, "GetHolderCohorts"),
];
const FILES: [(&str, &str, &str); 4] = [
    ("timeseries.get", r#"{"keys": []}"#, "GetSeries"),
    ("restatements", "{}", "ListRestatements"),
    ("holders.top", r#"{"token_slug": "coin"}"#, "GetTopHolders"),
    ("holders.cohorts", r#"{"token_slug": "coin"}"#, "GetHolderCohorts"),
];

fn one(words: &str) -> BTreeSet<String> {
    BTreeSet::from([words.to_owned()])
}

#[tokio::test]
async fn every_call_says_who_reads_and_whether_in_a_file() {
    for (audience, token) in
        [("everybody", None), ("members", Some(CUSTOMER)), ("administrators", Some(ADMIN))]
    {
        let world = World::start().await;
        let browser = token.map_or_else(|| world.anonymous(), |token| world.signed_in(token));
        for (procedure, input, call) in SCREENS {
            browser.get(&Browser::query(procedure, &serde_json::from_str(input).unwrap())).await;
            let expected = one(&format!("{audience}; screen"));
            assert_eq!(world.catalog.readers(call), expected, "{procedure}");
        }
        let world = World::start().await;
        let browser = token.map_or_else(|| world.anonymous(), |token| world.signed_in(token));
        for (file, query, call) in FILES {
            let query: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
            browser.get(&format!("/api/download/{file}.csv?query={query}")).await;
            let expected = one(&format!("{audience}; file"));
            assert_eq!(world.catalog.readers(call), expected, "{file}");
        }
    }
}

#[tokio::test]
async fn nobody_gets_the_cached_answer_of_somebody_who_may_see_more() {
    let world = World::start().await;
    let query = Browser::query("timeseries.get", &json!({"keys": []}));
    for _ in 0..2 {
        world.signed_in(ADMIN).get(&query).await;
        world.signed_in(CUSTOMER).get(&query).await;
        world.anonymous().get(&query).await;
    }
    let all = ["administrators; screen", "everybody; screen", "members; screen"];
    let readers: Vec<String> = world.catalog.readers("GetSeriesText").into_iter().collect();
    assert_eq!(readers, all);
}
