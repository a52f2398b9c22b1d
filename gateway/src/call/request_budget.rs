//! Bounds the bytes of the answers of one request and the work of its calls: those that fit are its first ones, in whatever
//! order they arrive.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use kit::budget::Held;
use kit::error::Problem;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::answer_budgets::{AnswerBudgets, HeldAnswer};
use super::answer_estimate::Cost;
use super::failure::Failure;
use super::limits::{MAX_ANSWERS, MAX_WORK};
use super::principal::Principal;
use super::refusal_texts::{TOO_LARGE, own_answers, too_large};

/// How much of the work of a request (`MAX_WORK`) runs side by side; the other calls wait for their turn.
const WORK_SIDE_BY_SIDE: usize = 1_000_000;
/// How long a call waits for the bytes and the work of the calls before it in its request.
const LONGEST_TURN: Duration = Duration::from_secs(10);

/// The budget of one request.
// Calls beyond its bounds are refused, so that those before them fit.
#[derive(Default)]
pub struct RequestBudget {
    state: Mutex<State>,
    settled: Notify,
}

#[derive(Default)]
struct State {
    /// The reservations of the calls, in the order of the request.
    places: Vec<Reservation>,
    /// The sizes of answers, and the estimates of those that are being made.
    bytes: usize,
    /// The work of all calls that have reserved it.
    work: usize,
    /// How many calls have reserved what they cost, and have not ended.
    running: usize,
    running_work: usize,
    held: Vec<HeldAnswer>,
    /// The first refusal, which is that of all later calls.
    refusal: Option<Failure>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reservation {
    /// The call may still reserve what it costs.
    Awaited,
    /// The call was refused, or has failed before.
    Missing,
    /// The estimate of its answer.
    Bytes(usize),
}

/// Whether `more` may be held beside what is held. The first may be larger than the whole.
fn fits(held: usize, more: usize, most: usize) -> bool {
    held == 0 || held + more <= most
}

impl State {
    /// Reserves what the call of a place costs, once those before it have; none while that is open. As it waits until it fits or
    /// all calls before it have their sizes, the same calls fit however long each of them takes.
    fn reserve(&mut self, place: usize, cost: Cost) -> Option<Result<(), Failure>> {
        if let Some(refusal) = &self.refusal {
            return Some(Err(refusal.clone()));
        }
        if self.places[..place].contains(&Reservation::Awaited) {
            return None;
        }
        if self.admits(cost) {
            self.places[place] = Reservation::Bytes(cost.bytes);
            self.bytes += cost.bytes;
            self.work += cost.work;
            self.running += 1;
            return Some(Ok(()));
        }
        (self.running == 0).then(|| {
            let refusal = too_large(place);
            self.refusal = Some(refusal.clone());
            Err(refusal)
        })
    }

    /// Whether another call fits. The first one may be larger than a request, and heavier.
    fn admits(&self, cost: Cost) -> bool {
        let work_fits = cost.work == 0 || fits(self.work, cost.work, MAX_WORK);
        fits(self.bytes, cost.bytes, MAX_ANSWERS) && work_fits
    }

    /// Begins work, once it may run beside that of the other calls; none while it may not.
    fn begin(&mut self, work: usize) -> Option<Result<(), Failure>> {
        if let Some(refusal) = &self.refusal {
            return Some(Err(refusal.clone()));
        }
        let may_begin = work == 0 || fits(self.running_work, work, WORK_SIDE_BY_SIDE);
        may_begin.then(|| {
            self.running_work += work;
            Ok(())
        })
    }
}

impl RequestBudget {
    /// The place of the next call of the request.
    pub fn place(&self) -> Place<'_> {
        let mut state = self.lock();
        state.places.push(Reservation::Awaited);
        Place { request: self, number: state.places.len() - 1 }
    }

