//! Answers of queries, kept in memory: never older than what the bus told, and never another caller's.
//!
//! An answer is kept with the states of the data that it was made of, which the services tell in a header, and counts
//! only while these are the present ones. Every event makes the present state unknown until the service was asked for
//! it; while it is unknown, or the bus may be silent for want of a link, every question goes to its service.

mod entry;
pub mod freshness;
mod key;
mod metrics;
mod single_flight;

use std::sync::Arc;
use std::time::Duration;

use kit::bus::{Attention, Bus};
use kit::error::Problem;
use kit::run::App;
use moka::notification::RemovalCause;
use moka::sync::Cache;

pub use self::entry::Entry;
use self::freshness::{COUNT, Domain, Follower, Standing};
pub use self::key::{Entitlement, Key};
use self::metrics::Outcome;
use self::single_flight::Flights;
use crate::call::input::Input;
use crate::call::procedure::{Call, Procedure};
use crate::upstream::Upstream;
use crate::wires::trpc::envelope::Answer;

/// Answers say when the data were last found current; a kept one must not make them look abandoned.
const KEPT: Duration = Duration::from_secs(15);
const DAY: i64 = 86_400_000;

/// The answer to a call.
pub enum Given {
    /// Made for it.
    Made(Answer),
    /// Made for all who ask the same.
    Kept(Arc<Entry>),
}

impl Given {
    /// How long the text is.
    pub fn size(&self) -> usize {
        match self {
            Self::Made(answer) => answer.as_ref().map_or(0, bytes::Bytes::len),
            Self::Kept(entry) => entry.alone().len(),
        }
    }
}

/// Kept answers, or nothing where none are to be kept.
#[derive(Clone)]
pub struct Answers(Option<Arc<Shared>>);

struct Shared {
    kept: Cache<Key, Arc<Entry>>,
    flights: Flights,
    domains: Arc<[Follower; COUNT]>,
    attention: Attention,
    app: App,
}

impl Answers {
    /// Keeps answers of so many bytes, and listens for what makes them old.
    pub fn follow(app: &App, bus: &Bus, upstream: &Arc<Upstream>, most_bytes: u64) -> Self {
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
        let (kept, flights) = (cache(most_bytes), Flights::default());
        Self(Some(Arc::new(Shared { kept, flights, domains, attention, app: app.clone() })))
    }

    /// Runs an admitted procedure, or answers what it has answered before.
    pub async fn answer(
        &self,
        procedure: &Procedure,
        call: Call,
        input: Option<&Input<'_>>,
    ) -> Result<Given, Problem> {
        let Some(shared) = &self.0 else {
            return procedure.run(call, input).await.map(Given::Made);
        };
        // Dropped when the call is over, however it ends: whoever writes reads what was written.
        let _moving = procedure.changes.map(|domain| Moving(&shared.domains[domain.place()]));
        if procedure.made_of.is_empty() {
            return procedure.run(call, input).await.map(Given::Made);
        }
        let entitlement = Entitlement::of(call.caller.as_deref());
        let day = shared.app.clock.now_milliseconds().div_euclid(DAY);
        let key = Key::of(procedure.name, &entitlement, day, input);
        loop {
            let Some(standings) = shared.standings(procedure.made_of) else {
                metrics::answered(Outcome::Bypassed);
                return procedure.run(call, input).await.map(Given::Made);
            };
            if let Some(entry) = shared.kept.get(&key)
                && entry.is_of(&standings)
            {
                metrics::answered(Outcome::Hit);
                return Ok(Given::Kept(entry));
            }
            let (flight, joined) =
                shared.board(key, &standings, || procedure.run(call.clone(), input));
            metrics::answered(if joined { Outcome::Coalesced } else { Outcome::Miss });
            match flight.await {
                Ok(entry) => return Ok(Given::Kept(entry)),
                // Whoever came late has time left for another one.
                Err(failure) if joined && failure.is_timeout() => {}
                Err(failure) => return Err(failure.problem()),
            }
        }
    }

    /// The present state of a domain; none while it is not certain, or nothing is kept.
    pub fn generation(&self, domain: Domain) -> Option<Arc<str>> {
        let standings = self.0.as_ref()?.standings(&[domain])?;
        standings.into_iter().flatten().map(|standing| standing.generation).next()
    }

    /// Takes note that an answer holds more bytes than before.
    pub fn weigh(&self, entry: &Arc<Entry>) {
        let Some(shared) = &self.0 else { return };
        if shared.kept.get(&entry.key).is_some_and(|kept| Arc::ptr_eq(&kept, entry)) {
            shared.keep(Arc::clone(entry));
        }
    }
}

impl Shared {
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

    fn keep(&self, entry: Arc<Entry>) {
        self.kept.insert(entry.key, entry);
        metrics::bytes(self.kept.weighted_size());
    }
}

fn cache(most_bytes: u64) -> Cache<Key, Arc<Entry>> {
    Cache::builder()
        .max_capacity(most_bytes)
        .weigher(|_, entry: &Arc<Entry>| entry.weight())
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
        let answer = Some(bytes::Bytes::from(vec![b' '; 100_000]));
        for day in 0..100 {
            let key = Key::of("a.b", &Entitlement::default(), day, None);
            let entry = Arc::new(Entry::new(key, &answer, [const { None }; COUNT]));
            kept.insert(key, entry);
        }
        kept.run_pending_tasks();
        assert!(kept.weighted_size() <= 1 << 20, "{}", kept.weighted_size());
        assert!((1..=10).contains(&kept.entry_count()), "{}", kept.entry_count());
    }
}
