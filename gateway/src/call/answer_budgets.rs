//! Bounds the bytes of the answers that are being made or sent, of the process, of each caller and of each request, and the
//! work of making them, of each caller and of each request.

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use kit::budget::{Budget, Held};
use kit::error::Problem;
use prometheus::IntGauge;
use tokio::sync::Notify;

use super::answer_estimate::Cost;
use super::caller_budgets::CallerBudgets;
use super::failure::Failure;
use super::file_bytes::FileBytes;
use super::limits::{LONGEST_MEMORY_WAIT, MAX_ANSWERS, MAX_WORK, SMALL_ANSWER};
use super::principal::Principal;
use super::refusal_texts::{busy, own_answers, too_large};

/// How much of the work of a request (`MAX_WORK`) runs side by side; the other calls wait for their turn.
const WORK_SIDE_BY_SIDE: usize = 1_000_000;
/// The work of one user, or of one address without a session, at a time.
const MAX_WORK_PER_CALLER: usize = 4_000_000;
/// How long a call waits for the bytes and the work of the calls before it in its request.
const LONGEST_TURN: Duration = Duration::from_secs(10);

static IN_FLIGHT: LazyLock<IntGauge> = LazyLock::new(|| {
    prometheus::register_int_gauge!(
        "gateway_answer_bytes_in_flight",
        "Bytes of answers that are being made or sent: estimates first, then sizes"
    )
    .expect("each metric is registered once, by its own static")
});

/// The budgets of the process.
// A call takes the estimate of its answer before it runs, and keeps the measured size until its request is answered,
// as clients that read slowly hold their answers; its work it holds until it is answered. Calls of one request beyond its
// bounds are refused, so that the others fit.
pub struct AnswerBudgets {
    all: Arc<Budget>,
    /// Up to so many bytes are held, small answers do not wait.
    most_with_small: usize,
    by_caller: CallerBudgets,
    work_by_caller: CallerBudgets,
    /// The part from which files are written.
    pub files: FileBytes,
}

/// The bytes of one answer.
struct HeldAnswer {
    own: Held,
    all: Held,
}

impl AnswerBudgets {
    /// At most so many bytes for all callers, and for one of them.
    pub fn new(most: usize, per_caller: usize) -> Self {
        let all = Budget::measured(most, &IN_FLIGHT);
        Self {
            files: FileBytes::new(Arc::clone(&all), most),
            all,
            most_with_small: most + most / 2,
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
        self.work_by_caller.budget_for(holder).take(work, longest).await.ok_or_else(own_answers)
    }

    async fn take(&self, holder: Principal, cost: Cost) -> Result<(HeldAnswer, Held), Problem> {
        // Bytes first: a call that waits for those of other callers holds no work, which its caller could use meanwhile.
        let held = self.take_bytes(holder.clone(), cost.bytes).await?;
        Ok((held, self.take_work(holder, cost.work, LONGEST_MEMORY_WAIT).await?))
    }

    async fn take_bytes(&self, holder: Principal, bytes: usize) -> Result<HeldAnswer, Problem> {
        let own = self.by_caller.budget_for(holder).take(bytes, LONGEST_MEMORY_WAIT).await;
        let own = own.ok_or_else(own_answers)?;
        // Slow readers at many addresses hold small answers, too.
        if bytes <= SMALL_ANSWER && self.all.held() < self.most_with_small {
            return Ok(HeldAnswer { own, all: self.all.add(bytes) });
        }
        let all = self.all.take(bytes, LONGEST_MEMORY_WAIT).await.ok_or_else(busy)?;
        Ok(HeldAnswer { own, all })
    }
}

impl HeldAnswer {
    fn correct(&mut self, bytes: usize) {
        self.own.correct(bytes);
        self.all.correct(bytes);
    }
}

/// The answers of one request.
#[derive(Default)]
pub struct RequestBudget {
    state: Mutex<State>,
    settled: Notify,
}

#[derive(Default)]
struct State {
    /// The sizes of answers, and the estimates of those that are being made.
    bytes: usize,
    /// The work of all calls that have begun.
    work: usize,
    running: usize,
    running_work: usize,
    answered: usize,
    held: Vec<HeldAnswer>,
    /// The first refusal, which is that of all later calls.
    refusal: Option<Failure>,
}

impl State {
    /// Whether another call may begin now. The first one may be larger than a request, and heavier; calls of much work begin
    /// in turn.
    fn admits(&self, cost: Cost) -> bool {
        let fits = |held: usize, more: usize, most: usize| held == 0 || held + more <= most;
        let work_fits = fits(self.work, cost.work, MAX_WORK)
            && fits(self.running_work, cost.work, WORK_SIDE_BY_SIDE);
        fits(self.bytes, cost.bytes, MAX_ANSWERS) && (cost.work == 0 || work_fits)
    }
}

impl RequestBudget {
    /// Takes what the answer of a call costs: its bytes of the request, of its caller and of the process, and its work of the
    /// request and of its caller. It waits for the calls before it for some seconds at most.
    pub async fn take(
        &self,
        budgets: &AnswerBudgets,
        holder: Principal,
        cost: Cost,
    ) -> Result<CallHold<'_>, Failure> {
        let reserved = tokio::time::timeout(LONGEST_TURN, self.reserve(cost)).await;
        let mut call = reserved.map_err(|_| self.refuse(own_answers()))??;
        match budgets.take(holder, cost).await {
            Ok((held, work)) => {
                call.held = Some(held);
                call.work = Some(work);
                Ok(call)
            }
            Err(problem) => Err(self.refuse(problem)),
        }
    }

