//! Files that the importer accepts or refuses, and its reports.

use crate::support::{MANIFEST, SMALL, World, small};
use catalog::import::{Prune, Rejection};
use catalog::store::SaveCounts;

fn refused(line: usize, column: &str, found: &str, expected: &str) -> Rejection {
    Rejection {
        line,
        column: Some(column.to_owned()),
        found: found.to_owned(),
        expected: expected.to_owned(),
    }
}

#[tokio::test]
async fn a_file_is_loaded_whole_or_not_at_all() {
    let world = World::start().await;
    let report = world.import(SMALL).await;
    assert!(report.is_refused());
    let assets = report.files.iter().find(|file| file.file == "assets.csv").unwrap();
    assert_eq!(assets.rejections.len(), 1, "{report}");
    assert_eq!((assets.rejections[0].line, assets.rejections[0].found.as_str()), (3, "árbol"));
    assert_eq!(world.texts("SELECT slug FROM assets").await, Vec::<String>::new());
    assert_eq!(world.texts("SELECT slug FROM issuers").await, ["acme"]);
    let shown = report.to_string();
    assert!(shown.contains("assets.csv: refused, nothing of it was loaded"), "{shown}");
    assert!(shown.contains("line 3, slug: expected words of a-z"), "{shown}");
}

#[tokio::test]
async fn every_wrong_value_is_named_with_its_place() {
    let world = World::small().await;
    let head = "slug,name,asset_class_slug,status,website,inception_on,management_fee_bps,is_open_ended,\
                audit_urls,subscription_minimum,issuer_slug\n";
    let rows = "a,A,stablecoins,alive,ftp://x,2023-02-30,1.5,yes,https://a;https://a,-1,nobody\n\
                a,,nothing,active,,,,,,,\n";
    let report = world.add("assets.csv", &format!("{head}{rows}")).await;
    let expected = [
        refused(2, "issuer_slug", "nobody", "the slug of one of the existing issuers"),
        refused(2, "status", "alive", "one of active, inactive, replaced, deprecated, unknown"),
        refused(2, "website", "ftp://x", "an http or https address of at most 1000 characters"),
        refused(2, "is_open_ended", "yes", "true or false"),
        refused(2, "inception_on", "2023-02-30", "a day as YYYY-MM-DD"),
        refused(
            2,
            "audit_urls",
            "https://a;https://a",
            "each item once, but \"https://a\" is repeated",
        ),
        refused(2, "management_fee_bps", "1.5", "a whole number from 0 to 10000"),
        refused(
            2,
            "subscription_minimum",
            "-1",
            "an amount such as 1234.56, not negative, with at most 8 decimals",
        ),
        refused(3, "name", "", "a value"),
        refused(3, "asset_class_slug", "nothing", "the slug of one of the existing asset classes"),
    ];
    let found = &report.files[0].rejections;
    for rejection in &expected {
        assert!(found.contains(rejection), "{rejection}\nin\n{report}");
    }
    assert_eq!(found.len(), expected.len(), "{report}");
}

#[tokio::test]
async fn broken_files_are_refused_and_others_loaded() {
    let world = World::small().await;
    for (name, text, message) in [
        ("assets.csv", "slug,name\na,b,c\n", "expected 2 columns"),
        ("assets.csv", "slug,name\n", "expected at least one row"),
        (
            "assets.csv",
            "slug,name,colour\na,A,red\n",
            "colour: expected one of the columns id, slug, name",
        ),
        ("assets.csv", "slug,slug\n", "expected no column twice"),
        ("assets.json", "{\"slug\": 1}", "expected a JSON list of objects"),
        ("assets.json", "[{\"slug\": \"a\",\n\"name\": }]", "expected a JSON list of objects"),
        ("assets.json", "[{\"name\": [[1]]}]", "name: expected a list of texts and numbers"),
        (
            "assets.csv",
            "name,slug,asset_class_slug,status\nA,aggregates,stablecoins,active\n",
            "line 2, slug: expected another slug: aggregates and timeseries are pages of their own, \
             found \"aggregates\"",
        ),
        (
            "assets.json",
            "[{\"slug\": \"fine\", \"name\": \"A\"},\n{\"name\": \"B\", \"slug\": \"timeseries\"}]",
            "line 2, slug: expected another slug",
        ),
        ("weather.csv", "slug\n", "expected a token list, a chain list, or a file named after"),
        ("companies.csv", "slug\n", "expected a token list, a chain list, or a file named after"),
        (
            "platforms.csv",
            "id,slug,name,is_platform,is_protocol\n10000,p,P,true,false\n",
            "id: expected a whole number from 1 to 9999",
        ),
        (
            "issuers.csv",
            "slug,name\na,A\na,B\n",
            "expected a slug that line 2 does not have already",
        ),
        ("managers.csv", "slug,name\na,A\n", "source: expected a value, here or in manifest.json"),
        (
            "loan_status_changes.csv",
            "slug\n",
            "expected a token list, a chain list, or a file named after",
        ),
    ] {
        let report = world.add(name, text).await;
        assert!(report.is_refused(), "{name}: {text}");
        assert!(report.to_string().contains(message), "{message}\nin\n{report}");
    }
    let report = world.add("managers.json", "[{\"slug\": \"m\", \"name\": \"M\", \"source\": \"s\", \"licence\": \"l\", \"retrieved_on\": \"2026-01-01\"}]").await;
    assert!(!report.is_refused(), "{report}");
    assert_eq!(world.texts("SELECT slug FROM managers").await, ["m"]);
}

