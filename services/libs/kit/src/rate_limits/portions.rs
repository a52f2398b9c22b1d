//! Uses that this process has taken in advance from the shared counters.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::quota::{Quota, Use};

/// A portion is at most this part of a quota, so that little is missing to other replicas. Quotas of less than two such
/// parts are taken use by use.
const PARTS: u32 = 100;
/// The next portion is fetched while this part of the present one is left.
const FEW: u32 = 4;
/// How long a portion is kept; its rest then counts as used. A longer life means fewer calls to Redis, and uses that are made
/// later than they were counted.
const LIFE: Duration = Duration::from_secs(3);
/// The most keys with a portion; beyond them uses are taken one by one.
const MOST_PORTIONS: usize = 10_000;

/// The portions of all keys.
// A key that is used rarely is taken use by use. One whose portion is used up within its life gets twice as many, and one
// that goes on after it as many as it used, so that no more can be lost than was used just before.
#[derive(Debug, Default)]
pub(super) struct Portions(Mutex<HashMap<String, Portion>>);

#[derive(Debug)]
struct Portion {
    size: u32,
    left: u32,
    until: Instant,
    /// When the whole quota will be available again, without the uses that are left.
    full: Instant,
    /// Whether the next portion is being fetched: calls beside it take one use each, so that many at once do not use up the quota.
    is_fetching: bool,
}

/// The source of a use of a key: its portion, or the shared counter.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Share {
    /// One use of the portion and, if few are left, the number to fetch, which no call waits for: the last uses of a quota may
    /// be on their way when a call is refused.
    OfPortion(Use, Option<u32>),
    /// The number of uses to take from the shared counter.
    OfCounter(u32),
}

impl Portions {
    /// Uses the key once from its portion, if it has one.
    pub fn take(&self, key: &str, quota: Quota) -> Share {
        let Some(most) = largest(quota) else { return Share::OfCounter(1) };
        let now = Instant::now();
        let mut portions = self.lock();
        let Some(portion) = portions.get_mut(key).filter(|portion| now < portion.until + LIFE)
        else {
            return Share::OfCounter(1);
        };
        let twice = (portion.size * 2).clamp(1, most);
        let is_over = now >= portion.until;
        if is_over || portion.left == 0 {
            let used = (portion.size - portion.left).clamp(1, most);
            let next = if is_over { used } else { twice };
            let wanted = if portion.is_fetching { 1 } else { next };
            portion.is_fetching |= wanted > 1;
            return Share::OfCounter(wanted);
        }
        portion.left -= 1;
        portion.full = portion.full.max(now) + quota.interval();
        let is_short = portion.left <= portion.size / FEW && !portion.is_fetching;
        portion.is_fetching |= is_short;
        let used = quota.outcome(true, portion.full - now);
        Share::OfPortion(used, is_short.then_some(twice))
    }

