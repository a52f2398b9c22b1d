//! Product events that browsers report.

use std::time::Duration;

use kit::bus::BusError;
use kit::clock::DAY_MILLISECONDS;
use kit::config::Secret;
use kit::error::Problem;
use kit::pseudonym::pseudonym;
use proto::analytics::v1::ProductEventTracked;
use proto::events::Event;
use serde::Deserialize;
use serde_json::{Map, Value};
use ts_rs::TS;

use super::fields;
use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::registry::Registry;

/// Below the deadline of the call, so that a silent bus can be distinguished from a slow gateway.
const ACKNOWLEDGED_WITHIN: Duration = Duration::from_millis(1_500);
const LONGEST_EVENT_NAME: usize = 100;
const LONGEST_ADDRESS: usize = 2_048;
/// The most bytes of an event as it is sent to the bus.
const LARGEST_EVENT: usize = 8 << 10;
/// The extra bytes of a large count over the count of a single event.
const LARGEST_COUNT: usize = 4;

/// An action of a visitor.
#[derive(Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProductEvent {
    name: String,
    #[serde(default)]
    #[ts(optional = nullable)]
    log_rocket_session_url: Option<String>,
    #[ts(type = "{ pathname: string; [property: string]: unknown }")]
    properties: Map<String, Value>,
}

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.mutation("analytics.track", Access::Public).tracking().answer(track);
}

async fn track(context: CallContext, input: ProductEvent) -> Result<(), Problem> {
    let (event, id) = (event(&context, input)?, kit::id::new());
    let Some(event) = context.event_sample.sample(&context.counted, event) else { return Ok(()) };
    // Behind events that wait already it waits, too, so that their order stays.
    if context.waiting_events.is_empty() {
        let sent = context.bus.publish(&event, id);
        match tokio::time::timeout(ACKNOWLEDGED_WITHIN, sent).await {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(refused @ BusError::Refused(_))) => return Err(refused.into()),
            Ok(Err(_)) | Err(_) => {}
        }
    }
    context.waiting_events.push(id, event);
    Ok(())
}

fn event(context: &CallContext, input: ProductEvent) -> Result<ProductEventTracked, Problem> {
    fields::line("name", &input.name, LONGEST_EVENT_NAME)?;
    if input.name.is_empty() {
        return Err(Problem::invalid("name_missing", "name must not be empty"));
    }
    let recording = input.log_rocket_session_url;
    fields::line("logRocketSessionUrl", recording.as_deref().unwrap_or_default(), LONGEST_ADDRESS)?;
    let pathname = match input.properties.get("pathname") {
        Some(Value::String(pathname)) if !pathname.is_empty() => pathname.clone(),
        _ => {
            let message = "properties.pathname: must be a text that is not empty";
            return Err(Problem::invalid("pathname_invalid", message));
        }
    };
    fields::line("pathname", &pathname, LONGEST_ADDRESS)?;
    let properties_json = serde_json::to_string(&input.properties).map_err(Problem::internal)?;
    let (now, secret) = (context.clock.now_milliseconds(), context.config.auth_secret.present());
    let caller = context.caller.as_ref();
    let event = ProductEventTracked {
        name: input.name,
        user_id: caller.map(|caller| pseudonym_of_week(&secret, &caller.user.id, now)),
        log_rocket_session_url: recording,
        pathname: Some(pathname),
        properties_json,
        received_at: now,
        count: 1,
    };
    if size(&event) + LARGEST_COUNT > LARGEST_EVENT {
        let message = format!("the event must not exceed {} KiB", LARGEST_EVENT >> 10);
        return Err(Problem::invalid("event_too_large", message));
    }
    Ok(event)
}

/// The pseudonym of a user at this moment in milliseconds. It counts people, and each Monday it becomes another, so that no events
/// show a person for longer.
fn pseudonym_of_week(secret: &Secret, user_id: &str, now: i64) -> String {
    // The epoch began on a Thursday.
    let week = (now.div_euclid(DAY_MILLISECONDS) + 3).div_euclid(7);
    pseudonym(secret, &format!("product events of week {week}"), user_id)
}

fn size(event: &impl Event) -> usize {
    event.encoded_len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pseudonym_lasts_from_monday_to_sunday() {
        // The second Monday of the epoch.
        let monday = 11 * DAY_MILLISECONDS;
        let at = |now| pseudonym_of_week(&Secret::new("secret"), "ann", now);
        for later in [1, 3 * DAY_MILLISECONDS, 7 * DAY_MILLISECONDS - 1] {
            assert_eq!(at(monday + later), at(monday));
        }
        for other in [monday - 1, monday + 7 * DAY_MILLISECONDS] {
            assert_ne!(at(other), at(monday));
        }
    }
}
