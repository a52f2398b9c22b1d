//! The decisions of policies on calls, counted and sampled for the service access, which shows them to administrators.

mod counts;
mod decided_calls;
mod reporting;

use std::net::IpAddr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use kit::error::Problem;
use kit::run::App;
use policy::PolicySet;
use prometheus::IntCounter;
use proto::access::v1::access_decisions_client::AccessDecisionsClient;
use proto::access::v1::{DecisionOutcome, NarrowedAnswers};

use self::counts::Counts;
use self::decided_calls::DecidedCalls;
use self::reporting::DecisionReports;
use crate::call::caller::Authenticated;
use crate::call::data_calls::{DataCalls, DataUse};
use crate::reports;
use crate::upstream::Channel;

/// The calls that are not refused of which one is kept with its caller.
const SAMPLED: u32 = 100;

static LOST: LazyLock<IntCounter> = LazyLock::new(|| {
    prometheus::register_int_counter!(
        "gateway_decisions_lost_total",
        "Decisions that administrators do not see because too many waited to be reported"
    )
    .expect("each metric is registered once, by its own static")
});

/// A decision on a call for data.
#[derive(Clone, Copy)]
pub struct Decided<'d> {
    pub policies: &'d Arc<PolicySet>,
    pub calls: DataCalls,
    pub used_as: DataUse,
    pub address: IpAddr,
    /// The answers to callers who may have a part of the data.
    pub narrowed: NarrowedAnswers,
    /// None is a visitor without a session.
    pub caller: Option<&'d Authenticated>,
    /// Whether the answer has a part of the data only, or why there is none.
    pub answer: Result<bool, &'d Problem>,
}

/// The decisions since the last report.
#[derive(Default)]
pub struct Decisions {
    counts: Mutex<Counts>,
    calls: Mutex<DecidedCalls>,
    /// Decisions for which there was no room.
    lost: AtomicI64,
}

impl Decisions {
    /// No decisions, and a task that reports those to come.
    pub fn start(app: &App, access: &AccessDecisionsClient<Channel>) -> Arc<Self> {
        let decisions = Arc::<Self>::default();
        let reported =
            DecisionReports::new(Arc::clone(&decisions), access.clone(), app.clock.clone());
        reports::start(app, reported);
        decisions
    }

    /// Counts a decision. Where it was made before for others with equal roles, nothing is allocated.
    pub fn add(&self, decided: &Decided<'_>, now: i64) {
        let outcome = decided.outcome();
        let mut is_complete = true;
        {
            let mut counts = lock(&self.counts);
            for (endpoint, action) in decided.calls.iter() {
                is_complete &= counts.add(decided, (endpoint, action), outcome, now);
            }
        }
        let is_kept = decided.answer.is_err() || rand::random_range(0..SAMPLED) == 0;
        if is_kept {
            is_complete &= lock(&self.calls).add(decided, outcome, now);
        }
        if !is_complete {
            self.lose(1);
        }
    }

    fn lose(&self, lost: i64) {
        self.lost.fetch_add(lost, Ordering::Relaxed);
        LOST.inc_by(lost.unsigned_abs());
    }
}

impl Decided<'_> {
    fn outcome(&self) -> DecisionOutcome {
        match self.answer {
            Ok(false) => DecisionOutcome::Allowed,
            Ok(true) => DecisionOutcome::Narrowed,
            Err(_) => DecisionOutcome::Refused,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use kit::clock::DAY_MILLISECONDS;
    use policy::PolicyDirectory;
    use proto::access::v1::{Action, Endpoint};

    use super::*;
    use crate::call::refusal_texts::access_denied;

    fn policies() -> Arc<PolicySet> {
        Arc::new(PolicySet::compile(&PolicyDirectory::default(), &[], &[]).unwrap())
    }

    fn refused<'d>(policies: &'d Arc<PolicySet>, refusal: &'d Problem) -> Decided<'d> {
        Decided {
            policies,
            calls: DataCalls::new(Endpoint::Assets, Action::List),
            used_as: DataUse::Answer,
            address: [127, 0, 0, 1].into(),
            narrowed: NarrowedAnswers::Records,
            caller: None,
            answer: Err(refusal),
        }
    }

    #[test]
    fn equal_decisions_are_one_count_and_equal_calls_one_row() {
        let (decisions, policies, refusal) = (Decisions::default(), policies(), access_denied());
        let refused = refused(&policies, &refusal);
        for second in 0..30 {
            decisions.add(&refused, second * 1_000);
        }
        decisions.add(&Decided { answer: Ok(true), ..refused }, 0);
        let reports = decisions.take(0);
        let [report] = &*reports else { panic!("{reports:?}") };
        let mut counts: Vec<_> =
            report.counts.iter().map(|one| (one.outcome(), one.decisions)).collect();
        counts.sort_unstable();
        assert_eq!(counts, [(DecisionOutcome::Narrowed, 1), (DecisionOutcome::Refused, 30)]);
        let refused =
            report.calls.iter().find(|one| one.outcome() == DecisionOutcome::Refused).unwrap();
        assert_eq!((refused.calls, refused.refusal.as_deref()), (30, Some(&*refusal.reason)));
        assert_eq!(refused.narrowed_answers(), NarrowedAnswers::Records);
        assert!(refused.user_id.is_none());
        assert!(decisions.take(0).is_empty());
    }

    #[test]
    fn the_memory_of_decisions_is_bounded_and_lost_ones_are_reported() {
        let (decisions, policies, refusal) = (Decisions::default(), policies(), access_denied());
        let refused = refused(&policies, &refusal);
        for day in 0..=20_000 {
            decisions.add(&refused, day * DAY_MILLISECONDS);
        }
        let reports = decisions.take(0);
        let counted: i64 =
            reports.iter().flat_map(|one| &one.counts).map(|one| one.decisions).sum();
        assert_eq!((counted, reports[0].lost, reports.len()), (20_000, 1, 80));
        assert!(reports.iter().skip(1).all(|report| report.lost == 0));
    }
}
