//! The admin port of a process: liveness, readiness and metrics.

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::health::Health;
use crate::listen;
use crate::run::App;
use crate::telemetry;

/// When a process that is not ready is asked again, in seconds.
const SOON: &str = "1";
/// For the head of a request; a connection that stays silent ends after it, too.
const HEAD: Duration = Duration::from_secs(5);
/// Further connections are closed at once, so that a client of the port takes no files from the service.
const MOST_CONNECTIONS: usize = 256;
/// Before the next attempt when a connection could not be accepted.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// Serves /livez, /readyz and /metrics until the very end of the process.
pub async fn serve(app: &App, address: SocketAddr) -> anyhow::Result<SocketAddr> {
    let listener = listen::bind(address).await?;
    let bound = listener.local_addr()?;
    let health = app.health.clone();
    let router = Router::new()
        .route("/livez", get(|| async { "ok\n" }))
        .route("/readyz", get(move || ready(health.clone())))
        .route("/metrics", get(metrics));
    let cut = app.cut();
    app.spawn_attendant("admin", async move {
        tokio::select! {
            () = accept(listener, router) => {}
            () = cut.cancelled() => {}
        }
    });
    Ok(bound)
}

async fn accept(listener: TcpListener, router: Router) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) if connections.len() < MOST_CONNECTIONS => {
                    connections.spawn(serve_connection(stream, router.clone()));
                }
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(%error, "a connection to the admin port could not be accepted");
                    tokio::time::sleep(ACCEPT_RETRY).await;
                }
            },
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn serve_connection(stream: TcpStream, router: Router) {
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // A client that leaves is no failure.
    let _ = served.await;
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
