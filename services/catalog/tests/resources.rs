//! The answers of every resource, over gRPC on a real database.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::support::{World, listed, load_samples, record};
use catalog::kinds::{KINDS, loan_status};
use catalog::schema::{ColumnType, Kind, ReferenceForm};
use catalog::{import, resources};
use futures::stream::{self, StreamExt as _};
use kit::error::{ErrorCode, Problem};
use prost::Message as _;
use prost_types::{FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet};
use proto::catalog::v1::{
    Asset, Investment, ListAssetsResponse, ListLoansResponse, ListNetworksResponse,
    ListPlatformsResponse, ListSlugsRequest, Network, Platform, Status, Token, TokenizationType,
};
use proto::codec::Text as _;
use proto::query::v1::{
    Filter, GetMetaRequest, ListGroupsRequest, Operator, Paging, Query, QueryValue,
};

fn is(field: &str, value: QueryValue) -> Filter {
    Filter {
        operator: Operator::Equals.into(),
        field: Some(field.to_owned()),
        value: Some(value),
        filters: Vec::new(),
    }
}

fn equals(field: &str, value: &str) -> Query {
    Query { filter: Some(is(field, QueryValue::text(value))), ..Query::default() }
}

#[tokio::test]
async fn every_field_of_every_resource_can_be_queried() {
    let world = World::small().await;
    let db = &world.test_db.db;
    // A few side by side, as each waits for the database.
    let checks = stream::iter(resources::all()).for_each_concurrent(4, async |(_, list)| {
        let mut conn = db.conn().await.unwrap();
        kit::testing::resource(&mut conn, &list.resource).await;
    });
    checks.await;
}

