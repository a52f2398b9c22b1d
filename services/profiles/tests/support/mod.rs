//! The service as a process would run it, on a database and a bus of the test's own.

use std::net::SocketAddr;

use kit::clock::Clock;
use kit::grpc::Channel;
use kit::testing::{self, TestBus, TestDb};
use profiles::MIGRATOR;
use profiles::context::Context;
use proto::profiles::v1::profiles_client::ProfilesClient;
use proto::profiles::v1::{AcquisitionChannel, AssetClassInterest, Occupation, Profile};

/// A running service.
pub struct Service {
    pub test_db: TestDb,
    pub bus: TestBus,
    pub client: ProfilesClient<Channel>,
}

impl Service {
    pub async fn start() -> Self {
        let app = testing::app();
        let test_db = testing::database(&MIGRATOR).await;
        let bus = testing::bus(&app);
        let ctx = Context::new(test_db.connect(&app), Clock::system());
        kit::outbox::relay(&app, ctx.db.clone(), (*bus).clone());
        profiles::consumers::start(&app, &ctx, &bus);
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let address = kit::grpc::serve(&app, any, profiles::routes(ctx)).await.unwrap();
        let url = format!("http://{address}");
        let channel = kit::grpc::connect(&app, "PROFILES_URL", &url).await.unwrap();
        Self { test_db, bus, client: ProfilesClient::new(channel) }
    }

    /// Every event has left, and none died.
    pub async fn settle(self) {
        testing::outbox_sent(&self.test_db.db).await;
        assert_eq!(testing::dead_letters(&self.bus).await, Vec::<String>::new());
    }
}

pub fn somebody() -> String {
    kit::id::new().to_string()
}

pub fn analyst() -> Profile {
    Profile {
        occupation: Occupation::Analyst.into(),
        acquisition_channel: AcquisitionChannel::Podcast.into(),
        asset_class_interests: vec![AssetClassInterest::Stablecoins.into()],
        should_receive_marketing: true,
    }
}
