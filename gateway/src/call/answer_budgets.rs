//! Bounds the bytes of the answers that are being made or sent, of the process and of each caller, and the work of making
//! them, of each caller.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use kit::budget::{Budget, Held};
use kit::error::Problem;
use prometheus::IntGauge;

use super::answer_estimate::Cost;
use super::caller_budgets::CallerBudgets;
use super::file_bytes::FileBytes;
use super::limits::{LONGEST_MEMORY_WAIT, SMALL_ANSWER, SMALL_WORK};
use super::principal::Principal;
use super::refusal_texts::{busy, own_answers};

/// The work of one user, or of one address without a session, at a time.
const MAX_WORK_PER_CALLER: usize = 4_000_000;

static IN_FLIGHT: LazyLock<IntGauge> = LazyLock::new(|| {
    prometheus::register_int_gauge!(
        "gateway_answer_bytes_in_flight",
        "Bytes of answers that are being made or sent: estimates first, then sizes"
    )
    .expect("each metric is registered once, by its own static")
});

/// The budgets of the process.
// A call takes the estimate of its answer before it runs, and keeps the measured size until its request is answered,
// as clients that read slowly hold their answers; its work it holds until it is answered.
pub struct AnswerBudgets {
    all: Arc<Budget>,
    by_caller: CallerBudgets,
    work_by_caller: CallerBudgets,
    /// The part from which files are written.
    pub files: FileBytes,
}

/// The bytes of one answer.
pub(super) struct HeldAnswer {
    own: Held,
    all: Held,
}

impl AnswerBudgets {
    /// At most `most` bytes for all callers, and `per_caller` for one of them.
    pub fn new(most: usize, per_caller: usize) -> Self {
        let all = Budget::measured(most, &IN_FLIGHT);
        Self {
            files: FileBytes::new(Arc::clone(&all), most),
            all,
            by_caller: CallerBudgets::new(per_caller),
            work_by_caller: CallerBudgets::new(MAX_WORK_PER_CALLER),
        }
    }

    /// Takes work of a caller, and waits for it so long.
    pub async fn take_work(
        &self,
        holder: Principal,
        work: usize,
        longest: Duration,
    ) -> Result<Held, Problem> {
        let own = self.work_by_caller.budget_for(holder);
        own.take_small(work, SMALL_WORK, longest).await.ok_or_else(own_answers)
    }

    /// Takes what an answer to a caller costs: its bytes, then its work.
    pub(super) async fn take(
        &self,
        holder: Principal,
        cost: Cost,
    ) -> Result<(HeldAnswer, Held), Problem> {
        // Bytes first: a call that waits for those of other callers holds no work, which its caller could use meanwhile.
        let held = self.take_bytes(holder.clone(), cost.bytes).await?;
        Ok((held, self.take_work(holder, cost.work, LONGEST_MEMORY_WAIT).await?))
    }

    async fn take_bytes(&self, holder: Principal, bytes: usize) -> Result<HeldAnswer, Problem> {
        let own = self.by_caller.budget_for(holder);
        let own = own.take_small(bytes, SMALL_ANSWER, LONGEST_MEMORY_WAIT).await;
        let own = own.ok_or_else(own_answers)?;
        let all = self.all.take_small(bytes, SMALL_ANSWER, LONGEST_MEMORY_WAIT).await;
        Ok(HeldAnswer { own, all: all.ok_or_else(busy)? })
    }
}