#[tokio::test]
async fn files_are_written_in_the_order_in_which_they_refer_to_each_other() {
    let world = World::start().await;
    let mut files = small();
    files.reverse();
    let report = world.import(&files).await;
    assert!(!report.is_refused(), "{report}");
    let shown = world
        .texts(
            "SELECT t.slug || ' ' || a.slug || ' ' || n.slug || ' ' || c.id FROM tokens t
             JOIN assets a ON a.id = t.asset_id JOIN networks n ON n.id = t.network_id
             JOIN asset_classes c ON c.id = a.asset_class_id",
        )
        .await;
    assert_eq!(shown, ["one:0xab coin one 28"]);
    let derived = world
        .texts("SELECT network_slugs[1] || tokenization_types[1] || token_count FROM assets")
        .await;
    assert_eq!(derived, ["onedistributed1"]);
    let counts = world.texts("SELECT slug || asset_count FROM networks ORDER BY id").await;
    assert_eq!(counts, ["old-one0", "one1", "two0"]);
    assert_eq!(world.texts("SELECT name FROM companies WHERE asset_count = 1").await, ["Acme"]);
}

#[tokio::test]
async fn only_changes_are_written_and_published() {
    let world = World::small().await;
    assert_eq!(
        world.queued_events().await,
        [
            "asset.created 1",
            "asset.updated 1",
            "asset_class.created 1",
            "issuer.created 1",
            "network.created 3",
            "token.created 1"
        ],
        "the asset got a network"
    );
    world.forget_events().await;
    let report = world.import(&small()).await;
    assert_eq!(report.changed_count(), 0, "{report}");
    assert_eq!(world.queued_events().await, Vec::<String>::new());

    let report = world.add("issuers.csv", "slug,name\nacme,Acme Ltd\nnew,New\n").await;
    assert_eq!(report.files[0].saved, SaveCounts { created: 1, updated: 1, unchanged: 0 });
    assert_eq!(world.queued_events().await, ["issuer.created 1", "issuer.updated 1"]);
}

#[tokio::test]
async fn records_of_an_editor_stay() {
    let world = World::small().await;
    let mut conn = world.test_db.db.conn().await.unwrap();
    sqlx::query("UPDATE issuers SET name = 'By hand', origin = 'editor'")
        .execute(&mut *conn)
        .await
        .unwrap();
    drop(conn);
    let report = world.import(&small()).await;
    assert_eq!(report.changed_count(), 0, "{report}");
    assert_eq!(world.texts("SELECT name FROM issuers").await, ["By hand"]);
}

#[tokio::test]
async fn nothing_is_removed_without_prune() {
    let world = World::small().await;
    world.add("issuers.csv", "slug,name\nacme,Acme\nother,Other\n").await;
    world.forget_events().await;
    let files = [("manifest.json", MANIFEST), ("issuers.csv", "slug,name\nacme,Acme\n")];
    let absent = |report: &catalog::import::Report| report.files[0].absent.clone();

    let report = world.import(&files).await;
    assert_eq!(absent(&report), Vec::<String>::new());
    let report = world.import_with(&files, Prune::Preview).await;
    assert_eq!(absent(&report), ["other"]);
    assert!(report.to_string().contains("not in the file any more: other"), "{report}");
    assert_eq!(world.texts("SELECT slug FROM issuers ORDER BY slug").await, ["acme", "other"]);
    assert_eq!(world.queued_events().await, Vec::<String>::new());

    let report = world.import_with(&files, Prune::Apply).await;
    assert_eq!(absent(&report), ["other"]);
    assert!(report.to_string().contains("removed: other"), "{report}");
    assert_eq!(world.texts("SELECT slug FROM issuers").await, ["acme"]);
    assert_eq!(world.queued_events().await, ["issuer.deleted 1"]);

    let files = [("manifest.json", MANIFEST), ("issuers.csv", "slug,name\nthird,Third\n")];
    let report = world.import_with(&files, Prune::Apply).await;
    assert!(report.to_string().contains("assets_issuer_fkey"), "{report}");
    assert_eq!(
        world.texts("SELECT slug FROM issuers ORDER BY slug").await,
        ["acme", "third"],
        "an asset still refers to acme"
    );
}

