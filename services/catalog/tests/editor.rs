//! Creating, editing and removing records.

use crate::support::desk::{ADA, Desk, issuer, json_of};
use crate::support::{load_samples, record, small};
use catalog::import;
use kit::error::ErrorCode;
use kit::grpc::Channel;
use proto::catalog::v1::catalog_client::CatalogClient;
use proto::catalog::v1::{
    Asset, ClassPlace, GetClassificationRequest, Issuer, RecordAction, RecordChange, SavedRecord,
};
use serde_json::{Value, json};

fn action(saved: &[SavedRecord]) -> Vec<RecordAction> {
    saved.iter().map(SavedRecord::action).collect()
}

fn loan(status: &str) -> Value {
    json!({
        "slug": "l", "name": "Loan", "platform_slug": "p", "status": status, "currency": "USDC",
        "principal_amount": "1000.12345678", "source": "a filing", "licence": "CC0-1.0",
    })
}

#[tokio::test]
async fn saved_records_are_readable_published_and_in_the_history() {
    let desk = Desk::open().await;
    let asset = json!([{
        "slug": "gold", "name": "Gold", "asset_class_slug": "stablecoins", "issuer_slug": "acme",
        "status": "active", "management_fee_bps": 40, "is_open_ended": true,
        "audit_urls": ["https://a.example/1"], "subscription_minimum": 1000.5,
        "source": "a filing", "licence": "CC0-1.0", "retrieved_on": "2026-03-04",
    }]);
    let saved = desk.save("assets", asset.clone()).await.unwrap();
    assert_eq!(action(&saved), [RecordAction::Created]);
    let found: Asset = record(&mut desk.client.clone(), "assets", "gold").await.unwrap();
    assert_eq!((found.id, found.updated_at), (saved[0].id, saved[0].updated_at));
    assert_eq!(found.issuer_name.as_deref(), Some("Acme"));
    assert_eq!((found.subscription_minimum, found.management_fee_bps), (Some(1000.5), Some(40)));
    assert_eq!((found.source.as_str(), found.retrieved_on.as_str()), ("a filing", "2026-03-04"));
    assert_eq!(desk.world.queued_events().await, ["asset.created 1"]);
    assert_eq!(desk.world.texts("SELECT asset_count::text FROM issuers").await, ["2"]);

    // The same once more is nothing.
    let again = desk.save("assets", asset).await.unwrap();
    assert_eq!(action(&again), [RecordAction::Unchanged]);
    assert_eq!(desk.world.queued_events().await, ["asset.created 1"]);

    // An absent field keeps its value, null empties it.
    let change = json!([{"slug": "gold", "name": "Gold II", "management_fee_bps": null}]);
    assert_eq!(action(&desk.save("assets", change).await.unwrap()), [RecordAction::Updated]);
    assert_eq!(desk.world.queued_events().await, ["asset.created 1", "asset.updated 1"]);

    let changes = desk.changes("assets", "gold").await;
    assert_eq!(changes.len(), 2);
    let latest = &changes[0];
    assert_eq!((latest.action(), latest.changed_by.as_str()), (RecordAction::Updated, ADA));
    assert_eq!(latest.record_id, saved[0].id);
    assert_eq!(latest.columns, ["management_fee_bps", "name", "retrieved_on"]);
    let (before, after) =
        (json_of(latest.before_json.as_ref()), json_of(latest.after_json.as_ref()));
    assert_eq!((&before["name"], &after["name"]), (&json!("Gold"), &json!("Gold II")));
    assert_eq!(
        (&before["management_fee_bps"], after.get("management_fee_bps")),
        (&json!(40), None)
    );
    assert_eq!(after["subscription_minimum"], "1000.5");
    assert_eq!((changes[1].action(), &changes[1].before_json), (RecordAction::Created, &None));
}

