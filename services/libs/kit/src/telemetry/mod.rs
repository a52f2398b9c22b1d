//! Logs, traces and metrics of a process: starts them, and flushes them when it ends.

mod log;
mod trace;

use std::time::Duration;

use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::trace::SdkTracerProvider;
use prometheus::{Registry, TextEncoder};
use tracing::level_filters::LevelFilter;
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::filter::{FilterExt, Targets, filter_fn};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

use crate::config::{ConfigError, Env};
use crate::private_ca::PrivateCa;

#[cfg(test)]
pub(crate) use log::tests::lines_of;
pub(crate) use trace::carried_trace_id;
pub use trace::{Incoming, Trace, begin, detail, headers, inject, trace_id};

const FLUSH_DEADLINE: Duration = Duration::from_secs(3);

/// Keeps telemetry going until it is flushed.
pub struct Telemetry {
    provider: Option<SdkTracerProvider>,
}

/// Starts logs and traces; traces leave the process where an endpoint is set.
/// Must be called inside the runtime: the exporter's connection lives there.
pub fn init(
    service: &'static str,
    env: &mut Env,
    private_ca: &PrivateCa,
) -> Result<Telemetry, ConfigError> {
    // The client of the bus logs at each attempt what the kit logs once.
    let usual =
        Targets::new().with_default(Level::INFO).with_target("async_nats", LevelFilter::OFF);
    let levels: Targets = env.parsed("LOG", usual)?;
    let provider = trace::provider(service, env, private_ca)?;
    // A second start in one process (tests) keeps the first subscriber.
    let _ = match &provider {
        // An optional layer would create every span of a library for nothing.
        None => registry().with(lines(service, levels)).try_init(),
        Some(provider) => {
            let traces = tracing_opentelemetry::layer()
                .with_tracer(provider.tracer(service))
                .with_location(false)
                .with_threads(false)
                // Both would touch each span at each of its polls.
                .with_tracked_inactivity(false)
                .with_context_activation(false)
                .with_filter(trace::only_ours(service));
            registry().with(traces).with(lines(service, levels)).try_init()
        }
    };
    Ok(Telemetry { provider })
}

/// Log lines carry the trace, not the fields of spans, so no fields are recorded.
fn lines<S>(service: &'static str, levels: Targets) -> impl Layer<S>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    // Without its own level it would hide the levels of the others, and every event would be inspected.
    let events = filter_fn(is_event).with_max_level_hint(LevelFilter::TRACE);
    fmt::layer().event_format(log::Json { service }).with_filter(levels.and(events))
}

fn is_event(metadata: &Metadata<'_>) -> bool {
    metadata.is_event()
}

impl Telemetry {
    /// Sends what is queued. Off the async threads: the exporter waits for one of them.
    pub async fn flush(self) {
        let Some(provider) = self.provider else {
            return;
        };
        let flushed =
            tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(FLUSH_DEADLINE));
        if let Ok(Err(error)) = flushed.await {
            eprintln!("the last traces may be lost: {error}");
        }
    }
}

/// The registry of the process.
pub fn metrics() -> &'static Registry {
    prometheus::default_registry()
}

/// All metrics as Prometheus reads them.
pub fn exposition() -> String {
    TextEncoder::new().encode_to_string(&metrics().gather()).unwrap_or_default()
}
