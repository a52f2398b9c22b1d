//! The admin port of a process: liveness, readiness and metrics.

use std::net::SocketAddr;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};

use crate::health::Health;
use crate::run::App;
use crate::telemetry;

/// When a process that is not ready is asked again, in seconds.
const SOON: &str = "1";

/// Serves /livez, /readyz and /metrics until the very end of the process.
pub async fn serve(app: &App, address: SocketAddr) -> anyhow::Result<SocketAddr> {
    let listener = tokio::net::TcpListener::bind(address)
        .await
        .map_err(|error| anyhow::anyhow!("cannot listen on {address}: {error}"))?;
    let bound = listener.local_addr()?;
    let health = app.health.clone();
    let router = Router::new()
        .route("/livez", get(|| async { "ok\n" }))
        .route("/readyz", get(move || ready(health.clone())))
        .route("/metrics", get(metrics));
    let cut = app.cut();
    app.spawn_attendant("admin", async move {
        tokio::select! {
            result = async { axum::serve(listener, router).await } => {
                if let Err(error) = result {
                    tracing::error!(%error, "the admin server ended");
                }
            }
            () = cut.cancelled() => {}
        }
    });
    Ok(bound)
}

async fn ready(health: Health) -> Response {
    let report = health.report().await;
    match report.status {
        "not ready" => {
            (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, SOON)], Json(report))
                .into_response()
        }
        _ => Json(report).into_response(),
    }
}

async fn metrics() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], telemetry::exposition())
}
