//! An administrator who edits the records of the small world, over gRPC.

use catalog::import::{self, Prune};
use kit::error::{ErrorCode, Problem};
use kit::grpc::Channel;
use kit::testing::as_administrator;
use proto::catalog::v1::catalog_client::CatalogClient;
use proto::catalog::v1::{
    ListRecordChangesRequest, RecordChange, RemoveRecordRequest, SaveRecordsRequest, SavedRecord,
};
use serde_json::{Value, json};

use super::{World, load_samples};

/// The administrator.
pub const ADA: &str = "01930000-0000-7000-8000-00000000000a";

/// The running service, and an administrator who edits its records.
pub struct Desk {
    pub world: World,
    pub client: CatalogClient<Channel>,
}

impl Desk {
    pub async fn open() -> Self {
        let world = World::small().await;
        world.forget_events().await;
        let client = world.serve().await;
        Self { world, client }
    }

    /// The same beside the sample universe.
    pub async fn with_samples() -> Self {
        let desk = Self::open().await;
        let (db, now) = (&desk.world.test_db.db, desk.world.clock.now());
        let seeded = import::import(db, catalog::seed::files(), Prune::Keep, now).await.unwrap();
        assert!(!seeded.is_refused(), "{seeded}");
        assert!(!load_samples(db, now).await.is_refused());
        desk
    }

    pub async fn save(&self, resource: &str, records: Value) -> Result<Vec<SavedRecord>, Problem> {
        let request =
            SaveRecordsRequest { resource: resource.to_owned(), records_json: records.to_string() };
        let answer = as_administrator(ADA, self.client.clone().save_records(request)).await;
        answer.map(|answer| answer.into_inner().results).map_err(Problem::from)
    }

    pub async fn remove(&self, resource: &str, slug: &str) -> Result<(), Problem> {
        let request = RemoveRecordRequest { resource: resource.to_owned(), slug: slug.to_owned() };
        let answer = as_administrator(ADA, self.client.clone().remove_record(request)).await;
        answer.map(drop).map_err(Problem::from)
    }

    pub async fn changes(&self, resource: &str, slug: &str) -> Vec<RecordChange> {
        let request = ListRecordChangesRequest {
            resource: resource.to_owned(),
            slug: slug.to_owned(),
            ..ListRecordChangesRequest::default()
        };
        let answer = as_administrator(ADA, self.client.clone().list_record_changes(request)).await;
        answer.unwrap().into_inner().results
    }

    /// Where the records are wrong, and what was expected there.
    pub async fn refused(&self, resource: &str, records: Value) -> Vec<(String, String)> {
        let problem = self.save(resource, records).await.unwrap_err();
        assert_eq!((problem.code, problem.reason.as_ref()), (ErrorCode::Invalid, "record_invalid"));
        problem.violations.into_iter().map(|one| (one.path, one.message)).collect()
    }
}

/// An issuer as an editor sends it.
pub fn issuer(slug: &str, name: &str) -> Value {
    json!({"slug": slug, "name": name, "source": "a filing", "licence": "CC0-1.0"})
}

/// The record before or after a change, `null` without one.
pub fn json_of(text: Option<&String>) -> Value {
    text.map_or(Value::Null, |text| serde_json::from_str(text).unwrap())
}
