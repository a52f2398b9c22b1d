//! The asset classes with their ids, held in memory, by which policies name them.

use std::sync::Arc;
use std::time::Duration;

use kit::error::Problem;
use kit::run::App;
use proto::catalog::v1::catalog_client::CatalogClient;
use proto::catalog::v1::{ClassPlace, GetClassificationRequest};
use tokio::sync::watch;

use super::Channel;

/// How often the classes are read: they change with releases of the classification.
const INTERVAL: Duration = Duration::from_mins(5);
/// The time that the catalog has, and how long a start waits for it.
const DEADLINE: Duration = Duration::from_secs(1);

/// The present asset classes; none until they have been read.
pub struct AssetClasses(watch::Sender<Arc<[ClassPlace]>>);

impl AssetClasses {
    /// Reads the classes, unless the catalog is away, and reads them again from time to time.
    pub async fn follow(app: &App, catalog: &CatalogClient<Channel>) -> Arc<Self> {
        let classes = Arc::new(Self(watch::Sender::default()));
        classes.read(catalog).await;
        let (followed, catalog, stopping) = (Arc::clone(&classes), catalog.clone(), app.cut());
        app.spawn_attendant("asset classes", async move {
            stopping.run_until_cancelled(followed.keep_current(&catalog)).await;
        });
        classes
    }

    pub fn present(&self) -> Arc<[ClassPlace]> {
        Arc::clone(&self.0.borrow())
    }

    async fn keep_current(&self, catalog: &CatalogClient<Channel>) {
        loop {
            tokio::time::sleep(INTERVAL).await;
            self.read(catalog).await;
        }
    }

    async fn read(&self, catalog: &CatalogClient<Channel>) {
        let mut catalog = catalog.clone();
        let request = GetClassificationRequest { as_of: None };
        match kit::grpc::within(DEADLINE, catalog.get_classification(request)).await {
            Ok(answer) => {
                self.0.send_replace(answer.into_inner().classes.into());
            }
            Err(status) => {
                let problem = Problem::from(status);
                tracing::warn!(%problem, "the asset classes could not be read");
            }
        }
    }
}