#[tokio::test]
async fn every_wrong_value_is_named_with_its_path() {
    let desk = Desk::open().await;
    let records = json!([
        issuer("fine", "Fine"),
        {"slug": "A b", "name": "", "country_code": "ZZ", "website": "javascript:alert(1)",
         "source": "s", "licence": "l"},
    ]);
    let found = desk.refused("issuers", records).await;
    let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
    for path in ["slug", "name", "country_code", "website"] {
        assert!(paths.contains(&format!("records[1].{path}").as_str()), "{path}: {found:?}");
    }
    assert_eq!(found.len(), 4, "{found:?}");
    let website = found.iter().find(|(path, _)| path.ends_with("website")).unwrap();
    let expected = "expected an http or https address of at most 1000 characters, found \"javascript:alert(1)\"";
    assert_eq!(website.1, expected);
    assert_eq!(desk.world.texts("SELECT slug FROM issuers").await, ["acme"], "all or none");
    assert_eq!(desk.world.queued_events().await, Vec::<String>::new());

    for (resource, records, path, text) in [
        (
            "issuers",
            json!([issuer("a", "A"), {"slug": "b", "colour": "red"}]),
            "records[1].colour",
            "one of the columns",
        ),
        (
            "issuers",
            json!([{"slug": "a", "name": [[1]]}]),
            "records[0].name",
            "a list of texts and numbers",
        ),
        (
            "issuers",
            json!([issuer("a", "A"), issuer("a", "B")]),
            "records[1].slug",
            "is the slug of records[0], too",
        ),
        ("issuers", json!([{"name": "A"}]), "records[0].slug", "a value"),
        ("issuers", json!([{"slug": "a", "name": "A"}]), "records[0].source", "expected a value"),
        ("issuers", json!([{"slug": "a", "id": 5}]), "records[0].id", "assigned by the table"),
        (
            "assets",
            json!([{"slug": "timeseries", "name": "A"}]),
            "records[0].slug",
            "pages of their own",
        ),
        (
            "assets",
            json!([{"slug": "aggregates", "name": "A"}]),
            "records[0].slug",
            "pages of their own",
        ),
        (
            "asset_classes",
            json!([{"slug": "b", "name": "B", "key": "Stablecoin", "description": "x",
                    "is_screen_inferred": false, "source": "s", "licence": "l"}]),
            "records[0].key",
            "no other record has",
        ),
    ] {
        let found = desk.refused(resource, records).await;
        let fits = found.iter().any(|(at, message)| at == path && message.contains(text));
        assert!(fits, "{path}: {text}\nin {found:?}");
    }

    for (resource, records, reason) in [
        ("weather", json!([issuer("a", "A")]), "resource_unknown"),
        ("companies", json!([issuer("a", "A")]), "resource_not_written"),
        ("loan_status_changes", json!([issuer("a", "A")]), "resource_not_written"),
        ("issuers", json!([]), "records_malformed"),
        ("issuers", json!({"slug": "a"}), "records_malformed"),
        ("issuers", json!(vec![issuer("a", "A"); 101]), "records_malformed"),
    ] {
        let problem = desk.save(resource, records).await.unwrap_err();
        assert_eq!((problem.code, problem.reason.as_ref()), (ErrorCode::Invalid, reason));
    }
}

#[tokio::test]
async fn an_editors_word_stands_against_files_and_says_where_it_comes_from() {
    let desk = Desk::open().await;
    let found = desk.refused("issuers", json!([{"slug": "acme", "name": "Acme Ltd"}])).await;
    let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["records[0].source", "records[0].licence"], "the file does not say so");

    desk.save("issuers", json!([issuer("acme", "Acme Ltd")])).await.unwrap();
    desk.world.import(&small()).await;
    let named = || desk.world.texts("SELECT name || ' ' || origin FROM issuers");
    assert_eq!(named().await, ["Acme Ltd editor"]);
    let saved =
        desk.save("issuers", json!([{"slug": "acme", "website": "https://a.example"}])).await;
    assert_eq!(action(&saved.unwrap()), [RecordAction::Updated], "it was an editor's already");
}

