//! Answers to queries, cached in memory: never older than the last event on the bus, and shared only by callers with the
//! same entitlement.
//!
//! An answer is kept with the states of the data that it was made of, which the services tell in a header, and counts
//! only while these are the present ones. Every event makes the present state unknown until the service was asked for
//! it; while it is unknown, or the bus may be silent for want of a link, every question goes to its service.

mod entry;
mod freshness;
mod key;
mod metrics;
mod single_flight;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use kit::bus::{Attention, Bus};
use kit::error::Problem;
use kit::run::App;
use moka::notification::RemovalCause;
use moka::sync::Cache;

pub use self::entry::{CachedAnswer, Form, Frame};
use self::freshness::{Follower, Standing};
use self::key::Key;
use self::metrics::Outcome;
use self::single_flight::SingleFlight;
use super::access::Entitlement;
use super::data::{COUNT, Domain};
use super::input::Input;
use super::limits::{self, DEADLINE};
use super::output::Output;
use crate::upstream::Upstream;

/// Answers say when the data were last found current; a cached one must not make them look abandoned.
const KEPT: Duration = Duration::from_secs(15);
const DAY: i64 = 86_400_000;

/// The answer to a call.
pub enum Reply {
    /// Made for this call.
    Fresh(Output),
    /// Made for all who ask the same.
    Cached(Arc<CachedAnswer>),
}

/// What is asked, and what an answer may depend on.
#[derive(Clone, Copy)]
pub struct Question<'q> {
    /// The name of the procedure.
    pub procedure: &'static str,
    /// The data that its answers are made of; nothing where they may not be cached.
    pub made_of: &'static [Domain],
    /// The data that it changes.
    pub changes: Option<Domain>,
    /// What the caller may see.
    pub entitlement: &'q Entitlement,
    /// The input.
    pub input: Option<&'q Input<'q>>,
}

/// Cached answers, or nothing where none are to be cached.
#[derive(Clone)]
pub struct AnswerCache(Option<Arc<Shared>>);

struct Shared {
    answers: Cache<Key, Arc<CachedAnswer>>,
    frame: Frame,
    flights: SingleFlight,
    domains: Arc<[Follower; COUNT]>,
    attention: Attention,
    app: App,
}

impl AnswerCache {
    /// Keeps answers of so many bytes within a frame, and listens for what makes them old.
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
        let attention = bus.attend(
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

    /// Answers from memory, or asks.
    pub async fn answer<A>(
        &self,
        question: Question<'_>,
        ask: impl Fn() -> A,
    ) -> Result<Reply, Problem>
    where
        A: Future<Output = Result<Output, Problem>> + Send + 'static,
    {
        let Some(shared) = &self.0 else { return ask().await.map(Reply::Fresh) };
        let Question { procedure, made_of, changes, entitlement, input } = question;
        // Dropped when the call is over, however it ends: whoever writes reads what was written.
        let _moving = changes.map(|domain| Moving(&shared.domains[domain.place()]));
        if made_of.is_empty() {
            return ask().await.map(Reply::Fresh);
        }
        let day = shared.app.clock.now_milliseconds().div_euclid(DAY);
        let key = Key::of(procedure, entitlement, day, input);
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
                // Whoever came late has time left for another one.
                Err(error) if joined && error.is_timeout() => {}
                Err(error) => return Err(error.into_problem()),
            }
        }
    }

    /// The present state of a domain; none while it is not certain, or nothing is cached.
    pub fn generation(&self, domain: Domain) -> Option<Arc<str>> {
        let standings = self.0.as_ref()?.standings(&[domain])?;
        standings.into_iter().flatten().map(|standing| standing.generation).next()
    }

    /// A form of a cached answer, made for the first who wants it and kept with the answer.
    pub fn form(
        &self,
        answer: &Arc<CachedAnswer>,
        form: Form,
        make: impl FnOnce() -> Option<Bytes>,
    ) -> Option<Bytes> {
        let (made, is_new) = answer.form(form, make);
        if is_new
            && let Some(shared) = &self.0
            && shared.answers.get(&answer.key).is_some_and(|kept| Arc::ptr_eq(&kept, answer))
        {
            // Kept anew, as it weighs more than before.
            shared.keep(Arc::clone(answer));
        }
        made
    }
}

impl Shared {
    /// Asks, and keeps the answer if it is made of the present states.
    async fn ask(
        self: Arc<Self>,
        key: Key,
        needed: [bool; COUNT],
        asking: impl Future<Output = Result<Output, Problem>>,
    ) -> Result<Arc<CachedAnswer>, Problem> {
        let heard = kit::grpc::hearing(asking);
        let (output, heard) = limits::within(DEADLINE, async { Ok(heard.await) }).await?;
        let output = output?;
        let mut made_of = [const { None }; COUNT];
        let mut is_present = true;
        // What was not asked for this input has no part in the answer.
        let asked = |domain: &Domain| needed[domain.place()] && heard.was_asked(domain.service());
        for domain in Domain::ALL.into_iter().filter(asked) {
            let generation: Option<Arc<str>> = heard.of(domain.service()).map(Arc::from);
            is_present &= self.is_present(domain, generation.as_deref());
            made_of[domain.place()] = generation;
        }
        let answer = Arc::new(CachedAnswer::new(key, self.frame, &output, made_of));
        if is_present && answer.is_of_something() {
            self.keep(Arc::clone(&answer));
        }
        Ok(answer)
    }

    /// Whether a state is certainly the present one. Another one makes the service be asked again.
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

    /// The present states of what an answer is made of; none while one of them is not certain.
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
        .time_to_live(KEPT)
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
    fn takes_no_more_room_than_it_is_given() {
        let kept = cache(1 << 20);
        let frame = Frame { before: b"", behind: b"", nothing: b"" };
        let output = Some(Bytes::from(vec![b' '; 100_000]));
        for day in 0..100 {
            let key = Key::of("a.b", &Entitlement::default(), day, None);
            let entry = Arc::new(CachedAnswer::new(key, frame, &output, [const { None }; COUNT]));
            kept.insert(key, entry);
        }
        kept.run_pending_tasks();
        assert!(kept.weighted_size() <= 1 << 20, "{}", kept.weighted_size());
        assert!((1..=10).contains(&kept.entry_count()), "{}", kept.entry_count());
    }
}
