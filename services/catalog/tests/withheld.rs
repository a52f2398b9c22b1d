//! Fields and records that a scope withholds stay unknown: through filters, orders, groups, sums and counts, from the database and from memory.

use std::sync::Arc;

use crate::support::World;
use catalog::kinds::KINDS;
use kit::error::{ErrorCode, Problem};
use kit::grpc::{Channel, scoped_to};
use proto::access::v1::{
    Condition, ConditionOperator, Dimension, Endpoint, FieldMode, Fields, Permission, Scope,
};
use proto::catalog::v1::catalog_client::CatalogClient;
use proto::catalog::v1::{GetRecordRequest, GetRequest, ListRowsRequest, ListSlugsRequest};
use proto::query::v1::{
    Aggregate, AggregateFunction, Filter, GetMetaRequest, ListGroupsRequest, Operator, Query,
    QueryValue, Sort, SortDirection,
};

type Client = CatalogClient<Channel>;

const CLASSES: &str = "id,slug,name,key,description,is_screen_inferred\n\
                       27,treasuries,Treasuries,Treasury,Bills.,false\n";
const ASSETS: &str =
    "slug,name,symbol,asset_class_slug,issuer_slug,status,website,management_fee_bps\n";

/// A treasury beside the stablecoin of the small world.
async fn world() -> World {
    let world = World::small().await;
    let assets = format!("{ASSETS}bill,Bill,BI,treasuries,acme,active,https://bill.example,15\n");
    let tokens = "slug,name,asset_slug,network_slug,address,decimals,token_type\n\
                  two:0xcd,Bill,bill,two,0xcd,6,book_entry\n";
    for (name, file) in
        [("asset_classes.csv", CLASSES), ("assets.csv", &*assets), ("tokens.csv", tokens)]
    {
        let report = world.add(name, file).await;
        assert!(!report.is_refused(), "{report}");
    }
    world
}

/// Stablecoins beside it, with larger values than all others, and a token on the same network.
async fn add_hidden(world: &World) {
    let assets = format!(
        "{ASSETS}aaa,Aaa,AA,stablecoins,acme,active,https://bill.example,9000\n\
         zzz,Zzz,ZZ,stablecoins,,active,https://zzz.example,1\n"
    );
    let tokens = "slug,name,asset_slug,network_slug,address,decimals,token_type\n\
                  two:0xef,Aaa,aaa,two,0xef,18,fungible\n";
    for (name, file) in [("assets.csv", &*assets), ("tokens.csv", tokens)] {
        let report = world.add(name, file).await;
        assert!(!report.is_refused(), "{report}");
    }
}

