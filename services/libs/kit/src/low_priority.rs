//! Threads that pack rows while nobody else wants the processor.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// By how much the threads give way: one gets a quarter of what a call gets that wants the processor as well, and all
/// that is left over.
const NICE: i32 = 6;

/// The work was given up: it panicked, or no thread is there to do it.
#[derive(Debug, thiserror::Error)]
#[error("the work aside was given up")]
pub struct WorkLost;

/// A few threads for work that must not keep calls waiting, whatever there is of it. They end when nobody can give them
/// work any more.
pub struct LowPriorityThreads {
    jobs: Sender<Job>,
}

impl LowPriorityThreads {
    /// Starts so many threads, at least one.
    pub fn start(name: &'static str, threads: usize) -> std::io::Result<Self> {
        let (jobs, given) = channel::<Job>();
        let given = Arc::new(Mutex::new(given));
        for _ in 0..threads.max(1) {
            let given = Arc::clone(&given);
            thread::Builder::new().name(name.to_owned()).spawn(move || work(name, &given))?;
        }
        Ok(Self { jobs })
    }

    /// As many threads as keep half of the processor at most.
    pub fn on_half_of_the_cores(name: &'static str) -> std::io::Result<Self> {
        let processors = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::start(name, processors / 2)
    }

    /// Does some work there and waits for it.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkLost> {
        let (done, told) = oneshot::channel();
        let job = move || {
            // Nobody waits any more: a client that left wants nothing packed.
            if !done.is_closed() {
                let _ = done.send(work());
            }
        };
        self.jobs.send(Box::new(job)).map_err(|_| WorkLost)?;
        told.await.map_err(|_| WorkLost)
    }
}

fn work(name: &str, given: &Mutex<Receiver<Job>>) {
    // Where that is refused, the work is done all the same.
    if let Err(error) = rustix::process::nice(NICE) {
        tracing::debug!(%error, name, "a thread for work aside keeps its priority");
    }
    let next = || given.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(job) = next() {
        // Whoever waits is told by the end of the channel.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn priority() -> i32 {
        rustix::process::getpriority_process(None).unwrap()
    }

    #[tokio::test]
    async fn work_is_done_on_one_thread_that_gives_way_and_others_keep_their_priority() {
        let before = priority();
        let aside = LowPriorityThreads::start("aside", 1).unwrap();
        let first = aside.run(|| (thread::current().id(), priority())).await.unwrap();
        let second = aside.run(|| (thread::current().id(), priority())).await.unwrap();
        assert_eq!(first, second);
        assert_ne!(first.0, thread::current().id());
        assert!(first.1 > before || before == 19, "{} after {before}", first.1);
        assert_eq!(priority(), before);
    }

    #[tokio::test]
    async fn work_that_panics_is_an_error_and_the_next_one_is_done() {
        let aside = LowPriorityThreads::start("aside", 1).unwrap();
        let broken: Result<(), WorkLost> = aside.run(|| panic!("on purpose")).await;
        assert!(broken.is_err());
        assert_eq!(aside.run(|| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn no_more_is_done_at_a_time_than_there_are_threads() {
        let aside = LowPriorityThreads::start("aside", 2).unwrap();
        let running = Arc::new(Mutex::new((0, 0)));
        let job = || {
            let running = Arc::clone(&running);
            aside.run(move || {
                {
                    let mut counts = running.lock().unwrap();
                    counts.0 += 1;
                    counts.1 = counts.1.max(counts.0);
                }
                thread::yield_now();
                running.lock().unwrap().0 -= 1;
            })
        };
        futures::future::try_join_all((0..200).map(|_| job())).await.unwrap();
        let (now, most) = *running.lock().unwrap();
        assert!(now == 0 && (1..=2).contains(&most), "{most} at a time");
    }
}
