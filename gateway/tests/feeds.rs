//! News and restatements as feeds: valid, escaped, cached, and bounded.

use crate::support::World;
use crate::support::access::{Documents, OPEN, TIERED};
use crate::support::identity::{Behavior, user_id};
use futures::future::join_all;
use proto::access::v1::Limits;
use proto::query::v1::Query;
use proto::timeseries::v1::{ListRestatementsResponse, Restatement, SubjectKind, Visibility};
use serde_json::{Value, json};

fn article(number: usize) -> Value {
    json!({
        "id": number, "slug": format!("a-{number}"), "name": format!("<b>R&D</b> {number}"),
        "url": format!("https://paper.example/?a=1&b={number}"), "publisher": "Paper & Co",
        "published_at": "2026-11-20T10:00:00.000Z", "excerpt": "<b>R&D</b> &amp; more",
        "source": "Feed", "licence": "CC-BY-4.0", "is_sample": number == 1,
    })
}

#[tokio::test]
async fn news_are_a_feed_with_absolute_links_and_escaped_texts() {
    let world = World::start().await;
    let articles: Vec<Value> = (0..60).map(article).collect();
    world.catalog.list("articles", &json!(articles));
    let answer = world.get("/feeds/news.xml").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("application/rss+xml; charset=utf-8"));
    assert_eq!(answer.header("cache-control"), Some("public, max-age=300"));
    let text = answer.text();
    assert_eq!(text.matches("<item>").count(), 50, "bounded, whatever the list answers");
    assert!(text.contains("<title>&lt;b&gt;R&amp;D&lt;/b&gt; 0</title>"), "{text}");
    assert!(text.contains("<title>Sample data: &lt;b&gt;R&amp;D&lt;/b&gt; 1</title>"));
    let description = "&amp;lt;b&amp;gt;R&amp;amp;D&amp;lt;/b&amp;gt; &amp;amp;amp; more";
    assert!(text.contains(&format!("<description>{description}</description>")), "{text}");
    assert!(text.contains("<link>https://paper.example/?a=1&amp;b=0</link>"));
    let mut links = text.split("<link>").skip(1).chain(text.split("href=\"").skip(1));
    assert!(links.all(|link| link.starts_with("http")), "{text}");
    assert!(text.contains("<pubDate>Fri, 20 Nov 2026 10:00:00 +0000</pubDate>"), "{text}");
    assert!(text.contains(",2026:article/a-0</guid>"), "{text}");
    assert!(text.contains("<dc:rights>CC-BY-4.0 (Feed)</dc:rights>"));

    let etag = answer.header("etag").unwrap().to_owned();
    let reader = world.anonymous().with("if-none-match", &etag);
    let again = reader.get("/feeds/news.xml").await;
    assert_eq!((again.status, again.text().as_str()), (304, ""));
}

#[tokio::test]
async fn restatements_are_a_feed_that_leads_to_their_assets() {
    let world = World::start().await;
    let row = Restatement {
        series_id: 4,
        subject_kind: SubjectKind::Asset.into(),
        subject_slug: "coin".to_owned(),
        subject_name: "Coin".to_owned(),
        measure_slug: "price_dollar".to_owned(),
        measure_name: "Price".to_owned(),
        unit: "usd".to_owned(),
        source: "Venue".to_owned(),
        date: "2026-11-18".to_owned(),
        value: Some(1.5),
        earlier_value: Some(1.25),
        licence: "CC0-1.0".to_owned(),
        visible_to: Visibility::Everybody.into(),
        ..Restatement::default()
    };
    let rows = ListRestatementsResponse { results: vec![row], pagination: None };
    world.catalog.answer_with("ListRestatements", &rows);
    let text = world.get("/feeds/restatements.xml").await.text();
    assert!(text.contains("<title>Coin: Price restated for 2026-11-18</title>"), "{text}");
    assert!(text.contains("$1.50 (previously $1.25)"));
    assert!(text.contains("/assets/coin</link>"));
}

