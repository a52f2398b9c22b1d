//! Logs, traces and metrics.

mod log;
mod trace;

use std::time::Duration;

use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::trace::SdkTracerProvider;
use prometheus::{Registry, TextEncoder};
use tracing_subscriber::fmt::format::debug_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::config::{ConfigError, Env};

pub use trace::{Incoming, adopt, headers, inject, link, trace_id};

const FLUSH_DEADLINE: Duration = Duration::from_secs(3);

/// Keeps telemetry going until it is flushed.
pub struct Telemetry {
    provider: SdkTracerProvider,
}

/// Starts logs and traces; traces leave the process where an endpoint is set.
/// Must be called inside the runtime: the exporter's connection lives there.
pub fn init(service: &'static str, env: &mut Env) -> Result<Telemetry, ConfigError> {
    let filter = env.parsed("LOG", "info".to_owned())?;
    let filter = EnvFilter::try_new(&filter)
        .map_err(|problem| ConfigError::new("LOG", format!("is not valid: {problem}")))?;
    let provider = trace::provider(service, env)?;
    let traces = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer(service))
        .with_location(false)
        .with_threads(false)
        .with_filter(trace::only_ours(service));
    // Lines carry the trace, not the fields of spans: writing those out for each span would be for nothing.
    let lines = tracing_subscriber::fmt::layer()
        .event_format(log::Json { service })
        .fmt_fields(debug_fn(|_, _, _| Ok(())));
    // A second start in one process (tests) keeps the first subscriber.
    let _ = tracing_subscriber::registry().with(traces).with(lines.with_filter(filter)).try_init();
    Ok(Telemetry { provider })
}

impl Telemetry {
    /// Sends what is queued. Off the async threads: the exporter waits for one of them.
    pub async fn flush(self) {
        let flushed = tokio::task::spawn_blocking(move || {
            self.provider.shutdown_with_timeout(FLUSH_DEADLINE)
        });
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
