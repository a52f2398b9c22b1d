//! Invalid queries are refused with the place, the field, and the allowed values.

use crate::items::{ask, group, table};
use kit::error::{ErrorCode, Problem};
use serde_json::{Value, json};

fn is(field: &str, operator: &str, value: impl Into<Value>) -> Value {
    let value: Value = value.into();
    json!({"filter": {"field": field, "operator": operator, "value": value}})
}

/// Fails unless each question for rows is refused with its reason and message.
async fn rows_refused<const N: usize>(cases: [(Value, &str, &str); N]) {
    let (_test, mut conn) = table().await;
    for (question, reason, message) in cases {
        let problem = Problem::from(ask(&mut conn, &question).await.unwrap_err());
        assert_eq!((problem.code, &*problem.reason), (ErrorCode::Invalid, reason), "{question}");
        assert_eq!(problem.message, message);
    }
}

#[tokio::test]
async fn a_comparison_that_no_field_allows() {
    let or = json!({"operator": "or", "filters": [is("name", "gt", "a")["filter"]]});
    rows_refused([
        (
            json!({"filter": or}),
            "operator_not_allowed",
            "filter.filters[0].operator: name supports equals, notEquals, in, like, ilike, notLike, startsWith",
        ),
        (
            is("secret", "equals", 1),
            "field_unknown",
            "filter.field: unknown field secret; the fields are id, slug, name, rank, price, ratio, live, \
             day, seen_at, status, tags, members, code",
        ),
        (
            is("status", "in", vec!["open", "gone"]),
            "value_unknown",
            "filter.value[1]: status must be one of open, late, closed",
        ),
        (
            is("rank", "equals", Value::Null),
            "value_never_null",
            "filter.value: rank is never null",
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_value_of_another_type() {
    let number = "filter.value: rank must be compared with a whole number of at most 64 bits";
    rows_refused(
        [
            (is("rank", "gt", "many"), number),
            (is("rank", "gt", 1.5), number),
            (is("rank", "in", 3), "filter.value: rank must be compared with a list of values"),
            (
                is("rank", "in", vec![1; 201]),
                "filter.value: rank must be compared with a list of 1 to 200 values",
            ),
            (
                is("name", "equals", "x".repeat(201)),
                "filter.value: name must be compared with a text of at most 200 characters",
            ),
            (
                is("name", "like", "lone\\"),
                "filter.value: name must be compared with a pattern of at most 200 characters that does not \
                 end in a lone \\",
            ),
            (
                is("seen_at", "gt", "2026-01-01"),
                "filter.value: seen_at must be compared with a moment such as \"2026-01-31T12:00:00Z\"",
            ),
        ]
        .map(|(question, message)| (question, "value_invalid", message)),
    )
    .await;
}

#[tokio::test]
async fn refuses_incomplete_filters() {
    let deep = (0..6).fold(
        is("rank", "gt", 1)["filter"].clone(),
        |part, _| json!({"operator": "and", "filters": [part]}),
    );
    let many = vec![is("rank", "gt", 1)["filter"].clone(); 65];
    let parts = "filters[0].filters[0].filters[0].filters[0].filters[0].filters[0]";
    rows_refused([
        (
            json!({"filter": {"operator": "equals", "value": 1}}),
            "query_incomplete",
            "filter.field: missing",
        ),
        (
            json!({"filter": {"operator": "equals", "field": "rank"}}),
            "query_incomplete",
            "filter.value: missing",
        ),
        (
            json!({"filter": {"operator": "and", "field": "rank"}}),
            "query_misplaced",
            "filter.field: cannot be combined with filters",
        ),
        (json!({"filter": {"operator": "or"}}), "query_incomplete", "filter.filters: missing"),
        (
            json!({"filter": deep}),
            "filter_too_deep",
            &format!("filter.{parts}: filters can be nested 6 levels deep"),
        ),
        (
            json!({"filter": {"operator": "and", "filters": many}}),
            "too_many_conditions",
            "filter.filters[64]: a filter can contain at most 64 comparisons",
        ),
        (
            json!({"as_of": "then"}),
            "value_invalid",
            "as_of: must be a day such as \"2026-01-31\" or a moment such as \"2026-01-31T12:00:00Z\"",
        ),
    ])
    .await;
}

#[tokio::test]
async fn an_order_or_a_page_that_there_is_not() {
    rows_refused([
        (
            json!({"sort": {"field": "tags", "direction": "asc"}}),
            "field_not_sortable",
            "sort.field: rows can be sorted by id, slug, name, rank, price, ratio, live, day, \
             seen_at, status, code",
        ),
        (
            json!({"pagination": {"perPage": 1001}}),
            "number_out_of_bounds",
            "pagination.perPage: must be from 1 to 1000",
        ),
        (
            json!({"pagination": {"page": 0}}),
            "number_out_of_bounds",
            "pagination.page: must be from 1 to 1000000",
        ),
        (
            json!({"pagination": {"page": 1, "cursor": "x"}}),
            "query_misplaced",
            "pagination.page: cannot be combined with a cursor",
        ),
        (
            json!({"aggregate": {"groupBy": "rank"}}),
            "query_misplaced",
            "aggregate: not supported for lists",
        ),
    ])
    .await;
}

#[tokio::test]
async fn groups_that_cannot_be_made() {
    let (_test, mut conn) = table().await;
    let ranked = json!({"field": "rank", "direction": "asc"});
    for (question, message) in [
        (
            json!({"aggregate": {"groupBy": "price"}}),
            "aggregate.groupBy: rows can be grouped by name, rank, live, day, seen_at, status, tags, members",
        ),
        (json!({"aggregate": {"groupBy": "seen_at"}}), "aggregate.interval: missing"),
        (
            json!({"aggregate": {"groupBy": "rank", "interval": "day"}}),
            "aggregate.interval: only for days and moments",
        ),
        (
            json!({"aggregate": {"field": "ratio", "aggregateFunction": "sum"}}),
            "aggregate.aggregateFunction: ratio supports avg, min, max",
        ),
        (
            json!({"aggregate": {"field": "name", "aggregateFunction": "max"}}),
            "aggregate.aggregateFunction: name supports nothing",
        ),
        (
            json!({"aggregate": {"mode": "flow"}}),
            "aggregate.mode: only for resources with a history",
        ),
        (
            json!({"aggregate": {"groupBy": "rank"}, "pagination": {}}),
            "pagination: groups are not paged: use aggregate.groupLimit",
        ),
        (
            json!({"aggregate": {"groupBy": "status"}, "sort": ranked}),
            "sort.field: rows can be sorted by count, status",
        ),
    ] {
        let problem = Problem::from(group(&mut conn, &question).await.unwrap_err());
        assert_eq!((problem.code, &*problem.message), (ErrorCode::Invalid, message), "{question}");
    }
}

#[tokio::test]
async fn an_echoed_name_is_short_and_plain() {
    let (_test, mut conn) = table().await;
    let hostile = format!("<img>\u{202e}\n{}", "x".repeat(10_000));
    let filter = json!({"field": hostile, "operator": "equals", "value": 1});
    let failure = ask(&mut conn, &json!({"filter": filter})).await.unwrap_err();
    let message = Problem::from(failure).message;
    assert!(message.chars().count() < 300, "{message}");
    assert!(!message.contains(['<', '\u{202e}', '\n']), "{message}");
}
