//! Rows in memory give the answers of the database: order, rows without values, pages, cursors, groups.

use std::cell::Cell;

use crate::items::{self, ITEMS, Item, ask, fill, group, questions, rows, table};
use kit::grpc::{Reader, read_as};
use kit::licence;
use kit::query::{Counts, Field, FirstRows, Order, Resource, Snapshot};
use kit::testing;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use proto::query::v1::{Pagination, QueryValue};
use serde_json::{Value, json};
use sqlx::PgConnection;
use tokio::runtime::Runtime;

fn runner(usual: u32) -> TestRunner {
    let cases = testing::cases(usual);
    TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() })
}

fn with(question: &Value, paging: &Value) -> Value {
    let mut question = question.clone();
    question["pagination"] = paging.clone();
    question
}

async fn snapshot(conn: &mut PgConnection) -> Snapshot<Item> {
    Snapshot::load(conn, &ITEMS, usize::MAX, |_| 0).await.unwrap().unwrap()
}

/// The next page: by cursor after pages of odd number, by number after the others, so that
/// cursors of either kind lead to both.
fn next(expected: &Pagination, per_page: u32) -> Option<Value> {
    let cursor = expected.next_cursor.as_ref()?;
    Some(if expected.page % 2 == 1 {
        json!({"cursor": cursor, "perPage": per_page})
    } else {
        json!({"page": expected.page + 1, "perPage": per_page})
    })
}

/// Puts a question to both, page by page; whether the snapshot answered it.
async fn compare_lists(
    conn: &mut PgConnection,
    snapshot: &Snapshot<Item>,
    question: &Value,
    per_page: u32,
) -> Result<bool, TestCaseError> {
    let mut paging = json!({"perPage": per_page});
    loop {
        let query = with(question, &paging);
        let (expected, from_memory) =
            (ask(conn, &query).await, snapshot.list(&items::read(&query)));
        let (expected, from_memory) = match (expected, from_memory) {
            (Ok(expected), Ok(Some(from_memory))) => (expected, from_memory),
            (Ok(_), Ok(None)) => return Ok(false),
            (Err(failure), Err(error)) => {
                prop_assert_eq!(failure.to_string(), error.to_string(), "{}", query);
                return Ok(true);
            }
            (expected, from_memory) => {
                let expected = expected.map(|expected| expected.pagination);
                let from_memory = from_memory.map(|listed| listed.map(|listed| listed.pagination));
                return Err(TestCaseError::fail(format!("{query} {expected:?} {from_memory:?}")));
            }
        };
        let rows: Vec<Item> = from_memory.rows.into_iter().cloned().collect();
        prop_assert_eq!(&rows, &expected.rows, "{}", query);
        prop_assert_eq!(&from_memory.pagination, &expected.pagination, "{}", query);
        match next(&expected.pagination, per_page) {
            Some(next) => paging = next,
            None => return Ok(true),
        }
    }
}

#[test]
fn lists_as_the_database_does() {
    let runtime = Runtime::new().unwrap();
    let (_test, conn) = runtime.block_on(table());
    let conn = std::cell::RefCell::new(conn);
    let (answered, left) = (Cell::new(0), Cell::new(0));
    let queries = prop::collection::vec((questions::question(), 1..12_u32), 1..24);
    let outcome = runner(64).run(&(rows(40), queries), |(rows, queries)| {
        let mut conn = conn.borrow_mut();
        runtime.block_on(async {
            fill(&mut conn, &rows).await;
            let snapshot = snapshot(&mut conn).await;
            prop_assert_eq!(snapshot.len(), rows.len());
            for (question, per_page) in queries {
                let count = if compare_lists(&mut conn, &snapshot, &question, per_page).await? {
                    &answered
                } else {
                    &left
                };
                count.set(count.get() + 1);
            }
            Ok(())
        })
    });
    outcome.unwrap();
    assert!(answered.get() > left.get() * 10, "{answered:?} answered, {left:?} left");
}

