//! The health service of gRPC, by which callers decide whether to send work here.

use std::time::Duration;

use futures::StreamExt;
use futures::stream::{self, BoxStream};
use tonic::{Request, Response, Status};
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_server::{Health as HealthService, HealthServer};
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};

use crate::health::Health;

const LOOKED_AFTER: Duration = Duration::from_secs(1);

/// Reports "serving" while every required dependency answers.
pub fn service(health: Health) -> HealthServer<impl HealthService> {
    HealthServer::new(Probe { health })
}

struct Probe {
    health: Health,
}

#[tonic::async_trait]
impl HealthService for Probe {
    type WatchStream = BoxStream<'static, Result<HealthCheckResponse, Status>>;

    async fn check(
        &self,
        request: Request<HealthCheckRequest>,
    ) -> Result<Response<HealthCheckResponse>, Status> {
        known(request.get_ref())?;
        Ok(Response::new(answer(self.health.is_ready().await)))
    }

    /// Reports each change within a second or two; the stream ends when the process stops.
    async fn watch(
        &self,
        request: Request<HealthCheckRequest>,
    ) -> Result<Response<Self::WatchStream>, Status> {
        known(request.get_ref())?;
        let changes =
            stream::unfold((self.health.clone(), None), |(health, reported)| async move {
                loop {
                    let ready = health.is_ready().await;
                    if reported != Some(ready) {
                        return Some((Ok(answer(ready)), (health, Some(ready))));
                    }
                    if health.is_closing() {
                        return None;
                    }
                    tokio::time::sleep(LOOKED_AFTER).await;
                }
            });
        Ok(Response::new(changes.boxed()))
    }
}

/// The process as a whole is the only service that can be checked.
fn known(request: &HealthCheckRequest) -> Result<(), Status> {
    match request.service.as_str() {
        "" => Ok(()),
        _ => Err(Status::not_found("only the process as a whole can be checked")),
    }
}

fn answer(ready: bool) -> HealthCheckResponse {
    let status = if ready { ServingStatus::Serving } else { ServingStatus::NotServing };
    HealthCheckResponse { status: status.into() }
}
