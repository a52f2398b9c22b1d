//! The way of the decisions to the service access.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use kit::clock::Clock;
use kit::error::Problem;
use proto::access::v1::ReportDecisionsRequest;
use proto::access::v1::access_decisions_client::AccessDecisionsClient;

use super::{Decisions, lock};
use crate::reports::Reported;
use crate::upstream::Channel;

/// The counts, and the calls, of a report. A count names all of its policies, so that reports are kept small.
const MOST_REPORTED: usize = 250;

/// The decisions, and the service to which they are reported.
pub struct DecisionReports {
    decisions: Arc<Decisions>,
    access: AccessDecisionsClient<Channel>,
    clock: Clock,
}

impl DecisionReports {
    pub fn new(
        decisions: Arc<Decisions>,
        access: AccessDecisionsClient<Channel>,
        clock: Clock,
    ) -> Self {
        Self { decisions, access, clock }
    }
}

impl Decisions {
    /// All decisions since the last time, in reports.
    pub(super) fn take(&self, now: i64) -> Vec<ReportDecisionsRequest> {
        let mut counts = lock(&self.counts).take(now);
        let mut calls = lock(&self.calls).take();
        let mut lost = self.lost.swap(0, Ordering::Relaxed);
        let mut reports = Vec::new();
        while !counts.is_empty() || !calls.is_empty() || lost > 0 {
            reports.push(ReportDecisionsRequest {
                report_id: kit::id::new().to_string(),
                counts: counts.split_off(counts.len().saturating_sub(MOST_REPORTED)),
                calls: calls.split_off(calls.len().saturating_sub(MOST_REPORTED)),
                lost: std::mem::take(&mut lost),
            });
        }
        reports
    }
}

impl Reported for DecisionReports {
    type Report = ReportDecisionsRequest;
    const CONTENTS: &'static str = "decisions";

    fn take(&self) -> Vec<ReportDecisionsRequest> {
        self.decisions.take(self.clock.now_milliseconds())
    }

    async fn send(&self, report: ReportDecisionsRequest) -> Result<(), Problem> {
        self.access.clone().report_decisions(report).await?;
        Ok(())
    }

    fn lose(&self, report: &ReportDecisionsRequest) {
        let decisions: i64 = report.counts.iter().map(|count| count.decisions).sum();
        self.decisions.lose(decisions);
        self.decisions.lost.fetch_add(report.lost, Ordering::Relaxed);
    }
}
