//! The history of an edited record, in parts.

use crate::support::desk::{ADA, Desk, issuer, json_of};
use kit::error::Problem;
use kit::testing::as_administrator;
use proto::catalog::v1::ListRecordChangesRequest;
use serde_json::json;

#[tokio::test]
async fn the_changes_of_a_record_come_in_parts() {
    let desk = Desk::open().await;
    for name in ["A", "B", "C"] {
        desk.save("issuers", json!([issuer("x", name)])).await.unwrap();
    }
    let mut request = ListRecordChangesRequest {
        resource: "issuers".to_owned(),
        slug: "x".to_owned(),
        per_page: Some(2),
        cursor: None,
    };
    let mut names = Vec::new();
    loop {
        let mut client = desk.client.clone();
        let call = client.list_record_changes(request.clone());
        let answer = as_administrator(ADA, call).await.unwrap().into_inner();
        let after = answer.results.iter().map(|change| json_of(change.after_json.as_ref()));
        names.extend(after.map(|record| record["name"].clone()));
        request.cursor = answer.next_cursor;
        if request.cursor.is_none() {
            break;
        }
    }
    assert_eq!(names, ["C", "B", "A"]);
    request.cursor = Some("x".to_owned());
    let mut client = desk.client.clone();
    let refused = as_administrator(ADA, client.list_record_changes(request)).await.unwrap_err();
    assert_eq!(Problem::from(refused).reason, "cursor_invalid");
}
