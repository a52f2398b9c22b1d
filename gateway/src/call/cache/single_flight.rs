//! Equal questions that are asked at once are asked of the service once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::FutureExt as _;
use futures::future::{BoxFuture, Shared as Joined};
use kit::error::{ErrorCode, Problem};
use kit::grpc::Heard;
use tracing::Instrument as _;

use super::Shared;
use super::entry::Entry;
use super::freshness::{COUNT, Domain, Standing};
use super::key::Key;
use crate::wires::trpc::DEADLINE;
use crate::wires::trpc::envelope::Answer;

/// A question on its way, for all who wait for it.
pub type Flight = Joined<BoxFuture<'static, Result<Arc<Entry>, Failure>>>;

/// Why nobody was answered.
#[derive(Clone)]
pub struct Failure(Arc<Problem>);

impl Failure {
    /// Whether time ran out.
    pub fn is_timeout(&self) -> bool {
        self.0.code == ErrorCode::Timeout
    }

    /// The failure as one of those is told who waited.
    pub fn problem(self) -> Problem {
        let Problem { code, reason, message, violations, .. } = &*self.0;
        let told = Problem::new(*code, reason.clone(), message.clone());
        told.with_violations(violations.clone()).with_source(Arc::clone(&self.0))
    }
}

/// Who asks after an event does not wait for what was asked before it.
type Place = (Key, [u64; COUNT]);

/// The questions on their way.
#[derive(Default)]
pub struct Flights(Mutex<HashMap<Place, Flight>>);

impl Flights {
    fn lock(&self) -> MutexGuard<'_, HashMap<Place, Flight>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    /// Joins whoever asks the same, or asks; tells which.
    pub(super) fn board<F>(
        self: &Arc<Self>,
        key: Key,
        standings: &[Option<Standing>; COUNT],
        ask: impl FnOnce() -> F,
    ) -> (Flight, bool)
    where
        F: Future<Output = Result<Answer, Problem>> + Send + 'static,
    {
        let moves = |one: &Option<Standing>| one.as_ref().map_or(0, |one| one.moves);
        let place: Place = (key, standings.each_ref().map(moves));
        let mut flights = self.flights.lock();
        if let Some(flight) = flights.get(&place) {
            return (flight.clone(), true);
        }
        let landing = Landing { shared: Arc::clone(self), place };
        let needed = standings.each_ref().map(Option::is_some);
        let asking = ask();
        // A task of its own: whoever asked first may go away without taking it from the others.
        let task = self.app.spawn_call(
            async move {
                let landing = landing;
                let asked = kit::grpc::within(DEADLINE, kit::grpc::hearing(asking));
                let (answer, heard) =
                    tokio::time::timeout(DEADLINE, asked).await.map_err(|_| Problem::timeout())?;
                Ok::<_, Problem>(landing.shared.land(key, needed, &answer?, &heard))
            }
            .in_current_span(),
        );
        let flight = task
            .map(|ended| match ended {
                Ok(answered) => answered.map_err(|problem| Failure(Arc::new(problem))),
                Err(broken) => Err(Failure(Arc::new(Problem::internal(broken)))),
            })
            .boxed()
            .shared();
        flights.insert(place, flight.clone());
        (flight, false)
    }

    /// Keeps an answer if it is made of the present states.
    fn land(&self, key: Key, needed: [bool; COUNT], answer: &Answer, heard: &Heard) -> Arc<Entry> {
        let mut made_of = [const { None }; COUNT];
        let mut is_present = true;
        // What was not asked for this input has no part in the answer.
        let asked = |domain: &Domain| needed[domain.place()] && heard.was_asked(domain.service());
        for domain in Domain::ALL.into_iter().filter(asked) {
            let told: Option<Arc<str>> = heard.of(domain.service()).map(Arc::from);
            let follower = &self.domains[domain.place()];
            match (follower.standing(), &told) {
                (Some(present), Some(told)) if present.generation == *told => {}
                (Some(_), Some(_)) => {
                    is_present = false;
                    follower.doubt();
                }
                _ => is_present = false,
            }
            made_of[domain.place()] = told;
        }
        let entry = Arc::new(Entry::new(key, answer, made_of));
        if is_present && entry.is_of_something() {
            self.keep(Arc::clone(&entry));
        }
        entry
    }
}

/// However a flight ends, nobody joins it afterwards.
struct Landing {
    shared: Arc<Shared>,
    place: Place,
}

impl Drop for Landing {
    fn drop(&mut self) {
        self.shared.flights.lock().remove(&self.place);
    }
}
