//! Questions in the grammar, answered by a real database and by a naive reader alike.

use crate::items::{ITEMS, Item, ask, fill, group, insert, naive, questions, rows, table};
use futures::FutureExt as _;
use kit::query::{self as grammar, Fault, QueryFailure};
use kit::testing;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use proto::query::v1::query_value::Kind;
use proto::query::v1::{Pagination, QueryValue};
use serde_json::{Value, json};
use sqlx::PgConnection;
use tokio::runtime::Runtime;

type Pages = Result<(Vec<Item>, Vec<Pagination>), QueryFailure>;

fn with(question: &Value, pagination: Value) -> Value {
    let mut question = question.clone();
    question["pagination"] = pagination;
    question
}

/// Every page by its number.
async fn by_number(conn: &mut PgConnection, question: &Value, per_page: u32) -> Pages {
    let (mut found, mut paginations) = (Vec::new(), Vec::new());
    for page in 1.. {
        let paging = json!({"page": page, "perPage": per_page});
        let listed = ask(conn, &with(question, paging)).await?;
        let last = listed.pagination.next_cursor.is_none();
        found.extend(listed.rows);
        paginations.push(listed.pagination);
        if last {
            break;
        }
    }
    Ok((found, paginations))
}

/// Every page by the cursor of the one before.
async fn by_cursor(conn: &mut PgConnection, question: &Value, per_page: u32) -> Pages {
    let (mut found, mut paginations) = (Vec::new(), Vec::new());
    let mut paging = json!({"perPage": per_page});
    loop {
        let listed = ask(conn, &with(question, paging)).await?;
        found.extend(listed.rows);
        let cursor = listed.pagination.next_cursor.clone();
        paginations.push(listed.pagination);
        match cursor {
            Some(cursor) => paging = json!({"cursor": cursor, "perPage": per_page}),
            None => return Ok((found, paginations)),
        }
    }
}

fn refused(failure: &QueryFailure) -> bool {
    matches!(failure, QueryFailure::Refused(_))
}

fn runner(usual: u32) -> TestRunner {
    let cases = testing::cases(usual);
    TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() })
}

#[test]
fn answers_as_a_naive_reader_does() {
    let runtime = Runtime::new().unwrap();
    let (_test, conn) = runtime.block_on(table());
    let conn = std::cell::RefCell::new(conn);
    let queries = prop::collection::vec((questions::question(), 1..12_u32), 1..16);
    let outcome = runner(64).run(&(rows(40), queries), |(rows, queries)| {
        let mut conn = conn.borrow_mut();
        runtime.block_on(async {
            fill(&mut conn, &rows).await;
            for (question, per_page) in queries {
                compare(&mut conn, &rows, &question, per_page).await?;
            }
            Ok(())
        })
    });
    outcome.unwrap();
}

async fn compare(
    conn: &mut PgConnection,
    rows: &[Item],
    question: &Value,
    per_page: u32,
) -> Result<(), TestCaseError> {
    let Ok(expected) = naive::list(rows, question) else {
        let failure = ask(conn, question).await.map(|listed| listed.rows).unwrap_err();
        prop_assert!(refused(&failure), "{question} {failure:?}");
        return Ok(());
    };
    let whole = ask(conn, &with(question, json!({"perPage": 1000}))).await;
    let whole = whole.map_err(|failure| TestCaseError::fail(format!("{question} {failure:?}")))?;
    let ids: Vec<i64> = whole.rows.iter().map(|row| row.id).collect();
    prop_assert_eq!(&ids, &expected, "{}", question);
    let mut kept = whole.rows.iter();
    prop_assert!(kept.all(|row| rows.contains(row)), "rows come as they were written");

    let (numbered, paginations) = by_number(conn, question, per_page).await.unwrap();
    prop_assert_eq!(&numbered, &whole.rows, "by number {} {}", per_page, question);
    let (followed, paginations_again) = by_cursor(conn, question, per_page).await.unwrap();
    prop_assert_eq!(&followed, &whole.rows, "by cursor {} {}", per_page, question);
    prop_assert_eq!(&paginations, &paginations_again);
    for (at, pagination) in paginations.iter().enumerate() {
        prop_assert_eq!(pagination.page as usize, at + 1);
        prop_assert_eq!(pagination.per_page, per_page);
        prop_assert_eq!(pagination.result_count as usize, expected.len());
        prop_assert_eq!(pagination.page_count as usize, expected.len().div_ceil(per_page as usize));
    }
    Ok(())
}

