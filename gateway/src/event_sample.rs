//! Product events beyond the rate of their sender: they are dropped, and the next one of the sender says how many they were.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use prometheus::IntCounter;

use crate::call::principal::Principal;
use crate::call::rate_limiter::CountedCall;

/// So many senders are remembered; of further ones the metric alone counts.
const MOST_SENDERS: usize = 10_000;

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
    dropped: Mutex<HashMap<Principal, u32>>,
}

impl EventSample {
    /// How many events this one stands for; none if it is dropped.
    pub fn count(&self, call: &CountedCall) -> Option<u32> {
        let mut dropped = self.dropped.lock().unwrap_or_else(PoisonError::into_inner);
        if !call.is_over_rate {
            return Some(dropped.remove(&call.principal).unwrap_or_default().saturating_add(1));
        }
        SAMPLED_OUT.inc();
        if let Some(count) = dropped.get_mut(&call.principal) {
            *count = count.saturating_add(1);
        } else if dropped.len() < MOST_SENDERS {
            dropped.insert(call.principal.clone(), 1);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(sender: usize, is_over_rate: bool) -> CountedCall {
        let principal = Principal::User(sender.to_string());
        CountedCall { principal, network: [192, 0, 2, 1].into(), is_over_rate }
    }

    #[test]
    fn the_next_event_of_a_sender_stands_for_those_that_were_dropped() {
        let sample = EventSample::default();
        assert_eq!(sample.count(&call(1, false)), Some(1));
        for _ in 0..3 {
            assert_eq!(sample.count(&call(1, true)), None);
        }
        assert_eq!(sample.count(&call(2, false)), Some(1));
        assert_eq!(sample.count(&call(1, false)), Some(4));
        assert_eq!(sample.count(&call(1, false)), Some(1));
    }

    #[test]
    fn so_many_senders_are_remembered() {
        let sample = EventSample::default();
        for sender in 0..MOST_SENDERS + 5 {
            assert_eq!(sample.count(&call(sender, true)), None);
        }
        assert_eq!(sample.dropped.lock().unwrap().len(), MOST_SENDERS);
        assert_eq!(sample.count(&call(MOST_SENDERS + 1, false)), Some(1));
    }
}
