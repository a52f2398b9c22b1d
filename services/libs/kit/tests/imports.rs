//! Imports by calls, whatever a service makes of the files.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::world::MIGRATOR;
use kit::db::Db;
use kit::imports::{
    self, FolderKind, FolderManifest, ImportError, ImportLock, Imports, Part, Progress,
};
use kit::testing;
use serde_json::json;
use sqlx::Executor as _;

const TABLES: &str = "CREATE TABLE imports (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, state text NOT NULL, request jsonb NOT NULL,
        touched_at timestamptz NOT NULL DEFAULT now(), bytes bigint NOT NULL DEFAULT 0, report jsonb
    );
    CREATE TABLE import_parts (
        import_id bigint NOT NULL REFERENCES imports ON DELETE CASCADE, file text, place integer, bytes bytea,
        PRIMARY KEY (import_id, file, place)
    )";

async fn imports(db: &Db) -> Imports {
    let mut conn = db.conn().await.unwrap();
    conn.execute(sqlx::raw_sql(TABLES)).await.unwrap();
    let (db, load_db) = (db.clone(), db.clone());
    let lock = ImportLock { name: "test import", longest: Duration::from_mins(1) };
    Imports { app: testing::app(), db, load_db, lock, endings: &["csv"] }
}

async fn ended(imports: &Imports, id: i64) -> Vec<String> {
    loop {
        match imports.get::<Vec<String>>(id).await.unwrap() {
            Progress::Ended(report) => return report,
            Progress::Loading => tokio::time::sleep(Duration::from_millis(10)).await,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn parts_become_files_that_are_loaded_once() {
    let test = testing::database(&MIGRATOR).await;
    let imports = imports(&test.db).await;
    let id = imports.begin(&json!({"any": true})).await.unwrap();
    assert!(matches!(imports.begin(&json!({})).await, Err(ImportError::Running)));
    for (place, bytes) in [(0, &b"ab"[..]), (1, b"c"), (1, b"c")] {
        imports.add(Part { import_id: id, file: "x.csv", place, bytes }).await.unwrap();
    }
    let other = imports.add(Part { import_id: id, file: "x.json", place: 0, bytes: b"a" }).await;
    assert!(matches!(other, Err(ImportError::Refused("import_part_invalid", _))), "{other:?}");
    assert!(matches!(imports.get::<Vec<String>>(id).await.unwrap(), Progress::Receiving));
    for _ in 0..2 {
        let prepare = |request: serde_json::Value, files: BTreeMap<String, Vec<u8>>| {
            let text = String::from_utf8(files["x.csv"].clone())?;
            Ok(async move { vec![text, request.to_string()] })
        };
        imports.run(id, prepare).await.unwrap();
        assert_eq!(ended(&imports, id).await, ["abc", r#"{"any":true}"#]);
    }
    imports.begin(&json!({})).await.unwrap();
}

#[tokio::test]
async fn files_that_cannot_be_prepared_are_dropped_and_work_without_files_is_reported() {
    let test = testing::database(&MIGRATOR).await;
    let imports = imports(&test.db).await;
    let id = imports.begin(&json!({})).await.unwrap();
    let refuse = |_: serde_json::Value, _| {
        anyhow::ensure!(false, "no manifest");
        Ok(async { Vec::<String>::new() })
    };
    let refused = imports.run(id, refuse).await;
    assert!(matches!(refused, Err(ImportError::Refused("manifest_invalid", _))), "{refused:?}");
    assert!(matches!(imports.get::<Vec<String>>(id).await, Err(ImportError::Unknown)));

    let id = imports.start(|id| async move { vec![format!("{id}")] }).await.unwrap();
    assert_eq!(ended(&imports, id).await, [id.to_string()]);
    let id = imports.start(|_| std::future::pending::<Vec<String>>()).await.unwrap();
    assert!(matches!(imports.begin(&json!({})).await, Err(ImportError::Running)));
    let mut conn = test.db.conn().await.unwrap();
    let gone = "UPDATE imports SET touched_at = now() - interval '2 minutes'";
    conn.execute(gone).await.unwrap();
    assert!(matches!(imports.get::<Vec<String>>(id).await.unwrap(), Progress::Failed));
    imports.begin(&json!({})).await.unwrap();
}

#[test]
fn a_folder_has_the_files_of_these_endings_in_the_order_of_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let named = || imports::folder(folder.path(), &["csv", "json"]);
    std::fs::write(folder.path().join("notes.txt"), "").unwrap();
    assert!(named().unwrap_err().to_string().ends_with("no file that ends in csv, json"));
    for name in ["b.CSV", "a.json", "csv"] {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    assert_eq!(named().unwrap().into_keys().collect::<Vec<_>>(), ["a.json", "b.CSV"]);
}

#[test]
fn a_manifest_states_whose_rows_a_folder_holds_and_an_entry_for_each_file() {
    let parse = |text: &str| FolderManifest::<u8>::parse(text.as_bytes());
    let manifest = parse(r#"{"kind": "sample", "files": {"a.csv": 7}}"#).unwrap();
    assert_eq!(manifest.kind, FolderKind::Sample);
    assert_eq!(manifest.files["a.csv"], 7);
    assert_eq!(parse("{}").unwrap().kind, FolderKind::Import);
    let refused = parse(r#"{"flies": {}}"#).unwrap_err();
    assert_eq!(refused.to_string(), "manifest.json");
    let refused = parse("{\"files\": {\n\"a.csv\": 7,\n\"a.csv\": 7}}").unwrap_err();
    let refused = format!("{refused:#}");
    let expected = "manifest.json: the key \"a.csv\" is repeated at line 3";
    assert!(refused.starts_with(expected), "{refused}");
}