fn message_name(kind: &Kind) -> String {
    kind.one.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

#[test]
fn messages_and_declarations_name_the_same_fields() {
    let set = FileDescriptorSet::decode(proto::DESCRIPTORS).unwrap();
    let messages: Vec<_> = set.file.iter().flat_map(|file| &file.message_type).collect();
    for kind in KINDS {
        let name = message_name(kind);
        let message = messages.iter().find(|message| message.name() == name).unwrap();
        let fields: BTreeSet<&str> = message.field.iter().map(FieldDescriptorProto::name).collect();
        let declared = resources::of_kind(kind).fields;
        let declared: BTreeSet<&str> = declared.iter().map(|field| field.name).collect();
        assert_eq!(fields, declared, "{name}");
    }
}

/// The comment of each field of a message; a field without one continues the field before it.
fn comments(file: &FileDescriptorProto, message: usize) -> BTreeMap<&str, String> {
    let locations = file.source_code_info.iter().flat_map(|info| &info.location);
    let comments: HashMap<&[i32], &str> = locations
        .map(|location| (location.path.as_slice(), location.leading_comments()))
        .filter(|(_, comment)| !comment.is_empty())
        .collect();
    let fields = file.message_type[message].field.iter().enumerate();
    let mut last = String::new();
    fields
        .map(|(place, field)| {
            // The numbers of the fields `message_type` of a file and `field` of a message, each with its place.
            let path = [4, message as i32, 2, place as i32];
            if let Some(comment) = comments.get(&path[..]) {
                last = comment.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            (field.name(), last.clone())
        })
        .collect()
}

#[test]
fn columns_have_the_descriptions_of_the_fields_of_their_message() {
    let set = FileDescriptorSet::decode(proto::DESCRIPTORS).unwrap();
    for kind in KINDS {
        let name = message_name(kind);
        let (file, message) = set
            .file
            .iter()
            .filter(|file| file.package() == "catalog.v1")
            .find_map(|file| {
                let place = file.message_type.iter().position(|message| message.name() == name);
                place.map(|place| (file, place))
            })
            .unwrap();
        let comments = comments(file, message);
        for column in kind.columns {
            let field = match column.column_type {
                ColumnType::Reference(_, ReferenceForm::Record) => column.stored(),
                _ => column.filed(),
            };
            assert_eq!(comments[field.as_str()], column.about, "{name}.{field}");
        }
    }
}

#[tokio::test]
async fn an_asset_shows_what_it_refers_to() {
    let world = World::small().await;
    let mut client = world.serve().await;
    let asset: Asset = record(&mut client, "assets", "coin").await.unwrap();
    assert_eq!((asset.asset_class_id, asset.asset_class_slug.as_str()), (28, "stablecoins"));
    assert_eq!(asset.issuer_name.as_deref(), Some("Acme"));
    assert_eq!(asset.management_fee_bps, Some(25));
    assert_eq!(asset.network_slugs, ["one"]);
    assert_eq!((asset.source.as_str(), asset.retrieved_on.as_str()), ("test", "2026-01-02"));
    assert!(!asset.is_sample && asset.updated_at > 1_700_000_000_000 && asset.id >= 10_000);
    assert_eq!(asset.platform_slug, None);

    let query = equals("issuer_slug", "acme");
    let page: ListAssetsResponse = listed(&mut client, "assets", query).await.unwrap();
    assert_eq!(page.results, [asset]);
    assert_eq!(page.pagination.unwrap().result_count, 1);
    let token: Token = record(&mut client, "tokens", "one:0xab").await.unwrap();
    assert_eq!(token.tokenization_type(), TokenizationType::Distributed);
    assert_eq!(token.asset_class_slug.as_deref(), Some("stablecoins"));
}

#[tokio::test]
async fn a_platform_shows_the_networks_of_its_tokens() {
    let world = World::small().await;
    let platforms = "slug,name,is_platform,is_protocol,network_slugs\n\
                     port,Port,true,false,two\npier,Pier,true,true,\nquay,Quay,true,false,\n";
    let assets = "slug,name,asset_class_slug,status,platform_slug,protocol_slug\n\
                  coin,Coin,stablecoins,active,port,pier\n";
    for (name, file) in [("platforms.csv", platforms), ("assets.csv", assets)] {
        let report = world.add(name, file).await;
        assert!(!report.is_refused(), "{report}");
    }
    let mut client = world.serve().await;
    let mut networks = async |slug: &str| {
        let platform: Platform = record(&mut client, "platforms", slug).await.unwrap();
        (platform.network_slugs, platform.token_network_slugs)
    };
    let one = || vec!["one".to_owned()];
    assert_eq!(networks("port").await, (vec!["two".to_owned()], one()));
    assert_eq!(networks("pier").await, (vec![], one()));
    assert_eq!(networks("quay").await, (vec![], vec![]));

    // A token that names a platform of its own is that one's.
    world.forget_events().await;
    let tokens = "slug,name,asset_slug,network_slug,platform_slug,address,token_type\n\
                  two:0xcd,Coin,coin,two,quay,0xcd,fungible\n";
    assert!(!world.add("tokens.csv", tokens).await.is_refused());
    assert_eq!(networks("quay").await.1, ["two"]);
    assert_eq!(networks("port").await.1, ["one"]);
    assert_eq!(networks("pier").await.1, ["one", "two"]);
    assert!(world.queued_events().await.contains(&"platform.updated 2".to_owned()));
    let query = equals("token_network_slugs", "two");
    let page: ListPlatformsResponse = listed(&mut client, "platforms", query).await.unwrap();
    let mut found: Vec<String> = page.results.into_iter().map(|one| one.slug).collect();
    found.sort();
    assert_eq!(found, ["pier", "quay"]);
}

#[tokio::test]
async fn an_offer_without_an_asset_has_no_networks() {
    let world = World::small().await;
    let file = "slug,name,availability,source,licence,retrieved_on\n\
                o,Offer,upcoming,test,CC0-1.0,2026-01-02\n";
    assert!(!world.add("investments.csv", file).await.is_refused());
    let mut client = world.serve().await;
    let offer: Investment = record(&mut client, "investments", "o").await.unwrap();
    assert_eq!((offer.asset_slug, offer.network_slugs.len()), (None, 0));
}

#[tokio::test]
async fn meta_lists_the_valid_values_of_a_field() {
    let world = World::small().await;
    let mut client = world.serve().await;
    let mut values = async |resource: &str, field: &str| -> Vec<String> {
        let request = GetMetaRequest { resource: resource.to_owned() };
        let meta = client.get_meta(request).await.unwrap().into_inner();
        let field = meta.fields.into_iter().find(|known| known.name == field).unwrap();
        field.valid_values.into_iter().map(|value| value.value).collect()
    };
    assert_eq!(values("assets", "network_slugs").await, ["one", "two"]);
    assert_eq!(values("assets", "asset_class_slug").await, ["stablecoins"]);
    assert_eq!(values("assets", "tokenization_types").await, ["distributed", "represented"]);
    assert_eq!(values("loans", "status").await.len(), 9);
    assert_eq!(values("companies", "roles").await.len(), 14);
}

#[tokio::test]
async fn meta_says_which_records_fields_name_and_which_fields_name_a_record() {
    let world = World::small().await;
    let mut client = world.serve().await;
    let mut meta = async |resource: &str| {
        let request = GetMetaRequest { resource: resource.to_owned() };
        client.get_meta(request).await.unwrap().into_inner()
    };
    let assets = meta("assets").await;
    let names = |name: &str| {
        let field = assets.fields.iter().find(|field| field.name == name).unwrap();
        field.refers_to.as_deref()
    };
    // A platform and a protocol are one record in two lists.
    assert_eq!(names("platform_slug"), Some("platforms"));
    assert_eq!(names("protocol_slug"), Some("protocols"));
    assert_eq!(names("country_code"), Some("countries"));
    assert_eq!(names("network_slugs"), Some("networks"));
    assert_eq!(names("symbol"), None);
    let references = meta("issuers").await.referenced_by.into_iter();
    let references: Vec<_> =
        references.map(|each| format!("{}.{}", each.resource, each.field)).collect();
    assert_eq!(
        references,
        [
            "articles.issuer_slugs",
            "assets.issuer_slug",
            "investments.issuer_slug",
            "loans.issuer_slug",
            "reserve_reports.issuer_slug",
        ]
    );
    let of_protocols = meta("protocols").await.referenced_by;
    assert!(of_protocols.iter().any(|each| each.field == "platform_slug"));
}

#[tokio::test]
async fn an_alias_leads_to_its_network() {
    let world = World::small().await;
    let mut client = world.serve().await;
    let query = Query::default();
    let page: ListNetworksResponse = listed(&mut client, "networks", query).await.unwrap();
    let aliases: Vec<_> = page.results.iter().map(|network| network.alias_of.clone()).collect();
    assert_eq!(aliases, [Some("one".to_owned()), None, None]);
    let network: Network = record(&mut client, "networks", "old-one").await.unwrap();
    assert_eq!(network.slug, "one");
}

#[tokio::test]
async fn unknown_records_are_not_found_and_invalid_requests_are_refused() {
    let world = World::small().await;
    let mut client = world.serve().await;
    let problem = record::<Asset>(&mut client, "assets", "nothing").await.unwrap_err();
    assert_eq!((problem.code, problem.reason.as_ref()), (ErrorCode::NotFound, "asset_not_found"));
    let unknown = listed::<ListAssetsResponse>(&mut client, "assets", equals("origin", "x")).await;
    let problem = unknown.unwrap_err();
    assert_eq!((problem.code, problem.reason.as_ref()), (ErrorCode::Invalid, "field_unknown"));
    let request = GetMetaRequest { resource: "outbox".to_owned() };
    let problem = Problem::from(client.get_meta(request).await.unwrap_err());
    assert_eq!(problem.reason, "resource_unknown");
}

#[tokio::test]
async fn slugs_come_in_order_and_in_parts() {
    let world = World::small().await;
    let mut client = world.serve().await;
    let mut slugs = async |after: Option<&str>| {
        let request = ListSlugsRequest {
            resource: "networks".to_owned(),
            after: after.map(str::to_owned),
            filter: None,
        };
        client.list_slugs(request).await.unwrap().into_inner()
    };
    assert_eq!(slugs(None).await.results, ["old-one", "one", "two"]);
    assert_eq!(slugs(Some("one")).await.results, ["two"]);
}

#[tokio::test]
async fn slugs_of_what_a_filter_leaves_are_the_same_from_memory_and_from_the_database() {
    let world = World::small().await;
    let (remembering, _images) = world.replica(&world.test_db.url).await;
    for mut client in [world.serve().await, remembering] {
        let mut slugs = async |resource: &str, filter: Filter, after: Option<&str>| {
            let (resource, after) = (resource.to_owned(), after.map(str::to_owned));
            let request = ListSlugsRequest { resource, after, filter: Some(filter) };
            client.list_slugs(request).await.map(|listed| listed.into_inner().results)
        };
        let evm = is("is_evm", QueryValue::flag(true));
        assert_eq!(slugs("networks", evm.clone(), None).await.unwrap(), ["old-one", "one"]);
        assert_eq!(slugs("networks", evm, Some("old-one")).await.unwrap(), ["one"]);
        let all = || Filter { operator: Operator::And.into(), ..Filter::default() };
        assert_eq!(slugs("networks", all(), None).await.unwrap().len(), 3);
        let refused = slugs("networks", is("nothing", QueryValue::null()), None);
        assert_eq!(Problem::from(refused.await.unwrap_err()).reason, "field_unknown");
    }
}

#[tokio::test]
async fn the_sample_universe_comes_and_goes_without_a_trace() {
    let world = World::start().await;
    let db = &world.test_db.db;
    let now = world.clock.now();
    catalog::import::import(db, catalog::seed::files(), catalog::import::Prune::Keep, now)
        .await
        .unwrap();
    let real =
        world.texts("SELECT slug || asset_count || token_count FROM networks ORDER BY id").await;
    world.forget_events().await;

    let report = load_samples(db, now).await;
    assert!(!report.is_refused(), "{report}");
    let written = report.changed_count();
    assert!(written > 1500, "{report}");
    assert_eq!(load_samples(db, now).await.changed_count(), 0);
    let mut conn = world.test_db.raw().await;
    sqlx::query("UPDATE tokens SET slug = 'former-' || id, address = 'former-' || id WHERE origin = 'sample' AND id % 2 = 0")
        .execute(&mut conn)
        .await
        .unwrap();
    let tokens = "SELECT count(*)::text FROM tokens WHERE origin = 'sample'";
    let many = world.texts(tokens).await;
    let again = load_samples(db, now).await;
    assert!(again.files.iter().any(|file| file.removed > 100), "{again}");
    assert_eq!(world.texts(tokens).await, many, "what is made no more is gone");
    world.forget_events().await;
    let after =
        world.texts("SELECT slug || asset_count || token_count FROM networks ORDER BY id").await;
    assert_eq!(real, after, "nothing fictional is counted for a network");

    let mut client = world.serve().await;
    let query = Query {
        pagination: Some(Paging { per_page: Some(100), ..Paging::default() }),
        ..Query::default()
    };
    let loans: ListLoansResponse = listed(&mut client, "loans", query).await.unwrap();
    let loans = loans.results;
    let statuses: BTreeSet<Status> = loans.iter().map(proto::catalog::v1::Loan::status).collect();
    assert_eq!(statuses.len(), 9);
    assert!(loans.iter().all(|loan| loan.is_sample && loan.name.ends_with("(sample)")));
    let request = ListGroupsRequest {
        resource: "assets".to_owned(),
        query: Some(Query {
            aggregate: Some(proto::query::v1::Aggregate {
                group_by: Some("asset_class_slug".to_owned()),
                ..Default::default()
            }),
            ..Query::default()
        }),
    };
    let groups = client.list_groups(request).await.unwrap().into_inner();
    assert_eq!(groups.results.iter().map(|group| group.count).sum::<u64>(), 1399 + 300);

    world.forget_events().await;
    import::remove_samples(db, now).await.unwrap();
    let left = world
        .texts(
            "SELECT slug FROM assets WHERE origin = 'sample' UNION ALL SELECT slug FROM loans
             UNION ALL SELECT slug FROM loan_status_changes UNION ALL SELECT slug FROM articles
             UNION ALL SELECT slug FROM companies WHERE name LIKE '%(sample)'",
        )
        .await;
    assert_eq!(left, Vec::<String>::new());
    let queued = world.queued_events().await;
    assert!(queued.contains(&"asset.deleted 300".to_owned()), "{queued:?}");
    assert!(import::remove_samples(db, now).await.unwrap().files.is_empty());
}

#[test]
fn every_step_of_a_loan_of_the_universe_is_one_that_it_may_make() {
    let tables = sample::tables();
    let steps = &tables.iter().find(|table| table.name == "loan_status_changes").unwrap().rows;
    for step in steps {
        let [from, to] = ["from_status", "status"]
            .map(|column| Status::from_text(step.cell(column).unwrap_or_default()));
        let may = from.is_none_or(|from| to.is_some_and(|to| loan_status::may_become(from, to)));
        assert!(may && from != to, "{step:?}");
    }
    for pair in
        steps.windows(2).filter(|pair| pair[0].cell("loan_slug") == pair[1].cell("loan_slug"))
    {
        assert!(pair[0].cell("changed_at") < pair[1].cell("changed_at"));
        assert_eq!(pair[0].cell("status"), pair[1].cell("from_status"));
    }
}