#[tokio::test]
async fn a_feed_is_made_once_for_all_who_read_it() {
    let world = World::start().await;
    world.catalog.list("articles", &json!([article(0)]));
    let answers = join_all((0..20).map(|_| world.get("/feeds/news.xml"))).await;
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.body == answers[0].body));
    // Nothing of an address but its path matters.
    assert_eq!(world.get("/feeds/news.xml?any=1").await.body, answers[0].body);
    assert_eq!(world.catalog.calls_of("ListRows"), 1);
}

#[tokio::test]
async fn a_feed_whose_list_is_away_is_no_empty_feed() {
    let world = World::start().await;
    world.catalog.be(Behavior::Away);
    let answer = world.get("/feeds/news.xml").await;
    assert_eq!(answer.status, 503);
    assert_eq!(answer.header("retry-after"), Some("60"));
    assert_eq!(world.get("/feeds/none.xml").await.status, 404);
}

/// The description of the channel of a feed.
fn description(text: &str) -> &str {
    let (_, rest) = text.split_once("<description>").unwrap();
    rest.split_once("</description>").unwrap().0
}

#[tokio::test]
async fn a_feed_with_a_part_of_its_list_says_so_and_is_shared_by_equal_readers_alone() {
    let world = World::start().await;
    let (feed, whole) =
        ("/feeds/restatements.xml", "Restated values, each with the previous value.");
    let text = world.get(feed).await.text();
    assert_eq!(description(&text), whole);
    assert_eq!(world.catalog.last_scope("ListRestatements"), None);
    let epoch = world.access.change(|documents| *documents = Documents::from_set(TIERED));
    // The gateway learns of the other policies with this call.
    let browser = world.anonymous().with("x-min-epoch", &epoch.to_string());
    browser.get("/api/trpc/restatements.meta").await;
    let text = world.get(feed).await.text();
    let plans = "Trial: all access; Premium: all access";
    let expected = format!(
        "{whole} Your plan includes only a part of this data. Plans with all of it: {plans}."
    );
    assert_eq!(description(&text), expected);
    assert!(world.catalog.last_scope("ListRestatements").is_some());
    let calls = world.catalog.calls_of("ListRestatements");
    assert_eq!(world.get(feed).await.text(), text);
    assert_eq!(world.catalog.calls_of("ListRestatements"), calls, "it is shared");
    world.access.grant(&user_id(11), &["plan.premium_all_access"]);
    let key = world.access.have_key(1, |_| {});
    let epoch = world.access.change(|_| {}).to_string();
    let program = world.program(&key).with("x-min-epoch", &epoch);
    assert_eq!(description(&program.get(feed).await.text()), whole);
    // The document of visitors is not the one from before.
    let epoch = world.access.change(|documents| *documents = Documents::from_set(OPEN));
    let browser = world.anonymous().with("x-min-epoch", &epoch.to_string());
    browser.get("/api/trpc/restatements.meta").await;
    assert_eq!(description(&world.get(feed).await.text()), whole);
}

#[tokio::test]
async fn a_plan_with_few_rows_in_an_answer_has_a_short_feed() {
    let world = World::start().await;
    for most in [None, Some(10), Some(100)] {
        let epoch = world.access.change(|documents| {
            documents.limit("plan.anonymous", |limits| {
                *limits = Limits { rows_per_response: most, ..Limits::default() };
            });
        });
        let browser = world.anonymous().with("x-min-epoch", &epoch.to_string());
        browser.get("/api/trpc/restatements.meta").await;
        assert_eq!(world.get("/feeds/restatements.xml").await.status, 200, "{most:?}");
        let queries = world.catalog.requests::<Query>("ListRestatements");
        let paging = queries.last().unwrap().pagination.clone().unwrap();
        let expected = most.map_or(500, |most| u32::try_from(most).unwrap());
        assert_eq!(paging.per_page, Some(expected));
    }
}
