//! Traces go to a collector that speaks TLS, with a certificate of the operator's authority.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

#[path = "certificates.rs"]
mod certificates;

use std::collections::HashMap;

use certificates::Authority;
use faultkit::receiver::Receiver;
use kit::clock::Clock;
use kit::config::Env;
use kit::private_ca::PrivateCa;
use kit::telemetry;

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_of_the_authority_receives_traces() {
    let (ours, folder) = (Authority::new("ours"), tempfile::tempdir().unwrap());
    let soon = Clock::system().now() + time::Duration::days(1);
    ours.write(folder.path(), "127.0.0.1", soon, &ours);
    let file = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let collector = Receiver::start_secure(&file("tls.crt"), &file("tls.key")).await;
    assert!(collector.url().starts_with("https://"));

    let mut env =
        Env::fixed([("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url()), ("TRACE_SAMPLE_RATIO", "1")]);
    let private_ca = PrivateCa::from_pem(&ours.certificate).unwrap();
    let telemetry = telemetry::init("telemetry_tls", &mut env, &private_ca).unwrap();
    let none = HashMap::<String, String>::new();
    telemetry::begin(&none, || tracing::info_span!("work")).run(async {}).await;
    telemetry.flush().await;
    let spans = collector.spans();
    let names: Vec<&str> = spans.iter().map(|span| span.name.as_str()).collect();
    assert_eq!(names, ["work"]);
}

#[tokio::test]
async fn a_collector_without_tls_beyond_this_machine_is_refused() {
    let mut env = Env::fixed([("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4317")]);
    let refused = telemetry::init("telemetry_tls", &mut env, &PrivateCa::default()).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "setting OTEL_EXPORTER_OTLP_ENDPOINT reaches collector without TLS: use https://, or set PLAIN_LINKS=allowed"
    );
}