    /// Keeps what was taken but for the uses that are made at once; `whole` is the time until the whole quota is available. A
    /// small quota has no portion, and needs no lock.
    pub fn keep(&self, key: &str, quota: Quota, taken: u32, used: u32, whole: Duration) -> Use {
        if largest(quota).is_none() {
            return quota.outcome(true, whole);
        }
        let now = Instant::now();
        let mut portions = self.lock();
        if !has_room(&mut portions, key, now) {
            return quota.outcome(true, whole);
        }
        let present = portions.get(key);
        if taken == used && present.is_some_and(|it| it.is_fetching && now < it.until + LIFE) {
            return quota.outcome(true, whole);
        }
        let present = present.filter(|portion| now < portion.until);
        // Calls side by side may have taken another portion meanwhile.
        let left = present.map_or(0, |portion| portion.left) + taken.saturating_sub(used);
        let whole = whole.saturating_sub(quota.interval() * left);
        let (until, full) = (now + LIFE, now + whole);
        let portion = Portion { size: left + used, left, until, full, is_fetching: false };
        portions.insert(key.to_owned(), portion);
        quota.outcome(true, whole)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Portion>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The most uses of a portion; `None` if uses are taken one by one.
fn largest(quota: Quota) -> Option<u32> {
    Some(quota.uses / PARTS).filter(|most| *most >= 2)
}

fn has_room(portions: &mut HashMap<String, Portion>, key: &str, now: Instant) -> bool {
    if portions.len() >= MOST_PORTIONS && !portions.contains_key(key) {
        portions.retain(|_, portion| now < portion.until);
    }
    portions.len() < MOST_PORTIONS || portions.contains_key(key)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WINDOW: Duration = Duration::from_secs(1_000);
    const SIDE_BY_SIDE: u64 = 4;

    /// A shared counter that fills evenly.
    struct Counter {
        full: Instant,
    }

    impl Counter {
        /// The uses that were taken, and the time until the whole quota is available.
        fn take(&mut self, quota: Quota, wanted: u32) -> (u32, Duration) {
            let now = Instant::now();
            let used = self.full.max(now);
            let free =
                quota.window.saturating_sub(used - now).as_nanos() / quota.interval().as_nanos();
            let taken = wanted.min(free as u32);
            self.full = used + quota.interval() * taken;
            (taken, self.full - now)
        }
    }

    fn use_once(portions: &Portions, counter: &mut Counter, quota: Quota) -> Option<Use> {
        use_side_by_side(1, portions, counter, quota).pop()
    }

    /// Calls that all look at the portion before one of them has an answer of the shared counter; those that were allowed.
    fn use_side_by_side(
        calls: u64,
        portions: &Portions,
        counter: &mut Counter,
        quota: Quota,
    ) -> Vec<Use> {
        let shares: Vec<_> = (0..calls).map(|_| portions.take("key", quota)).collect();
        let allowed = shares.into_iter().filter_map(|share| match share {
            Share::OfPortion(one, next) => {
                if let Some(wanted) = next {
                    let (taken, whole) = counter.take(quota, wanted);
                    portions.keep("key", quota, taken, 0, whole);
                }
                Some(one)
            }
            Share::OfCounter(wanted) => {
                let (taken, whole) = counter.take(quota, wanted);
                (taken > 0).then(|| portions.keep("key", quota, taken, 1, whole))
            }
        });
        allowed.collect()
    }

    #[tokio::test(start_paused = true)]
    async fn a_key_in_use_takes_ever_larger_portions_and_says_what_is_left() {
        let (portions, quota) = (Portions::default(), Quota { uses: 1_000, window: WINDOW });
        let mut counter = Counter { full: Instant::now() };
        let mut asked = Vec::new();
        for used in 1..=100 {
            let before = counter.full;
            assert_eq!(use_once(&portions, &mut counter, quota).unwrap().left, 1_000 - used);
            if counter.full > before {
                asked.push((counter.full - before).as_secs());
            }
        }
        assert_eq!(asked, [1, 2, 4, 8, 10, 10, 10, 10, 10, 10, 10, 10, 10]);
        for _ in 0..7 {
            use_once(&portions, &mut counter, quota).unwrap();
        }
        tokio::time::advance(LIFE).await;
        assert_eq!(portions.take("key", quota), Share::OfCounter(5), "a rest is not kept for long");
        tokio::time::advance(LIFE).await;
        assert_eq!(portions.take("key", quota), Share::OfCounter(1), "nor is what was used");
    }

    #[tokio::test(start_paused = true)]
    async fn many_calls_at_once_fetch_one_portion() {
        let (portions, quota) = (Portions::default(), Quota { uses: 1_200, window: WINDOW });
        let mut counter = Counter { full: Instant::now() };
        for _ in 0..100 {
            use_once(&portions, &mut counter, quota).unwrap();
        }
        for _ in 0..3 {
            let used = use_side_by_side(300, &portions, &mut counter, quota);
            assert_eq!(used.len(), 300, "of 1,200 there are enough for each of them");
        }
        let taken = (counter.full - Instant::now()).as_nanos() / quota.interval().as_nanos();
        assert!((1_000..=1_000 + 12).contains(&taken), "{taken}");
    }

    #[tokio::test(start_paused = true)]
    async fn an_empty_portion_asks_for_another() {
        let (portions, quota) = (Portions::default(), Quota { uses: 1_000, window: WINDOW });
        portions.keep("key", quota, 0, 0, WINDOW);
        assert_eq!(portions.take("key", quota), Share::OfCounter(1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_small_quota_is_taken_use_by_use() {
        let (portions, quota) = (Portions::default(), Quota { uses: 199, window: WINDOW });
        let mut counter = Counter { full: Instant::now() };
        for _ in 0..199 {
            assert_eq!(portions.take("key", quota), Share::OfCounter(1));
            assert!(use_once(&portions, &mut counter, quota).is_some());
        }
        assert!(use_once(&portions, &mut counter, quota).is_none());
    }

    proptest! {
        /// Several processes with portions allow no more together than the quota and what came back; in a stretch of this
        /// time they may also make the uses that they held at its beginning.
        #[test]
        fn portions_never_allow_more_than_the_quota(
            uses in 1_u32..2_000,
            processes in 1_usize..4,
            steps in prop::collection::vec(
                (0_usize..4, 0_u64..9_000, 1_u64..=SIDE_BY_SIDE),
                1..400,
            ),
        ) {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_time()
                .start_paused(true)
                .build();
            runtime.unwrap().block_on(async {
                let quota = Quota { uses, window: WINDOW };
                let own: Vec<_> = (0..processes).map(|_| Portions::default()).collect();
                // A portion of each and the next one, at most.
                let held = processes as u64 * 2 * u64::from(uses / PARTS);
                let start = Instant::now();
                let mut counter = Counter { full: start };
                let mut allowed = 0_i128;
                let mut lowest = 0_i128;
                for (process, pause, calls) in steps {
                    // Most uses come at once, some after up to three lives of a portion.
                    if pause % 8 == 0 {
                        tokio::time::advance(Duration::from_millis(pause)).await;
                    }
                    for _ in 0..=pause / 192 {
                        let portions = &own[process % processes];
                        let used = use_side_by_side(calls, portions, &mut counter, quota);
                        allowed += used.len() as i128;
                    }
                    let returned = start.elapsed().as_nanos() / quota.interval().as_nanos();
                    let ahead = allowed - returned as i128;
                    assert!(ahead <= i128::from(uses), "{allowed}");
                    // One more may have been on its way back.
                    let most = i128::from(uses) + i128::from(held) + 1;
                    assert!(ahead - lowest <= most, "{allowed}");
                    lowest = lowest.min(ahead);
                }
            });
        }
    }
}
