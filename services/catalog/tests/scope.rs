//! Under a scope, every call that reads records answers with the part that the scope shows, from the database and from memory.

use std::sync::Arc;

use crate::support::World;
use catalog::kinds::KINDS;
use kit::error::{ErrorCode, Problem};
use kit::grpc::{Channel, scoped_to};
use policy::Values;
use proto::access::v1::{
    Condition, ConditionOperator, Dimension, Endpoint, Exclusion, FieldMode, Fields, Permission,
    Scope,
};
use proto::catalog::v1::catalog_client::CatalogClient;
use proto::catalog::v1::{GetRecordRequest, GetRequest, ListRowsRequest, ListSlugsRequest};
use proto::query::v1::{
    Filter, GetMetaRequest, ListGroupsRequest, Operator, Query, QueryValue, ResourceMeta, Sort,
    SortDirection,
};
use serde_json::Value;

type Client = CatalogClient<Channel>;

/// Attributes that the records of a kind lack, although their endpoint has the dimension: an adjustment is of an asset, not of
/// one of its tokens.
const LACKING: [(&str, Dimension); 1] = [("supply_adjustments", Dimension::TokenType)];

/// Stablecoins with an asset of the small world, and treasuries with a bill on another network.
async fn world() -> World {
    let world = World::small().await;
    for (name, file) in [
        (
            "asset_classes.csv",
            "id,slug,name,key,description,is_screen_inferred\n\
             27,treasuries,Treasuries,Treasury,Bills.,false\n",
        ),
        (
            "assets.csv",
            "slug,name,symbol,asset_class_slug,status,website\n\
             bill,Bill,BI,treasuries,active,https://bill.example\n",
        ),
        (
            "tokens.csv",
            "slug,name,asset_slug,network_slug,address,decimals,token_type\n\
             two:0xcd,Bill,bill,two,0xcd,6,book_entry\n",
        ),
    ] {
        let report = world.add(name, file).await;
        assert!(!report.is_refused(), "{report}");
    }
    world
}

fn condition(dimension: Dimension, operator: ConditionOperator, ids: &[i64]) -> Condition {
    Condition { dimension: dimension.into(), operator: operator.into(), ids: ids.to_vec() }
}

