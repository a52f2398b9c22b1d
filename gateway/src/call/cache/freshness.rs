//! Which state of the data that answers are made of is the present one.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use kit::error::Problem;
use proto::query::v1::GetGenerationRequest;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::call::data::Domain;
use crate::upstream::Upstream;

/// How long a service may take to say what it has.
const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(250);
/// Answers of a replica that is behind come in numbers: the service is asked about them this often.
const SPACING: Duration = Duration::from_millis(100);

async fn ask(domain: Domain, upstream: &Upstream) -> Result<String, Problem> {
    let question = GetGenerationRequest {};
    let answer = match domain {
        Domain::Catalog => upstream.catalog.clone().get_generation(question).await?,
        Domain::Timeseries => upstream.timeseries.clone().get_generation(question).await?,
    };
    Ok(answer.into_inner().generation)
}

/// The present state of a domain, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How often the domain had moved when the state was asked for.
    pub moves: u64,
    /// The state of the service's data.
    pub generation: Arc<str>,
}

/// Follows a domain: every event moves it, and until the service has said where to, its state is unknown.
pub struct Follower {
    moves: AtomicU64,
    settled: RwLock<Standing>,
    moved: Notify,
    doubted: Notify,
}

impl Default for Follower {
    fn default() -> Self {
        Self {
            // Unknown at first.
            moves: AtomicU64::new(1),
            settled: RwLock::new(Standing { moves: 0, generation: "".into() }),
            moved: Notify::new(),
            doubted: Notify::new(),
        }
    }
}

impl Follower {
    /// Takes note that the data changed, or may have.
    pub fn moved(&self) {
        self.moves.fetch_add(1, Ordering::SeqCst);
        self.moved.notify_one();
    }

    /// Takes note of an answer that was made of another state. The state may be newer than what events told.
    pub fn doubt(&self) {
        self.doubted.notify_one();
    }

    /// The present state; none while it is not known.
    pub fn standing(&self) -> Option<Standing> {
        let moves = self.moves.load(Ordering::SeqCst);
        let settled = self.settled.read().unwrap_or_else(PoisonError::into_inner);
        (settled.moves == moves).then(|| settled.clone())
    }

    /// Asks the service again and again, whenever there is a reason to.
    pub async fn follow(&self, domain: Domain, upstream: &Upstream) {
        let mut asked = Instant::now();
        loop {
            tokio::select! {
                () = self.moved.notified() => {}
                () = async {
                    tokio::time::sleep_until(asked + SPACING).await;
                    self.doubted.notified().await;
                } => {}
            }
            asked = Instant::now();
            // Counted before the question: an event that comes meanwhile wants another one.
            let moves = self.moves.load(Ordering::SeqCst);
            match kit::grpc::within(PATIENCE, ask(domain, upstream)).await {
                Ok(generation) => self.settle(Standing { moves, generation: generation.into() }),
                Err(problem) => {
                    tracing::debug!(service = domain.service(), %problem, "its state is unknown");
                    tokio::time::sleep(PAUSE).await;
                    self.moved.notify_one();
                }
            }
        }
    }

    fn settle(&self, standing: Standing) {
        *self.settled.write().unwrap_or_else(PoisonError::into_inner) = standing;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(moves: u64, generation: &str) -> Standing {
        Standing { moves, generation: generation.into() }
    }

    #[test]
    fn is_unknown_from_an_event_until_the_service_has_been_asked_after_it() {
        let follower = Follower::default();
        assert_eq!(follower.standing(), None);
        follower.settle(told(1, "a"));
        assert_eq!(follower.standing(), Some(told(1, "a")));
        follower.moved();
        assert_eq!(follower.standing(), None);
        follower.settle(told(1, "b"));
        assert_eq!(follower.standing(), None, "this was asked before the event");
        follower.settle(told(2, "c"));
        assert_eq!(follower.standing(), Some(told(2, "c")));
    }

    #[test]
    fn a_doubt_takes_nothing_away() {
        let follower = Follower::default();
        follower.settle(told(1, "a"));
        follower.doubt();
        assert_eq!(follower.standing(), Some(told(1, "a")));
    }
}