#[test]
fn groups_as_a_naive_reader_groups() {
    let runtime = Runtime::new().unwrap();
    let (_test, conn) = runtime.block_on(table());
    let conn = std::cell::RefCell::new(conn);
    let kinds = prop::sample::select(
        &[
            ("name", None),
            ("rank", None),
            ("live", None),
            ("status", None),
            ("tags", None),
            ("members", None),
            ("day", None),
            ("day", Some("week")),
            ("day", Some("month")),
            ("seen_at", Some("day")),
            ("seen_at", Some("year")),
        ][..],
    );
    let queries = (rows(40), questions::question(), kinds);
    let outcome = runner(200).run(&queries, |(rows, mut question, (field, interval))| {
        let mut conn = conn.borrow_mut();
        question.as_object_mut().unwrap().remove("sort");
        question["aggregate"] = json!({"groupBy": field, "interval": interval,
            "aggregateFunction": "sum", "field": "rank"});
        runtime.block_on(async {
            fill(&mut conn, &rows).await;
            let Ok(kept) = naive::filtered(&rows, &question) else {
                prop_assert!(refused(&group(&mut conn, &question).await.unwrap_err()));
                return Ok(());
            };
            let expected = naive::groups(&kept, |row| naive::keys(row, field, interval));
            let answer = group(&mut conn, &question).await.unwrap();
            prop_assert_eq!(answer.group_count as usize, expected.len());
            let mut found = std::collections::BTreeMap::new();
            for row in answer.results {
                prop_assert_eq!(row.covered, row.count, "every row has a rank");
                let sum = json!(row.value);
                found.insert(text(row.group.unwrap()), (row.count as usize, sum.as_i64().unwrap()));
            }
            prop_assert_eq!(found, expected, "{}", question);
            Ok(())
        })
    });
    outcome.unwrap();
}

fn text(value: QueryValue) -> Option<String> {
    value.kind.map(|kind| match kind {
        Kind::Text(text) | Kind::Number(text) => text,
        Kind::Flag(flag) => flag.to_string(),
        Kind::List(_) => panic!("groups are no lists"),
    })
}

fn item(id: i64) -> Item {
    Item {
        id,
        slug: format!("item-{id}"),
        name: None,
        rank: 0,
        price: None,
        ratio: None,
        live: None,
        day: None,
        seen_at: None,
        status: None,
        tags: Vec::new(),
        members: None,
        code: uuid::Uuid::from_u128(id as u128),
    }
}