#[tokio::test]
async fn a_change_of_what_has_changed_meanwhile_is_refused() {
    let desk = Desk::open().await;
    let read = || async {
        let issuer: Issuer = record(&mut desk.client.clone(), "issuers", "acme").await.unwrap();
        proto::codec::instant(issuer.updated_at).unwrap()
    };
    let seen = read().await;
    let mut change = issuer("acme", "First");
    change["updated_at"] = json!(seen);
    desk.save("issuers", json!([change])).await.unwrap();
    let mut late = issuer("acme", "Second");
    late["updated_at"] = json!(seen);
    let problem = desk.save("issuers", json!([late])).await.unwrap_err();
    assert_eq!(
        (problem.code, problem.reason.as_ref()),
        (ErrorCode::Precondition, "record_changed")
    );
    let mut gone = issuer("nobody", "Third");
    gone["updated_at"] = json!(seen);
    let problem = desk.save("issuers", json!([gone])).await.unwrap_err();
    assert_eq!(problem.reason, "record_changed");
    assert_eq!(desk.world.texts("SELECT name FROM issuers").await, ["First"]);
}

#[tokio::test]
async fn a_loan_entered_by_hand_goes_only_where_a_loan_can_go() {
    let desk = Desk::open().await;
    let platform = json!([{"slug": "p", "name": "P", "is_platform": true, "is_protocol": true,
                           "source": "s", "licence": "l"}]);
    desk.save("platforms", platform).await.unwrap();
    desk.save("loans", json!([loan("open")])).await.unwrap();
    let found = desk.refused("loans", json!([loan("late")])).await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, "records[0].status");
    assert_eq!(
        found[0].1,
        "expected open or, from there, full, funded, active, closed, found \"late\""
    );
    desk.save("loans", json!([{"slug": "l", "status": "active"}])).await.unwrap();
    let steps = desk
        .world
        .texts("SELECT coalesce(from_status, '') || '→' || status FROM loan_status_changes ORDER BY id")
        .await;
    assert_eq!(steps, ["→open", "open→active"]);
    let amounts = desk.world.texts("SELECT principal_amount::text FROM loans").await;
    assert_eq!(amounts, ["1000.12345678"], "what is left out keeps every digit");
    let queued = desk.world.queued_events().await;
    assert!(queued.contains(&"loan_status_change.created 2".to_owned()), "{queued:?}");
}

#[tokio::test]
async fn removed_records_are_gone_published_and_in_the_history() {
    let desk = Desk::open().await;
    let problem = desk.remove("issuers", "acme").await.unwrap_err();
    assert_eq!((problem.code, problem.reason.as_ref()), (ErrorCode::Precondition, "record_needed"));
    assert_eq!(problem.message, "Records of assets still refer to this record");

    desk.save("issuers", json!([issuer("other", "Other")])).await.unwrap();
    let article = json!([{"slug": "news", "name": "News", "url": "https://n.example/1", "publisher": "P",
        "published_at": "2026-01-02T03:04:05Z", "issuer_slugs": ["other"], "source": "s", "licence": "l"}]);
    desk.save("articles", article).await.unwrap();
    let problem = desk.remove("issuers", "other").await.unwrap_err();
    assert_eq!(
        problem.message, "Records of articles still refer to this record",
        "a list is a reference"
    );

    desk.world.forget_events().await;
    desk.remove("articles", "news").await.unwrap();
    desk.remove("issuers", "other").await.unwrap();
    assert_eq!(desk.world.queued_events().await, ["article.deleted 1", "issuer.deleted 1"]);
    assert_eq!(desk.world.texts("SELECT slug FROM issuers").await, ["acme"]);
    let changes = desk.changes("issuers", "other").await;
    assert_eq!(
        changes.iter().map(RecordChange::action).collect::<Vec<_>>(),
        [RecordAction::Removed, RecordAction::Created]
    );
    assert_eq!(json_of(changes[0].before_json.as_ref())["name"], "Other");
    assert_eq!(changes[0].after_json, None);
    let problem = desk.remove("issuers", "other").await.unwrap_err();
    assert_eq!((problem.code, problem.reason.as_ref()), (ErrorCode::NotFound, "issuer_not_found"));
}

