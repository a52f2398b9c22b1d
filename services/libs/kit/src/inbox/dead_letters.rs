//! Dead letters: events that could not be handled, stored whole with the reason.

use std::sync::LazyLock;

use async_nats::HeaderMap;
use async_nats::jetstream::Message;
use prometheus::IntCounterVec;
use proto::events::DEAD_LETTERS;

use super::Durable;
use crate::bus::{Bus, BusError};

/// An event that was delivered more often without an acknowledgement probably kills its process.
pub(super) const MOST_DELIVERIES: i64 = 50;

static HANDLED: LazyLock<IntCounterVec> = LazyLock::new(|| {
    prometheus::register_int_counter_vec!(
        "consumer_events_total",
        "Deliveries to a consumer by outcome",
        &["consumer", "outcome"]
    )
    .expect("the name is used once")
});
static DEAD: LazyLock<IntCounterVec> = LazyLock::new(|| {
    prometheus::register_int_counter_vec!(
        "dead_letters_total",
        "Events that a consumer gave up",
        &["consumer"]
    )
    .expect("the name is used once")
});

pub(super) fn count(consumer: &str, outcome: &str) {
    HANDLED.with_label_values(&[consumer, outcome]).inc();
}

/// Stores the message as `dlq.<consumer>.<subject>`; the same message again counts once.
pub(super) async fn keep(
    bus: &Bus,
    durable: &'static Durable,
    message: &Message,
    reason: &str,
) -> Result<(), BusError> {
    let mut headers = HeaderMap::new();
    for (name, values) in message.headers.iter().flat_map(HeaderMap::iter) {
        if let Some(value) = values.first() {
            headers.insert(name.clone(), value.clone());
        }
    }
    let (sequence, deliveries) =
        message.info().map_or((0, 0), |info| (info.stream_sequence, info.delivered));
    let id = headers.get("ce-id").map_or_else(|| sequence.to_string(), ToString::to_string);
    let reason: String = reason.chars().filter(|c| !c.is_control()).take(500).collect();
    headers.insert("dlq-reason", reason.as_str());
    headers.insert("dlq-deliveries", deliveries.to_string().as_str());
    headers.insert("dlq-stream-seq", sequence.to_string().as_str());
    headers.insert(async_nats::header::NATS_MESSAGE_ID, format!("{}/{id}", durable.name).as_str());
    let subject = format!("dlq.{}.{}", durable.name, bus.own_subject(&message.subject));
    bus.send(&DEAD_LETTERS, &subject, headers, message.payload.clone()).await?;
    DEAD.with_label_values(&[durable.name]).inc();
    count(durable.name, "buried");
    tracing::error!(consumer = durable.name, event = id, reason, "event became a dead letter");
    Ok(())
}
