//! A bound on the bytes that a process holds at the same time for answers that are being made or sent.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use prometheus::IntGauge;
use tokio::sync::Notify;

/// How many bytes may be held, and how many are.
pub struct ByteBudget {
    most: usize,
    held: Mutex<usize>,
    freed: Notify,
    gauge: Option<IntGauge>,
}

/// Bytes of a budget, returned when dropped.
pub struct HeldBytes {
    budget: Arc<ByteBudget>,
    bytes: usize,
}

impl ByteBudget {
    /// A budget of so many bytes.
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, held: Mutex::default(), freed: Notify::new(), gauge: None })
    }

    /// A budget whose held bytes a gauge shows.
    pub fn measured(most: usize, gauge: &IntGauge) -> Arc<Self> {
        let gauge = Some(gauge.clone());
        Arc::new(Self { most, held: Mutex::default(), freed: Notify::new(), gauge })
    }

    /// Takes an estimate of the bytes that an answer will need, and waits for them for this time; none if they were not
    /// returned by then. More than the whole budget counts as the whole budget.
    ///
    /// A small request may overtake a large one that waits, so that large answers do not delay small ones.
    pub async fn take(self: &Arc<Self>, bytes: usize, longest: Duration) -> Option<HeldBytes> {
        let bytes = bytes.min(self.most);
        let taking = async {
            loop {
                // Before the attempt, so that what is returned right after it wakes this one.
                let freed = self.freed.notified();
                if let Some(held) = self.try_take(bytes) {
                    return held;
                }
                freed.await;
            }
        };
        tokio::time::timeout(longest, taking).await.ok()
    }

    /// Takes bytes at once, even beyond the budget: for answers that are too small to wait.
    pub fn add(self: &Arc<Self>, bytes: usize) -> HeldBytes {
        let mut held = HeldBytes { budget: Arc::clone(self), bytes: 0 };
        held.correct(bytes);
        held
    }

    /// How many bytes are held now.
    pub fn held(&self) -> usize {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn try_take(self: &Arc<Self>, bytes: usize) -> Option<HeldBytes> {
        self.reserve(bytes).then(|| HeldBytes { budget: Arc::clone(self), bytes })
    }

    /// Counts so many as held, if there are so many.
    fn reserve(&self, bytes: usize) -> bool {
        {
            let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            if *held + bytes > self.most {
                return false;
            }
            *held += bytes;
        }
        self.show(bytes as i64);
        true
    }

    fn show(&self, change: i64) {
        if let Some(gauge) = &self.gauge {
            gauge.add(change);
        }
    }
}

impl HeldBytes {
    /// How many they are.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Takes so many more at once; whether the budget had them.
    pub fn grow(&mut self, bytes: usize) -> bool {
        let is_taken = self.budget.reserve(bytes);
        if is_taken {
            self.bytes += bytes;
        }
        is_taken
    }

    /// Replaces the estimate by the measured size. An answer that is larger than its estimate is there already: it takes
    /// the difference even beyond the budget, and others wait for longer.
    pub fn correct(&mut self, bytes: usize) {
        let before = std::mem::replace(&mut self.bytes, bytes);
        {
            let mut held = self.budget.held.lock().unwrap_or_else(PoisonError::into_inner);
            *held = *held - before + bytes;
        }
        self.budget.show(bytes as i64 - before as i64);
        if bytes < before {
            self.budget.freed.notify_waiters();
        }
    }
}

impl Drop for HeldBytes {
    fn drop(&mut self) {
        self.correct(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOMENT: Duration = Duration::from_millis(20);

    #[tokio::test(start_paused = true)]
    async fn who_finds_no_bytes_waits_for_them_and_gives_up() {
        let budget = ByteBudget::new(100);
        let mut first = budget.take(70, MOMENT).await.unwrap();
        let small = budget.take(30, MOMENT).await.unwrap();
        assert!(budget.take(1, MOMENT).await.is_none());
        drop(small);
        let (second, ()) = tokio::join!(budget.take(60, MOMENT), async {
            tokio::time::sleep(MOMENT / 2).await;
            first.correct(40);
        });
        let second = second.unwrap();
        assert_eq!((second.bytes(), budget.held()), (60, 100));
        drop((first, second));
        assert_eq!(budget.held(), 0);
    }

    #[test]
    fn what_grows_takes_no_more_than_there_is() {
        let budget = ByteBudget::new(100);
        let (mut first, mut second) = (budget.add(0), budget.add(0));
        assert!(first.grow(60) && second.grow(30));
        assert!(!first.grow(11), "only ten are left");
        assert!(first.grow(10));
        assert_eq!((first.bytes(), second.bytes(), budget.held()), (70, 30, 100));
        drop(first);
        assert!(second.grow(70));
        drop(second);
        assert_eq!(budget.held(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_beyond_its_estimate_counts_in_full() {
        let budget = ByteBudget::new(100);
        let mut held = budget.take(1_000, MOMENT).await.unwrap();
        assert_eq!(held.bytes(), 100, "the whole budget");
        held.correct(150);
        assert_eq!(budget.held(), 150);
        assert!(budget.take(0, MOMENT).await.is_none());
        held.correct(99);
        assert!(budget.take(1, MOMENT).await.is_some());
    }
}