#[tokio::test]
async fn the_fictional_and_the_real_do_not_mix() {
    let desk = Desk::with_samples().await;
    let db = &desk.world.test_db.db;
    let now = desk.world.clock.now();
    let slug = desk.world.texts("SELECT slug FROM issuers WHERE origin = 'sample' LIMIT 1").await;
    let slug = slug[0].as_str();
    let problem = desk.save("issuers", json!([issuer(slug, "Real?")])).await.unwrap_err();
    assert_eq!(
        (problem.code, problem.reason.as_ref()),
        (ErrorCode::Precondition, "record_is_sample")
    );
    assert_eq!(desk.remove("issuers", slug).await.unwrap_err().reason, "record_is_sample");
    let asset = json!([{"slug": "x", "name": "X", "asset_class_slug": "stablecoins", "status": "active",
        "issuer_slug": slug, "source": "s", "licence": "l"}]);
    let found = desk.refused("assets", asset).await;
    assert_eq!(found[0].0, "records[0].issuer_slug");
    assert!(!import::remove_samples(db, now).await.unwrap().is_refused(), "nothing holds it");
}

#[tokio::test]
async fn a_class_given_to_a_sample_asset_outlasts_loads_until_its_day_is_emptied() {
    let desk = Desk::with_samples().await;
    let db = &desk.world.test_db.db;
    let now = desk.world.clock.now();
    let found = desk
        .world
        .texts(
            "SELECT a.slug FROM assets AS a JOIN asset_classes AS c ON c.id = a.asset_class_id
             WHERE a.origin = 'sample' AND c.slug = 'commodities' ORDER BY a.slug LIMIT 1",
        )
        .await;
    let slug = found[0].as_str();
    let state = async || {
        let asset: Asset = record(&mut desk.client.clone(), "assets", slug).await.unwrap();
        (asset.is_sample, asset.asset_class_slug, asset.classified_on)
    };
    let moved =
        json!({"slug": slug, "asset_class_slug": "public-equity", "classified_on": "2026-01-05"});
    let with = |column: &str, value: Value| {
        let mut change = moved.clone();
        change[column] = value;
        json!([change])
    };

    let found = desk.refused("assets", with("classified_on", Value::Null)).await;
    assert_eq!(found[0].0, "records[0].classified_on", "the next load would take it back");
    let found = desk.refused("assets", with("classified_on", json!("2999-01-01"))).await;
    assert_eq!(found[0].0, "records[0].classified_on");
    let problem = desk.save("assets", with("name", json!("Real?"))).await.unwrap_err();
    assert_eq!(problem.reason, "record_is_sample");

    assert_eq!(
        action(&desk.save("assets", json!([moved])).await.unwrap()),
        [RecordAction::Updated]
    );
    for _ in 0..2 {
        let kept = (true, "public-equity".to_owned(), Some("2026-01-05".to_owned()));
        assert_eq!(state().await, kept);
        assert_eq!(load_samples(db, now).await.changed_count(), 0, "all else is as generated");
    }
    let back = json!([{"slug": slug, "classified_on": null}]);
    assert_eq!(action(&desk.save("assets", back).await.unwrap()), [RecordAction::Updated]);
    assert_eq!(state().await, (true, "commodities".to_owned(), None));
    assert_eq!(load_samples(db, now).await.changed_count(), 0);
    let changes = desk.changes("assets", slug).await;
    for change in &changes {
        assert_eq!(change.columns, ["asset_class_slug", "classified_on"]);
    }
    assert_eq!(changes.len(), 2);
}

#[tokio::test]
async fn an_editor_waits_for_an_import_only_so_long() {
    let desk = Desk::open().await;
    let import = import::LOCK.begin(&desk.world.test_db.db).await.unwrap();
    let problem = desk.save("issuers", json!([issuer("x", "X")])).await.unwrap_err();
    assert_eq!((problem.code, problem.reason.as_ref()), (ErrorCode::Unavailable, "import_running"));
    drop(import);
    let saved = desk.save("issuers", json!([issuer("x", "X")])).await.unwrap();
    assert_eq!(action(&saved), [RecordAction::Created]);
}

