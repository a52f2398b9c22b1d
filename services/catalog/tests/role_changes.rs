//! The refusal of an editor whose role has changed since the gateway's statement about them.

use std::sync::Arc;

use crate::support::World;
use kit::error::{ErrorCode, Problem};
use kit::peers::{Person, on_behalf_of};
use kit::testing::{self, eventually};
use proto::catalog::v1::{RemoveRecordRequest, SaveRecordsRequest};
use proto::identity::v1::{Role, UserUpdated};
use serde_json::json;

const ADA: &str = "01930000-0000-7000-8000-00000000000a";

/// Ada as an administrator, as stated after a number of changes of her role.
fn stated_after(changes: i64) -> Arc<Person> {
    Arc::new(Person { role_epoch: changes, ..(*testing::person(ADA, Role::Admin)).clone() })
}

#[tokio::test]
async fn an_editor_who_was_demoted_changes_nothing_more_by_an_earlier_statement() {
    let world = World::small().await;
    let client = world.serve().await;
    let bus = testing::bus(&world.app);
    kit::role_changes::follow(&world.app, &bus);
    let issuer = json!([{
        "slug": "ada", "name": "Ada", "source": "a filing", "licence": "CC0-1.0",
    }]);
    let save = async |changes: i64| {
        let (resource, records_json) = ("issuers".to_owned(), issuer.to_string());
        let request = SaveRecordsRequest { resource, records_json };
        let call =
            on_behalf_of(Some(stated_after(changes)), client.clone().save_records(request)).await;
        call.map(drop).map_err(Problem::from)
    };
    let remove = async |changes: i64| {
        let (resource, slug) = ("issuers".to_owned(), "ada".to_owned());
        let request = RemoveRecordRequest { resource, slug };
        let call =
            on_behalf_of(Some(stated_after(changes)), client.clone().remove_record(request)).await;
        call.map(drop).map_err(Problem::from)
    };
    save(1).await.unwrap();

    let demoted = UserUpdated { user_id: ADA.to_owned(), role_epoch: 2 };
    eventually("the earlier statement is refused", || async {
        bus.publish(&demoted, kit::id::new()).await.is_ok() && save(1).await.is_err()
    })
    .await;
    for refused in [save(1).await, remove(1).await] {
        let refused = refused.unwrap_err();
        let found = (refused.code, &*refused.reason);
        assert_eq!(found, (ErrorCode::Unauthenticated, "person_required"));
    }
    // After another promotion, as the gateway states it once it has looked the session up again.
    save(3).await.unwrap();
    remove(3).await.unwrap();
}