    /// How many of the first calls fit whose answers have these sizes, or that failed. While an answer that is longer than its
    /// estimate is made, later calls run that would not have after it: they do not count.
    pub fn fitting<'f>(
        &self,
        outcomes: impl IntoIterator<Item = Result<usize, &'f Failure>>,
    ) -> usize {
        let state = self.lock();
        let (mut fitting, mut bytes) = (0, 0);
        for (outcome, reservation) in outcomes.into_iter().zip(&state.places) {
            let size = outcome.unwrap_or(0);
            let is_refused =
                outcome.is_err_and(|failure| failure.reason.as_deref() == Some(TOO_LARGE));
            let is_beyond = match *reservation {
                Reservation::Bytes(estimate) => !fits(bytes, estimate.max(size), MAX_ANSWERS),
                Reservation::Awaited | Reservation::Missing => false,
            };
            if is_refused || is_beyond {
                break;
            }
            bytes += size;
            fitting += 1;
        }
        fitting
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

    /// Refuses a call, and all later ones of the request.
    fn refuse(&self, problem: Problem) -> Failure {
        let failure = Failure::logged("answer", problem);
        self.lock().refusal.get_or_insert_with(|| failure.clone());
        failure
    }

    /// Asks about the state again whenever a call has reserved or ended, until there is an answer or the time is over.
    async fn decide(
        &self,
        until: Instant,
        ask: impl Fn(&mut State) -> Option<Result<(), Failure>>,
    ) -> Result<(), Failure> {
        let answered = async {
            loop {
                // Before the question, so that what changes right after it wakes this one.
                let settled = self.settled.notified();
                let answer = ask(&mut self.lock());
                if let Some(answer) = answer {
                    break answer;
                }
                settled.await;
            }
        };
        let answered = tokio::time::timeout_at(until, answered).await;
        answered.unwrap_or_else(|_| Err(self.refuse(own_answers())))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a call in its request. Calls arrive side by side, and reserve what they cost in the order of their places: those
/// that fit are the first ones of the request. A later one waits until this is dropped.
pub struct Place<'r> {
    request: &'r RequestBudget,
    number: usize,
}

impl<'r> Place<'r> {
    /// Takes what the answer of the call costs: its bytes of the request, of its caller and of the process, and its work of the
    /// request and of its caller. It waits for the calls before it for some seconds at most.
    pub async fn take(
        self,
        budgets: &AnswerBudgets,
        holder: Principal,
        cost: Cost,
    ) -> Result<CallHold<'r>, Failure> {
        let (request, until) = (self.request, Instant::now() + LONGEST_TURN);
        let mut call = self.reserve(cost, until).await?;
        // A later call that is light need not wait until the work of this one may begin.
        drop(self);
        call.begin(until).await?;
        match budgets.take(holder, cost).await {
            Ok((held, work)) => {
                call.held = Some(held);
                call.work = Some(work);
                Ok(call)
            }
            Err(problem) => Err(request.refuse(problem)),
        }
    }

    async fn reserve(&self, cost: Cost, until: Instant) -> Result<CallHold<'r>, Failure> {
        let Self { request, number } = *self;
        request.decide(until, |state| state.reserve(number, cost)).await?;
        Ok(CallHold { request, cost, running_work: 0, held: None, work: None })
    }
}

impl Drop for Place<'_> {
    /// The call has reserved what it costs, or never will.
    fn drop(&mut self) {
        let mut state = self.request.lock();
        let reservation = &mut state.places[self.number];
        if *reservation == Reservation::Awaited {
            *reservation = Reservation::Missing;
        }
        drop(state);
        self.request.settled.notify_waiters();
    }
}

/// The resources that a call holds while it runs. If it fails, its bytes are returned.
pub struct CallHold<'r> {
    request: &'r RequestBudget,
    cost: Cost,
    /// Its work, once that has begun.
    running_work: usize,
    held: Option<HeldAnswer>,
    work: Option<Held>,
}

impl CallHold<'_> {
    async fn begin(&mut self, until: Instant) -> Result<(), Failure> {
        let work = self.cost.work;
        self.request.decide(until, |state| state.begin(work)).await?;
        self.running_work = work;
        Ok(())
    }

    /// Keeps the size of the answer until the request is answered.
    pub fn keep(mut self, size: usize) {
        let mut state = self.request.lock();
        state.bytes += size;
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
        state.running_work -= self.running_work;
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
mod tests;
