//! Under a scope, lists, groups and single rows have what the evaluator of policies shows of each row, in the database and in
//! memory.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::items::{self, ITEMS, Item, fill, rows, table};
use kit::error::{ErrorCode, Problem};
use kit::grpc::scoped_to;
use kit::query::{
    self as grammar, Element, Fault, Field, ListPage, Order, Resource, Scoping, Snapshot,
    WithheldFields,
};
use kit::testing;
use policy::{Attributes, FieldSet};
use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::{Config, TestRunner};
use proto::access::v1::{
    Condition, ConditionOperator, Dimension, Endpoint, Exclusion, FieldMode, Fields, Permission,
    Scope,
};
use proto::query::v1::{
    Aggregate, ListGroupsResponse, Pagination, Paging, Query, QueryValue, Sort, SortDirection,
};
use serde_json::{Value, json};
use sqlx::PgConnection;
use tokio::runtime::Runtime;

/// Scopes for each of which all questions are put.
const SCOPES: usize = 100;
const FIELDS: [&str; 5] = ["rank", "price", "live", "status", "tags"];

/// Items whose rank, number and members stand for an asset class, an issuer and networks.
static SCOPED: Resource = Resource {
    name: "items",
    from: "items i",
    columns: "i.id, i.slug, i.name, i.rank, i.price::text AS price, i.ratio, i.live, i.day, i.seen_at, \
              i.status, i.tags, i.members, i.code",
    key: "id",
    order: Order::descending("rank"),
    scoping: Some(Scoping {
        endpoints: &[Endpoint::Assets],
        attributes: &[
            (Dimension::AssetClass, Field::id("asset_class", "nullif(i.rank, 0)").nullable()),
            (Dimension::Issuer, Field::id("issuer", "nullif(i.id % 3, 0)").nullable()),
            (Dimension::Network, Field::list("network", Element::Id, "i.members").nullable()),
        ],
    }),
    fields: &[
        Field::id("id", "i.id").describe("The number.").sortable(),
        Field::slug("slug", "i.slug").describe("The name in addresses.").sortable(),
        Field::text("name", "i.name").describe("The name.").nullable(),
        Field::int("rank", "i.rank").describe("The rank.").sortable().groupable().of_others(),
        Field::decimal("price", "i.price").describe("The price.").nullable().sortable(),
        Field::bool("live", "i.live").describe("Whether it lives.").nullable().sortable(),
        Field::text("status", "i.status").describe("How it stands.").nullable().sortable(),
        Field::list("tags", Element::Slug, "i.tags").describe("Its tags.").groupable().values_from(
            "SELECT DISTINCT tag AS value, tag AS label FROM items, unnest(tags) tag ORDER BY 1",
        ),
    ],
};

fn conditions() -> impl Strategy<Value = Vec<Condition>> {
    let dimensions = [Dimension::AssetClass, Dimension::Issuer, Dimension::Network];
    let condition = (select(dimensions.to_vec()), any::<bool>(), btree_set(-1..3_i64, 1..4))
        .prop_map(|(dimension, is_in, ids)| Condition {
            dimension: dimension.into(),
            operator: if is_in { ConditionOperator::In } else { ConditionOperator::NotIn }.into(),
            ids: ids.into_iter().collect(),
        });
    vec(condition, 0..3)
}

fn fields() -> impl Strategy<Value = Option<Fields>> {
    let some = (any::<bool>(), subsequence(FIELDS.to_vec(), 1..4)).prop_map(|(only, names)| {
        let mode = if only { FieldMode::Only } else { FieldMode::Except };
        Fields { mode: mode.into(), names: names.into_iter().map(str::to_owned).collect() }
    });
    option::weighted(0.4, some)
}