#[tokio::test]
async fn totals_report_their_coverage() {
    let (_test, mut conn) = table().await;
    let price = |id, price: Option<&str>, status: &str| Item {
        price: price.map(str::to_owned),
        status: Some(status.to_owned()),
        seen_at: naive::moment("2026-01-01T00:00:00.123456Z"),
        ..item(id)
    };
    let rows = [
        price(1, Some("0.1"), "open"),
        price(2, Some("0.2"), "open"),
        price(3, None, "open"),
        price(4, None, "late"),
        price(5, Some("-1"), "closed"),
    ];
    fill(&mut conn, &rows).await;
    let sum = |function: &str| json!({"aggregate": {"groupBy": "status", "aggregateFunction": function, "field": "price"}});
    let answer = json!(group(&mut conn, &sum("sum")).await.unwrap());
    let expected = json!({"results": [
        {"group": "open", "count": 3, "covered": 2, "value": 0.3},
        {"group": "closed", "count": 1, "covered": 1, "value": -1},
        {"group": "late", "count": 1, "covered": 0, "value": null},
    ], "groupCount": 3});
    assert_eq!(answer, expected);
    let mut limited = sum("avg");
    limited["aggregate"]["groupLimit"] = json!(1);
    limited["sort"] = json!({"field": "status", "direction": "desc"});
    let answer = json!(group(&mut conn, &limited).await.unwrap());
    let open = json!({"group": "open", "count": 3, "covered": 2, "value": 0.15});
    assert_eq!(answer, json!({"results": [open], "groupCount": 3}));

    let all = json!({"aggregate": {"aggregateFunction": "max", "field": "seen_at"}});
    let answer = json!(group(&mut conn, &all).await.unwrap());
    let one = json!({"group": null, "count": 5, "covered": 5, "value": "2026-01-01T00:00:00.123Z"});
    assert_eq!(answer["results"], json!([one]));
    assert_eq!(json!(group(&mut conn, &json!({})).await.unwrap())["results"][0]["count"], 5);
}

#[tokio::test]
async fn different_values_are_counted_and_so_are_the_items_of_lists() {
    let (_test, mut conn) = table().await;
    let tagged = |id, tags: &[&str], status: &str| Item {
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        status: Some(status.to_owned()),
        ..item(id)
    };
    let rows = [
        tagged(1, &["a", "b"], "open"),
        tagged(2, &["b", "c"], "open"),
        tagged(3, &[], "open"),
        tagged(4, &["a", "a"], "late"),
        tagged(5, &[], "closed"),
    ];
    fill(&mut conn, &rows).await;
    let distinct = |by: &str, field: &str| json!({"aggregate": {"groupBy": by, "aggregateFunction": "countDistinct", "field": field}});
    let answer = json!(group(&mut conn, &distinct("status", "tags")).await.unwrap());
    let expected = json!([
        {"group": "open", "count": 3, "covered": 2, "value": 3},
        {"group": "late", "count": 1, "covered": 1, "value": 1},
        {"group": "closed", "count": 1, "covered": 0, "value": 0},
    ]);
    assert_eq!(answer["results"], expected);
    let mut counted = distinct("tags", "tags");
    counted["sort"] = json!({"field": "count", "direction": "desc"});
    let answer = json!(group(&mut conn, &counted).await.unwrap());
    let groups: Vec<_> = answer["results"].as_array().unwrap().iter().collect();
    let counts = groups.iter().map(|row| (row["group"].clone(), row["count"].clone()));
    let expected = [(json!("a"), 2), (json!("b"), 2), (Value::Null, 2), (json!("c"), 1)];
    assert_eq!(counts.collect::<Vec<_>>(), expected.map(|(tag, count)| (tag, json!(count))));
    let codes = json!(group(&mut conn, &distinct("live", "code")).await.unwrap());
    assert_eq!(codes["groupCount"], 1);
}

