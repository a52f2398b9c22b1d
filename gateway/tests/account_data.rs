//! The data of the caller: exports and their files, and the erasure of the account.

use crate::support::identity::{EXPORTED_CSV, EXPORTED_JSON, user_id};
use crate::support::{ADMIN, COLLEAGUE, CUSTOMER, STALE_ADMIN, World};

fn file(extension: &str) -> String {
    format!("/api/download/account/{}.{extension}", user_id(98))
}

#[tokio::test]
async fn both_files_of_an_export_arrive_whole() {
    let world = World::start().await;
    let browser = world.signed_in(CUSTOMER);
    for (extension, media_type, expected) in
        [("json", "application/json", EXPORTED_JSON), ("zip", "application/zip", EXPORTED_CSV)]
    {
        let answer = browser.get(&file(extension)).await;
        assert_eq!(answer.status, 200, "{extension}");
        assert_eq!(answer.decoded(), expected.as_bytes());
        assert_eq!(answer.header("content-type"), Some(media_type));
        assert_eq!(answer.header("cache-control"), Some("private, no-store"));
        let disposition = answer.header("content-disposition").unwrap();
        assert!(disposition.starts_with("attachment; filename=\"assay-account-"), "{disposition}");
        assert!(disposition.ends_with(&format!(".{extension}\"")), "{disposition}");
    }
    let reads = world.identity.calls()["ReadExport"];
    assert!(reads > 2, "in {reads} parts");
}

#[tokio::test]
async fn an_export_is_for_its_person_and_a_fresh_sign_in_only() {
    let world = World::start().await;
    assert_eq!(world.anonymous().get(&file("json")).await.status, 401);
    for other in [ADMIN, COLLEAGUE] {
        assert_eq!(world.signed_in(other).get(&file("json")).await.status, 404);
    }
    let own = world.signed_in(CUSTOMER);
    for unknown in ["exe", "json.zip", ""] {
        assert_eq!(own.get(&file(unknown)).await.status, 404, "{unknown}");
    }
    let before = world.identity.calls().get("ReadExport").copied();
    let stale = world.signed_in(STALE_ADMIN).get(&file("json")).await;
    assert_eq!(stale.status, 403);
    assert_eq!(world.identity.calls().get("ReadExport").copied(), before);
}

#[tokio::test]
async fn what_outlasts_a_session_needs_a_fresh_sign_in() {
    let world = World::start().await;
    let stale = world.signed_in(STALE_ADMIN);
    for procedure in ["authorizeDownload", "requestErasure", "cancelErasure"] {
        let target = format!("/api/trpc/accountData.{procedure}");
        let answer = stale.post(&target, "").await;
        assert_eq!(answer.json()["error"]["data"]["reason"], "fresh_sign_in_required");
        assert_eq!(world.signed_in(CUSTOMER).post(&target, "").await.status, 200, "{procedure}");
    }
    assert_eq!(stale.post("/api/trpc/accountData.startExport", "").await.status, 200);
    assert_eq!(stale.get("/api/trpc/accountData.exports").await.status, 200);
}