    /// Refuses a call, and all later ones of the request.
    fn refuse(&self, problem: Problem) -> Failure {
        let failure = Failure::logged("answer", problem);
        self.lock().refusal.get_or_insert_with(|| failure.clone());
        failure
    }

    /// The bytes of an answer to the request, which hold the budgets until they are sent.
    pub fn hold_until_sent(&self, body: Bytes) -> Bytes {
        let mut held = std::mem::take(&mut self.lock().held);
        let Some(mut first) = held.pop() else { return body };
        // The answers are parts of the body now.
        drop(held);
        first.correct(body.len());
        Bytes::from_owner(SentBody { body, _held: first })
    }

    /// Waits until the call may begin, or certainly may not.
    async fn reserve(&self, cost: Cost) -> Result<CallHold<'_>, Failure> {
        loop {
            let settled = self.settled.notified();
            {
                let mut state = self.lock();
                if let Some(refusal) = &state.refusal {
                    return Err(refusal.clone());
                }
                if state.admits(cost) {
                    state.bytes += cost.bytes;
                    state.work += cost.work;
                    state.running += 1;
                    state.running_work += cost.work;
                    return Ok(CallHold { request: self, cost, held: None, work: None });
                }
                if state.running == 0 {
                    let refusal = too_large(state.answered);
                    state.refusal = Some(refusal.clone());
                    return Err(refusal);
                }
            }
            settled.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a call holds while it runs. If it fails, its bytes are returned.
pub struct CallHold<'r> {
    request: &'r RequestBudget,
    cost: Cost,
    held: Option<HeldAnswer>,
    work: Option<Held>,
}

impl CallHold<'_> {
    /// Keeps the size of the answer until the request is answered.
    pub fn keep(mut self, size: usize) {
        let mut state = self.request.lock();
        state.bytes += size;
        state.answered += 1;
        if let Some(mut held) = self.held.take() {
            held.correct(size);
            state.held.push(held);
        }
    }
}

impl Drop for CallHold<'_> {
    fn drop(&mut self) {
        let mut state = self.request.lock();
        state.bytes -= self.cost.bytes;
        state.running -= 1;
        state.running_work -= self.cost.work;
        drop(state);
        self.request.settled.notify_waiters();
    }
}

struct SentBody {
    body: Bytes,
    _held: HeldAnswer,
}

