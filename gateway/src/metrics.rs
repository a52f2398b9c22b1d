//! The metrics and traces of requests and procedures.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use http::{HeaderMap, Method, StatusCode};
use kit::telemetry::{Incoming, Trace};
use prometheus::{HistogramOpts, HistogramVec, IntGauge};
use tracing::Span;

const BUCKETS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];

static REQUESTS: LazyLock<HistogramVec> = LazyLock::new(|| {
    histogram("gateway_request_seconds", "Answered requests", &["route", "method", "status"])
});

static PROCEDURES: LazyLock<HistogramVec> = LazyLock::new(|| {
    histogram("gateway_procedure_seconds", "Answered calls", &["procedure", "code"])
});

static IN_FLIGHT: LazyLock<IntGauge> = LazyLock::new(|| {
    prometheus::register_int_gauge!("gateway_requests_in_flight", "Requests being answered")
        .expect("each metric is registered once, by its own static")
});

fn histogram(name: &str, help: &str, labels: &[&str]) -> HistogramVec {
    let options = HistogramOpts::new(name, help).buckets(BUCKETS.to_vec());
    let histogram = HistogramVec::new(options, labels).expect("names and labels are valid");
    kit::telemetry::metrics()
        .register(Box::new(histogram.clone()))
        .expect("each metric is registered once, by its own static");
    histogram
}

/// A request on its way.
pub struct RequestTimer {
    route: &'static str,
    method: &'static str,
    began: Instant,
}

impl RequestTimer {
    /// Starts the timer.
    pub fn begin(route: &'static str, method: &Method) -> Self {
        IN_FLIGHT.inc();
        Self { route, method: method_label(method), began: Instant::now() }
    }

    /// Counts the answer.
    pub fn end(self, status: StatusCode) {
        REQUESTS
            .with_label_values(&[self.route, self.method, status.as_str()])
            .observe(self.began.elapsed().as_secs_f64());
    }
}

/// A cancelled request is no longer in flight either.
impl Drop for RequestTimer {
    fn drop(&mut self) {
        IN_FLIGHT.dec();
    }
}

/// Counts an answered call; the name must be one of the registry.
pub fn procedure(name: &'static str, code: &'static str, took: Duration) {
    PROCEDURES.with_label_values(&[name, code]).observe(took.as_secs_f64());
}

/// The trace of a request, that of the browser where it names one.
pub fn trace(route: &'static str, method: &Method, headers: &HeaderMap) -> Trace {
    kit::telemetry::begin(&Incoming(headers), || {
        let method = method_label(method);
        tracing::info_span!(
            "request",
            "otel.name" = format!("{method} {route}"),
            "otel.kind" = "server",
            "http.request.method" = method,
            "http.route" = route,
            "http.response.status_code" = tracing::field::Empty,
        )
    })
}

/// Notes how a request was answered.
pub fn note_status(span: &Span, status: StatusCode) {
    span.record("http.response.status_code", status.as_u16());
}

/// Invented methods must not create metrics.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}
