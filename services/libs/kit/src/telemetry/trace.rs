//! Traces: where they go, and how they cross process borders.

use std::collections::HashMap;
use std::future::Future;
use std::sync::OnceLock;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use opentelemetry::Context;
use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator};
use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithTonicConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{
    BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracerProvider,
};
use tonic::transport::{Certificate, ClientTlsConfig};
use tracing::{Instrument, Level, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::filter::Targets;

use crate::config::{ConfigError, Env};
use crate::plain_links;
use crate::private_ca::PrivateCa;

const EXPORT_DEADLINE: Duration = Duration::from_secs(2);
const QUEUE: usize = 16_384;

/// The part of the traces that begin here which leaves the process; none before it is known.
static RATIO: OnceLock<f64> = OnceLock::new();

tokio::task_local! {
    /// The trace of a request that is not sampled. It has ids and no spans.
    static QUIET: SpanContext;
}

/// The way out for traces, where an endpoint is set.
pub(super) fn provider(
    service: &'static str,
    env: &mut Env,
    private_ca: &PrivateCa,
) -> Result<Option<SdkTracerProvider>, ConfigError> {
    let ratio = env.parsed("TRACE_SAMPLE_RATIO", 0.01_f64)?;
    if !(0.0..=1.0).contains(&ratio) {
        return Err(ConfigError::new("TRACE_SAMPLE_RATIO", "must be between 0 and 1"));
    }
    let name = "OTEL_EXPORTER_OTLP_ENDPOINT";
    let Some(endpoint) = env.text(name)? else {
        return Ok(None);
    };
    plain_links::check(env, name, &endpoint)?;
    let is_secure = endpoint.starts_with("https://");
    let mut exporter =
        SpanExporter::builder().with_tonic().with_endpoint(endpoint).with_timeout(EXPORT_DEADLINE);
    if is_secure {
        exporter = exporter.with_tls_config(trusted(private_ca));
    }
    let exporter = exporter
        .build()
        .map_err(|problem| ConfigError::new(name, format!("is not valid: {problem}")))?;
    let batch = BatchConfigBuilder::default()
        .with_max_queue_size(QUEUE)
        .with_scheduled_delay(Duration::from_secs(1))
        .build();
    let processor = BatchSpanProcessor::builder(exporter).with_batch_config(batch).build();
    RATIO.get_or_init(|| ratio);
    // Spans are made of sampled traces alone: `begin` decides.
    Ok(Some(
        SdkTracerProvider::builder()
            .with_sampler(Sampler::ParentBased(Box::new(Sampler::AlwaysOn)))
            .with_resource(Resource::builder().with_service_name(service).build())
            .with_span_processor(processor)
            .build(),
    ))
}

/// The authorities that may have issued the certificate of the collector: the operator's, as it is at start, or those
/// of the system.
fn trusted(private_ca: &PrivateCa) -> ClientTlsConfig {
    match private_ca.pem() {
        Some(pem) => ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem.as_bytes())),
        None => ClientTlsConfig::new().with_native_roots(),
    }
}

/// Spans of the libraries below us are noise in a trace; ours carry what matters.
pub(super) fn only_ours(service: &'static str) -> Targets {
    Targets::new().with_target("kit", Level::INFO).with_target(service, Level::INFO)
}

/// The trace of one request, one event or one job.
pub struct Trace {
    /// Its span; none if it is not sampled.
    pub span: Span,
    quiet: SpanContext,
}

/// Goes on with the trace that the headers carry, or begins one. Every trace has its ids; spans are made
/// where they leave the process only, for they cost more than all else that the kit does for a request.
pub fn begin(headers: &dyn Extractor, make: impl FnOnce() -> Span) -> Trace {
    let carried = carried(headers);
    let parent = carried.span().span_context().clone();
    let known = parent.is_valid();
    let ratio = RATIO.get().copied();
    let drawn = || rand::random_bool(ratio.unwrap_or_default());
    let sampled = if known { parent.is_sampled() } else { drawn() };
    if sampled && ratio.is_some() {
        let span = make();
        if known {
            // It fails only without a trace layer, and then there is no trace to connect.
            let _ = span.set_parent(carried);
        }
        return Trace { span, quiet: SpanContext::NONE };
    }
    let trace = if known { parent.trace_id() } else { TraceId::from(rand::random::<u128>()) };
    let span = SpanId::from(rand::random::<u64>());
    let flags = TraceFlags::default().with_sampled(sampled);
    let quiet = SpanContext::new(trace, span, flags, false, parent.trace_state().clone());
    Trace { span: Span::none(), quiet }
}

impl Trace {
    /// Does the work as a part of the trace.
    pub async fn run<F: Future>(&self, work: F) -> F::Output {
        if self.quiet.is_valid() {
            QUIET.scope(self.quiet.clone(), work).await
        } else {
            work.instrument(self.span.clone()).await
        }
    }
}

/// A span below the current one; an empty span outside of a trace.
pub fn detail(make: impl FnOnce() -> Span) -> Span {
    if Span::current().is_none() { Span::none() } else { make() }
}

/// Where the present work stands in its trace.
pub(super) fn current() -> SpanContext {
    QUIET
        .try_with(Clone::clone)
        .unwrap_or_else(|_| Span::current().context().span().span_context().clone())
}

/// The id of the current trace, if there is one.
pub fn trace_id() -> Option<String> {
    let current = current();
    current.is_valid().then(|| current.trace_id().to_string())
}

/// The id of the trace that the headers of a received call carry, if there is one.
pub fn carried_trace_id(headers: &HeaderMap) -> Option<String> {
    let context = carried(&Incoming(headers));
    let carried = context.span().span_context().clone();
    carried.is_valid().then(|| carried.trace_id().to_string())
}

/// The headers that carry the current trace to another process.
pub fn headers() -> HashMap<String, String> {
    let mut headers = HashMap::new();
    carry(&mut headers);
    headers
}

/// Puts the current trace into the headers of a request.
pub fn inject(headers: &mut HeaderMap) {
    carry(&mut Outgoing(headers));
}

fn carry(headers: &mut dyn Injector) {
    let current = current();
    if current.is_valid() {
        let context = Context::new().with_remote_span_context(current);
        TraceContextPropagator::new().inject_context(&context, headers);
    }
}

fn carried(headers: &dyn Extractor) -> Context {
    match headers.get("traceparent") {
        Some(_) => TraceContextPropagator::new().extract_with_context(&Context::new(), headers),
        None => Context::new(),
    }
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
