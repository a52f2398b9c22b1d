//! Threads of low priority, for compressing files without delaying calls.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// The niceness of the threads: beside a busy call, a thread gets a quarter of the call's share of the processor.
const NICE: i32 = 6;

/// The work panicked, or no thread is left to do it.
#[derive(Debug, thiserror::Error)]
#[error("the background work was lost")]
pub struct WorkLost;

/// A few threads for work that must not delay calls. They end when the last handle is dropped.
pub struct LowPriorityThreads {
    jobs: Sender<Job>,
}

impl LowPriorityThreads {
    /// Starts this many threads, at least one.
    pub fn start(name: &'static str, threads: usize) -> std::io::Result<Self> {
        let (jobs, queue) = channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            thread::Builder::new().name(name.to_owned()).spawn(move || work(name, &queue))?;
        }
        Ok(Self { jobs })
    }

    /// Starts threads for half of the processor's cores.
    pub fn on_half_of_the_cores(name: &'static str) -> std::io::Result<Self> {
        let processors = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::start(name, processors / 2)
    }

    /// Runs work on one of the threads and waits for it.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkLost> {
        let (done, outcome) = oneshot::channel();
        let job = move || {
            // The caller may have disconnected: then the work is skipped.
            if !done.is_closed() {
                let _ = done.send(work());
            }
        };
        self.jobs.send(Box::new(job)).map_err(|_| WorkLost)?;
        outcome.await.map_err(|_| WorkLost)
    }
}

fn work(name: &str, queue: &Mutex<Receiver<Job>>) {
    // The work is done even if the priority cannot be lowered.
    if let Err(error) = rustix::process::nice(NICE) {
        tracing::debug!(%error, name, "a thread keeps its normal priority");
    }
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(job) = next() {
        // The end of the channel reports the panic to the caller.
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
    async fn work_runs_on_one_thread_of_low_priority() {
        let before = priority();
        let threads = LowPriorityThreads::start("test", 1).unwrap();
        let first = threads.run(|| (thread::current().id(), priority())).await.unwrap();
        let second = threads.run(|| (thread::current().id(), priority())).await.unwrap();
        assert_eq!(first, second);
        assert_ne!(first.0, thread::current().id());
        assert!(first.1 > before || before == 19, "{} after {before}", first.1);
        assert_eq!(priority(), before);
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_the_next_work_is_done() {
        let threads = LowPriorityThreads::start("test", 1).unwrap();
        let broken: Result<(), WorkLost> = threads.run(|| panic!("on purpose")).await;
        assert!(broken.is_err());
        assert_eq!(threads.run(|| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn work_is_limited_to_the_number_of_threads() {
        let threads = LowPriorityThreads::start("test", 2).unwrap();
        let running = Arc::new(Mutex::new((0, 0)));
        let job = || {
            let running = Arc::clone(&running);
            threads.run(move || {
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
