//! Product events beyond the rate of their sender: of each sender the last one is held, and stands for all that were dropped,
//! unless an event within the rate comes first and says how many they were.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kit::run::App;
use prometheus::IntCounter;
use proto::analytics::v1::ProductEventTracked;
use tokio::time::Instant;

use crate::call::principal::Principal;
use crate::call::rate_limiter::CountedCall;
use crate::listener::timeouts::LAST_REQUESTS;
use crate::waiting_events::{WaitingEvents, size};

/// The most senders that are remembered; the events of further ones are counted by the metric alone.
const MOST_SENDERS: usize = 10_000;
/// The most bytes of the held events of all senders.
const MOST_HELD_BYTES: usize = 16 << 20;
/// The time without an event of its sender after which the held one is published.
const SILENCE: Duration = Duration::from_secs(5);
/// How often such senders are looked for.
const PAUSE: Duration = Duration::from_secs(1);
/// After the stop and the last requests, the time for the bus to take what is held.
const LAST_SENDS: Duration = Duration::from_secs(3);

static SAMPLED_OUT: LazyLock<IntCounter> = LazyLock::new(|| {
    prometheus::register_int_counter!(
        "gateway_events_sampled_out_total",
        "Product events that were dropped because they were beyond the rate of their sender"
    )
    .expect("each metric is registered once, by its own static")
});

/// The dropped events of each sender since its last event that was not dropped.
#[derive(Default)]
pub struct EventSample {
    dropped: Mutex<Dropped>,
}

#[derive(Default)]
struct Dropped {
    by_sender: HashMap<Principal, SenderEvents>,
    /// The bytes of the held events.
    bytes: usize,
    /// Whether the last held events were published: another one would stay.
    is_over: bool,
}

struct SenderEvents {
    count: u32,
    /// The last of them that had room.
    last: ProductEventTracked,
    dropped_at: Instant,
}

impl EventSample {
    /// An empty sample, and a task that publishes the held events of senders that fell silent, and of all at the stop.
    pub fn start(app: &App, waiting: &Arc<WaitingEvents>) -> Arc<Self> {
        let sample = Arc::new(Self::default());
        let (held, waiting, stopping) = (Arc::clone(&sample), Arc::clone(waiting), app.stopping());
        app.spawn("event sample", async move {
            while stopping.run_until_cancelled(tokio::time::sleep(PAUSE)).await.is_some() {
                held.publish_silent(SILENCE, &waiting);
            }
            tokio::time::sleep(LAST_REQUESTS).await;
            held.publish_last(&waiting);
            let _ = tokio::time::timeout(LAST_SENDS, waiting.emptied()).await;
        });
        sample
    }

    /// The event with the number that it stands for; none if it is dropped.
    pub fn sample(
        &self,
        call: &CountedCall,
        event: ProductEventTracked,
    ) -> Option<ProductEventTracked> {
        let mut dropped = self.lock();
        if !call.is_over_rate || dropped.is_over {
            let before = dropped.take(&call.principal).map_or(0, |last| last.count);
            return Some(ProductEventTracked { count: before.saturating_add(1), ..event });
        }
        SAMPLED_OUT.inc();
        dropped.add(&call.principal, event);
        None
    }

    /// Lets the held events of senders that have been silent for that time wait for the bus.
    fn publish_silent(&self, silence: Duration, waiting: &WaitingEvents) {
        for event in self.take_silent(silence) {
            waiting.push(kit::id::new(), event);
        }
    }

    /// The same for all held events. Requests that are still answered have their events published one by one.
    fn publish_last(&self, waiting: &WaitingEvents) {
        for event in self.take_last() {
            waiting.push(kit::id::new(), event);
        }
    }

    fn take_silent(&self, silence: Duration) -> Vec<ProductEventTracked> {
        self.lock().take_silent(silence)
    }

    fn take_last(&self) -> Vec<ProductEventTracked> {
        let mut dropped = self.lock();
        dropped.is_over = true;
        dropped.take_silent(Duration::ZERO)
    }

