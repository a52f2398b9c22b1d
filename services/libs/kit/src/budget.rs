//! A bound on what a process spends at the same time on answers that are being made or sent: bytes, or work.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use prometheus::IntGauge;
use tokio::sync::Notify;

/// How long an answer waits for memory, or for the work of other answers of its caller; then another replica may have some.
pub const LONGEST_MEMORY_WAIT: Duration = Duration::from_millis(500);

/// How much of a quantity, such as bytes, may be held, and how much is.
pub struct Budget {
    most: usize,
    held: Mutex<usize>,
    freed: Notify,
    gauge: Option<IntGauge>,
}

/// An amount of a budget, returned when dropped.
pub struct Held {
    budget: Arc<Budget>,
    amount: usize,
}

impl Budget {
    /// A budget of which at most `most` is held.
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, held: Mutex::default(), freed: Notify::new(), gauge: None })
    }

    /// A budget whose held amount a gauge shows.
    pub fn measured(most: usize, gauge: &IntGauge) -> Arc<Self> {
        let gauge = Some(gauge.clone());
        Arc::new(Self { most, held: Mutex::default(), freed: Notify::new(), gauge })
    }

    /// Takes the amount that an answer is estimated to need, and waits for it for this time; none if it was not returned by
    /// then. More than the whole budget counts as the whole budget.
    ///
    /// A small request may overtake a large one that waits, so that large answers do not delay small ones.
    pub async fn take(self: &Arc<Self>, amount: usize, longest: Duration) -> Option<Held> {
        let amount = amount.min(self.most);
        let taking = async {
            loop {
                // Before the attempt, so that what is returned right after it wakes this one.
                let freed = self.freed.notified();
                if let Some(held) = self.try_take(amount) {
                    return held;
                }
                freed.await;
            }
        };
        tokio::time::timeout(longest, taking).await.ok()
    }

    /// The same, but without a wait for an amount that is small. As those who keep small amounts for long are many, these take
    /// half as much again at most.
    pub async fn take_small(
        self: &Arc<Self>,
        amount: usize,
        small: usize,
        longest: Duration,
    ) -> Option<Held> {
        if amount <= small && self.held() < self.most + self.most / 2 {
            return Some(self.add(amount));
        }
        self.take(amount, longest).await
    }

    /// Takes an amount at once, even beyond the budget: for answers that are too small to wait.
    pub fn add(self: &Arc<Self>, amount: usize) -> Held {
        let mut held = Held { budget: Arc::clone(self), amount: 0 };
        held.correct(amount);
        held
    }

    /// How much is held now.
    pub fn held(&self) -> usize {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn try_take(self: &Arc<Self>, amount: usize) -> Option<Held> {
        self.reserve(amount).then(|| Held { budget: Arc::clone(self), amount })
    }

    /// Counts an amount as held, if it is free.
    fn reserve(&self, amount: usize) -> bool {
        {
            let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            if *held + amount > self.most {
                return false;
            }
            *held += amount;
        }
        self.show(amount as i64);
        true
    }

    fn show(&self, change: i64) {
        if let Some(gauge) = &self.gauge {
            gauge.add(change);
        }
    }
}

impl Held {
    /// How much it is.
    pub fn amount(&self) -> usize {
        self.amount
    }

    /// Takes a further amount at once, and says whether the budget had it.
    pub fn grow(&mut self, amount: usize) -> bool {
        let is_taken = self.budget.reserve(amount);
        if is_taken {
            self.amount += amount;
        }
        is_taken
    }

    /// Replaces the estimate by the measured size. An answer that is larger than its estimate is there already: it takes
    /// the difference even beyond the budget, and others wait for longer.
    pub fn correct(&mut self, amount: usize) {
        let before = std::mem::replace(&mut self.amount, amount);
        {
            let mut held = self.budget.held.lock().unwrap_or_else(PoisonError::into_inner);
            *held = *held - before + amount;
        }
        self.budget.show(amount as i64 - before as i64);
        if amount < before {
            self.budget.freed.notify_waiters();
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.correct(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOMENT: Duration = Duration::from_millis(20);

    #[tokio::test(start_paused = true)]
    async fn who_finds_too_little_waits_for_it_and_gives_up() {
        let budget = Budget::new(100);
        let mut first = budget.take(70, MOMENT).await.unwrap();
        let small = budget.take(30, MOMENT).await.unwrap();
        assert!(budget.take(1, MOMENT).await.is_none());
        drop(small);
        let (second, ()) = tokio::join!(budget.take(60, MOMENT), async {
            tokio::time::sleep(MOMENT / 2).await;
            first.correct(40);
        });
        let second = second.unwrap();
        assert_eq!((second.amount(), budget.held()), (60, 100));
        drop((first, second));
        assert_eq!(budget.held(), 0);
    }

    #[test]
    fn what_grows_takes_no_more_than_there_is() {
        let budget = Budget::new(100);
        let (mut first, mut second) = (budget.add(0), budget.add(0));
        assert!(first.grow(60) && second.grow(30));
        assert!(!first.grow(11), "only ten are left");
        assert!(first.grow(10));
        assert_eq!((first.amount(), second.amount(), budget.held()), (70, 30, 100));
        drop(first);
        assert!(second.grow(70));
        drop(second);
        assert_eq!(budget.held(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_beyond_its_estimate_counts_in_full() {
        let budget = Budget::new(100);
        let mut held = budget.take(1_000, MOMENT).await.unwrap();
        assert_eq!(held.amount(), 100, "the whole budget");
        held.correct(150);
        assert_eq!(budget.held(), 150);
        assert!(budget.take(0, MOMENT).await.is_none());
        held.correct(99);
        assert!(budget.take(1, MOMENT).await.is_some());
    }
}
