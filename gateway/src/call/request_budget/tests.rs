//! The budget of one request: bounds, order and waiting of its calls.

use futures::future::join_all;
use proptest::prelude::*;
use tokio::time::sleep;

use super::*;
use crate::call::answer_budgets::tests::{MIB, at, budgets, heavy, long};
use crate::call::failure::{Code, OWN_ANSWERS};
use crate::call::limits::LONGEST_MEMORY_WAIT;

#[tokio::test(start_paused = true)]
async fn calls_beyond_the_bound_of_a_request_are_refused_with_what_fits() {
    let (budgets, request) = (budgets(), RequestBudget::default());
    for _ in 0..3 {
        request.place().take(&budgets, at(1), long(6 * MIB)).await.unwrap().keep(5 * MIB);
    }
    let refused = request.place().take(&budgets, at(1), long(3 * MIB)).await.err().unwrap();
    assert_eq!(refused.code, Code::PayloadTooLarge);
    assert!(refused.message.contains("first 3 calls fit"), "{}", refused.message);
    let refused = request.place().take(&budgets, at(1), long(1)).await.err().unwrap();
    assert_eq!(refused.reason.as_deref(), Some(TOO_LARGE), "and so are all later ones");
}

#[tokio::test(start_paused = true)]
async fn a_call_waits_for_the_size_of_those_before_it() {
    let (budgets, request) = (budgets(), RequestBudget::default());
    let first = request.place().take(&budgets, at(1), long(40 * MIB)).await.unwrap();
    let second = async { request.place().take(&budgets, at(1), long(MIB)).await.is_ok() };
    let first = async {
        tokio::time::sleep(LONGEST_MEMORY_WAIT).await;
        first.keep(MIB);
    };
    assert!(tokio::join!(second, first).0);
}

#[tokio::test(start_paused = true)]
async fn heavy_calls_of_a_request_run_in_turn_and_light_ones_beside_them() {
    let (budgets, request) = (budgets(), RequestBudget::default());
    let first = request.place().take(&budgets, at(1), heavy(2 * WORK_SIDE_BY_SIDE)).await;
    let (first, second, light) = (first.unwrap(), request.place(), request.place());
    let has_begun = std::cell::Cell::new(false);
    let second = async {
        let second = second.take(&budgets, at(1), heavy(1)).await.unwrap();
        has_begun.set(true);
        second.keep(1);
    };
    let light = async {
        light.take(&budgets, at(1), long(MIB)).await.unwrap().keep(MIB);
        assert!(!has_begun.get(), "it passes the heavy one before it");
    };
    let first = async {
        tokio::time::sleep(LONGEST_MEMORY_WAIT).await;
        assert!(!has_begun.get(), "it waits for the heavy one");
        first.keep(1);
    };
    tokio::join!(second, light, first);
    assert!(has_begun.get());
}

#[tokio::test(start_paused = true)]
async fn calls_beyond_the_work_of_a_request_are_refused_with_what_fits() {
    let (budgets, request) = (budgets(), RequestBudget::default());
    for _ in 0..MAX_WORK / WORK_SIDE_BY_SIDE {
        let cost = heavy(WORK_SIDE_BY_SIDE);
        request.place().take(&budgets, at(1), cost).await.unwrap().keep(1);
    }
    request.place().take(&budgets, at(1), long(1)).await.unwrap().keep(1);
    let refused = request.place().take(&budgets, at(1), heavy(1)).await.err().unwrap();
    assert_eq!(refused.reason.as_deref(), Some(TOO_LARGE));
    assert!(refused.message.contains("first 9 calls fit"), "{}", refused.message);
    let alone = RequestBudget::default();
    assert!(
        alone.place().take(&budgets, at(1), heavy(2 * MAX_WORK)).await.is_ok(),
        "one call may be"
    );
}

#[tokio::test(start_paused = true)]
async fn a_call_waits_for_those_before_it_for_some_seconds() {
    let (budgets, request) = (budgets(), RequestBudget::default());
    let first = request.place().take(&budgets, at(1), heavy(WORK_SIDE_BY_SIDE)).await.unwrap();
    let began = Instant::now();
    let refused = request.place().take(&budgets, at(1), heavy(1)).await.err().unwrap();
    assert_eq!((refused.reason.as_deref(), began.elapsed()), (Some(OWN_ANSWERS), LONGEST_TURN));
    first.keep(1);
    let refused = request.place().take(&budgets, at(1), long(1)).await.err().unwrap();
    assert_eq!(refused.reason.as_deref(), Some(OWN_ANSWERS), "and so are all later ones");
}

/// A call of a request.
#[derive(Clone, Copy, Debug)]
struct Call {
    /// The milliseconds until it is admitted.
    arrival: u64,
    /// The cost to reserve; `None` if the call fails before it reserves it.
    cost: Option<Cost>,
    /// The milliseconds for its answer.
    time: u64,
    /// The size of the answer; `None` if there is no answer.
    size: Option<usize>,
}

