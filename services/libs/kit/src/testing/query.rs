//! Checks of a service's declarations of its resources.

use std::collections::HashSet;

use proto::query::v1::{
    Aggregate, AggregateFunction, Filter, Interval, Operator, Paging, Query, QueryValue, Sort,
    SortDirection,
};
use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection};

use crate::query::{self, Element, Field, FieldType, Meaning, Resource, ValidValues};

/// Reads of a table with fewer rows may go through all of it.
const SMALL_TABLE: f64 = 10_000.0;

struct AnyRow;

impl FromRow<'_, PgRow> for AnyRow {
    fn from_row(_: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self)
    }
}

/// Fails unless the declaration is sound and every piece of SQL in it runs.
pub async fn resource(conn: &mut PgConnection, resource: &'static Resource) {
    declaration(resource);
    let meta = query::meta(conn, resource).await;
    let meta = meta.unwrap_or_else(|error| panic!("{} meta: {error:?}", resource.name));
    assert_eq!(meta.fields.len(), resource.fields.len());
    for field in resource.fields {
        for operator in field.operators() {
            let query = Query { filter: Some(comparison(field, *operator)), ..Query::default() };
            list(conn, resource, field, &query).await;
        }
        if field.nullable {
            let filter = filter(field, Operator::Equals, QueryValue::null());
            list(conn, resource, field, &Query { filter: Some(filter), ..Query::default() }).await;
        }
        if field.sortable {
            walk(conn, resource, field, SortDirection::Asc).await;
            walk(conn, resource, field, SortDirection::Desc).await;
        }
        if field.groupable {
            group(conn, resource, field, Some(field), None).await;
        }
        for function in field.functions {
            group(conn, resource, field, None, Some(*function)).await;
            group(conn, resource, field, Some(field).filter(|by| by.groupable), Some(*function))
                .await;
        }
    }
}

/// Fails unless the question that names nothing is answered by an index. The tables are filled as large as
/// they are meant to become.
pub async fn default_query_uses_an_index(conn: &mut PgConnection, resource: &'static Resource) {
    query_uses_an_index(conn, resource, &Query::default()).await;
}

/// Fails unless a search for words in these fields is answered by an index of each. The tables are filled as
/// large as they are meant to become, and few rows have the words.
pub async fn search_uses_indexes(
    conn: &mut PgConnection,
    resource: &'static Resource,
    fields: &[&str],
    words: &str,
) {
    let pattern = QueryValue::text(format!("%{words}%"));
    let part = |name: &&str| Filter {
        operator: Operator::Ilike.into(),
        field: Some((*name).to_owned()),
        value: Some(pattern.clone()),
        filters: vec![],
    };
    let filters: Vec<Filter> = fields.iter().map(part).collect();
    let filter = Filter { operator: Operator::Or.into(), field: None, value: None, filters };
    let query = Query { filter: Some(filter), ..Query::default() };
    let nodes = query_uses_an_index(conn, resource, &query).await;
    let used = nodes.iter().filter(|node| kind(node) == "Bitmap Index Scan").count();
    assert_eq!(used, fields.len(), "{}: {nodes:#?}", resource.name);
}

/// The nodes of the plan.
async fn query_uses_an_index(
    conn: &mut PgConnection,
    resource: &'static Resource,
    query: &Query,
) -> Vec<Value> {
    sqlx::query("ANALYZE").execute(&mut *conn).await.expect("the tables can be analyzed");
    let plan = query::explain(conn, resource, query).await;
    let plan = plan.unwrap_or_else(|error| panic!("{}: {error:?}", resource.name));
    let mut nodes = Vec::new();
    collect(&plan[0]["Plan"], &mut nodes);
    let shown = || serde_json::to_string_pretty(&plan).unwrap_or_default();
    let name = resource.name;
    let indexed = nodes.iter().any(|node| kind(node).contains("Index"));
    assert!(indexed, "{name}: no index is used: {}", shown());
    for node in nodes.iter().filter(|node| kind(node) == "Seq Scan") {
        let table = node["Relation Name"].as_str().unwrap_or_default();
        let rows: f64 =
            sqlx::query_scalar("SELECT reltuples::float8 FROM pg_class WHERE oid = $1::regclass")
                .bind(table)
                .fetch_one(&mut *conn)
                .await
                .expect("the table of a plan exists");
        assert!(rows < SMALL_TABLE, "{name}: all {rows} rows of {table} are read: {}", shown());
    }
    let sorts = nodes.iter().filter(|node| kind(node) == "Sort");
    for node in sorts {
        let rows = node["Plan Rows"].as_f64().unwrap_or_default();
        assert!(rows < SMALL_TABLE, "{name}: {rows} rows are sorted: {}", shown());
    }
    nodes.into_iter().cloned().collect()
}

fn kind(node: &Value) -> &str {
    node["Node Type"].as_str().unwrap_or_default()
}

fn collect<'a>(node: &'a Value, nodes: &mut Vec<&'a Value>) {
    nodes.push(node);
    for child in node["Plans"].as_array().into_iter().flatten() {
        collect(child, nodes);
    }
}