fn only(endpoint: Endpoint, conditions: Vec<Condition>) -> Scope {
    let permission = Permission { r#where: conditions, ..Permission::default() };
    Scope { endpoint: endpoint.into(), permissions: vec![permission], ..Scope::default() }
}

/// Treasuries, without their websites.
fn treasuries() -> Scope {
    let fields = Fields { mode: FieldMode::Except.into(), names: vec!["website".to_owned()] };
    let class = condition(Dimension::AssetClass, ConditionOperator::In, &[27]);
    let mut scope = only(Endpoint::Assets, vec![class]);
    scope.permissions[0].fields = Some(fields);
    scope
}

async fn within<F: Future>(scope: &Scope, work: F) -> F::Output {
    scoped_to(Some(Arc::new(scope.clone())), work).await
}

fn equals(field: &str, value: &str) -> Filter {
    Filter {
        operator: Operator::Equals.into(),
        field: Some(field.to_owned()),
        value: Some(QueryValue::text(value)),
        filters: Vec::new(),
    }
}

async fn list(
    client: &mut Client,
    resource: &str,
    filter: Option<Filter>,
) -> Result<Value, Problem> {
    let query = Some(Query { filter, ..Query::default() });
    let request = ListRowsRequest { resource: resource.to_owned(), query };
    let json = client.list_rows(request).await?.into_inner().json;
    Ok(serde_json::from_slice(&json).unwrap())
}

fn slugs_of(page: &Value) -> Vec<&str> {
    page["results"].as_array().unwrap().iter().map(|row| row["slug"].as_str().unwrap()).collect()
}

async fn get(client: &mut Client, resource: &str, slug: &str) -> Result<Value, Problem> {
    let record = Some(GetRequest { slug: Some(slug.to_owned()), id: None });
    let request = GetRecordRequest { resource: resource.to_owned(), record };
    let json = client.get_record(request).await?.into_inner().json;
    Ok(serde_json::from_slice(&json).unwrap())
}

async fn meta(client: &mut Client, resource: &str) -> ResourceMeta {
    let request = GetMetaRequest { resource: resource.to_owned() };
    client.get_meta(request).await.unwrap().into_inner()
}

#[test]
fn records_have_the_attributes_of_their_endpoints() {
    for kind in KINDS {
        let attributes = kind.rules.attributes;
        for endpoint in kind.rules.endpoints {
            for (dimension, values) in policy::dimensions(*endpoint) {
                let attribute = attributes.iter().find(|(known, _)| known == dimension);
                let is_known = LACKING.contains(&(kind.table, *dimension));
                assert_ne!(attribute.is_some(), is_known, "{kind:?} {dimension:?}");
                let is_right = attribute
                    .is_none_or(|(_, attribute)| attribute.is_list() == (*values == Values::Many));
                assert!(is_right, "{kind:?} {dimension:?}");
            }
        }
        for (dimension, _) in attributes {
            let mut endpoints = kind.rules.endpoints.iter();
            let is_of_one = endpoints.any(|one| policy::values(*one, *dimension).is_some());
            assert!(is_of_one, "{kind:?} {dimension:?}");
        }
    }
}

#[tokio::test]
async fn every_answer_is_the_part_that_the_scope_shows() {
    let world = world().await;
    let (replica, _records) = world.replica(&world.test_db.url.clone()).await;
    for mut client in [world.serve().await, replica] {
        let client = &mut client;
        assert_eq!(slugs_of(&list(client, "assets", None).await.unwrap()), ["bill", "coin"]);
        within(&treasuries(), async {
            let page = list(client, "assets", None).await.unwrap();
            assert_eq!(slugs_of(&page), ["bill"]);
            assert_eq!(page["pagination"]["resultCount"], 1);
            let record = get(client, "assets", "bill").await.unwrap();
            assert_eq!(page["results"][0], record);
            let record = record.as_object().unwrap();
            assert_eq!(record["symbol"], "BI");
            // A count tells of other records, some of which are hidden.
            for withheld in ["website", "token_count", "feeder_count", "master_slug"] {
                assert!(!record.contains_key(withheld), "{withheld}");
            }
            let hidden = get(client, "assets", "coin").await.unwrap_err();
            assert_eq!((hidden.code, &*hidden.reason), (ErrorCode::NotFound, "asset_not_found"));

            let request =
                ListGroupsRequest { resource: "assets".to_owned(), ..ListGroupsRequest::default() };
            let groups = client.list_groups(request).await.unwrap().into_inner().results;
            assert_eq!(groups.iter().map(|group| group.count).collect::<Vec<_>>(), [1]);
            let request =
                ListSlugsRequest { resource: "assets".to_owned(), ..ListSlugsRequest::default() };
            let slugs = client.list_slugs(request).await.unwrap().into_inner().results;
            assert_eq!(slugs, ["bill"]);

            let meta = meta(client, "assets").await;
            let field = |name: &str| meta.fields.iter().find(|field| field.name == name);
            assert!(field("website").is_none() && field("token_count").is_none());
            let classes = &field("asset_class_slug").unwrap().valid_values;
            let classes: Vec<_> = classes.iter().map(|valid| valid.value.as_str()).collect();
            assert_eq!(classes, ["treasuries"]);
            // Another endpoint needs a scope of its own.
            assert!(slugs_of(&list(client, "tokens", None).await.unwrap()).is_empty());
        })
        .await;
    }
}

#[tokio::test]
async fn a_selection_outside_the_scope_is_refused_and_names_the_dimension() {
    let world = world().await;
    let client = &mut world.serve().await;
    let refusal = |outcome: Result<Value, Problem>| {
        let problem = outcome.unwrap_err();
        assert_eq!((problem.code, &*problem.reason), (ErrorCode::Forbidden, "access.scope"));
        problem.message
    };
    within(&treasuries(), async {
        let stablecoins = Some(equals("asset_class_slug", "stablecoins"));
        let refused = refusal(list(client, "assets", stablecoins).await);
        assert!(refused.contains("asset class"), "{refused}");
        let by_id = Some(equals("asset_class_id", "28"));
        assert!(refusal(list(client, "assets", by_id).await).contains("asset class"));
        let inside = Some(equals("asset_class_slug", "treasuries"));
        assert_eq!(slugs_of(&list(client, "assets", inside).await.unwrap()), ["bill"]);
        let by_field = Some(equals("website", "https://bill.example"));
        assert!(refusal(list(client, "assets", by_field).await).contains("website"));
    })
    .await;
    // Whether a hidden issuer exists stays unknown: the answer is that for an unknown one.
    let issuer = get(client, "issuers", "acme").await.unwrap()["id"].as_i64().unwrap();
    let class = condition(Dimension::AssetClass, ConditionOperator::In, &[27, 28]);
    let mut scope = only(Endpoint::Assets, vec![class]);
    scope.exclusions.push(Exclusion {
        r#where: vec![condition(Dimension::Issuer, ConditionOperator::In, &[issuer])],
        fields: None,
    });
    within(&scope, async {
        for slug in ["acme", "nobody"] {
            let page = list(client, "assets", Some(equals("issuer_slug", slug))).await.unwrap();
            assert!(slugs_of(&page).is_empty(), "{slug}");
        }
        assert_eq!(slugs_of(&list(client, "assets", None).await.unwrap()), ["bill"]);
    })
    .await;
    scope.exclusions.clear();
    scope.permissions[0].r#where =
        vec![condition(Dimension::Issuer, ConditionOperator::In, &[issuer + 1])];
    within(&scope, async {
        for slug in ["acme", "nobody"] {
            let selected = Some(equals("issuer_slug", slug));
            assert!(refusal(list(client, "assets", selected).await).contains("issuer"), "{slug}");
        }
    })
    .await;
}

#[tokio::test]
async fn tokens_are_selected_by_their_assets_networks_and_types() {
    let world = world().await;
    let client = &mut world.serve().await;
    let two = get(client, "networks", "two").await.unwrap()["id"].as_i64().unwrap();
    let (is_in, is_not_in) = (ConditionOperator::In, ConditionOperator::NotIn);
    for conditions in [
        vec![condition(Dimension::AssetClass, is_in, &[27])],
        vec![condition(Dimension::Network, is_in, &[two])],
        vec![condition(Dimension::TokenType, is_in, &[2])],
        vec![condition(Dimension::TokenType, is_not_in, &[1])],
        vec![
            condition(Dimension::Network, is_in, &[two]),
            condition(Dimension::AssetClass, is_not_in, &[28]),
        ],
    ] {
        let scope = only(Endpoint::Tokens, conditions);
        let page = within(&scope, list(client, "tokens", None)).await.unwrap();
        assert_eq!(slugs_of(&page), ["two:0xcd"], "{scope:?}");
    }
    // A token without an issuer meets no condition on it.
    let nobody = condition(Dimension::Issuer, is_not_in, &[1]);
    let page = within(&only(Endpoint::Tokens, vec![nobody]), list(client, "tokens", None)).await;
    assert_eq!(slugs_of(&page.unwrap()), ["one:0xab"]);
}

#[tokio::test]
async fn counts_are_left_out_where_the_counted_records_are_hidden() {
    let world = world().await;
    let client = &mut world.serve().await;
    let counted = get(client, "issuers", "acme").await.unwrap();
    assert_eq!(counted["asset_count"], 1);
    let scope = Scope { hides_others: true, ..only(Endpoint::Issuers, Vec::new()) };
    within(&scope, async {
        let record = get(client, "issuers", "acme").await.unwrap();
        assert_eq!(record["name"], "Acme");
        assert!(record.get("asset_count").is_none(), "{record}");
        let sorted = Query {
            sort: Some(Sort {
                field: "asset_count".to_owned(),
                direction: SortDirection::Desc.into(),
            }),
            ..Query::default()
        };
        let request = ListRowsRequest { resource: "issuers".to_owned(), query: Some(sorted) };
        let refused = Problem::from(client.list_rows(request).await.unwrap_err());
        assert_eq!(refused.reason, "access.scope");
    })
    .await;
}
