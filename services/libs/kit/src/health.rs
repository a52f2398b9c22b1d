//! The dependencies of the process: which are required, and which answer.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::future::{BoxFuture, join_all};
use serde::Serialize;

const CHECK_DEADLINE: Duration = Duration::from_secs(1);

type Check = Arc<dyn Fn() -> BoxFuture<'static, Result<(), String>> + Send + Sync>;

#[derive(Clone)]
struct Dependency {
    name: &'static str,
    required: bool,
    check: Check,
}

/// The name of a dependency, whether it is required, and the outcome of its check.
type Answer = (&'static str, bool, Result<(), String>);

fn is_well((_, _, answer): &Answer) -> bool {
    answer.is_ok()
}

/// The dependencies of the process; clones share them.
#[derive(Clone, Default)]
pub struct Health {
    dependencies: Arc<Mutex<Vec<Dependency>>>,
    closing: Arc<AtomicBool>,
}

/// The answer of `/readyz`.
#[derive(Debug, Serialize)]
pub struct Report {
    /// `ready`, `degraded` (an optional dependency is missing) or `not ready`.
    pub status: &'static str,
    /// The names of missing dependencies.
    pub missing: Vec<&'static str>,
    /// Every dependency with `ok` or its failure.
    pub checks: BTreeMap<&'static str, String>,
}

impl Health {
    /// Adds a required dependency: the process is not ready while it does not answer.
    pub fn check<F, R>(&self, name: &'static str, check: F)
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), String>> + Send + 'static,
    {
        self.add(name, true, check);
    }

    /// Adds a dependency that is reported, and that the process can do without for a while.
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

    /// Reports "not ready" from now on, so that no new work arrives.
    pub fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
    }

    /// Whether the process is shutting down.
    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    /// Whether every required dependency answers.
    pub async fn is_ready(&self) -> bool {
        !self.is_closing() && self.probe(|dependency| dependency.required).await.iter().all(is_well)
    }

    async fn probe(&self, is_included: impl Fn(&Dependency) -> bool) -> Vec<Answer> {
        let list = self.dependencies.lock().unwrap_or_else(PoisonError::into_inner).clone();
        join_all(list.into_iter().filter(is_included).map(|dependency| async move {
            let answer = match tokio::time::timeout(CHECK_DEADLINE, (dependency.check)()).await {
                Ok(answer) => answer,
                Err(_) => Err("does not answer".to_owned()),
            };
            (dependency.name, dependency.required, answer)
        }))
        .await
    }

    /// Probes all dependencies side by side.
    pub async fn report(&self) -> Report {
        let answers = self.probe(|_| true).await;

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
                Err(problem) => _ = report.checks.insert(name, problem),
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
