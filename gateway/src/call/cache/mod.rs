//! Answers to queries, cached in memory: never older than the last event on the bus, and shared only by callers with
//! the same entitlement.

mod answers;
mod entry;
mod file_answers;
mod freshness;
mod key;
mod metrics;
mod query;
mod reply;
mod single_flight;

use std::sync::Arc;

use bytes::Bytes;
use kit::bus::Bus;
use kit::error::{ErrorCode, Problem};
use kit::run::App;

use self::answers::CacheState;
pub use self::entry::{CachedAnswer, Form, Frame};
use self::file_answers::RememberedAnswer;
pub use self::file_answers::{FileAnswer, bytes_of_numbers, bytes_of_texts};
use self::freshness::{ChangeGuard, Follower};
use self::metrics::Outcome;
pub use self::query::CacheQuery;
pub use self::reply::Reply;
use self::single_flight::SingleFlight;
use super::domain::{COUNT, Domain};
use super::output::Output;
use crate::upstream::Upstream;

/// The part of the memory that answers for files have: screens are read more often.
const SHARE_OF_FILES: u64 = 4;

/// The cache; none if its size is 0.
#[derive(Clone)]
// An answer is cached with the states of the data from which it was made, which services return in a header, and is
// valid only while these are the present ones. Every event makes the present state unknown until the service has
// reported it. While it is unknown, or the link to the bus may be down, every query goes to its service.
pub struct AnswerCache(Option<Arc<CacheState>>);

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
        let of_files = most_bytes / SHARE_OF_FILES;
        let answers =
            answers::cache(most_bytes - of_files, |answer: &Arc<CachedAnswer>| answer.weight());
        let files = answers::cache(of_files, |answer: &Arc<RememberedAnswer>| answer.weight());
        let (flights, app) = (SingleFlight::default(), app.clone());
        Self(Some(Arc::new(CacheState { answers, files, frame, flights, domains, attention, app })))
    }

    /// Answers from the cache, or by `run`; also with an older answer of the same data while that finds a service away.
    pub async fn answer<A>(
        &self,
        query: CacheQuery<'_>,
        run: impl Fn() -> A,
    ) -> Result<Reply, Problem>
    where
        A: Future<Output = Result<Output, Problem>> + Send + 'static,
    {
        let Some(shared) = &self.0 else { return run().await.map(Reply::Fresh) };
        let CacheQuery { made_of, changes, .. } = query;
        // Dropped when the call is over, however it ends, so that a writer reads its own changes.
        let _change = changes.map(|domain| ChangeGuard(&shared.domains[domain.place()]));
        if made_of.is_empty() {
            return run().await.map(Reply::Fresh);
        }
        let key = shared.key(&query);
        loop {
            let Some(states) = shared.states(made_of) else {
                metrics::answered(Outcome::Bypassed);
                return run().await.map(Reply::Fresh);
            };
            let known = shared.answers.get(&key).filter(|answer| answer.is_of(&states));
            if let Some(answer) = known.as_ref().filter(|answer| answer.is_fresh()) {
                metrics::answered(Outcome::Hit);
                return Ok(Reply::Cached(Arc::clone(answer)));
            }
            let moves = states.each_ref().map(|one| one.as_ref().map_or(0, |one| one.moves));
            let (flight, joined) = shared.flights.join(&shared.app, (key, moves), || {
                Arc::clone(shared).run_and_cache(key, made_of, run())
            });
            metrics::answered(if joined { Outcome::Coalesced } else { Outcome::Miss });
            match flight.await {
                Ok(answer) => return Ok(Reply::Cached(answer)),
                // A caller that joined may have time left, and a session that is not outdated.
                Err(error) if joined && error.is_of_first_caller() => {}
                Err(error) => {
                    let problem = error.into_problem();
                    let known = known.filter(|_| is_away(&problem));
                    return known.map(Reply::Cached).ok_or(problem);
                }
            }
        }
    }

    /// Answers for a file by `run`, and from memory while that finds a service away.
    pub async fn answer_file<T: FileAnswer>(
        &self,
        query: CacheQuery<'_>,
        run: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        let made_of = query.made_of;
        let Some(shared) = self.0.as_ref().filter(|_| !made_of.is_empty()) else {
            return run.await;
        };
        let key = shared.key(&query);
        let (answer, heard) = kit::grpc::collect_generations(run).await;
        match &answer {
            Ok(answer) => shared.remember(key, answer, made_of, &heard),
            Err(problem) if is_away(problem) => {
                if let Some(remembered) = shared.recall(&key, made_of) {
                    let procedure = query.procedure;
                    tracing::debug!(procedure, %problem, "a file is written from memory");
                    return Ok(remembered);
                }
            }
            Err(_) => {}
        }
        answer
    }

    /// The present state of a domain; none while it is uncertain, or without a cache.
    pub fn generation(&self, domain: Domain) -> Option<Arc<str>> {
        let states = self.0.as_ref()?.states(&[domain])?;
        states.into_iter().flatten().map(|state| state.generation).next()
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

/// Whether a service did not answer.
fn is_away(problem: &Problem) -> bool {
    matches!(problem.code, ErrorCode::Unavailable | ErrorCode::Timeout)
}