const LOAN: &str = "slug,name,platform_slug,status,currency,principal_amount\n";
const PLATFORM: &str = "slug,name,is_platform,is_protocol\np,P,true,true\n";

#[tokio::test]
async fn a_loan_goes_only_where_a_loan_can_go() {
    let world = World::small().await;
    world.add("platforms.csv", PLATFORM).await;
    for (status, loads) in [
        ("open", true),
        ("late", false),
        ("active", true),
        ("active", true),
        ("late", true),
        ("open", false),
        ("defaulted", true),
        ("liquidated", true),
        ("closed", true),
        ("open", false),
    ] {
        let file = format!("{LOAN}l,Loan,p,{status},USDC,1000\n");
        let report = world.add("loans.csv", &file).await;
        assert_eq!(!report.is_refused(), loads, "{status}: {report}");
        if status == "open" && !loads {
            assert!(report.to_string().contains("line 2, status: expected"), "{report}");
        }
    }
    let history = world
        .texts(
            "SELECT coalesce(from_status, '') || '→' || status FROM loan_status_changes ORDER BY id",
        )
        .await;
    assert_eq!(
        history,
        [
            "→open",
            "open→active",
            "active→late",
            "late→defaulted",
            "defaulted→liquidated",
            "liquidated→closed"
        ]
    );
    let queued = world.queued_events().await;
    assert!(queued.contains(&"loan_status_change.created 6".to_owned()), "{queued:?}");
    assert!(queued.contains(&"loan.updated 5".to_owned()), "{queued:?}");
}

#[tokio::test]
async fn a_token_list_completes_what_is_known_and_adds_the_rest() {
    let world = World::small().await;
    let list = r#"{"name": "A list", "tokens": [
        {"chainId": 1, "address": "0xAB", "symbol": "CO", "name": "Coin", "decimals": 6},
        {"chainId": 1, "address": "0xCD", "symbol": "NEW", "name": "New", "decimals": 18},
        {"chainId": 77, "address": "0xEF", "symbol": "X", "name": "X", "decimals": 1}
    ]}"#;
    let report = world.add("list.json", list).await;
    assert!(!report.is_refused(), "{report}");
    assert_eq!(
        report.files[0].saved,
        SaveCounts { created: 1, updated: 1, unchanged: 0 },
        "{report}"
    );
    assert!(report.to_string().contains("left out: 1 tokens of chains"), "{report}");
    let tokens = world
        .texts(
            "SELECT slug || ' ' || symbol || ' ' || decimals || ' ' || source FROM tokens ORDER BY id",
        )
        .await;
    assert_eq!(tokens, ["one:0xab CO 6 test", "one:0xcd NEW 18 A list"]);
    assert_eq!(world.add("list.json", list).await.changed_count(), 0);

    let wrong = list.replace("\"decimals\": 6", "\"decimals\": 8");
    let report = world.add("list.json", &wrong).await;
    assert!(report.to_string().contains("expected 6, which the catalog knows"), "{report}");
}

#[tokio::test]
async fn a_chain_list_fills_what_is_blank() {
    let world = World::small().await;
    let list = r#"[
        {"chainId": 1, "name": "One", "infoURL": "https://one.example", "nativeCurrency": {"symbol": "ONE"},
         "explorers": [{"name": "Scan", "url": "https://scan.example", "standard": "EIP3091"}]},
        {"chainId": 5, "name": "Five", "nativeCurrency": {"symbol": "FIV"}}
    ]"#;
    let report = world.add("chains.json", list).await;
    assert!(!report.is_refused(), "{report}");
    assert!(report.to_string().contains("left out: 1 chains"), "{report}");
    let networks = world
        .texts(
            "SELECT slug || ' ' || native_symbol || ' ' || explorer_url FROM networks
             WHERE explorer_url IS NOT NULL",
        )
        .await;
    assert_eq!(networks, ["one ONE https://scan.example"]);
    let hostile = list.replace("https://scan.example", "javascript:alert(1)");
    assert!(world.add("chains.json", &hostile).await.is_refused());
}