#[tokio::test]
async fn a_walk_by_cursor_neither_repeats_nor_skips_while_rows_come() {
    let (_test, mut conn) = table().await;
    let rows: Vec<Item> = (0..50).map(|id| Item { rank: id as i32 % 5, ..item(id * 2) }).collect();
    fill(&mut conn, &rows).await;
    let (mut seen, mut cursor, mut next) = (Vec::new(), None::<String>, 1);
    loop {
        let paging = json!({"cursor": cursor, "perPage": 7});
        let listed = ask(&mut conn, &json!({"pagination": paging})).await.unwrap();
        seen.extend(listed.rows.into_iter().map(|row| row.id).filter(|id| id % 2 == 0));
        for _ in 0..3 {
            insert(&mut conn, &Item { rank: next % 5, ..item(i64::from(next) * 2 - 1) }).await;
            next += 1;
        }
        cursor = listed.pagination.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    let mut expected: Vec<i64> = rows.iter().map(|row| row.id).collect();
    expected.sort_unstable();
    assert_eq!(seen.len(), expected.len(), "none twice");
    seen.sort_unstable();
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn a_cursor_serves_only_its_own_question() {
    let (_test, mut conn) = table().await;
    fill(&mut conn, &(0..5).map(item).collect::<Vec<_>>()).await;
    let question = json!({"sort": {"field": "price", "direction": "asc"}});
    let first = ask(&mut conn, &with(&question, json!({"perPage": 2}))).await.unwrap();
    let cursor = first.pagination.next_cursor.unwrap();
    let paging = json!({"cursor": cursor, "perPage": 2});
    assert_eq!(ask(&mut conn, &with(&question, paging.clone())).await.unwrap().rows.len(), 2);

    let filter = json!({"operator": "gt", "field": "rank", "value": 0});
    for other in [
        json!({"sort": {"field": "price", "direction": "desc"}}),
        json!({"sort": {"field": "ratio", "direction": "asc"}}),
        json!({"sort": {"field": "price", "direction": "asc"}, "filter": filter}),
        json!({"sort": {"field": "price", "direction": "asc"}, "as_of": "2026-01-31"}),
        json!({}),
    ] {
        let failure = ask(&mut conn, &with(&other, paging.clone())).await.unwrap_err();
        assert_eq!(fault(failure), Fault::CursorElsewhere, "{other}");
    }
}

#[tokio::test]
async fn pages_far_behind_are_followed_and_not_numbered() {
    let (_test, mut conn) = table().await;
    sqlx::query(
        "INSERT INTO items (id, slug, rank, tags, code)
         SELECT n, 'item-' || n, 0, '{}', gen_random_uuid() FROM generate_series(1, 100002) AS n",
    )
    .execute(&mut conn)
    .await
    .unwrap();
    let page =
        |page: u32, per_page: u32| with(&json!({}), json!({"page": page, "perPage": per_page}));
    assert_eq!(ask(&mut conn, &page(101, 1000)).await.unwrap().rows.len(), 2);
    let past_the_end = ask(&mut conn, &page(50_002, 2)).await.unwrap();
    assert_eq!((past_the_end.rows.len(), past_the_end.pagination.result_count), (0, 100_002));
    let failure = ask(&mut conn, &page(100_002, 1)).await.unwrap_err();
    assert_eq!(fault(failure), Fault::FarPage(100_000));
}

fn fault(failure: QueryFailure) -> Fault {
    match failure {
        QueryFailure::Refused(error) => error.fault,
        QueryFailure::Database(error) => panic!("{error:?}"),
    }
}

#[tokio::test]
async fn a_forged_cursor_is_refused_and_breaks_nothing() {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
    let (_test, mut conn) = table().await;
    fill(&mut conn, &(0..5).map(item).collect::<Vec<_>>()).await;
    for field in ["price", "day", "seen_at", "live", "code", "id", "rank", "name"] {
        let question = json!({"sort": {"field": field, "direction": "desc"}});
        let first = ask(&mut conn, &with(&question, json!({"perPage": 2}))).await.unwrap();
        let cursor = BASE64.decode(first.pagination.next_cursor.unwrap()).unwrap();
        let genuine: Value = serde_json::from_slice(&cursor).unwrap();
        for (at, forged) in [
            (1, json!("'; DROP TABLE items; --")),
            (1, json!("2026-99-99")),
            (1, json!("9".repeat(500))),
            (1, json!("\u{0}")),
            (2, json!("x")),
            (2, json!(7)),
            (3, json!(u64::MAX)),
            (3, json!(-1)),
        ] {
            let mut cursor = genuine.clone();
            cursor[at] = forged;
            let cursor = BASE64.encode(cursor.to_string());
            let answer = ask(&mut conn, &with(&question, json!({"cursor": cursor}))).await;
            match answer.map(|listed| listed.rows) {
                Ok(rows) => assert!(rows.len() <= 5, "text is a position like any other"),
                Err(failure) => assert_eq!(fault(failure), Fault::Cursor, "{field} {at}"),
            }
        }
    }
    for nonsense in ["", "é", "AAAA", "bnVsbA", &"A".repeat(9000)] {
        let question = json!({"pagination": {"cursor": nonsense}});
        assert_eq!(fault(ask(&mut conn, &question).await.unwrap_err()), Fault::Cursor);
    }
    assert_eq!(ask(&mut conn, &json!({})).await.unwrap().rows.len(), 5);
}

#[tokio::test]
async fn lists_the_fields_that_can_be_queried() {
    let (_test, mut conn) = table().await;
    fill(&mut conn, &[Item { tags: vec!["b".into(), "a".into()], ..item(1) }]).await;
    let meta = json!(grammar::meta(&mut conn, &ITEMS).await.unwrap());
    assert_eq!(meta["resource"], "items");
    assert_eq!(meta["defaultSort"], json!({"field": "rank", "direction": "desc"}));
    let field = |name: &str| {
        let mut fields = meta["fields"].as_array().unwrap().iter();
        fields.find(|field| field["name"] == name).unwrap().clone()
    };
    assert_eq!(
        field("price"),
        json!({
            "name": "price", "type": "decimal", "itemType": null, "unit": "usd",
            "description": "The price.", "nullable": true,
            "operators": ["equals", "notEquals", "in", "gt", "gte", "lt", "lte"],
            "validValues": [], "sortable": true, "groupable": false,
            "aggregateFunctions": ["sum", "avg", "min", "max"],
            "refersTo": null, "derived": false,
        })
    );
    let late = json!({"value": "late", "label": "Late", "meaning": "A payment is overdue."});
    assert_eq!(field("status")["validValues"][1], late);
    let tags = field("tags");
    assert_eq!((&tags["type"], &tags["itemType"]), (&json!("list"), &json!("slug")));
    assert_eq!(tags["validValues"][0], json!({"value": "a", "label": "a", "meaning": ""}));
}

#[tokio::test]
async fn finds_one_row_by_a_field() {
    let (_test, mut conn) = table().await;
    fill(&mut conn, &[item(1), item(2)]).await;
    for (field, value, expected) in [
        ("slug", QueryValue::text("item-2"), Some(2)),
        ("slug", QueryValue::text("item-3"), None),
        ("slug", QueryValue::text("nul \u{0}"), None),
        ("slug", QueryValue::text("x".repeat(10_000)), None),
        ("slug", QueryValue::null(), None),
        ("id", QueryValue::number(1), Some(1)),
        ("id", QueryValue::text("one"), None),
    ] {
        let row: Option<Item> = grammar::get(&mut conn, &ITEMS, field, &value).await.unwrap();
        assert_eq!(row.map(|row| row.id), expected, "{field} {value:?}");
    }
}

#[tokio::test]
async fn a_declaration_is_checked_with_all_its_sql() {
    let (_test, mut conn) = table().await;
    fill(&mut conn, &(0..5).map(item).collect::<Vec<_>>()).await;
    testing::resource(&mut conn, &ITEMS).await;
}

#[tokio::test]
async fn the_default_query_is_answered_by_an_index() {
    let (_test, mut conn) = table().await;
    sqlx::query(
        "INSERT INTO items (id, slug, rank, tags, code)
         SELECT id, 'item-' || id, id % 997, '{}', gen_random_uuid() FROM generate_series(1, 100000) id",
    )
    .execute(&mut conn)
    .await
    .unwrap();
    testing::default_query_uses_an_index(&mut conn, &ITEMS).await;
    sqlx::query("DROP INDEX items_rank").execute(&mut conn).await.unwrap();
    let check = testing::default_query_uses_an_index(&mut conn, &ITEMS);
    let noticed = std::panic::AssertUnwindSafe(check).catch_unwind().await;
    assert!(noticed.is_err(), "a plan without an index is noticed");
}