fn declaration(resource: &'static Resource) {
    let name = resource.name;
    let mut names = HashSet::new();
    for field in resource.fields {
        let shown = format!("{name}.{}", field.name);
        assert!(names.insert(field.name), "{shown} is declared twice");
        let plain =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        assert!(field.name.chars().all(plain), "{shown} is not snake_case");
        assert!(
            !["count", "value"].contains(&field.name) || !field.groupable,
            "{shown} reads as a column of groups"
        );
        assert!(!field.description.is_empty(), "{shown} has no description");
        let list = matches!(field.kind, FieldType::List(_));
        assert!(!(list && field.sortable), "{shown}: lists have no order");
        let chosen = matches!(field.kind, FieldType::Enum | FieldType::List(Element::Enum));
        let choices = matches!(field.values, ValidValues::Choices(choices) if !choices.is_empty());
        assert_eq!(chosen, choices, "{shown}: choices belong to enumerations, and to all of them");
        for function in field.functions {
            let sums = matches!(function, AggregateFunction::Sum | AggregateFunction::Avg);
            let fits = match field.kind {
                _ if *function == AggregateFunction::CountDistinct => true,
                FieldType::Int | FieldType::Decimal => true,
                FieldType::Date | FieldType::Instant => !sums,
                _ => false,
            };
            assert!(fits, "{shown} has no {function:?}");
        }
    }
    let mut known = resource.fields.iter().filter(|field| field.meaning == Meaning::KnownSince);
    assert!(
        known.all(|field| field.kind == FieldType::Instant),
        "{name}: known_since must be an instant"
    );
    let key = resource.field(resource.key);
    let key = key.unwrap_or_else(|| panic!("{name}: the key is no field"));
    assert!(!key.nullable && key.order_sql.is_none(), "{name}: the key must be plain");
    assert!(!matches!(key.kind, FieldType::List(_)), "{name}: a list is no key");
    let order = resource.field(resource.order.field);
    let order = order.unwrap_or_else(|| panic!("{name}: the order is no field"));
    assert!(order.sortable, "{name}: the default order is not sortable");
    assert_ne!(resource.order.direction, SortDirection::Unspecified, "{name}: no direction");
}

fn comparison(field: &Field, operator: Operator) -> Filter {
    let value = sample(field);
    let value = if operator == Operator::In { QueryValue::list([value]) } else { value };
    filter(field, operator, value)
}

fn filter(field: &Field, operator: Operator, value: QueryValue) -> Filter {
    Filter {
        operator: operator.into(),
        field: Some(field.name.to_owned()),
        value: Some(value),
        filters: Vec::new(),
    }
}

fn sample(field: &Field) -> QueryValue {
    if let ValidValues::Choices([first, ..]) = field.values {
        return QueryValue::text(first.value);
    }
    match field.kind {
        FieldType::Int | FieldType::Id | FieldType::List(Element::Id) => QueryValue::number(1),
        FieldType::Decimal => QueryValue::number("1.5"),
        FieldType::Bool => QueryValue::flag(true),
        FieldType::Date => QueryValue::text("2026-01-31"),
        FieldType::Instant => QueryValue::text("2026-01-31T12:00:00Z"),
        FieldType::Uuid => QueryValue::text("00000000-0000-0000-0000-000000000000"),
        _ => QueryValue::text("a"),
    }
}

async fn list(
    conn: &mut PgConnection,
    resource: &'static Resource,
    field: &Field,
    query: &Query,
) -> Option<String> {
    match query::list::<AnyRow>(conn, resource, query).await {
        Ok(listed) => listed.pagination.next_cursor,
        Err(error) => panic!("{}.{}: {error:?} of {query:?}", resource.name, field.name),
    }
}

/// A few pages one behind the other.
async fn walk(
    conn: &mut PgConnection,
    resource: &'static Resource,
    field: &Field,
    direction: SortDirection,
) {
    let mut cursor = None;
    for _ in 0..3 {
        let sort = Sort { field: field.name.to_owned(), direction: direction.into() };
        let pagination = Paging { cursor, per_page: Some(1), page: None };
        let query = Query { sort: Some(sort), pagination: Some(pagination), ..Query::default() };
        cursor = list(conn, resource, field, &query).await;
        if cursor.is_none() {
            return;
        }
    }
}

async fn group(
    conn: &mut PgConnection,
    resource: &'static Resource,
    field: &Field,
    by: Option<&Field>,
    function: Option<AggregateFunction>,
) {
    let timely = by.is_some_and(|by| matches!(by.kind, FieldType::Date | FieldType::Instant));
    let aggregate = Aggregate {
        group_by: by.map(|by| by.name.to_owned()),
        aggregate_function: function.map(Into::into),
        field: function.map(|_| field.name.to_owned()),
        interval: timely.then_some(Interval::Month.into()),
        ..Aggregate::default()
    };
    let query = Query { aggregate: Some(aggregate), ..Query::default() };
    if let Err(error) = query::groups(conn, resource, &query).await {
        panic!("{}.{}: {error:?} of {query:?}", resource.name, field.name);
    }
}
