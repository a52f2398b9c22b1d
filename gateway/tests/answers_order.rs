//! Writes, events and reads in any order: a read is never older than the last event that arrived.

use crate::support::browser::Browser;
use crate::support::catalog::FakeCatalog;
use crate::support::{ADMIN, World};
use gateway::call::domain::Domain;
use kit::config::Env;
use kit::testing::{self, TestBus, eventually};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use proto::catalog::v1::{Network, NetworkUpdated};
use serde_json::json;

#[derive(Clone, Copy, Debug)]
enum Step {
    /// The catalog changes, and its replica lags behind.
    Commit,
    /// The replica catches up.
    CatchUp,
    /// The events of all changes arrive.
    Tell,
    /// The catalog changes through the gateway, which waits for the replica.
    Save,
    /// A caller reads.
    Read(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        2 => Just(Step::Commit),
        2 => Just(Step::CatchUp),
        2 => Just(Step::Tell),
        1 => Just(Step::Save),
        6 => (0..2_u8).prop_map(Step::Read),
    ];
    prop::collection::vec(step, 1..40)
}

struct Model {
    bus: TestBus,
    world: World,
    /// The states of the database, of the replica, and of the last event.
    database: u64,
    replica: u64,
    announced: u64,
}

impl Model {
    fn show(&self) {
        let id = self.replica.cast_signed();
        self.world.catalog.answer_record(&Network { id, ..Network::default() });
        self.world.catalog.be_at(self.database, self.replica);
    }

    async fn take(&mut self, step: Step) {
        match step {
            Step::Commit => self.database += 1,
            Step::CatchUp => self.replica = self.database,
            Step::Tell => {
                self.announced = self.database;
                self.bus.publish(&NetworkUpdated::default(), kit::id::new()).await.unwrap();
                self.hear().await;
            }
            Step::Save => {
                self.database += 1;
                (self.replica, self.announced) = (self.database, self.database);
                self.show();
                let input = json!({"resource": "networks", "records": [{"slug": "a"}]});
                let admin = self.world.signed_in(ADMIN);
                let saved = admin.post("/api/trpc/catalog.save", input.to_string()).await;
                assert_eq!(saved.status, 200);
            }
            Step::Read(which) => self.read(which).await,
        }
        self.show();
    }

    async fn hear(&self) {
        eventually("the event arrives", || async {
            let known = self.world.state.pipeline.cache().generation(Domain::Catalog);
            known.is_some_and(|known| *known == *self.database.to_string())
        })
        .await;
    }

    async fn read(&self, which: u8) {
        let target = Browser::query("networks.get", &json!({ "slug": format!("s{which}") }));
        let answer = self.world.get(&target).await;
        let read = answer.json()["result"]["data"]["id"].as_u64().unwrap();
        // No older than the last event unless the service itself is, and never a state that did not exist.
        let oldest = self.announced.min(self.replica);
        assert!((oldest..=self.replica).contains(&read), "{read} of {oldest}..={}", self.replica);
    }
}

#[test]
fn no_order_of_steps_shows_an_outdated_answer() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let mut model = runtime.block_on(async {
        let bus = testing::bus(&testing::app());
        // Before the gateway requests the state for the first time: without events it requests it once.
        let catalog = FakeCatalog::default();
        catalog.be_at(1, 1);
        let world = World::between(Env::default(), &catalog, &bus).await;
        let model = Model { bus, world, database: 1, replica: 1, announced: 1 };
        model.show();
        model.hear().await;
        model
    });
    let model = std::cell::RefCell::new(&mut model);
    let cases = testing::cases(24);
    let mut runner = TestRunner::new(Config { cases, ..Config::default() });
    let walked = runner.run(&steps(), |steps| {
        let mut model = model.borrow_mut();
        runtime.block_on(async {
            for step in steps {
                model.take(step).await;
            }
        });
        Ok(())
    });
    walked.unwrap();
}