impl AsRef<[u8]> for SentBody {
    fn as_ref(&self) -> &[u8] {
        &self.body
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;
    use crate::call::failure::{Code, OWN_ANSWERS};
    use crate::call::refusal_texts::TOO_LARGE;

    const MIB: usize = 1 << 20;

    fn at(last: u8) -> Principal {
        Principal::Address([192, 0, 2, last].into())
    }

    fn long(bytes: usize) -> Cost {
        Cost { bytes, work: 0 }
    }

    fn heavy(work: usize) -> Cost {
        Cost { bytes: 1, work }
    }

    fn budgets() -> AnswerBudgets {
        AnswerBudgets::new(100 * MIB, 50 * MIB)
    }

    #[tokio::test(start_paused = true)]
    async fn calls_beyond_the_bound_of_a_request_are_refused_with_what_fits() {
        let (budgets, request) = (budgets(), RequestBudget::default());
        for _ in 0..3 {
            request.take(&budgets, at(1), long(6 * MIB)).await.unwrap().keep(5 * MIB);
        }
        let refused = request.take(&budgets, at(1), long(3 * MIB)).await.err().unwrap();
        assert_eq!(refused.code, Code::PayloadTooLarge);
        assert!(refused.message.contains("first 3 calls fit"), "{}", refused.message);
        let refused = request.take(&budgets, at(1), long(1)).await.err().unwrap();
        assert_eq!(refused.reason.as_deref(), Some(TOO_LARGE), "and so are all later ones");
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_waits_for_the_size_of_those_before_it() {
        let (budgets, request) = (budgets(), RequestBudget::default());
        let first = request.take(&budgets, at(1), long(40 * MIB)).await.unwrap();
        let second = async { request.take(&budgets, at(1), long(MIB)).await.is_ok() };
        let first = async {
            tokio::time::sleep(LONGEST_MEMORY_WAIT).await;
            first.keep(MIB);
        };
        assert!(tokio::join!(second, first).0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_holds_its_bytes_until_it_is_sent() {
        let budgets = budgets();
        let request = RequestBudget::default();
        for _ in 0..2 {
            request.take(&budgets, at(1), long(8 * MIB)).await.unwrap().keep(7 * MIB);
        }
        let body = request.hold_until_sent(Bytes::from(vec![b' '; 14 * MIB]));
        assert_eq!((body.len(), budgets.all.held()), (14 * MIB, 14 * MIB));
        let busy =
            RequestBudget::default().take(&budgets, at(1), long(37 * MIB)).await.err().unwrap();
        assert_eq!((busy.code, busy.reason.as_deref()), (Code::TooManyRequests, Some(OWN_ANSWERS)));
        let other = RequestBudget::default();
        let others = other.take(&budgets, at(2), long(50 * MIB)).await.unwrap();
        let busy =
            RequestBudget::default().take(&budgets, at(3), long(37 * MIB)).await.err().unwrap();
        assert_eq!((busy.code, busy.reason.as_deref()), (Code::ServiceUnavailable, Some("busy")));
        drop((body, others));
        assert_eq!(budgets.all.held(), 0);
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
    async fn heavy_calls_of_a_request_run_in_turn_and_light_ones_beside_them() {
        let (budgets, request) = (budgets(), RequestBudget::default());
        let first = request.take(&budgets, at(1), heavy(2 * WORK_SIDE_BY_SIDE)).await.unwrap();
        request.take(&budgets, at(1), long(MIB)).await.unwrap().keep(MIB);
        let has_begun = std::cell::Cell::new(false);
        let second = async {
            let second = request.take(&budgets, at(1), heavy(1)).await.unwrap();
            has_begun.set(true);
            second.keep(1);
        };
        let first = async {
            tokio::time::sleep(LONGEST_MEMORY_WAIT).await;
            assert!(!has_begun.get(), "it waits for the heavy one");
            first.keep(1);
        };
        tokio::join!(second, first);
        assert!(has_begun.get());
    }

    #[tokio::test(start_paused = true)]
    async fn calls_beyond_the_work_of_a_request_are_refused_with_what_fits() {
        let (budgets, request) = (budgets(), RequestBudget::default());
        for _ in 0..MAX_WORK / WORK_SIDE_BY_SIDE {
            let cost = heavy(WORK_SIDE_BY_SIDE);
            request.take(&budgets, at(1), cost).await.unwrap().keep(1);
        }
        request.take(&budgets, at(1), long(1)).await.unwrap().keep(1);
        let refused = request.take(&budgets, at(1), heavy(1)).await.err().unwrap();
        assert_eq!(refused.reason.as_deref(), Some(TOO_LARGE));
        assert!(refused.message.contains("first 9 calls fit"), "{}", refused.message);
        let alone = RequestBudget::default();
        assert!(alone.take(&budgets, at(1), heavy(2 * MAX_WORK)).await.is_ok(), "one call may be");
    }

    #[tokio::test(start_paused = true)]
    async fn a_caller_has_a_share_of_work_until_its_calls_are_answered() {
        let budgets = budgets();
        let requests: Vec<_> = (0..5).map(|_| RequestBudget::default()).collect();
        let mut held = Vec::new();
        for request in &requests[..MAX_WORK_PER_CALLER / WORK_SIDE_BY_SIDE] {
            held.push(request.take(&budgets, at(1), heavy(WORK_SIDE_BY_SIDE)).await.unwrap());
        }
        let refused = requests[4].take(&budgets, at(1), heavy(1)).await.err().unwrap();
        assert_eq!(refused.reason.as_deref(), Some(OWN_ANSWERS));
        let other = RequestBudget::default();
        assert!(other.take(&budgets, at(2), heavy(WORK_SIDE_BY_SIDE)).await.is_ok());
        held.pop().unwrap().keep(1);
        assert!(RequestBudget::default().take(&budgets, at(1), heavy(1)).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_waits_for_those_before_it_for_some_seconds() {
        let (budgets, request) = (budgets(), RequestBudget::default());
        let first = request.take(&budgets, at(1), heavy(WORK_SIDE_BY_SIDE)).await.unwrap();
        let began = Instant::now();
        let refused = request.take(&budgets, at(1), heavy(1)).await.err().unwrap();
        assert_eq!((refused.reason.as_deref(), began.elapsed()), (Some(OWN_ANSWERS), LONGEST_TURN));
        first.keep(1);
        let refused = request.take(&budgets, at(1), long(1)).await.err().unwrap();
        assert_eq!(refused.reason.as_deref(), Some(OWN_ANSWERS), "and so are all later ones");
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_waits_for_bytes_holds_no_work() {
        let budgets = AnswerBudgets::new(2 * MIB, 2 * MIB);
        let _others = budgets.take_bytes(at(2), 2 * MIB).await.unwrap();
        let (waiting, light) = (RequestBudget::default(), RequestBudget::default());
        let cost = Cost { bytes: MIB, work: MAX_WORK_PER_CALLER };
        let began = Instant::now();
        let (refused, waited) = tokio::join!(waiting.take(&budgets, at(1), cost), async {
            let taken = light.take(&budgets, at(1), heavy(1)).await;
            taken.is_ok().then(|| began.elapsed())
        });
        assert_eq!(refused.err().unwrap().reason.as_deref(), Some("busy"));
        assert_eq!(waited, Some(Duration::ZERO));
    }
}
