//! A query of rows as JSON, of which nothing becomes part of a statement, and which written again is the same query.

use std::collections::BTreeSet;

use kit::query::fuzzing::statements;
use kit::query::{Element, Field, Order, Resource};
use proto::codec::Choice;
use proto::query::v1::query_value::Kind;
use proto::query::v1::{Filter, Operator, Query, QueryValue};
use serde_json::Value;

use crate::target::Target;

pub const TARGET: Target = Target {
    name: "query_grammar",
    run,
    tokens: &[
        "{",
        "}",
        "[",
        "]",
        ",",
        "null",
        "true",
        "0",
        "-1",
        "1.5",
        "9223372036854775808",
        "\"and\"",
        "\"or\"",
        "\"equals\"",
        "\"notEquals\"",
        "\"in\"",
        "\"gt\"",
        "\"lte\"",
        "\"like\"",
        "\"ilike\"",
        "\"notLike\"",
        "\"startsWith\"",
        "\"onOrAfter\"",
        "\"onOrBefore\"",
        "\"id\"",
        "\"name\"",
        "\"price\"",
        "\"state\"",
        "\"listed\"",
        "\"begins\"",
        "\"seen\"",
        "\"tags\"",
        "\"owner\"",
        "\"value\":",
        "\"filters\":",
        "\"as_of\":",
        "\"sort\":",
        "'; DROP TABLE things; --",
        "\\u0000",
        "%",
        "_",
        "\\\\",
        "2026-01-31",
        "2026-01-31T12:00:00Z",
        "\"9999-12-31T23:59:59-23:59\"",
    ],
    rounds: 2000,
};

static STATES: &[Choice] = &[
    Choice { value: "open", label: "Open", meaning: "" },
    Choice { value: "closed", label: "Closed", meaning: "" },
];

/// Rows with a field of each type.
static THINGS: Resource = Resource {
    name: "things",
    from: "things t",
    columns: "t.id",
    key: "id",
    order: Order::ascending("id"),
    scoping: None,
    fields: &[
        Field::id("id", "t.id").describe("The number.").sortable(),
        Field::text("name", "t.name").describe("The name.").nullable().sortable(),
        Field::slug("slug", "t.slug").describe("The name in addresses.").sortable(),
        Field::int("count", "t.count").describe("A count.").nullable().sortable(),
        Field::decimal("price", "t.price").describe("The price.").nullable().sortable(),
        Field::bool("listed", "t.listed").describe("Whether it is listed."),
        Field::date("begins", "t.begins").describe("Its first day.").nullable().sortable(),
        Field::instant("seen", "t.seen").describe("When it was seen.").known_since().sortable(),
        Field::choice("state", "t.state", STATES).describe("Its state.").sortable(),
        Field::uuid("owner", "t.owner").describe("Its owner."),
        Field::list("tags", Element::Text, "t.tags").describe("Its tags."),
        Field::list("ids", Element::Id, "t.ids").describe("Related numbers."),
    ],
};

/// All words that a statement about such rows can consist of.
const WORDS: &str = "SELECT FROM WHERE AND OR NOT IS NULL NULLS LAST TRUE FALSE ORDER BY DESC LIMIT OFFSET LIKE ILIKE \
    DISTINCT ANY ARRAY CAST AS COLLATE C default count coalesce cardinality text bigint numeric boolean date \
    timestamptz uuid query_order query_key things t id name slug count price listed begins seen state owner tags ids 0";

fn run(input: &[u8]) {
    let Ok(query) = serde_json::from_slice::<Query>(input) else { return };
    let Ok(written) = statements(&THINGS, &query) else { return };
    let known: BTreeSet<&str> = WORDS.split(' ').collect();
    for statement in &written {
        assert!(statement.is_ascii() && !statement.contains(['\'', ';', '\\']), "{statement}");
        let words = statement
            .split(|letter: char| !letter.is_ascii_alphanumeric() && !"_$".contains(letter));
        // A dollar and a number stand for a value that is bound.
        let foreign: Vec<&str> = words
            .filter(|word| !word.is_empty() && !word.starts_with('$') && !known.contains(word))
            .collect();
        assert!(foreign.is_empty(), "{foreign:?} in {statement}");
    }
    let mut json = serde_json::to_value(&query).expect("a query has a JSON form");
    leave_out_missing_values(&mut json["filter"]);
    let again: Query = serde_json::from_value(json).expect("what was accepted is accepted again");
    assert_eq!(statements(&THINGS, &again).expect("it stays valid"), written);
    if query.filter.iter().all(is_exact) {
        assert_eq!(again, query);
    }
}

/// Filters that combine others have no value, and a value that is null would be one.
fn leave_out_missing_values(filter: &mut Value) {
    let Some(members) = filter.as_object_mut() else { return };
    if matches!(members["operator"].as_str(), Some("and" | "or")) {
        members.remove("value");
    }
    members["filters"].as_array_mut().into_iter().flatten().for_each(leave_out_missing_values);
}

/// Whether its numbers have one form alone: JSON may write others in several ways.
fn is_exact(filter: &Filter) -> bool {
    let is_combined = matches!(filter.operator(), Operator::And | Operator::Or);
    let value = filter.value.as_ref().filter(|_| !is_combined);
    filter.filters.iter().all(is_exact) && value.is_none_or(has_exact_numbers)
}

fn has_exact_numbers(value: &QueryValue) -> bool {
    match &value.kind {
        Some(Kind::Number(digits)) => {
            digits.parse::<i64>().is_ok_and(|number| number.to_string() == *digits)
        }
        Some(Kind::List(list)) => list.items.iter().all(has_exact_numbers),
        _ => true,
    }
}
