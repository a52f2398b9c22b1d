//! The cached answers, each valid while the states of its data are the present ones, and their bound in memory.

use std::sync::Arc;

use kit::bus::StreamWatch;
use kit::clock::DAY_MILLISECONDS;
use kit::error::Problem;
use kit::grpc::Generations;
use kit::run::App;
use moka::notification::RemovalCause;
use moka::sync::Cache;

use super::entry::{CachedAnswer, Frame};
use super::file_answers::{FileAnswer, RememberedAnswer};
use super::freshness::{DomainState, Follower, MEMORY_LIFETIME, MadeOf};
use super::key::Key;
use super::metrics;
use super::query::CacheQuery;
use super::single_flight::SingleFlight;
use crate::call::domain::{COUNT, Domain};
use crate::call::limits::{self, DEADLINE};
use crate::call::output::Output;

/// The cached answers, the queries under way, and the states of the data behind them.
pub struct CacheState {
    pub answers: Cache<Key, Arc<CachedAnswer>>,
    /// The answers from which files were written.
    pub files: Cache<Key, Arc<RememberedAnswer>>,
    pub frame: Frame,
    pub flights: SingleFlight,
    pub domains: Arc<[Follower; COUNT]>,
    pub attention: StreamWatch,
    pub app: App,
}

impl CacheState {
    /// The key of a query today.
    pub fn key(&self, query: &CacheQuery<'_>) -> Key {
        let day = self.app.clock.now_milliseconds().div_euclid(DAY_MILLISECONDS);
        Key::new(query.procedure, query.entitlement, day, query.input)
    }

    /// Runs the query, and caches the answer if it was made from the present states.
    pub async fn run_and_cache(
        self: Arc<Self>,
        key: Key,
        made_of: &'static [Domain],
        query: impl Future<Output = Result<Output, Problem>>,
    ) -> Result<Arc<CachedAnswer>, Problem> {
        let heard = kit::grpc::collect_generations(query);
        let (output, heard) = limits::within(DEADLINE, async { Ok(heard.await) }).await?;
        let output = output?;
        let (made_of, is_present) = self.heard_states(made_of, &heard);
        let answer = Arc::new(CachedAnswer::new(key, self.frame, &output, made_of));
        if is_present {
            self.keep(Arc::clone(&answer));
        }
        Ok(answer)
    }

    /// Remembers an answer from which a file is written, if it was made from the present states.
    pub fn remember(
        &self,
        key: Key,
        answer: &impl FileAnswer,
        made_of: &[Domain],
        heard: &Generations,
    ) {
        let (made_of, is_present) = self.heard_states(made_of, heard);
        if is_present && let Some(remembered) = RememberedAnswer::new(answer, made_of) {
            self.files.insert(key, Arc::new(remembered));
            self.measure();
        }
    }

    /// The remembered answer for a file, if it was made from the present states.
    pub fn recall<T: FileAnswer>(&self, key: &Key, made_of: &[Domain]) -> Option<T> {
        let states = self.states(made_of)?;
        self.files.get(key)?.get(&states)
    }

    /// The states that an answer was made of, as its services named them, and whether they are certainly the present ones.
    fn heard_states(&self, made_of: &[Domain], heard: &Generations) -> (MadeOf, bool) {
        let mut states = [const { None }; COUNT];
        let mut is_present = true;
        // A service that was not called for this input does not matter.
        for domain in made_of.iter().filter(|domain| heard.contains(domain.service())) {
            let generation: Option<Arc<str>> = heard.get(domain.service()).map(Arc::from);
            is_present &= self.is_present(*domain, generation.as_deref());
            states[domain.place()] = generation;
        }
        let is_of_something = states.iter().any(Option::is_some);
        (states, is_present && is_of_something)
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
        self.measure();
    }

    fn measure(&self) {
        metrics::bytes(self.answers.weighted_size() + self.files.weighted_size());
    }
}

/// A store of answers that holds at most `most_bytes`.
pub fn cache<A: Clone + Send + Sync + 'static>(
    most_bytes: u64,
    weight: fn(&A) -> u32,
) -> Cache<Key, A> {
    Cache::builder()
        .max_capacity(most_bytes)
        .weigher(move |_, answer: &A| weight(answer))
        .time_to_live(MEMORY_LIFETIME)
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
        let answers = cache(1 << 20, |answer: &Arc<CachedAnswer>| answer.weight());
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
