//! The lifetime of cached answers, and the present state of the data from which they are made.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::call::domain::{COUNT, Domain};
use crate::upstream::Upstream;

/// The lifetime of a cached answer. Answers say when the data were last found current; a cached one must not make them look
/// abandoned.
pub const ANSWER_LIFETIME: Duration = Duration::from_secs(15);
/// How long answers stay in memory for the time in which their service is away, while their data have not changed.
pub const MEMORY_LIFETIME: Duration = Duration::from_hours(1);
/// The time that a service has to report its state.
const GENERATION_DEADLINE: Duration = Duration::from_secs(1);
/// Before the next attempt.
const RETRY: Duration = Duration::from_millis(250);
/// The shortest time between two requests that answers of a lagging replica cause.
const SPACING: Duration = Duration::from_millis(100);

/// The present state of a domain, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainState {
    /// How often the domain had changed when the state was requested.
    pub moves: u64,
    /// The state of the service's data.
    pub generation: Arc<str>,
}

/// The state of each domain that an answer was made of.
pub type MadeOf = [Option<Arc<str>>; COUNT];

/// Whether an answer was made from these states; domains that it was not made from do not matter.
pub fn is_of(made_of: &MadeOf, states: &[Option<DomainState>; COUNT]) -> bool {
    states.iter().zip(made_of).all(|(state, made_of)| match made_of {
        Some(made_of) => state.as_ref().is_some_and(|at| at.generation == *made_of),
        None => true,
    })
}

/// Follows a domain: after every event its state is unknown until the service has reported it.
pub struct Follower {
    moves: AtomicU64,
    state: RwLock<DomainState>,
    moved: Notify,
    check_requested: Notify,
}

impl Default for Follower {
    fn default() -> Self {
        Self {
            // Unknown at first.
            moves: AtomicU64::new(1),
            state: RwLock::new(DomainState { moves: 0, generation: "".into() }),
            moved: Notify::new(),
            check_requested: Notify::new(),
        }
    }
}

impl Follower {
    /// Notes that the data changed, or may have.
    pub fn moved(&self) {
        self.moves.fetch_add(1, Ordering::SeqCst);
        self.moved.notify_one();
    }

    /// Notes an answer that was made from another state, which may be newer than the last event.
    pub fn request_check(&self) {
        self.check_requested.notify_one();
    }

    /// The present state; none while it is unknown.
    pub fn state(&self) -> Option<DomainState> {
        let moves = self.moves.load(Ordering::SeqCst);
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        (state.moves == moves).then(|| state.clone())
    }

    /// Requests the state from the service after every change, and when a check is requested.
    pub async fn follow(&self, domain: Domain, upstream: &Upstream) {
        let mut requested = Instant::now();
        loop {
            tokio::select! {
                () = self.moved.notified() => {}
                () = async {
                    tokio::time::sleep_until(requested + SPACING).await;
                    self.check_requested.notified().await;
                } => {}
            }
            requested = Instant::now();
            // Read before the request: an event that arrives meanwhile requires another one.
            let moves = self.moves.load(Ordering::SeqCst);
            match kit::grpc::within(GENERATION_DEADLINE, domain.get_generation(upstream)).await {
                Ok(generation) => {
                    self.set_state(DomainState { moves, generation: generation.into() });
                }
                Err(problem) => {
                    tracing::debug!(service = domain.service(), %problem, "its state is unknown");
                    tokio::time::sleep(RETRY).await;
                    self.moved.notify_one();
                }
            }
        }
    }

    fn set_state(&self, state: DomainState) {
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = state;
    }
}

/// A change of a domain by this gateway, over when it is dropped.
pub struct ChangeGuard<'a>(pub &'a Follower);

impl Drop for ChangeGuard<'_> {
    fn drop(&mut self) {
        self.0.moved();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(moves: u64, generation: &str) -> DomainState {
        DomainState { moves, generation: generation.into() }
    }

    #[test]
    fn is_unknown_from_an_event_until_the_service_reports_its_state() {
        let follower = Follower::default();
        assert_eq!(follower.state(), None);
        follower.set_state(state(1, "a"));
        assert_eq!(follower.state(), Some(state(1, "a")));
        follower.moved();
        assert_eq!(follower.state(), None);
        follower.set_state(state(1, "b"));
        assert_eq!(follower.state(), None, "this was requested before the event");
        follower.set_state(state(2, "c"));
        assert_eq!(follower.state(), Some(state(2, "c")));
    }

    #[test]
    fn a_requested_check_keeps_the_state() {
        let follower = Follower::default();
        follower.set_state(state(1, "a"));
        follower.request_check();
        assert_eq!(follower.state(), Some(state(1, "a")));
    }
}