fn scope(endpoint: Endpoint, hidden_fields: &[&str]) -> Scope {
    let class = Condition {
        dimension: Dimension::AssetClass.into(),
        operator: ConditionOperator::In.into(),
        ids: vec![27],
    };
    let fields = Fields {
        mode: FieldMode::Except.into(),
        names: hidden_fields.iter().map(|field| (*field).to_owned()).collect(),
    };
    let fields = (!hidden_fields.is_empty()).then_some(fields);
    let permission = Permission { r#where: vec![class], fields, ..Permission::default() };
    Scope {
        endpoint: endpoint.into(),
        permissions: vec![permission],
        hides_others: true,
        ..Scope::default()
    }
}

async fn within<F: Future>(scope: &Scope, work: F) -> F::Output {
    scoped_to(Some(Arc::new(scope.clone())), work).await
}

fn condition(operator: Operator, field: &str, value: &str) -> Filter {
    Filter {
        operator: operator.into(),
        field: Some(field.to_owned()),
        value: Some(QueryValue::text(value)),
        filters: Vec::new(),
    }
}

fn all_of(operator: Operator, filters: Vec<Filter>) -> Filter {
    Filter { operator: operator.into(), field: None, value: None, filters }
}

fn sorted(field: &str, direction: SortDirection) -> Query {
    let sort = Sort { field: field.to_owned(), direction: direction.into() };
    Query { sort: Some(sort), ..Query::default() }
}

/// The rows as text, or the reason why there are none.
async fn rows(client: &mut Client, resource: &str, query: Query) -> Result<String, Problem> {
    let request = ListRowsRequest { resource: resource.to_owned(), query: Some(query) };
    let json = client.list_rows(request).await?.into_inner().json;
    Ok(String::from_utf8(json.to_vec()).unwrap())
}

async fn groups(client: &mut Client, resource: &str, query: Query) -> Result<String, Problem> {
    let request = ListGroupsRequest { resource: resource.to_owned(), query: Some(query) };
    Ok(format!("{:?}", client.list_groups(request).await?.into_inner()))
}

fn text(outcome: Result<String, Problem>) -> String {
    outcome.unwrap_or_else(|problem| format!("{} {}", problem.reason, problem.message))
}

#[tokio::test]
async fn a_withheld_field_is_neither_filtered_nor_sorted_nor_grouped_nor_summed() {
    let world = world().await;
    let (replica, _records) = world.replica(&world.test_db.url.clone()).await;
    let scope = scope(Endpoint::Assets, &["website", "management_fee_bps"]);
    for mut client in [world.serve().await, replica] {
        let client = &mut client;
        let refused = |outcome: Result<String, Problem>, what: &str| {
            let problem = outcome.unwrap_err();
            let found = (problem.code, &*problem.reason);
            assert_eq!(found, (ErrorCode::Forbidden, "access.scope"), "{what}");
        };
        within(&scope, async {
            for operator in [
                Operator::Equals,
                Operator::NotEquals,
                Operator::Like,
                Operator::Ilike,
                Operator::NotLike,
                Operator::StartsWith,
            ] {
                let on_website = condition(operator, "website", "https://");
                let name = condition(Operator::Equals, "name", "Bill");
                for filter in [
                    on_website.clone(),
                    all_of(Operator::And, vec![name.clone(), on_website.clone()]),
                    all_of(Operator::Or, vec![name, all_of(Operator::And, vec![on_website])]),
                ] {
                    let query = Query { filter: Some(filter), ..Query::default() };
                    let what = format!("{query:?}");
                    refused(rows(client, "assets", query.clone()).await, &what);
                    refused(groups(client, "assets", query.clone()).await, &what);
                    let request = ListSlugsRequest {
                        resource: "assets".to_owned(),
                        filter: query.filter,
                        ..ListSlugsRequest::default()
                    };
                    let slugs = client.list_slugs(request).await.map_err(Problem::from);
                    refused(slugs.map(|slugs| format!("{slugs:?}")), &what);
                }
            }
            for field in ["website", "management_fee_bps"] {
                for direction in [SortDirection::Asc, SortDirection::Desc] {
                    let query = sorted(field, direction);
                    refused(rows(client, "assets", query).await, field);
                }
                let aggregate =
                    Aggregate { group_by: Some(field.to_owned()), ..Aggregate::default() };
                let query = Query { aggregate: Some(aggregate), ..Query::default() };
                refused(groups(client, "assets", query).await, field);
            }
            for function in [
                AggregateFunction::Sum,
                AggregateFunction::Avg,
                AggregateFunction::Min,
                AggregateFunction::Max,
                AggregateFunction::CountDistinct,
            ] {
                let aggregate = Aggregate {
                    group_by: Some("status".to_owned()),
                    aggregate_function: Some(function.into()),
                    field: Some("management_fee_bps".to_owned()),
                    ..Aggregate::default()
                };
                let query = Query { aggregate: Some(aggregate), ..Query::default() };
                refused(groups(client, "assets", query).await, &format!("{function:?}"));
            }
            // A field that does not exist is no field that is withheld.
            let unknown = sorted("no_such", SortDirection::Asc);
            assert_ne!(rows(client, "assets", unknown).await.unwrap_err().reason, "access.scope");
        })
        .await;
    }
}

/// Everything that a caller within a scope can learn: lists in every order, groups and sums by every field, descriptions, slugs
/// and records, of every kind.
async fn everything(client: &mut Client, scope: &Scope) -> Vec<(String, String)> {
    let mut learned = Vec::new();
    within(scope, async {
        for kind in KINDS {
            let resource = kind.table;
            let request = GetMetaRequest { resource: resource.to_owned() };
            let meta = client.get_meta(request).await.map(tonic::Response::into_inner);
            // Of other endpoints, everything is hidden.
            let is_of_scope = kind.rules.endpoints.contains(&scope.endpoint());
            let fields = meta.as_ref().map(|meta| meta.fields.clone()).unwrap_or_default();
            let meta = meta.map(|meta| format!("{meta:?}")).map_err(Problem::from);
            learned.push((format!("{resource}, described"), text(meta)));
            let listed = rows(client, resource, Query::default()).await;
            learned.push((format!("{resource}, listed"), text(listed)));
            let whole = groups(client, resource, Query::default()).await;
            learned.push((format!("{resource}, counted"), text(whole)));
            for field in fields.into_iter().filter(|_| is_of_scope) {
                let name = &field.name;
                if field.sortable {
                    let listed = rows(client, resource, sorted(name, SortDirection::Desc)).await;
                    learned.push((format!("{resource} by {name}"), text(listed)));
                }
                let by = field.groupable.then(|| name.clone());
                let functions = field.aggregate_functions.iter().map(|function| Aggregate {
                    aggregate_function: Some(*function),
                    field: Some(name.clone()),
                    ..Aggregate::default()
                });
                let grouped = by.map(|by| Aggregate { group_by: Some(by), ..Aggregate::default() });
                for aggregate in functions.chain(grouped) {
                    let query = Query { aggregate: Some(aggregate), ..Query::default() };
                    let what = format!("{resource}, {:?}", query.aggregate);
                    learned.push((what, text(groups(client, resource, query).await)));
                }
            }
            for slug in ["aaa", "zzz", "two:0xef", "bill", "acme", "two"] {
                let record = Some(GetRequest { slug: Some(slug.to_owned()), id: None });
                let request = GetRecordRequest { resource: resource.to_owned(), record };
                let record = client.get_record(request).await.map_err(Problem::from);
                let record = record.map(|it| format!("{:?}", it.into_inner()));
                learned.push((format!("{resource}/{slug}"), text(record)));
            }
            let request =
                ListSlugsRequest { resource: resource.to_owned(), ..ListSlugsRequest::default() };
            let slugs = client.list_slugs(request).await.map_err(Problem::from);
            let slugs = slugs.map(|slugs| format!("{:?}", slugs.into_inner()));
            learned.push((format!("slugs of {resource}"), text(slugs)));
        }
    })
    .await;
    learned
}

#[tokio::test]
async fn hidden_records_change_no_answer() {
    let world = world().await;
    let scopes = [
        scope(Endpoint::Assets, &[]),
        scope(Endpoint::Assets, &["website"]),
        scope(Endpoint::Tokens, &[]),
        Scope { permissions: vec![Permission::default()], ..scope(Endpoint::Issuers, &[]) },
        Scope { permissions: vec![Permission::default()], ..scope(Endpoint::Networks, &[]) },
    ];
    let mut before = Vec::new();
    let (mut replica, records) = world.replica(&world.test_db.url.clone()).await;
    for scope in &scopes {
        before.push(everything(&mut world.serve().await, scope).await);
        assert_eq!(everything(&mut replica, scope).await, before[before.len() - 1]);
    }
    let visible = before[0].iter().filter(|(_, answer)| answer.contains("Bill")).count();
    assert!(visible > 20, "{visible} answers of {} have the visible record", before[0].len());
    drop((replica, records));
    add_hidden(&world).await;
    let (mut replica, _records) = world.replica(&world.test_db.url.clone()).await;
    for (scope, before) in scopes.iter().zip(&before) {
        for client in [&mut world.serve().await, &mut replica] {
            let after = everything(client, scope).await;
            for ((what, before), (_, after)) in before.iter().zip(&after) {
                assert_eq!(after, before, "{what} within {scope:?}");
            }
            assert_eq!(after.len(), before.len());
        }
    }
    // They are there for others.
    let all = rows(&mut world.serve().await, "assets", Query::default()).await.unwrap();
    assert!(all.contains("Aaa") && all.contains("Zzz"), "{all}");
}