    fn lock(&self) -> MutexGuard<'_, Dropped> {
        self.dropped.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Dropped {
    fn add(&mut self, sender: &Principal, event: ProductEventTracked) {
        let bytes = size(&event);
        if let Some(known) = self.by_sender.get_mut(sender) {
            known.count = known.count.saturating_add(1);
            known.dropped_at = Instant::now();
            let without = self.bytes - size(&known.last);
            if without + bytes <= MOST_HELD_BYTES {
                self.bytes = without + bytes;
                known.last = event;
            }
        } else if self.by_sender.len() < MOST_SENDERS && self.bytes + bytes <= MOST_HELD_BYTES {
            self.bytes += bytes;
            let first = SenderEvents { count: 1, last: event, dropped_at: Instant::now() };
            self.by_sender.insert(sender.clone(), first);
        }
    }

    fn take_silent(&mut self, silence: Duration) -> Vec<ProductEventTracked> {
        let silent = self.by_sender.iter().filter(|(_, one)| one.dropped_at.elapsed() >= silence);
        let senders: Vec<Principal> = silent.map(|(sender, _)| sender.clone()).collect();
        senders.iter().filter_map(|sender| self.take(sender)).collect()
    }

    /// The held event of a sender, with the number of those that were dropped, itself included.
    fn take(&mut self, sender: &Principal) -> Option<ProductEventTracked> {
        let SenderEvents { count, last, .. } = self.by_sender.remove(sender)?;
        self.bytes -= size(&last);
        Some(ProductEventTracked { count, ..last })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn call(sender: usize, is_over_rate: bool) -> CountedCall {
        let principal = Principal::User(sender.to_string());
        CountedCall { principal, network: [192, 0, 2, 1].into(), is_over_rate }
    }

    fn event(name: &str) -> ProductEventTracked {
        ProductEventTracked { name: name.to_owned(), ..ProductEventTracked::default() }
    }

    /// How many events one of a sender stands for; none if it is dropped.
    fn count(sample: &EventSample, sender: usize, is_over_rate: bool) -> Option<u32> {
        Some(sample.sample(&call(sender, is_over_rate), event("x"))?.count)
    }

    #[test]
    fn the_next_event_of_a_sender_stands_for_those_that_were_dropped() {
        let sample = EventSample::default();
        assert_eq!(count(&sample, 1, false), Some(1));
        for _ in 0..3 {
            assert_eq!(count(&sample, 1, true), None);
        }
        assert_eq!(count(&sample, 2, false), Some(1));
        assert_eq!(count(&sample, 1, false), Some(4));
        assert_eq!(count(&sample, 1, false), Some(1));
        assert!(sample.take_silent(Duration::ZERO).is_empty(), "they are said once");
    }

    #[tokio::test(start_paused = true)]
    async fn the_last_event_of_a_silent_sender_stands_for_those_that_were_dropped() {
        let sample = EventSample::default();
        for name in ["first", "last"] {
            assert!(sample.sample(&call(1, true), event(name)).is_none());
            tokio::time::sleep(SILENCE / 2).await;
        }
        assert!(sample.take_silent(SILENCE).is_empty(), "it is not silent yet");
        tokio::time::sleep(SILENCE / 2).await;
        let published = sample.take_silent(SILENCE);
        assert_eq!(published, [ProductEventTracked { count: 2, ..event("last") }]);
        assert_eq!(count(&sample, 1, false), Some(1), "they are said once");
    }

    #[test]
    fn events_after_the_last_held_ones_are_published_one_by_one() {
        let sample = EventSample::default();
        assert_eq!(count(&sample, 1, true), None);
        let last = sample.take_last();
        assert_eq!(last, [ProductEventTracked { count: 1, ..event("x") }]);
        for is_over_rate in [true, false, true] {
            assert_eq!(count(&sample, 1, is_over_rate), Some(1));
        }
        assert!(sample.take_last().is_empty());
    }

    #[test]
    fn so_many_senders_are_remembered() {
        let sample = EventSample::default();
        for sender in 0..MOST_SENDERS + 5 {
            assert_eq!(count(&sample, sender, true), None);
        }
        assert_eq!(sample.lock().by_sender.len(), MOST_SENDERS);
        assert_eq!(count(&sample, MOST_SENDERS + 1, false), Some(1));
    }

    #[test]
    fn so_many_bytes_are_held() {
        let sample = EventSample::default();
        let large = ProductEventTracked { properties_json: " ".repeat(8_000), ..event("large") };
        for sender in 0..MOST_SENDERS {
            sample.sample(&call(sender, true), event("small"));
            sample.sample(&call(sender, true), large.clone());
        }
        let bytes = sample.lock().bytes;
        assert!((MOST_HELD_BYTES - 9_000..=MOST_HELD_BYTES).contains(&bytes), "{bytes}");
        let held = sample.take_silent(Duration::ZERO);
        assert!(held.len() > 1_000 && held.len() < MOST_SENDERS, "{}", held.len());
        assert_eq!(sample.lock().bytes, 0);
    }

    proptest! {
        #[test]
        fn every_event_of_a_remembered_sender_is_counted_once(
            sent in prop::collection::vec((0..3_usize, any::<bool>(), any::<bool>()), 0..100),
        ) {
            let sample = EventSample::default();
            let mut published = Vec::new();
            for &(sender, is_over_rate, is_silent) in &sent {
                published.extend(sample.sample(&call(sender, is_over_rate), event("x")));
                if is_silent {
                    published.extend(sample.take_silent(Duration::ZERO));
                }
            }
            published.extend(sample.take_silent(Duration::ZERO));
            let counted: u32 = published.iter().map(|event| event.count).sum();
            prop_assert_eq!(counted as usize, sent.len());
        }
    }
}
