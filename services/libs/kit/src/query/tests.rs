//! The statements that queries become, and the queries that are refused.

use proptest::prelude::*;
use proto::query::v1::{Filter, Operator, Query, QueryValue, Sort, SortDirection};

use super::list::check;
use super::sql::{From, Statement};
use super::*;

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
        Field::decimal("price", "t.price").describe("The price.").nullable().sortable(),
        Field::list("tags", Element::Text, "t.tags").describe("Its tags."),
    ],
};

fn is(field: &str, operator: Operator, value: QueryValue) -> Filter {
    Filter {
        operator: operator.into(),
        field: Some(field.to_owned()),
        value: Some(value),
        filters: Vec::new(),
    }
}

/// A query that compares every kind of text with one text.
fn asks(text: &str) -> Query {
    let value = || QueryValue::text(text);
    let operators = THINGS.fields[1].operators().iter();
    let names = operators.map(|operator| {
        let value =
            if *operator == Operator::In { QueryValue::list([value(), value()]) } else { value() };
        is("name", *operator, value)
    });
    let tags =
        [Operator::Equals, Operator::NotEquals].map(|operator| is("tags", operator, value()));
    let filters = names.chain(tags).collect();
    let filter = Filter { operator: Operator::Or.into(), filters, ..Filter::default() };
    let sort = Sort { field: "name".to_owned(), direction: SortDirection::Desc.into() };
    Query { filter: Some(filter), sort: Some(sort), ..Query::default() }
}

fn statements(query: &Query, order: &str, key: &str) -> Vec<String> {
    let list = check(&THINGS, query).unwrap();
    let pages = [
        From::Offset(0),
        From::Offset(50),
        From::After { order, key },
        From::Tail { key: Some(key) },
    ];
    let pages = pages.iter().map(|from| list.rows.page("", from, 51));
    pages.chain([list.rows.count()]).map(Statement::into_string).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_input_becomes_part_of_a_statement(
        text in "[^\u{0}\\\\]{0,200}", order in ".{0,40}", key in ".{0,40}",
    ) {
        let written = statements(&asks(&text), &order, &key);
        prop_assert_eq!(written, statements(&asks("x"), "1", "2"));
    }

    #[test]
    fn a_number_that_is_taken_is_digits_alone(text in "[-+0-9.eE ]{0,12}") {
        let field = &THINGS.fields[2];
        if let Ok(value::Scalar::Decimal(digits)) = value::scalar(field, &QueryValue::text(&*text)) {
            prop_assert!(digits.parse::<f64>().unwrap().is_finite());
            prop_assert!(!digits.contains(['e', 'E', '+', ' ']));
        }
    }

    #[test]
    fn no_query_is_a_panic(name in ".{0,20}", operator in -2..20_i32, digits in ".{0,20}") {
        let values = [QueryValue::text(&*digits), QueryValue::number(&digits), QueryValue::null()];
        for value in values {
            let filter = Filter { operator, field: Some(name.clone()), value: Some(value), filters: vec![] };
            drop(check(&THINGS, &Query { filter: Some(filter), ..Query::default() }));
        }
    }
}

#[test]
fn a_page_reads_as_an_index_can_serve_it() {
    let sort = |field: &str, direction: SortDirection| Query {
        sort: Some(Sort { field: field.to_owned(), direction: direction.into() }),
        ..Query::default()
    };
    let page = |query: &Query, from: &From<'_>| {
        let text = check(&THINGS, query).unwrap().rows.page("", from, 51).into_string();
        text.split_once(" WHERE ").unwrap().1.to_owned()
    };
    let after = From::After { order: "1", key: "2" };
    let down = sort("price", SortDirection::Desc);
    assert_eq!(
        page(&down, &after),
        "TRUE AND ((t.price), (t.id)) < (CAST($1 AS numeric), CAST($2 AS bigint)) \
         ORDER BY (t.price) DESC NULLS LAST, (t.id) DESC LIMIT $3"
    );
    assert_eq!(
        page(&down, &From::Tail { key: Some("2") }),
        "TRUE AND (t.price) IS NULL AND (t.id) < CAST($1 AS bigint) \
         ORDER BY (t.price) DESC NULLS LAST, (t.id) DESC LIMIT $2"
    );
    assert_eq!(
        page(&sort("name", SortDirection::Asc), &From::Offset(50)),
        "TRUE ORDER BY (t.name) COLLATE \"C\", (t.id) LIMIT $1 OFFSET $2"
    );
    assert_eq!(
        page(&sort("id", SortDirection::Desc), &after),
        "TRUE AND (t.id) < CAST($1 AS bigint) ORDER BY (t.id) DESC LIMIT $2"
    );
}
