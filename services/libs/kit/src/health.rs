//! Whether the process can do its work, and what it misses.

use std::collections::BTreeMap;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use futures::future::{BoxFuture, join_all};
use serde::Serialize;

use crate::run::App;
use crate::telemetry;

const CHECK_DEADLINE: Duration = Duration::from_secs(1);

type Check = Arc<dyn Fn() -> BoxFuture<'static, Result<(), String>> + Send + Sync>;

#[derive(Clone)]
struct Dependency {
    name: &'static str,
    required: bool,
    check: Check,
}

/// Name, whether nothing works without it, and what is wrong with it.
type Answer = (&'static str, bool, Result<(), String>);

fn is_well((_, _, answer): &Answer) -> bool {
    answer.is_ok()
}

/// What the process depends on.
#[derive(Clone, Default)]
pub struct Health {
    dependencies: Arc<Mutex<Vec<Dependency>>>,
    closing: Arc<AtomicBool>,
}

/// What /readyz answers.
#[derive(Debug, Serialize)]
pub struct Report {
    /// `ready`, `degraded` (something it can do without is missing) or `not ready`.
    pub status: &'static str,
    /// The names of what is missing.
    pub missing: Vec<&'static str>,
    /// Every dependency with `ok` or what is wrong with it.
    pub checks: BTreeMap<&'static str, String>,
}

impl Health {
    /// A dependency without which nothing works: the process is not ready while it is away.
    pub fn check<F, R>(&self, name: &'static str, check: F)
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), String>> + Send + 'static,
    {
        self.add(name, true, check);
    }

    /// A dependency that is reported, and that the process can do without for a while.
    pub fn watch<F, R>(&self, name: &'static str, check: F)
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), String>> + Send + 'static,
    {
        self.add(name, false, check);
    }

    fn add<F, R>(&self, name: &'static str, required: bool, check: F)
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), String>> + Send + 'static,
    {
        let check: Check = Arc::new(move || Box::pin(check()));
        let mut list = self.dependencies.lock().unwrap_or_else(PoisonError::into_inner);
        list.push(Dependency { name, required, check });
    }

    /// Says not ready from now on, so that no new work is sent here.
    pub fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
    }

    /// Whether that has been said.
    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    /// Whether everything is there without which nothing works.
    pub async fn is_ready(&self) -> bool {
        !self.is_closing() && self.ask(|dependency| dependency.required).await.iter().all(is_well)
    }

    async fn ask(&self, wanted: impl Fn(&Dependency) -> bool) -> Vec<Answer> {
        let list = self.dependencies.lock().unwrap_or_else(PoisonError::into_inner).clone();
        join_all(list.into_iter().filter(wanted).map(|dependency| async move {
            let answer = match tokio::time::timeout(CHECK_DEADLINE, (dependency.check)()).await {
                Ok(answer) => answer,
                Err(_) => Err("does not answer".to_owned()),
            };
            (dependency.name, dependency.required, answer)
        }))
        .await
    }

    /// Asks every dependency at once.
    pub async fn report(&self) -> Report {
        let answers = self.ask(|_| true).await;

        let mut report = Report { status: "ready", missing: Vec::new(), checks: BTreeMap::new() };
        for (name, required, answer) in answers {
            if answer.is_err() {
                // Two pools may lead to one server.
                if !report.missing.contains(&name) {
                    report.missing.push(name);
                }
                if required {
                    report.status = "not ready";
                } else if report.status == "ready" {
                    report.status = "degraded";
                }
            }
            match answer {
                Err(told) => _ = report.checks.insert(name, told),
                Ok(()) => _ = report.checks.entry(name).or_insert_with(|| "ok".to_owned()),
            }
        }
        if self.is_closing() {
            report.status = "not ready";
            report.missing.push("shutting down");
        }
        report
    }
}

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

async fn ready(health: Health) -> impl IntoResponse {
    let report = health.report().await;
    let status = match report.status {
        "not ready" => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::OK,
    };
    (status, Json(report))
}

async fn metrics() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], telemetry::exposition())
}
