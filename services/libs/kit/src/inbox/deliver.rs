//! Handles a delivered message: it is acknowledged, retried, or stored as a dead letter.

use std::time::Duration;

use async_nats::jetstream::{AckKind, Message};

use super::{HandlerError, Running, Step, apply, dead_letters};
use crate::bus::Envelope;
use crate::db::DbError;
use crate::failpoint;
use crate::telemetry;

/// The time limit of one attempt; shorter than the server waits for an acknowledgement.
const ATTEMPT: Duration = Duration::from_secs(10);

pub(super) async fn handle(consumer: &Running, message: Message) {
    let name = consumer.durable.name;
    let (sequence, deliveries) = match message.info() {
        // Nothing is acknowledged: the acknowledgement would be for another's consumer.
        Ok(info) if !is_own(consumer, info.stream, info.consumer) => {
            dead_letters::count(name, "forged");
            tracing::error!(
                consumer = name,
                stream = info.stream,
                "a delivery of another consumer"
            );
            return;
        }
        Ok(info) => (info.stream_sequence, info.delivered),
        Err(error) => {
            tracing::warn!(consumer = name, %error, "a message without a position");
            return;
        }
    };
    let mut envelope = match Envelope::read(message.headers.as_ref()) {
        Ok(envelope) => envelope,
        Err(error) => return dead_letter(consumer, &message, &error.to_string()).await,
    };
    let subject = consumer.bus.own_subject(&message.subject);
    if let Err(error) = envelope.check_subject(subject) {
        return dead_letter(consumer, &message, &error.to_string()).await;
    }
    let Some(step) = consumer.steps.get(envelope.ce_type.as_str()) else {
        dead_letters::count(name, "unknown");
        if consumer.is_first_unknown(&envelope.ce_type) {
            tracing::debug!(
                consumer = name,
                ce_type = envelope.ce_type,
                "events without a handler"
            );
        }
        return answer(&message, AckKind::Ack).await;
    };
    if deliveries > dead_letters::MOST_DELIVERIES {
        return dead_letter(consumer, &message, "delivered repeatedly without an acknowledgement")
            .await;
    }
    envelope.sequence = Some(sequence);
    envelope.deliveries = deliveries;
    let span = || tracing::info_span!("bus.consume", consumer = name, subject);
    let trace = telemetry::begin(&envelope.carried, span);
    trace.run(attempt(consumer, &message, &envelope, step)).await;
}

/// Whether a delivery comes from the consumer's own stream, by its own durable.
fn is_own(consumer: &Running, stream: &str, durable: &str) -> bool {
    durable == consumer.durable.name
        && stream == consumer.bus.stream_name(consumer.durable.stream.name)
}

async fn attempt(consumer: &Running, message: &Message, envelope: &Envelope<()>, step: &Step) {
    let (name, deliveries) = (consumer.durable.name, envelope.deliveries);
    loop {
        let applied = apply::apply(&consumer.db, name, envelope.clone(), &message.payload, step);
        let outcome = tokio::time::timeout(ATTEMPT, applied).await;
        match outcome.unwrap_or_else(|_| Err(DbError::Timeout.into())) {
            Ok(first) => {
                dead_letters::count(name, if first { "handled" } else { "repeated" });
                return answer(message, AckKind::Ack).await;
            }
            Err(HandlerError::Skip(reason)) => {
                tracing::debug!(consumer = name, reason, "event skipped");
                dead_letters::count(name, "skipped");
                return answer(message, AckKind::Ack).await;
            }
            Err(HandlerError::Poison(reason)) => {
                return dead_letter(consumer, message, &reason).await;
            }
            Err(HandlerError::Away(error)) => {
                tracing::debug!(consumer = name, %error, "consumer waits");
                dead_letters::count(name, "waited");
                if consumer.stopping.is_cancelled() {
                    return hand_back(message).await;
                }
                // Other events would fail as well: wait here, and keep the message.
                answer(message, AckKind::Progress).await;
                let pause = Duration::from_millis(rand::random_range(100..1_000));
                consumer.stopping.run_until_cancelled(tokio::time::sleep(pause)).await;
            }
            Err(HandlerError::Retry { after, source }) => {
                tracing::warn!(consumer = name, event = %envelope.id, deliveries, error = %source, "event failed");
                dead_letters::count(name, "failed");
                let retry_pauses = &consumer.bus.redelivery.retry_pauses;
                return match retry_pauses.get((deliveries - 1).max(0) as usize) {
                    None => dead_letter(consumer, message, &source.to_string()).await,
                    Some(pause) => {
                        answer(message, AckKind::Nak(Some(after.unwrap_or(*pause)))).await;
                    }
                };
            }
        }
    }
}

/// Returns the message for another process.
pub(super) async fn hand_back(message: &Message) {
    answer(message, AckKind::Nak(Some(Duration::from_millis(100)))).await;
}

/// A lost acknowledgement causes one more delivery, which the inbox skips.
async fn answer(message: &Message, kind: AckKind) {
    failpoint::reach("inbox.answer");
    let _ = message.ack_with(kind).await;
    failpoint::reach("inbox.answered");
}

async fn dead_letter(consumer: &Running, message: &Message, reason: &str) {
    match dead_letters::keep(&consumer.bus, consumer.durable, message, reason).await {
        Ok(()) => answer(message, AckKind::Term).await,
        Err(error) => {
            tracing::warn!(consumer = consumer.durable.name, %error, "the dead letter cannot be kept yet");
            answer(message, AckKind::Nak(Some(Duration::from_secs(5)))).await;
        }
    }
}
