//! Equal queries that arrive at the same time are sent to the service once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::FutureExt as _;
use futures::future::{BoxFuture, Shared};
use kit::error::{ErrorCode, Problem};
use kit::run::App;
use tracing::Instrument as _;

use super::entry::CachedAnswer;
use super::key::Key;
use crate::call::data::COUNT;

/// A question on its way, for all who wait for it.
pub type Flight = Shared<BoxFuture<'static, Result<Arc<CachedAnswer>, FlightError>>>;

/// A question, and how often the data that it is about had moved when it was asked: who asks after an event does not
/// wait for what was asked before it.
pub type Place = (Key, [u64; COUNT]);

/// The failure that all waiting callers share.
#[derive(Clone)]
pub struct FlightError(Arc<Problem>);

impl FlightError {
    /// Whether time ran out.
    pub fn is_timeout(&self) -> bool {
        self.0.code == ErrorCode::Timeout
    }

    /// The problem for one of those who waited.
    pub fn into_problem(self) -> Problem {
        let Problem { code, reason, message, violations, .. } = &*self.0;
        let problem = Problem::new(*code, reason.clone(), message.clone());
        problem.with_violations(violations.clone()).with_source(Arc::clone(&self.0))
    }
}

/// The questions on their way.
#[derive(Clone, Default)]
pub struct SingleFlight(Arc<Mutex<HashMap<Place, Flight>>>);

impl SingleFlight {
    /// Joins whoever asks the same, or asks; tells whether it joined.
    pub fn join<A>(&self, app: &App, place: Place, ask: impl FnOnce() -> A) -> (Flight, bool)
    where
        A: Future<Output = Result<Arc<CachedAnswer>, Problem>> + Send + 'static,
    {
        let mut flights = self.lock();
        if let Some(flight) = flights.get(&place) {
            return (flight.clone(), true);
        }
        let landing = Landing { flights: self.clone(), place };
        let asking = ask();
        // A task of its own: whoever asked first may go away without taking it from the others.
        let task = app.spawn_call(
            async move {
                let _landing = landing;
                asking.await
            }
            .in_current_span(),
        );
        let flight = task
            .map(|ended| match ended {
                Ok(answered) => answered.map_err(|problem| FlightError(Arc::new(problem))),
                Err(broken) => Err(FlightError(Arc::new(Problem::internal(broken)))),
            })
            .boxed()
            .shared();
        flights.insert(place, flight.clone());
        (flight, false)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Place, Flight>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// However a flight ends, nobody joins it afterwards.
struct Landing {
    flights: SingleFlight,
    place: Place,
}

impl Drop for Landing {
    fn drop(&mut self) {
        self.flights.lock().remove(&self.place);
    }
}
