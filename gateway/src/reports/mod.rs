//! Counts that are reported to a service every few seconds: each report has an id, so that one that is sent again counts once.

use std::collections::VecDeque;
use std::time::Duration;

use kit::error::{ErrorCode, Problem};
use kit::run::App;

use crate::listener::timeouts::LAST_REQUESTS;

/// How often counts are reported.
const PAUSE: Duration = Duration::from_secs(10);
/// The time that the service has for a report.
const DEADLINE: Duration = Duration::from_secs(2);

/// Counts that are reported.
pub trait Reported: Send + Sync + 'static {
    type Report: Clone + Send + Sync + 'static;
    /// The name of the task, and of the contents in logs.
    const CONTENTS: &'static str;

    /// All counts since the last time, in reports that have an id each. They are bounded where they are counted.
    fn take(&self) -> Vec<Self::Report>;

    /// Sends a report, perhaps again.
    fn send(&self, report: Self::Report) -> impl Future<Output = Result<(), Problem>> + Send;

    /// Notes that a report will not arrive.
    fn lose(&self, report: &Self::Report);
}

/// Reports counts for as long as the process runs, the last ones at the stop.
pub fn start<R: Reported>(app: &App, reported: R) {
    let stopping = app.stopping();
    app.spawn(R::CONTENTS, async move {
        let mut waiting = VecDeque::new();
        while stopping.run_until_cancelled(tokio::time::sleep(PAUSE)).await.is_some() {
            deliver(&reported, &mut waiting).await;
        }
        tokio::time::sleep(LAST_REQUESTS).await;
        if deliver(&reported, &mut waiting).await {
            deliver(&reported, &mut waiting).await;
        }
        waiting.into_iter().chain(reported.take()).for_each(|report| reported.lose(&report));
    });
}

/// Sends the waiting reports, or new ones if there are none; `false` if some still wait. New counts are put into reports when
/// none waits: a report that may have arrived is sent again as it was, and everything else is counted on in one place.
async fn deliver<R: Reported>(reported: &R, waiting: &mut VecDeque<R::Report>) -> bool {
    if waiting.is_empty() {
        waiting.extend(reported.take());
    }
    while let Some(report) = waiting.front() {
        match kit::grpc::within(DEADLINE, reported.send(report.clone())).await {
            Ok(()) => {}
            Err(problem) if problem.code == ErrorCode::Invalid => {
                tracing::error!(%problem, contents = R::CONTENTS, "a report is not accepted");
                reported.lose(report);
            }
            Err(problem) => {
                tracing::warn!(%problem, contents = R::CONTENTS, "a report waits");
                return false;
            }
        }
        waiting.pop_front();
    }
    true
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Counts in whose reports stand their number and an id, and a service that fails some times.
    #[derive(Default)]
    struct Counts {
        count: Mutex<i64>,
        id: Mutex<i64>,
        failures: Mutex<Vec<ErrorCode>>,
        sent: Mutex<Vec<(i64, i64)>>,
        lost: Mutex<i64>,
    }

    impl Reported for Counts {
        type Report = (i64, i64);
        const CONTENTS: &'static str = "counts of a test";

        fn take(&self) -> Vec<(i64, i64)> {
            let count = std::mem::take(&mut *self.count.lock().unwrap());
            let mut id = self.id.lock().unwrap();
            *id += 1;
            if count == 0 { Vec::new() } else { vec![(*id, count)] }
        }

        async fn send(&self, report: (i64, i64)) -> Result<(), Problem> {
            self.sent.lock().unwrap().push(report);
            let failure = self.failures.lock().unwrap().pop();
            failure.map_or(Ok(()), |code| Err(Problem::new(code, "failed", "It failed")))
        }

        fn lose(&self, report: &(i64, i64)) {
            *self.lost.lock().unwrap() += report.1;
        }
    }

    #[tokio::test]
    async fn a_report_that_may_have_arrived_is_sent_again_as_it_was() {
        let (counts, mut waiting) = (Counts::default(), VecDeque::new());
        counts.failures.lock().unwrap().push(ErrorCode::Timeout);
        *counts.count.lock().unwrap() = 5;
        assert!(!deliver(&counts, &mut waiting).await);
        *counts.count.lock().unwrap() = 7;
        assert!(deliver(&counts, &mut waiting).await);
        assert!(deliver(&counts, &mut waiting).await);
        assert_eq!(*counts.sent.lock().unwrap(), [(1, 5), (1, 5), (2, 7)]);
        assert_eq!(*counts.lost.lock().unwrap(), 0);
    }

    #[tokio::test]
    async fn a_report_that_is_not_accepted_does_not_keep_the_others() {
        let (counts, mut waiting) = (Counts::default(), VecDeque::new());
        counts.failures.lock().unwrap().push(ErrorCode::Invalid);
        *counts.count.lock().unwrap() = 5;
        assert!(deliver(&counts, &mut waiting).await);
        assert!(waiting.is_empty());
        assert_eq!(*counts.lost.lock().unwrap(), 5);
    }
}