/// Puts a question to the database and to the first rows, page by page; how many pages these answered.
async fn compare_first(
    conn: &mut PgConnection,
    first: &FirstRows<Item>,
    question: &Value,
    per_page: u32,
) -> Result<u32, TestCaseError> {
    let (counts, mut answered) = (Counts::default(), 0);
    let mut paging = json!({"perPage": per_page});
    loop {
        let query = with(question, &paging);
        let expected = ask(conn, &query).await;
        let from_memory = first.list(&items::read(&query), &counts, async { Ok(&mut *conn) }).await;
        let (expected, from_memory) = match (expected, from_memory) {
            (Ok(expected), Ok(from_memory)) => (expected, from_memory),
            (Err(failure), Err(error)) => {
                prop_assert_eq!(failure.to_string(), error.to_string(), "{}", query);
                return Ok(answered);
            }
            (expected, from_memory) => {
                let expected = expected.map(|expected| expected.pagination);
                let from_memory = from_memory.map(|listed| listed.map(|listed| listed.pagination));
                return Err(TestCaseError::fail(format!("{query} {expected:?} {from_memory:?}")));
            }
        };
        if let Some(from_memory) = from_memory {
            let rows: Vec<Item> = from_memory.rows.into_iter().cloned().collect();
            prop_assert_eq!(&rows, &expected.rows, "{}", query);
            prop_assert_eq!(&from_memory.pagination, &expected.pagination, "{}", query);
            answered += 1;
        }
        match next(&expected.pagination, per_page) {
            Some(next) => paging = next,
            None => return Ok(answered),
        }
    }
}

#[test]
fn the_first_rows_answer_as_the_database_does() {
    let runtime = Runtime::new().unwrap();
    let (_test, conn) = runtime.block_on(table());
    let conn = std::cell::RefCell::new(conn);
    let answered = Cell::new(0);
    let queries = prop::collection::vec((questions::question(), 1..6_u32), 1..12);
    let outcome = runner(64).run(&(rows(40), 1..60_usize, queries), |(rows, held, queries)| {
        let mut conn = conn.borrow_mut();
        runtime.block_on(async {
            fill(&mut conn, &rows).await;
            let first = FirstRows::load(&mut conn, &ITEMS, held, usize::MAX, |_| 0).await;
            let first = first.unwrap().unwrap();
            for (mut question, per_page) in queries {
                // Half of them in the order that the rows are held in.
                if per_page % 2 == 0 {
                    question.as_object_mut().unwrap().remove("sort");
                }
                let pages = compare_first(&mut conn, &first, &question, per_page).await?;
                answered.set(answered.get() + pages);
            }
            Ok(())
        })
    });
    outcome.unwrap();
    assert!(answered.get() > 100, "{answered:?} pages answered");
}

#[tokio::test]
async fn the_first_rows_answer_as_far_as_they_reach() {
    let (_test, mut conn) = table().await;
    let row = |id: i64| Item {
        id,
        slug: format!("item-{id}"),
        rank: 100 - id as i32,
        live: Some(id % 2 == 0),
        ..items::blank()
    };
    fill(&mut conn, &(1..=30).map(row).collect::<Vec<_>>()).await;
    let first = FirstRows::<Item>::load(&mut conn, &ITEMS, 20, usize::MAX, |_| 0).await;
    let first = first.unwrap().unwrap();
    assert!(FirstRows::<Item>::load(&mut conn, &ITEMS, 20, 100, |_| 100).await.unwrap().is_none());
    let counts = Counts::default();
    let mut reach = async |question: Value| {
        let listed = first.list(&items::read(&question), &counts, async { Ok(&mut conn) }).await;
        listed.unwrap().map(|listed| (listed.rows.len(), listed.pagination.result_count))
    };
    let page = |page: u32| json!({"pagination": {"page": page, "perPage": 5}});
    assert_eq!(reach(page(3)).await, Some((5, 30)));
    assert_eq!(reach(page(4)).await, None, "whether others follow is not held");
    let lives = json!({"operator": "equals", "field": "live", "value": true});
    assert_eq!(reach(json!({"filter": lives, "pagination": {"perPage": 9}})).await, Some((9, 15)));
    assert_eq!(reach(json!({"filter": lives, "pagination": {"perPage": 10}})).await, None);
    let other = json!({"field": "slug", "direction": "asc"});
    assert_eq!(reach(json!({"sort": other, "pagination": {"perPage": 1}})).await, None);
}

