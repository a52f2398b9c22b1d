//! API keys that were found in the addresses of requests, which wait to be reported as leaked to the service access.

use std::sync::LazyLock;
use std::time::Duration;

use kit::api_key_limits::MOST_LEAKED_TEXTS;
use kit::error::{ErrorCode, Problem};
use kit::run::App;
use prometheus::IntCounter;
use proto::access::v1::access_keys_client::AccessKeysClient;
use proto::access::v1::{LeakedText, ReportLeakedKeysRequest};
use tokio::sync::mpsc;

use crate::upstream::Channel;

/// The most keys that wait, as while the service is away.
const MOST_WAITING: usize = 1_000;
/// The time that the service has for a report: it revokes each key in a transaction.
pub const DEADLINE: Duration = Duration::from_secs(5);
/// After a failure, until the next attempt.
const RETRY: Duration = Duration::from_secs(5);

static DROPPED: LazyLock<IntCounter> = LazyLock::new(|| {
    prometheus::register_int_counter!(
        "gateway_leaked_keys_dropped_total",
        "API keys in addresses that were not reported because too many waited"
    )
    .expect("each metric is registered once, by its own static")
});

/// The waiting keys; clones share them.
#[derive(Clone)]
pub struct LeakReports(mpsc::Sender<LeakedText>);

impl LeakReports {
    /// No keys, and a task that reports those to come for as long as the process runs.
    pub fn start(app: &App, access: &AccessKeysClient<Channel>) -> Self {
        let (sender, receiver) = mpsc::channel(MOST_WAITING);
        let (access, cut) = (access.clone(), app.cut());
        app.spawn_attendant("leak reports", async move {
            cut.run_until_cancelled(report(receiver, access)).await;
        });
        Self(sender)
    }

    /// Lets a key wait to be reported, with the place where it was found.
    pub fn push(&self, key: &str, found_at: String) {
        let found = LeakedText { text: key.to_owned(), found_at: Some(found_at) };
        if self.0.try_send(found).is_err() {
            DROPPED.inc();
            tracing::warn!("too many leaked API keys wait to be reported; one was dropped");
        }
    }
}

async fn report(mut waiting: mpsc::Receiver<LeakedText>, access: AccessKeysClient<Channel>) {
    let mut found = Vec::new();
    while waiting.recv_many(&mut found, MOST_LEAKED_TEXTS).await > 0 {
        let request = ReportLeakedKeysRequest { found: std::mem::take(&mut found) };
        loop {
            let mut access = access.clone();
            let reported = access.report_leaked_keys(request.clone());
            match kit::grpc::within(DEADLINE, reported).await.map_err(Problem::from) {
                Ok(_) => break,
                Err(problem) if problem.code == ErrorCode::Invalid => {
                    tracing::error!(%problem, "leaked API keys cannot be reported");
                    break;
                }
                Err(problem) => {
                    tracing::warn!(%problem, "leaked API keys could not be reported yet");
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
    }
}
