//! Answers to queries, cached in memory: never older than the last event on the bus, and shared only by callers with
//! the same entitlement.

mod entry;
mod freshness;
mod key;
mod metrics;
mod single_flight;

use std::sync::Arc;

use bytes::Bytes;
use kit::bus::{Bus, StreamWatch};
use kit::clock::DAY_MILLISECONDS;
use kit::error::Problem;
use kit::run::App;
use moka::notification::RemovalCause;
use moka::sync::Cache;

pub use self::entry::{CachedAnswer, Form, Frame};
use self::freshness::{ANSWER_LIFETIME, Follower, Standing};
use self::key::Key;
use self::metrics::Outcome;
use self::single_flight::SingleFlight;
use super::access::Entitlement;
use super::domain::{COUNT, Domain};
use super::input::Input;
use super::limits::{self, DEADLINE};
use super::output::Output;
use crate::upstream::Upstream;

/// The answer to a call.
pub enum Reply {
    /// Made for this call.
    Fresh(Output),
    /// Shared by all equal queries.
    Cached(Arc<CachedAnswer>),
}

impl Reply {
    /// How long its JSON is.
    pub fn size(&self) -> usize {
        match self {
            Self::Fresh(output) => output.as_ref().map_or(0, Bytes::len),
            Self::Cached(answer) => answer.framed().len(),
        }
    }
}

/// A query, and everything that its answer may depend on.
#[derive(Clone, Copy)]
pub struct CacheQuery<'q> {
    pub procedure: &'static str,
    /// The data that its answers are made of; nothing where they may not be cached.
    pub made_of: &'static [Domain],
    /// The data that it changes.
    pub changes: Option<Domain>,
    /// The caller's entitlement.
    pub entitlement: &'q Entitlement,
    pub input: Option<&'q Input<'q>>,
}

/// The cache; none if its size is 0.
#[derive(Clone)]
// An answer is cached with the states of the data from which it was made, which services return in a header, and is
// valid only while these are the present ones. Every event makes the present state unknown until the service has
// reported it. While it is unknown, or the link to the bus may be down, every query goes to its service.
pub struct AnswerCache(Option<Arc<Shared>>);

struct Shared {
    answers: Cache<Key, Arc<CachedAnswer>>,
    frame: Frame,
    flights: SingleFlight,
    domains: Arc<[Follower; COUNT]>,
    attention: StreamWatch,
    app: App,
}

impl AnswerCache {
    /// Caches answers within a frame, up to `most_bytes`, and follows the events that invalidate them.
    pub fn follow(
        app: &App,
        bus: &Bus,
        upstream: &Arc<Upstream>,
        most_bytes: u64,
        frame: Frame,
    ) -> Self {
        if most_bytes == 0 {
            return Self(None);
        }
        let domains: Arc<[Follower; COUNT]> = Arc::default();
        let (moved, lost) = (Arc::clone(&domains), Arc::clone(&domains));
        let attention = bus.watch_streams(
            app,
            Domain::STREAMS,
            move |place| moved[place].moved(),
            move || lost.iter().for_each(Follower::moved),
        );
        for domain in Domain::ALL {
            let (domains, upstream, stopping) =
                (Arc::clone(&domains), Arc::clone(upstream), app.cut());
            app.spawn_attendant("answers", async move {
                let following = domains[domain.place()].follow(domain, &upstream);
                stopping.run_until_cancelled(following).await;
            });
        }
        let (answers, flights) = (cache(most_bytes), SingleFlight::default());
        let app = app.clone();
        Self(Some(Arc::new(Shared { answers, frame, flights, domains, attention, app })))
    }