/// Field and span, function and field, order, and how many groups at most.
fn grouping() -> impl Strategy<Value = Value> {
    let by = select(
        &[
            (None, None),
            (Some("name"), None),
            (Some("rank"), None),
            (Some("live"), None),
            (Some("status"), None),
            (Some("tags"), None),
            (Some("members"), None),
            (Some("day"), None),
            (Some("day"), Some("day")),
            (Some("day"), Some("week")),
            (Some("day"), Some("month")),
            (Some("day"), Some("year")),
            (Some("seen_at"), Some("day")),
            (Some("seen_at"), Some("week")),
            (Some("seen_at"), Some("year")),
        ][..],
    );
    let measure = select(
        &[
            (None, None),
            (Some("sum"), Some("rank")),
            (Some("avg"), Some("rank")),
            (Some("min"), Some("rank")),
            (Some("max"), Some("rank")),
            (Some("min"), Some("price")),
            (Some("max"), Some("ratio")),
            (Some("sum"), Some("price")),
            (Some("min"), Some("day")),
            (Some("max"), Some("seen_at")),
        ][..],
    );
    let sort = prop::option::of((0..3_usize, select(&["asc", "desc"][..])));
    (by, measure, sort, 1..9_u32).prop_map(|(by, measure, sort, limit)| {
        let mut question = json!({"aggregate": {
            "groupBy": by.0, "interval": by.1, "aggregateFunction": measure.0, "field": measure.1,
            "groupLimit": limit,
        }});
        if let Some((at, direction)) = sort {
            let field = [Some("count"), measure.0.map(|_| "value"), by.0][at].unwrap_or("count");
            question["sort"] = json!({"field": field, "direction": direction});
        }
        question
    })
}

#[test]
fn groups_as_the_database_does() {
    let runtime = Runtime::new().unwrap();
    let (_test, conn) = runtime.block_on(table());
    let conn = std::cell::RefCell::new(conn);
    let (answered, left) = (Cell::new(0), Cell::new(0));
    let queries = prop::collection::vec((questions::question(), grouping()), 1..24);
    let outcome = runner(64).run(&(rows(40), queries), |(rows, queries)| {
        let mut conn = conn.borrow_mut();
        runtime.block_on(async {
            fill(&mut conn, &rows).await;
            let snapshot = snapshot(&mut conn).await;
            for (filtered, mut question) in queries {
                for part in ["filter", "as_of"] {
                    if let Some(value) = filtered.get(part) {
                        question[part] = value.clone();
                    }
                }
                let expected = group(&mut conn, &question).await;
                match (expected, snapshot.groups(&items::read(&question))) {
                    (Ok(expected), Ok(Some(from_memory))) => {
                        prop_assert_eq!(from_memory, expected, "{}", question);
                        answered.set(answered.get() + 1);
                    }
                    (Ok(_), Ok(None)) => left.set(left.get() + 1),
                    (Err(failure), Err(error)) => {
                        prop_assert_eq!(failure.to_string(), error.to_string());
                    }
                    (expected, from_memory) => {
                        let failure = format!("{question} {expected:?} {from_memory:?}");
                        return Err(TestCaseError::fail(failure));
                    }
                }
            }
            Ok(())
        })
    });
    outcome.unwrap();
    assert!(answered.get() > left.get(), "{answered:?} answered, {left:?} left");
}