impl HeldAnswer {
    /// Replaces the estimate by the measured size.
    pub(super) fn correct(&mut self, bytes: usize) {
        self.own.correct(bytes);
        self.all.correct(bytes);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use bytes::Bytes;
    use tokio::time::Instant;

    use super::*;
    use crate::call::failure::{Code, OWN_ANSWERS};
    use crate::call::request_budget::RequestBudget;

    pub const MIB: usize = 1 << 20;

    pub fn at(last: u8) -> Principal {
        Principal::Address([192, 0, 2, last].into())
    }

    pub fn long(bytes: usize) -> Cost {
        Cost { bytes, work: 0 }
    }

    pub fn heavy(work: usize) -> Cost {
        Cost { bytes: 1, work }
    }

    pub fn budgets() -> AnswerBudgets {
        AnswerBudgets::new(100 * MIB, 50 * MIB)
    }

    #[tokio::test(start_paused = true)]
    async fn small_answers_pass_large_ones_up_to_a_bound() {
        let budgets = budgets();
        let mut held = Vec::new();
        for caller in 1..=2 {
            held.push(budgets.take_bytes(at(caller), 50 * MIB).await.unwrap());
        }
        for _ in 0..50 * MIB / SMALL_ANSWER {
            held.push(budgets.take_bytes(at(3), SMALL_ANSWER).await.unwrap());
        }
        let refused = budgets.take_bytes(at(4), SMALL_ANSWER).await.err().unwrap();
        assert_eq!(refused.reason, "busy");
        held.pop();
        assert!(budgets.take_bytes(at(4), SMALL_ANSWER).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn small_answers_of_a_caller_pass_its_large_ones_up_to_a_bound() {
        let budgets = budgets();
        let mut held = vec![budgets.take_bytes(at(1), 50 * MIB).await.unwrap()];
        for _ in 0..25 * MIB / SMALL_ANSWER {
            held.push(budgets.take_bytes(at(1), SMALL_ANSWER).await.unwrap());
        }
        for bytes in [SMALL_ANSWER, SMALL_ANSWER + 1] {
            let refused = budgets.take_bytes(at(1), bytes).await.err().unwrap();
            assert_eq!(refused.reason, OWN_ANSWERS);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_holds_its_bytes_until_it_is_sent() {
        let budgets = budgets();
        let request = RequestBudget::default();
        for _ in 0..2 {
            request.place().take(&budgets, at(1), long(8 * MIB)).await.unwrap().keep(7 * MIB);
        }
        let body = request.hold_until_sent(Bytes::from(vec![b' '; 14 * MIB]));
        assert_eq!((body.len(), budgets.all.held()), (14 * MIB, 14 * MIB));
        let busy = RequestBudget::default()
            .place()
            .take(&budgets, at(1), long(37 * MIB))
            .await
            .err()
            .unwrap();
        assert_eq!((busy.code, busy.reason.as_deref()), (Code::TooManyRequests, Some(OWN_ANSWERS)));
        let other = RequestBudget::default();
        let others = other.place().take(&budgets, at(2), long(50 * MIB)).await.unwrap();
        let busy = RequestBudget::default()
            .place()
            .take(&budgets, at(3), long(37 * MIB))
            .await
            .err()
            .unwrap();
        assert_eq!((busy.code, busy.reason.as_deref()), (Code::ServiceUnavailable, Some("busy")));
        drop((body, others));
        assert_eq!(budgets.all.held(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_caller_has_a_share_of_work_until_its_calls_are_answered() {
        let budgets = budgets();
        let requests: Vec<_> = (0..5).map(|_| RequestBudget::default()).collect();
        let (mut held, quarter) = (Vec::new(), heavy(MAX_WORK_PER_CALLER / 4));
        let more = heavy(SMALL_WORK + 1);
        for request in &requests[..4] {
            held.push(request.place().take(&budgets, at(1), quarter).await.unwrap());
        }
        let refused = requests[4].place().take(&budgets, at(1), more).await.err().unwrap();
        assert_eq!(refused.reason.as_deref(), Some(OWN_ANSWERS));
        let other = RequestBudget::default();
        assert!(other.place().take(&budgets, at(2), quarter).await.is_ok());
        held.pop().unwrap().keep(1);
        assert!(RequestBudget::default().place().take(&budgets, at(1), more).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_waits_for_bytes_holds_no_work() {
        let budgets = AnswerBudgets::new(2 * MIB, 2 * MIB);
        let _others = budgets.take_bytes(at(2), 2 * MIB).await.unwrap();
        let (waiting, light) = (RequestBudget::default(), RequestBudget::default());
        let cost = Cost { bytes: MIB, work: MAX_WORK_PER_CALLER };
        let began = Instant::now();
        let (refused, waited) = tokio::join!(waiting.place().take(&budgets, at(1), cost), async {
            let taken = light.place().take(&budgets, at(1), heavy(1)).await;
            taken.is_ok().then(|| began.elapsed())
        });
        assert_eq!(refused.err().unwrap().reason.as_deref(), Some("busy"));
        assert_eq!(waited, Some(Duration::ZERO));
    }
}