#[tokio::test]
async fn an_editor_waits_for_another_one_only_so_long_and_learns_why() {
    let desk = Desk::open().await;
    let mut other = desk.world.test_db.db.tx().await.unwrap();
    let lock = "SELECT pg_advisory_xact_lock(hashtext('catalog edit'))";
    sqlx::query(lock).execute(&mut *other).await.unwrap();
    let problem = desk.save("issuers", json!([issuer("x", "X")])).await.unwrap_err();
    assert_eq!((problem.code, problem.reason.as_ref()), (ErrorCode::Unavailable, "edit_running"));
    drop(other);
    let saved = desk.save("issuers", json!([issuer("x", "X")])).await.unwrap();
    assert_eq!(action(&saved), [RecordAction::Created]);
}

/// The places of classes without their ids, which the present ones have.
async fn classification(
    client: &mut CatalogClient<Channel>,
    as_of: Option<&str>,
) -> Vec<ClassPlace> {
    let request = GetClassificationRequest { as_of: as_of.map(str::to_owned) };
    let mut classes = client.get_classification(request).await.unwrap().into_inner().classes;
    for class in &mut classes {
        assert_eq!(class.asset_class_id.take().is_some(), as_of.is_none(), "{class:?}");
    }
    classes
}

#[tokio::test]
async fn an_edited_classification_moves_classes_and_their_assets() {
    let desk = Desk::open().await;
    let mut client = desk.client.clone();
    let coin: Asset = record(&mut client, "assets", "coin").await.unwrap();
    assert_eq!((coin.class_group.as_deref(), coin.is_in_totals), (None, true));

    let source = json!({"source": "own work", "licence": "Apache-2.0"});
    let with_source = |mut record: Value| {
        record.as_object_mut().unwrap().extend(source.as_object().unwrap().clone());
        json!([record])
    };
    let taxonomy =
        json!({"slug": "pages", "name": "Pages", "description": "By page", "is_current": true});
    desk.save("taxonomies", with_source(taxonomy)).await.unwrap();
    let entry = json!({
        "slug": "pages-stablecoins", "name": "Stablecoins", "taxonomy_slug": "pages",
        "asset_class_slug": "stablecoins", "group_slug": "money", "group_name": "Money",
        "position": 10, "is_in_totals": false,
    });
    desk.world.forget_events().await;
    desk.save("taxonomy_entries", with_source(entry)).await.unwrap();
    let events = desk.world.queued_events().await;
    assert!(events.iter().any(|event| event == "asset_class.updated 1"), "{events:?}");
    let coin: Asset = record(&mut client, "assets", "coin").await.unwrap();
    assert_eq!((coin.class_group.as_deref(), coin.is_in_totals), (Some("money"), false));

    let stablecoins = ClassPlace {
        asset_class_slug: "stablecoins".to_owned(),
        group_slug: Some("money".to_owned()),
        is_in_totals: false,
        asset_class_id: None,
    };
    assert_eq!(classification(&mut client, None).await, std::slice::from_ref(&stablecoins));

    let none = json!({"slug": "pages", "name": "Pages", "is_current": false});
    desk.save("taxonomies", json!([none])).await.unwrap();
    let coin: Asset = record(&mut client, "assets", "coin").await.unwrap();
    assert_eq!(coin.class_group, None, "no classification is in use");
    let left = ClassPlace { group_slug: None, is_in_totals: true, ..stablecoins.clone() };
    assert_eq!(classification(&mut client, None).await, [left]);
    assert_eq!(
        classification(&mut client, Some("2026-03-01")).await,
        [stablecoins],
        "an earlier time has the version before, if none was in use then"
    );

    let future = json!([{
        "slug": "coin", "name": "Coin", "classified_on": "2999-01-01", "source": "s", "licence": "l",
    }]);
    let refused = desk.refused("assets", future).await;
    assert_eq!(refused[0].0, "records[0].classified_on");
}
