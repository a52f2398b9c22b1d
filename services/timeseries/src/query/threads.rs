//! Spreads wide calculations over two threads if a processor may be free for the second one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, mpsc};
use std::thread;

use tokio::runtime::Handle;

/// The fewest values worth a thread: adding them up takes several times as long as waking it.
const LEAST_WORK: usize = 500_000;

/// Threads that help now. All answers together have at most one fewer than there are processors.
static HELPING: AtomicUsize = AtomicUsize::new(0);
static MOST_HELPING: LazyLock<usize> =
    LazyLock::new(|| thread::available_parallelism().map_or(1, std::num::NonZero::get) - 1);

struct Helper;

impl Helper {
    fn take() -> Option<Self> {
        let more = |helping: usize| (helping < *MOST_HELPING).then_some(helping + 1);
        HELPING.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok().map(|_| Self)
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        HELPING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Computes each part, and returns the results in the order of the parts. One thread computes a part as a whole, so the
/// result is the same with and without help.
pub fn each<P, R>(
    parts: Vec<P>,
    work: usize,
    make: impl Fn(&P) -> R + Send + Sync + 'static,
) -> Vec<R>
where
    P: Send + Sync + 'static,
    R: Send + 'static,
{
    let is_wide = parts.len() > 1 && work >= LEAST_WORK;
    let runtime = Handle::try_current().ok().filter(|_| is_wide);
    match runtime.and_then(|runtime| Some((runtime, Helper::take()?))) {
        Some((runtime, helper)) => both(&runtime, helper, parts, make),
        None => parts.iter().map(make).collect(),
    }
}

/// The parts, and how many of them a thread has taken.
struct Work<P, F> {
    parts: Vec<P>,
    make: F,
    taken: AtomicUsize,
}

impl<P, F> Work<P, F> {
    /// Computes parts until all are taken.
    fn go_on<R>(&self, mut put: impl FnMut(usize, R))
    where
        F: Fn(&P) -> R,
    {
        loop {
            let place = self.taken.fetch_add(1, Ordering::Relaxed);
            let Some(part) = self.parts.get(place) else { return };
            put(place, (self.make)(part));
        }
    }
}

/// The other thread is one of the runtime's blocking threads: it need not be started, and ends with the service.
fn both<P, R, F>(runtime: &Handle, helper: Helper, parts: Vec<P>, make: F) -> Vec<R>
where
    P: Send + Sync + 'static,
    R: Send + 'static,
    F: Fn(&P) -> R + Send + Sync + 'static,
{
    let mut made: Vec<Option<R>> = parts.iter().map(|_| None).collect();
    let work = Arc::new(Work { parts, make, taken: AtomicUsize::new(0) });
    let (done, others) = mpsc::channel();
    let shared = Arc::clone(&work);
    runtime.spawn_blocking(move || {
        let _helper = helper;
        // The receiver is gone if the first thread has panicked.
        shared.go_on(|place, one| drop(done.send((place, one))));
    });
    let mut missing = made.len();
    work.go_on(|place, one| {
        made[place] = Some(one);
        missing -= 1;
    });
    // A helper that starts too late finds no part left, and is not waited for.
    for (place, one) in others.iter().take(missing) {
        made[place] = Some(one);
    }
    // A part that the helper failed at is computed here, so that the caller gets its panic.
    let parts = work.parts.iter();
    made.into_iter()
        .zip(parts)
        .map(|(one, part)| one.unwrap_or_else(|| (work.make)(part)))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn parts_are_answered_in_their_order_by_one_thread_or_two() {
        let parts = || (0..100).collect::<Vec<usize>>();
        let square = |part: &usize| part * part;
        let expected: Vec<usize> = (0..100).map(|part| part * part).collect();
        for work in [0, LEAST_WORK] {
            assert_eq!(each(parts(), work, square), expected);
        }
        let runtime = Handle::current();
        for _ in 0..100 {
            if let Some(helper) = Helper::take() {
                assert_eq!(both(&runtime, helper, parts(), square), expected);
            }
        }
        assert_eq!(
            std::thread::spawn(move || each(parts(), LEAST_WORK, square)).join().unwrap(),
            expected
        );
        released().await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_panic_reaches_the_caller_and_ends_the_wait() {
        let broken = tokio::task::spawn_blocking(|| {
            each((0..100).collect(), LEAST_WORK, |part: &usize| assert!(*part < 50))
        });
        assert!(broken.await.unwrap_err().is_panic());
        released().await;
    }

    /// Waits until each helper is released, which may be after the answer.
    async fn released() {
        while HELPING.load(Ordering::Relaxed) > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}