    /// Answers from the cache, or by `ask`.
    pub async fn answer<A>(
        &self,
        query: CacheQuery<'_>,
        ask: impl Fn() -> A,
    ) -> Result<Reply, Problem>
    where
        A: Future<Output = Result<Output, Problem>> + Send + 'static,
    {
        let Some(shared) = &self.0 else { return ask().await.map(Reply::Fresh) };
        let CacheQuery { procedure, made_of, changes, entitlement, input } = query;
        // Dropped when the call is over, however it ends, so that a writer reads its own changes.
        let _moving = changes.map(|domain| Moving(&shared.domains[domain.place()]));
        if made_of.is_empty() {
            return ask().await.map(Reply::Fresh);
        }
        let day = shared.app.clock.now_milliseconds().div_euclid(DAY_MILLISECONDS);
        let key = Key::new(procedure, entitlement, day, input);
        loop {
            let Some(standings) = shared.standings(made_of) else {
                metrics::answered(Outcome::Bypassed);
                return ask().await.map(Reply::Fresh);
            };
            if let Some(answer) = shared.answers.get(&key)
                && answer.is_of(&standings)
            {
                metrics::answered(Outcome::Hit);
                return Ok(Reply::Cached(answer));
            }
            let moves = standings.each_ref().map(|one| one.as_ref().map_or(0, |one| one.moves));
            let (flight, joined) = shared.flights.join(&shared.app, (key, moves), || {
                Arc::clone(shared).ask(key, standings.each_ref().map(Option::is_some), ask())
            });
            metrics::answered(if joined { Outcome::Coalesced } else { Outcome::Miss });
            match flight.await {
                Ok(answer) => return Ok(Reply::Cached(answer)),
                // A caller that joined late has time left for another attempt.
                Err(error) if joined && error.is_timeout() => {}
                Err(error) => return Err(error.into_problem()),
            }
        }
    }

    /// The present state of a domain; none while it is uncertain, or without a cache.
    pub fn generation(&self, domain: Domain) -> Option<Arc<str>> {
        let standings = self.0.as_ref()?.standings(&[domain])?;
        standings.into_iter().flatten().map(|standing| standing.generation).next()
    }

    /// An encoded form of a cached answer, made on first use and cached with the answer.
    pub fn form(
        &self,
        answer: &Arc<CachedAnswer>,
        form: Form,
        make: impl FnOnce() -> Option<Bytes>,
    ) -> Option<Bytes> {
        let (made, is_new) = answer.form(form, make);
        if is_new
            && let Some(shared) = &self.0
            && shared.answers.get(&answer.key).is_some_and(|cached| Arc::ptr_eq(&cached, answer))
        {
            // Inserted again, since its weight has grown.
            shared.keep(Arc::clone(answer));
        }
        made
    }
}

impl Shared {
    /// Runs the query, and caches the answer if it was made from the present states.
    async fn ask(
        self: Arc<Self>,
        key: Key,
        needed: [bool; COUNT],
        asking: impl Future<Output = Result<Output, Problem>>,
    ) -> Result<Arc<CachedAnswer>, Problem> {
        let heard = kit::grpc::collect_generations(asking);
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
        match (follower.standing(), generation) {
            (Some(present), Some(generation)) if &*present.generation == generation => true,
            (Some(_), Some(_)) => {
                follower.doubt();
                false
            }
            _ => false,
        }
    }

    /// The present states of domains; none while one of them is uncertain.
    fn standings(&self, made_of: &[Domain]) -> Option<[Option<Standing>; COUNT]> {
        if !self.attention.is_current() {
            return None;
        }
        let mut standings = [const { None }; COUNT];
        for domain in made_of {
            standings[domain.place()] = Some(self.domains[domain.place()].standing()?);
        }
        Some(standings)
    }

    fn keep(&self, answer: Arc<CachedAnswer>) {
        self.answers.insert(answer.key, answer);
        metrics::bytes(self.answers.weighted_size());
    }
}

fn cache(most_bytes: u64) -> Cache<Key, Arc<CachedAnswer>> {
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

struct Moving<'a>(&'a Follower);

impl Drop for Moving<'_> {
    fn drop(&mut self) {
        self.0.moved();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