#[tokio::test]
async fn finds_a_row_by_a_unique_field() {
    let (_test, mut conn) = table().await;
    let row = Item { id: 7, slug: "seven".to_owned(), ..items::blank() };
    fill(&mut conn, &[row.clone(), Item { id: 8, slug: "eight".to_owned(), ..items::blank() }])
        .await;
    let snapshot = snapshot(&mut conn).await;
    assert_eq!(snapshot.find("slug", &QueryValue::text("seven")), Some(&row));
    assert_eq!(snapshot.find("id", &QueryValue::number(7)), Some(&row));
    assert_eq!(snapshot.find("slug", &QueryValue::text("nine")), None);
    assert_eq!(snapshot.find("id", &QueryValue::text("x")), None);
}

/// Items whose state and liveness stand for the terms of a licence.
static LICENSED: Resource = Resource {
    name: "items",
    from: "items i",
    columns: "i.id",
    key: "id",
    order: Order::ascending("id"),
    scoping: None,
    fields: &[
        Field::id("id", "i.id").describe("The number.").sortable(),
        Field::slug("slug", "i.slug").describe("The name in addresses."),
        licence::visible_to(
            "CASE i.status WHEN 'open' THEN 'everybody' WHEN 'late' THEN 'members' ELSE 'nobody' END",
        ),
        licence::is_redistributable("coalesce(i.live, true)"),
    ],
};

#[test]
fn finds_the_rows_that_the_list_of_the_reader_has() {
    let runtime = Runtime::new().unwrap();
    let (_test, conn) = runtime.block_on(table());
    let conn = std::cell::RefCell::new(conn);
    let outcome = runner(32).run(&rows(40), |rows| {
        let mut conn = conn.borrow_mut();
        runtime.block_on(async {
            fill(&mut conn, &rows).await;
            let licensed = Snapshot::<(i64,)>::load(&mut conn, &LICENSED, usize::MAX, |_| 0).await;
            let licensed = licensed.unwrap().unwrap();
            for reader in Reader::ALL {
                let check = async {
                    let query = items::read(&json!({"pagination": {"perPage": 50}}));
                    let listed = licensed.list(&query).unwrap().unwrap().rows;
                    for row in &rows {
                        let expected = listed.iter().copied().find(|(id,)| *id == row.id);
                        let by_slug = licensed.find("slug", &QueryValue::text(&*row.slug));
                        let by_id = licensed.find("id", &QueryValue::number(row.id));
                        prop_assert_eq!((by_slug, by_id), (expected, expected), "{:?}", reader);
                    }
                    Ok(())
                };
                read_as(reader, check).await?;
            }
            Ok(())
        })
    });
    outcome.unwrap();
}

#[tokio::test]
async fn rows_beyond_the_memory_limit_are_not_loaded() {
    let (_test, mut conn) = table().await;
    fill(&mut conn, &[items::blank()]).await;
    let load = async |conn: &mut PgConnection, most| {
        Snapshot::<Item>::load(conn, &ITEMS, most, |_| 100).await.unwrap()
    };
    assert!(load(&mut conn, 100).await.is_none());
    let snapshot = load(&mut conn, 100_000).await.unwrap();
    assert!(snapshot.bytes() > 100 && load(&mut conn, snapshot.bytes() - 1).await.is_none());
}

#[tokio::test]
async fn long_searches_are_left_to_the_database() {
    let (_test, mut conn) = table().await;
    let long = |id: i64| Item {
        id,
        slug: format!("item-{id}"),
        name: Some("a".repeat(50_000) + &id.to_string()),
        ..items::blank()
    };
    fill(&mut conn, &(0..8).map(long).collect::<Vec<_>>()).await;
    let snapshot = snapshot(&mut conn).await;
    let ask = |value: &str| {
        let filter = json!({"operator": "like", "field": "name", "value": value});
        let listed = snapshot.list(&items::read(&json!({"filter": filter}))).unwrap();
        listed.map(|listed| listed.rows.len())
    };
    assert_eq!(ask("%a7%"), Some(1));
    assert_eq!(ask(&"%a".repeat(90)), None);
}
