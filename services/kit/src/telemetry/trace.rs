//! Traces: where they go, and how they cross process borders.

use std::collections::HashMap;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator};
use opentelemetry::trace::TraceContextExt;
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{
    BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracerProvider,
};
use tracing::{Level, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::filter::Targets;

use crate::config::{ConfigError, Env};

const EXPORT_DEADLINE: Duration = Duration::from_secs(2);
const QUEUE: usize = 16_384;

/// Gives every request its trace. Without an endpoint the ids are for the log lines and the answers alone.
pub(super) fn provider(
    service: &'static str,
    env: &mut Env,
) -> Result<SdkTracerProvider, ConfigError> {
    let ratio = env.parsed("TRACE_SAMPLE_RATIO", 0.01_f64)?;
    if !(0.0..=1.0).contains(&ratio) {
        return Err(ConfigError::new("TRACE_SAMPLE_RATIO", "must lie between 0 and 1"));
    }
    let name = "OTEL_EXPORTER_OTLP_ENDPOINT";
    let Some(endpoint) = env.text(name)? else {
        return Ok(SdkTracerProvider::builder().with_sampler(Sampler::AlwaysOff).build());
    };
    let exporter = SpanExporter::builder()
        .with_tonic()
        .with_endpoint(endpoint)
        .with_timeout(EXPORT_DEADLINE)
        .build()
        .map_err(|problem| ConfigError::new(name, format!("is not valid: {problem}")))?;
    let batch = BatchConfigBuilder::default()
        .with_max_queue_size(QUEUE)
        .with_scheduled_delay(Duration::from_secs(1))
        .build();
    let processor = BatchSpanProcessor::builder(exporter).with_batch_config(batch).build();
    Ok(SdkTracerProvider::builder()
        .with_sampler(Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(ratio))))
        .with_resource(Resource::builder().with_service_name(service).build())
        .with_span_processor(processor)
        .build())
}

/// Spans of the libraries below us are noise in a trace; ours carry what matters.
pub(super) fn only_ours(service: &'static str) -> Targets {
    Targets::new().with_target("kit", Level::INFO).with_target(service, Level::INFO)
}

/// The headers that carry the current trace to another process.
pub fn headers() -> HashMap<String, String> {
    let mut headers = HashMap::new();
    TraceContextPropagator::new().inject_context(&Span::current().context(), &mut headers);
    headers
}

/// Puts the current trace into the headers of a request.
pub fn inject(headers: &mut HeaderMap) {
    let context = Span::current().context();
    if context.span().span_context().is_valid() {
        TraceContextPropagator::new().inject_context(&context, &mut Outgoing(headers));
    }
}

/// Makes the span a child of the trace that the headers carry.
pub fn adopt(span: &Span, headers: &dyn Extractor) {
    if headers.get("traceparent").is_none() {
        return;
    }
    let context = TraceContextPropagator::new().extract(headers);
    if context.span().span_context().is_valid() {
        // It fails only without a trace layer, where there is nothing to connect.
        let _ = span.set_parent(context);
    }
}

/// Notes on the span that it follows from the trace that the headers carry.
pub fn link(span: &Span, headers: &HashMap<String, String>) {
    let context = TraceContextPropagator::new().extract(headers);
    span.add_link(context.span().span_context().clone());
}

/// The headers of a request that arrived.
pub struct Incoming<'a>(pub &'a HeaderMap);

impl Extractor for Incoming<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}

struct Outgoing<'a>(&'a mut HeaderMap);

impl Injector for Outgoing<'_> {
    fn set(&mut self, key: &str, value: String) {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(key), HeaderValue::try_from(value)) {
            self.0.insert(name, value);
        }
    }
}

/// The id of the current trace, if there is one.
pub fn trace_id() -> Option<String> {
    let context = Span::current().context();
    let span = context.span();
    let span = span.span_context();
    span.is_valid().then(|| span.trace_id().to_string())
}
