//! Product events that wait while the bus does not take them, and are sent when it does.

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kit::bus::{Bus, BusError};
use kit::run::App;
use prometheus::{IntCounter, IntGauge};
use proto::analytics::v1::ProductEventTracked;
use tokio::sync::Notify;
use uuid::Uuid;

/// The most that wait; beyond either bound the oldest are dropped.
const MOST_EVENTS: usize = 10_000;
const MOST_EVENT_BYTES: usize = 16 << 20;
/// The memory of an event beside its texts.
const OVERHEAD: usize = 256;
/// How long the bus may take for one.
const LONGEST_SEND: Duration = Duration::from_secs(3);
/// The shortest and the longest pause after a failure.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));
/// How often a task that waits for the end of the queue looks at it.
const LOOK: Duration = Duration::from_millis(50);

static WAITING: LazyLock<IntGauge> = LazyLock::new(|| {
    prometheus::register_int_gauge!(
        "gateway_events_waiting",
        "Product events that wait until the bus takes them"
    )
    .expect("each metric is registered once, by its own static")
});
static DROPPED: LazyLock<IntCounter> = LazyLock::new(|| {
    prometheus::register_int_counter!(
        "gateway_events_dropped_total",
        "Product events that were dropped because too many waited"
    )
    .expect("each metric is registered once, by its own static")
});

/// Events in the order in which they were accepted.
#[derive(Default)]
pub struct WaitingEvents {
    queue: Mutex<Queue>,
    arrived: Notify,
}

#[derive(Default)]
struct Queue {
    events: VecDeque<(Uuid, ProductEventTracked)>,
    bytes: usize,
}

impl WaitingEvents {
    /// An empty queue, and a task that sends what arrives in it for as long as the process runs.
    pub fn start(app: &App, bus: &Bus) -> Arc<Self> {
        let waiting = Arc::new(Self::default());
        let (sent, bus, cut) = (Arc::clone(&waiting), bus.clone(), app.cut());
        app.spawn_attendant("waiting events", async move {
            cut.run_until_cancelled(sent.send(&bus)).await;
            let lost = sent.lock().events.len();
            if lost > 0 {
                tracing::warn!(lost, "product events were not sent before the end");
            }
        });
        waiting
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.lock().events.is_empty()
    }

    /// Waits until nothing waits any more.
    pub async fn emptied(&self) {
        while !self.is_empty() {
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Adds an event at the end. Its id is that of an attempt to send it before, so that it counts once.
    pub fn push(&self, id: Uuid, event: ProductEventTracked) {
        let mut queue = self.lock();
        queue.bytes += size(&event);
        queue.events.push_back((id, event));
        let mut dropped = 0;
        while queue.events.len() > MOST_EVENTS || queue.bytes > MOST_EVENT_BYTES {
            queue.pop();
            dropped += 1;
        }
        WAITING.set(queue.events.len() as i64);
        drop(queue);
        DROPPED.inc_by(dropped);
        self.arrived.notify_one();
    }

    async fn send(&self, bus: &Bus) {
        let (shortest, longest) = PAUSES;
        let mut pause = shortest;
        loop {
            let oldest = self.lock().events.front().cloned();
            let Some((id, event)) = oldest else {
                self.arrived.notified().await;
                continue;
            };
            match tokio::time::timeout(LONGEST_SEND, bus.publish(&event, id)).await {
                Ok(Ok(_)) => self.remove(id),
                // Another attempt would be refused, too.
                Ok(Err(error @ BusError::Refused(_))) => {
                    tracing::error!(%error, "a product event cannot be sent");
                    self.remove(id);
                }
                Ok(Err(_)) | Err(_) => {
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(longest);
                    continue;
                }
            }
            pause = shortest;
        }
    }

    /// Removes the oldest event, unless it was dropped meanwhile.
    fn remove(&self, id: Uuid) {
        let mut queue = self.lock();
        if queue.events.front().is_some_and(|(oldest, _)| *oldest == id) {
            queue.pop();
        }
        WAITING.set(queue.events.len() as i64);
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn pop(&mut self) {
        if let Some((_, event)) = self.events.pop_front() {
            self.bytes -= size(&event);
        }
    }
}

/// The memory that an event takes.
pub fn size(event: &ProductEventTracked) -> usize {
    let optional = [&event.user_id, &event.log_rocket_session_url, &event.pathname];
    let optional: usize = optional.into_iter().flatten().map(String::len).sum();
    OVERHEAD + event.name.len() + event.properties_json.len() + optional
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(number: usize, properties: usize) -> ProductEventTracked {
        ProductEventTracked {
            name: number.to_string(),
            properties_json: " ".repeat(properties),
            ..ProductEventTracked::default()
        }
    }

    #[test]
    fn the_oldest_are_dropped_beyond_the_bounds() {
        let waiting = WaitingEvents::default();
        for number in 0..MOST_EVENTS + 3 {
            waiting.push(kit::id::new(), event(number, 0));
        }
        assert_eq!(waiting.lock().events.len(), MOST_EVENTS);
        assert_eq!(waiting.lock().events[0].1.name, "3");
        for number in 0..300 {
            waiting.push(kit::id::new(), event(number, 64 << 10));
        }
        let queue = waiting.lock();
        assert!(queue.bytes <= MOST_EVENT_BYTES && queue.events.len() > 200, "{}", queue.bytes);
        let bytes: usize = queue.events.iter().map(|(_, event)| size(event)).sum();
        assert_eq!(queue.bytes, bytes);
    }

    #[test]
    fn only_the_event_that_was_sent_is_removed() {
        let waiting = WaitingEvents::default();
        let (first, second) = (kit::id::new(), kit::id::new());
        waiting.push(first, event(1, 0));
        waiting.push(second, event(2, 0));
        waiting.remove(second);
        assert_eq!(waiting.lock().events.len(), 2, "it is not the oldest");
        waiting.remove(first);
        waiting.remove(second);
        assert!(waiting.is_empty() && waiting.lock().bytes == 0);
    }
}
