//! Spans are not created if no collector receives them.

use kit::config::Env;
use kit::private_ca::PrivateCa;
use tracing::level_filters::LevelFilter;
use tracing::{Level, debug_span, event_enabled, info_span, trace_span};

#[tokio::test]
async fn without_a_way_out_no_span_is_made_and_no_detail_looked_at() {
    let telemetry =
        kit::telemetry::init("telemetry", &mut Env::fixed([]), &PrivateCa::default()).unwrap();
    assert_eq!(LevelFilter::current(), LevelFilter::INFO);
    assert!(info_span!(target: "kit", "ours").is_disabled());
    assert!(info_span!("of a library").is_disabled());
    assert!(debug_span!("of a library").is_disabled());
    assert!(trace_span!("of a library").is_disabled());
    assert!(event_enabled!(Level::INFO));
    telemetry.flush().await;
}
