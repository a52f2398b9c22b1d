//! The cached answers, each valid while the states of its data are the present ones, and their bound in memory.

use std::sync::Arc;

use kit::bus::StreamWatch;
use kit::error::Problem;
use kit::run::App;
use moka::notification::RemovalCause;
use moka::sync::Cache;

use super::entry::{CachedAnswer, Frame};
use super::freshness::{ANSWER_LIFETIME, DomainState, Follower};
use super::key::Key;
use super::metrics;
use super::single_flight::SingleFlight;
use crate::call::domain::{COUNT, Domain};
use crate::call::limits::{self, DEADLINE};
use crate::call::output::Output;

/// The cached answers, the queries under way, and the states of the data behind them.
pub struct CacheState {
    pub answers: Cache<Key, Arc<CachedAnswer>>,
    pub frame: Frame,
    pub flights: SingleFlight,
    pub domains: Arc<[Follower; COUNT]>,
    pub attention: StreamWatch,
    pub app: App,
}

impl CacheState {
    /// Runs the query, and caches the answer if it was made from the present states.
    pub async fn run_and_cache(
        self: Arc<Self>,
        key: Key,
        needed: [bool; COUNT],
        query: impl Future<Output = Result<Output, Problem>>,
    ) -> Result<Arc<CachedAnswer>, Problem> {
        let heard = kit::grpc::collect_generations(query);
        let (output, heard) = limits::within(DEADLINE, async { Ok(heard.await) }).await?;
        let output = output?;
        let mut made_of = [const { None }; COUNT];
        let mut is_present = true;
        // A service that was not called for this input does not matter.
        let is_called =
            |domain: &Domain| needed[domain.place()] && heard.contains(domain.service());
        for domain in Domain::ALL.into_iter().filter(is_called) {
            let generation: Option<Arc<str>> = heard.get(domain.service()).map(Arc::from);
            is_present &= self.is_present(domain, generation.as_deref());
            made_of[domain.place()] = generation;
        }
        let answer = Arc::new(CachedAnswer::new(key, self.frame, &output, made_of));
        if is_present && answer.is_of_something() {
            self.keep(Arc::clone(&answer));
        }
        Ok(answer)
    }

    /// Whether a state is certainly the present one. Another one causes a new request to the service.
    fn is_present(&self, domain: Domain, generation: Option<&str>) -> bool {
        let follower = &self.domains[domain.place()];
        match (follower.state(), generation) {
            (Some(present), Some(generation)) if &*present.generation == generation => true,
            (Some(_), Some(_)) => {
                follower.request_check();
                false
            }
            _ => false,
        }
    }

    /// The present states of domains; none while one of them is uncertain.
    pub fn states(&self, made_of: &[Domain]) -> Option<[Option<DomainState>; COUNT]> {
        if !self.attention.is_current() {
            return None;
        }
        let mut states = [const { None }; COUNT];
        for domain in made_of {
            states[domain.place()] = Some(self.domains[domain.place()].state()?);
        }
        Some(states)
    }

    pub fn keep(&self, answer: Arc<CachedAnswer>) {
        self.answers.insert(answer.key, answer);
        metrics::bytes(self.answers.weighted_size());
    }
}

/// A store of answers, up to so many bytes.
pub fn cache(most_bytes: u64) -> Cache<Key, Arc<CachedAnswer>> {
    Cache::builder()
        .max_capacity(most_bytes)
        .weigher(|_, answer: &Arc<CachedAnswer>| answer.weight())
        .time_to_live(ANSWER_LIFETIME)
        .eviction_listener(|_, _, cause| {
            if cause == RemovalCause::Size {
                metrics::evicted();
            }
        })
        .build()
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;
    use crate::call::access::Entitlement;

    #[test]
    fn stays_within_its_size() {
        let answers = cache(1 << 20);
        let frame = Frame { before: b"", after: b"", nothing: b"" };
        let output = Some(Bytes::from(vec![b' '; 100_000]));
        for day in 0..100 {
            let key = Key::new("a.b", &Entitlement::default(), day, None);
            let entry = Arc::new(CachedAnswer::new(key, frame, &output, [const { None }; COUNT]));
            answers.insert(key, entry);
        }
        answers.run_pending_tasks();
        assert!(answers.weighted_size() <= 1 << 20, "{}", answers.weighted_size());
        assert!((1..=10).contains(&answers.entry_count()), "{}", answers.entry_count());
    }
}
