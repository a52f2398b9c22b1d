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
use crate::call::domain::COUNT;

/// A query under way, shared by all who wait for it.
pub type Flight = Shared<BoxFuture<'static, Result<Arc<CachedAnswer>, FlightError>>>;

/// The key of a query, and how often its data had changed when it began: a query that arrives after an event does not
/// join one from before it.
pub type FlightKey = (Key, [u64; COUNT]);

/// The failure that all waiting callers share.
#[derive(Clone)]
pub struct FlightError(Arc<Problem>);

impl FlightError {
    /// Whether it concerns the caller alone who began the query: their time ran out, or their session is outdated.
    pub fn is_of_first_caller(&self) -> bool {
        matches!(self.0.code, ErrorCode::Timeout | ErrorCode::Unauthenticated)
    }

    /// The problem for one of the waiting callers.
    pub fn into_problem(self) -> Problem {
        let Problem { code, reason, message, violations, .. } = &*self.0;
        let problem = Problem::new(*code, reason.clone(), message.clone());
        problem.with_violations(violations.clone()).with_source(Arc::clone(&self.0))
    }
}

/// The queries under way.
#[derive(Clone, Default)]
pub struct SingleFlight(Arc<Mutex<HashMap<FlightKey, Flight>>>);

impl SingleFlight {
    /// Joins an equal query under way, or starts one; returns whether it joined.
    pub fn join<A>(&self, app: &App, key: FlightKey, run: impl FnOnce() -> A) -> (Flight, bool)
    where
        A: Future<Output = Result<Arc<CachedAnswer>, Problem>> + Send + 'static,
    {
        let mut flights = self.lock();
        if let Some(flight) = flights.get(&key) {
            return (flight.clone(), true);
        }
        let guard = FlightGuard { flights: self.clone(), key };
        let running = run();
        // In a task of its own: the first caller may go away without cancelling it for the others.
        let task = app.spawn_call(
            async move {
                let _guard = guard;
                running.await
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
        flights.insert(key, flight.clone());
        (flight, false)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<FlightKey, Flight>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes a flight when it ends, so that no one joins it afterwards.
struct FlightGuard {
    flights: SingleFlight,
    key: FlightKey,
}

impl Drop for FlightGuard {
    fn drop(&mut self) {
        self.flights.lock().remove(&self.key);
    }
}
