//! Much work on two threads, where a processor may be free for the second one.

use std::panic::resume_unwind;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Values that are added up in the time in which a thread begins several times.
const LEAST_WORK: usize = 500_000;

/// Threads that help now. All answers together have one fewer than there are processors.
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

/// Does what is to be done of each part, and answers in the order of the parts. Each part is done by one thread: what
/// comes out is the same whether another one helps or not.
pub fn each<T: Sync, R: Send>(parts: &[T], work: usize, make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let helper = if parts.len() > 1 && work >= LEAST_WORK { Helper::take() } else { None };
    match helper {
        Some(_helper) => both(parts, make),
        None => parts.iter().map(make).collect(),
    }
}

fn both<T: Sync, R: Send>(parts: &[T], make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let some = || {
        let mut made = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(place) else { return made };
            made.push((place, make(part)));
        }
    };
    let mut made = thread::scope(|scope| {
        let helper = thread::Builder::new().name("sums".to_owned()).spawn_scoped(scope, some);
        let mut made = some();
        // Where no thread can begin, the first one has done everything.
        if let Ok(helper) = helper {
            made.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        made
    });
    made.sort_unstable_by_key(|(place, _)| *place);
    made.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_answered_in_their_order_by_one_thread_or_two() {
        let parts: Vec<usize> = (0..100).collect();
        let expected: Vec<usize> = parts.iter().map(|part| part * part).collect();
        for work in [0, LEAST_WORK] {
            assert_eq!(each(&parts, work, |part| part * part), expected);
        }
        assert_eq!(both(&parts, |part| part * part), expected);
        assert_eq!(both(&[], |part: &usize| *part), Vec::<usize>::new());
        let all: Vec<Helper> = std::iter::from_fn(Helper::take).collect();
        assert_eq!(all.len(), *MOST_HELPING, "each one gave back what it had");
    }
}