fn scopes() -> impl Strategy<Value = Scope> {
    let permission = (conditions(), fields()).prop_map(|(conditions, fields)| Permission {
        r#where: conditions,
        fields,
        ..Permission::default()
    });
    let exclusion = (conditions(), fields())
        .prop_map(|(conditions, fields)| Exclusion { r#where: conditions, fields });
    let parts = (vec(permission, 0..4), vec(exclusion, 0..3), prop::bool::weighted(0.2));
    parts.prop_map(|(permissions, exclusions, hides_others)| Scope {
        endpoint: Endpoint::Assets.into(),
        permissions,
        exclusions,
        hides_others,
        further: Vec::new(),
    })
}

/// The visible fields of a row, as the evaluator of policies has them.
fn visible(scope: &policy::Scope, row: &Item) -> Option<FieldSet> {
    let known = |id: i64| Some(id).filter(|id| *id != 0).into_iter().collect::<Vec<_>>();
    let (class, issuer) = (known(row.rank.into()), known(row.id % 3));
    let networks = row.members.clone().unwrap_or_default();
    let attributes = Attributes::default()
        .with(Dimension::AssetClass, &class)
        .with(Dimension::Issuer, &issuer)
        .with(Dimension::Network, &networks);
    scope.row(&attributes).map(|row| row.fields())
}

/// Whether rows may be hidden here or elsewhere, so that fields that tell of others are left out.
fn hides_rows(scope: &Scope) -> bool {
    let is_whole = |exclusion: &Exclusion| {
        exclusion.fields.as_ref().is_none_or(|fields| fields.mode() == FieldMode::All)
    };
    scope.hides_others
        || scope.permissions.iter().all(|permission| !permission.r#where.is_empty())
        || scope.exclusions.iter().any(is_whole)
}

/// The visible rows by their ids, each with the fields that it lacks.
type Narrowed = Vec<(i64, Vec<&'static str>)>;

fn expected(scope: &Scope, rows: &[Item]) -> Narrowed {
    let (evaluator, hides) = (policy::Scope::try_from(scope).unwrap(), hides_rows(scope));
    let mut found: Narrowed = rows
        .iter()
        .filter_map(|row| {
            let shown = visible(&evaluator, row)?;
            let is_withheld = |name: &&str| !shown.contains(name) || (hides && *name == "rank");
            let names = SCOPED.fields.iter().map(|field| field.name);
            Some((row.id, names.filter(is_withheld).collect()))
        })
        .collect();
    found.sort_unstable();
    found
}

fn found<T>(page: &ListPage<T>, id: impl Fn(&T) -> i64) -> Narrowed {
    let withheld = |at: usize| page.withheld.get(at).map(|names| names.to_vec());
    let rows = page.rows.iter().enumerate();
    let mut found: Narrowed =
        rows.map(|(at, row)| (id(row), withheld(at).unwrap_or_default())).collect();
    found.sort_unstable();
    found
}

fn count(groups: &ListGroupsResponse) -> usize {
    groups.results.iter().map(|group| group.count as usize).sum()
}

fn page() -> Query {
    let pagination = Paging { per_page: Some(50), ..Paging::default() };
    Query { pagination: Some(pagination), ..Query::default() }
}

async fn snapshot(conn: &mut PgConnection) -> Snapshot<Item> {
    Snapshot::load(conn, &SCOPED, usize::MAX, |_| 0).await.unwrap().unwrap()
}

/// Puts all questions under a scope.
async fn compare(
    conn: &mut PgConnection,
    snapshot: &Snapshot<Item>,
    scope: &Scope,
    rows: &[Item],
) -> Result<(), TestCaseError> {
    let expected = expected(scope, rows);
    let from_memory = snapshot.list(&page()).unwrap().unwrap();
    prop_assert_eq!(&found(&from_memory, |row| row.id), &expected, "{:?}", scope);
    let listed: ListPage<Item> = grammar::list(conn, &SCOPED, &page()).await.unwrap();
    prop_assert_eq!(&found(&listed, |row| row.id), &expected, "{:?}", scope);
    prop_assert_eq!(&listed.pagination, &from_memory.pagination);
    prop_assert_eq!(listed.pagination.result_count, expected.len() as u64);
    let groups = grammar::groups(conn, &SCOPED, &Query::default()).await.unwrap();
    prop_assert_eq!(count(&groups), expected.len());
    prop_assert_eq!(&snapshot.groups(&Query::default()).unwrap().unwrap(), &groups);
    if let Some(row) = rows.first() {
        let slug = QueryValue::text(&*row.slug);
        let of_row = |(item, withheld): (&Item, WithheldFields)| (item.id, withheld.to_vec());
        let known = expected.iter().find(|(id, _)| *id == row.id).cloned();
        let single = grammar::get_narrowed::<Item>(conn, &SCOPED, "slug", &slug).await.unwrap();
        let single = single.map(|(item, withheld)| (item.id, withheld.to_vec()));
        prop_assert_eq!(&single, &known, "{:?}", scope);
        prop_assert_eq!(&snapshot.find_narrowed("slug", &slug).map(of_row), &known);
    }
    for name in ["rank", "price", "live", "status"] {
        let sort = Sort { field: name.to_owned(), direction: SortDirection::Asc.into() };
        match snapshot.list(&Query { sort: Some(sort), ..page() }) {
            Ok(_) => prop_assert!(
                expected.iter().all(|(_, withheld)| !withheld.contains(&name)),
                "{name} {scope:?}"
            ),
            Err(error) => prop_assert_eq!(error.fault, Fault::Withheld),
        }
    }
    Ok(())
}

#[test]
fn a_scope_shows_what_the_evaluator_shows_of_each_row() {
    let runtime = Runtime::new().unwrap();
    let (_test, conn) = runtime.block_on(table());
    let conn = RefCell::new(conn);
    let cases = testing::cases(5_000).div_ceil(SCOPES as u32);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let scopes = vec(scopes(), SCOPES);
    let outcome = TestRunner::new(config).run(&(rows(40), scopes), |(rows, scopes)| {
        let mut conn = conn.borrow_mut();
        runtime.block_on(async {
            fill(&mut conn, &rows).await;
            let snapshot = snapshot(&mut conn).await;
            for scope in scopes {
                let stated = Some(Arc::new(scope.clone()));
                let compared = compare(&mut conn, &snapshot, &scope, &rows);
                scoped_to(stated, compared).await?;
            }
            Ok(())
        })
    });
    outcome.unwrap();
}

/// A scope with a permission for each of these classes.
fn classes(ids: &[i64], fields: Option<Fields>) -> Scope {
    let condition = Condition {
        dimension: Dimension::AssetClass.into(),
        operator: ConditionOperator::In.into(),
        ids: ids.to_vec(),
    };
    Scope {
        endpoint: Endpoint::Assets.into(),
        permissions: vec![Permission { r#where: vec![condition], fields, ..Permission::default() }],
        ..Scope::default()
    }
}

fn without(name: &str) -> Fields {
    Fields { mode: FieldMode::Except.into(), names: vec![name.to_owned()] }
}

async fn within<F: Future>(scope: &Scope, work: F) -> F::Output {
    scoped_to(Some(Arc::new(scope.clone())), work).await
}

/// Items of two ranks, each with a tag of its own.
async fn two_ranks() -> (testing::TestDb, PgConnection) {
    let (test, mut conn) = table().await;
    let row = |id: i64| Item {
        id,
        slug: format!("item-{id}"),
        rank: if id % 2 == 0 { 2 } else { 1 },
        tags: vec![format!("of-{}", if id % 2 == 0 { 2 } else { 1 })],
        ..items::blank()
    };
    fill(&mut conn, &(1..=9).map(row).collect::<Vec<_>>()).await;
    (test, conn)
}

#[tokio::test]
async fn rows_of_another_endpoint_and_of_no_endpoint_are_not_shown() {
    let (_test, mut conn) = two_ranks().await;
    let snapshot = snapshot(&mut conn).await;
    let whole = Snapshot::<Item>::load(&mut conn, &ITEMS, usize::MAX, |_| 0).await;
    let whole = whole.unwrap().unwrap();
    let of_tokens = Scope {
        endpoint: Endpoint::Tokens.into(),
        permissions: vec![Permission::default()],
        ..Scope::default()
    };
    let counts = within(&of_tokens, async {
        [snapshot.list(&page()), whole.list(&page())]
            .map(|listed| listed.unwrap().unwrap().pagination.result_count)
    });
    assert_eq!(counts.await, [0, 0]);
    assert_eq!(snapshot.list(&page()).unwrap().unwrap().pagination.result_count, 9);
}

#[tokio::test]
async fn a_cursor_belongs_to_its_scope() {
    let (_test, mut conn) = two_ranks().await;
    let first = Query {
        pagination: Some(Paging { per_page: Some(2), ..Paging::default() }),
        ..Query::default()
    };
    let everything: ListPage<Item> = grammar::list(&mut conn, &SCOPED, &first).await.unwrap();
    let cursor = everything.pagination.next_cursor.unwrap();
    let next = Query {
        pagination: Some(Paging { cursor: Some(cursor), per_page: Some(2), page: None }),
        ..Query::default()
    };
    let narrow = classes(&[1], None);
    let refused = within(&narrow, grammar::list::<Item>(&mut conn, &SCOPED, &next)).await;
    assert!(refused.unwrap_err().to_string().contains("different filter"));
}

#[tokio::test]
async fn values_of_rows_that_are_hidden_are_not_offered() {
    let (_test, mut conn) = two_ranks().await;
    let offered = async |conn: &mut PgConnection| {
        let meta = grammar::meta(conn, &SCOPED).await.unwrap();
        let tags = meta.fields.iter().find(|field| field.name == "tags").unwrap();
        let values = tags.valid_values.iter().map(|valid| valid.value.clone());
        let names = meta.fields.iter().map(|field| field.name.clone());
        let sort = meta.default_sort.unwrap().field;
        (values.collect::<Vec<_>>(), names.collect::<BTreeSet<_>>(), sort)
    };
    let (values, names, sort) = offered(&mut conn).await;
    assert_eq!((values.len(), sort.as_str()), (2, "rank"));
    assert!(names.contains("rank") && names.contains("price"));
    let narrow = classes(&[1], Some(without("price")));
    let (values, names, sort) = within(&narrow, offered(&mut conn)).await;
    assert_eq!((values, sort.as_str()), (vec!["of-1".to_owned()], "id"));
    assert!(!names.contains("rank") && !names.contains("price"));
}

#[tokio::test]
async fn a_query_by_a_field_that_some_rows_lack_is_refused() {
    let (_test, mut conn) = two_ranks().await;
    let mut scope = classes(&[1], None);
    scope.permissions.extend(classes(&[2], Some(without("tags"))).permissions);
    let filter = json!({"operator": "equals", "field": "tags", "value": "of-1"});
    let filtered = items::read(&json!({ "filter": filter }));
    let grouped = Query {
        aggregate: Some(Aggregate { group_by: Some("tags".to_owned()), ..Aggregate::default() }),
        ..Query::default()
    };
    let listing = within(&scope, grammar::list::<Item>(&mut conn, &SCOPED, &filtered)).await;
    let grouping = within(&scope, grammar::groups(&mut conn, &SCOPED, &grouped)).await;
    for failure in [listing.map(drop).unwrap_err(), grouping.map(drop).unwrap_err()] {
        let problem = Problem::from(failure);
        assert_eq!((problem.code, &*problem.reason), (ErrorCode::Forbidden, "access.scope"));
        assert!(problem.message.contains("tags"), "{}", problem.message);
    }
}

#[test]
fn the_json_of_a_row_lacks_what_is_withheld_and_keeps_the_rest_to_the_last_digit() {
    let row = br#"{"slug":"one","price":1.10,"tags":["a"],"ratio":0.300000000000000041}"#.to_vec();
    let rows = vec![row.clone(), row];
    let withheld: Vec<WithheldFields> = vec![["tags", "slug"].into(), WithheldFields::default()];
    let page = ListPage { rows, pagination: Pagination::default(), withheld };
    let text = String::from_utf8(page.json().unwrap()).unwrap();
    let (first, second) = text.split_once("},{").unwrap();
    assert!(first.contains(r#""price":1.10"#) && first.contains("0.300000000000000041"), "{text}");
    assert!(!first.contains("tags") && !first.contains("slug"), "{text}");
    assert!(second.starts_with(r#""slug":"one","price":1.10,"tags":["a"]"#), "{text}");
    serde_json::from_str::<Value>(&text).unwrap();
}