impl Call {
    async fn run(self, place: Place<'_>, budgets: &AnswerBudgets) -> Result<usize, Failure> {
        let failed = || Failure::bad_request("It fails");
        sleep(Duration::from_millis(self.arrival)).await;
        let hold = place.take(budgets, at(1), self.cost.ok_or_else(failed)?).await?;
        sleep(Duration::from_millis(self.time)).await;
        let size = self.size.ok_or_else(failed)?;
        hold.keep(size);
        Ok(size)
    }
}

/// How many of the calls of a request fit that run side by side, and what became of each.
async fn side_by_side(calls: &[Call]) -> (usize, Vec<Result<usize, Failure>>) {
    let (budgets, request) = (AnswerBudgets::new(1 << 40, 1 << 40), RequestBudget::default());
    let running = calls.iter().map(|call| call.run(request.place(), &budgets));
    let outcomes = join_all(running).await;
    let fitting = request.fitting(outcomes.iter().map(|one| one.as_ref().copied()));
    assert_eq!(request.lock().running, 0);
    (fitting, outcomes)
}

/// How many of the calls fit, each of which begins after the one before it has ended.
fn in_turn(calls: &[Call]) -> usize {
    let (mut bytes, mut work) = (0, 0);
    let beyond = calls.iter().position(|call| {
        let Some(cost) = call.cost else { return false };
        let size = call.size.unwrap_or(0);
        let bytes_fit = bytes == 0 || bytes + cost.bytes.max(size) <= MAX_ANSWERS;
        let work_fits = cost.work == 0 || work == 0 || work + cost.work <= MAX_WORK;
        bytes += size;
        work += cost.work;
        !bytes_fit || !work_fits
    });
    beyond.unwrap_or(calls.len())
}

#[tokio::test(start_paused = true)]
async fn the_first_calls_fit_in_whatever_order_they_arrive() {
    // Two estimates fit side by side; behind two answers of half their estimates a third one does not.
    let (cost, size) = (Some(long(8 * MIB)), Some(4 * MIB + 1));
    for arrivals in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [0; 3]] {
        let calls = arrivals.map(|arrival| Call { arrival, cost, time: 5, size });
        let (fitting, outcomes) = side_by_side(&calls).await;
        assert_eq!((fitting, outcomes.iter().filter(|one| one.is_ok()).count()), (2, 2));
        let refused = outcomes[2].as_ref().unwrap_err();
        assert!(refused.message.contains("first 2 calls fit"), "{arrivals:?}: {refused:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_waits_until_those_before_it_have_reserved_or_failed() {
    let (budgets, request) = (budgets(), RequestBudget::default());
    let (failing, slow, last) = (request.place(), request.place(), request.place());
    let began = Instant::now();
    let moment = Duration::from_millis(20);
    let failing = async {
        sleep(moment).await;
        drop(failing);
    };
    let slow = async {
        sleep(2 * moment).await;
        let slow = slow.take(&budgets, at(1), long(MIB)).await.unwrap();
        sleep(moment).await;
        slow.keep(MIB);
    };
    let last = async {
        last.take(&budgets, at(1), long(MIB)).await.unwrap().keep(MIB);
        assert_eq!(began.elapsed().as_millis(), 40, "beside the slow one");
    };
    tokio::join!(last, slow, failing);
}

#[tokio::test(start_paused = true)]
async fn answers_beyond_their_estimates_count_in_full() {
    let call = Call { arrival: 0, cost: Some(long(MIB)), time: 1, size: Some(7 * MIB) };
    let (fitting, outcomes) = side_by_side(&[call; 4]).await;
    assert!(outcomes.iter().all(Result::is_ok), "all have begun before one has its size");
    assert_eq!(fitting, 2);
    let failed = Call { cost: None, ..call };
    let longest = Call { size: Some(2 * MAX_ANSWERS), ..call };
    assert_eq!(side_by_side(&[failed, longest, failed]).await.0, 3, "one call may be");
}

fn any_call() -> impl Strategy<Value = Call> {
    let work = prop_oneof![Just(0_usize), 0..3_000_000_usize];
    let cost = (0..10 * MIB, work).prop_map(|(bytes, work)| Cost { bytes, work });
    let cost = prop::option::weighted(0.9, cost);
    let size = prop::option::weighted(0.9, 0..10 * MIB);
    (0..50_u64, cost, 0..50_u64, size).prop_map(|(arrival, cost, time, size)| Call {
        arrival,
        cost,
        time,
        size,
    })
}

proptest! {
    #[test]
    fn the_same_calls_fit_side_by_side_as_in_turn(
        calls in prop::collection::vec(any_call(), 0..12),
    ) {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_time().start_paused(true).build().unwrap();
        let (fitting, outcomes) = runtime.block_on(side_by_side(&calls));
        prop_assert_eq!(fitting, in_turn(&calls));
        for (call, outcome) in calls.iter().zip(&outcomes[..fitting]) {
            prop_assert_eq!(outcome.is_ok(), call.cost.is_some() && call.size.is_some());
        }
    }
}
