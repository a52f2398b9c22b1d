//! The metrics of the answer cache: how each query was answered, and the bytes in use.

use std::sync::LazyLock;

use prometheus::{IntCounter, IntCounterVec, IntGauge};

static ANSWERS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    prometheus::register_int_counter_vec!(
        "gateway_answers_total",
        "Cacheable queries by outcome: hit, miss, coalesced with an equal one under way, bypassed while the state of \
         the data is unknown",
        &["outcome"]
    )
    .expect("the name is used once")
});
static EVICTED: LazyLock<IntCounter> = LazyLock::new(|| {
    prometheus::register_int_counter!(
        "gateway_answers_evicted_total",
        "Cached answers that were evicted"
    )
    .expect("the name is used once")
});
static BYTES: LazyLock<IntGauge> = LazyLock::new(|| {
    prometheus::register_int_gauge!("gateway_answers_bytes", "Memory of cached answers")
        .expect("the name is used once")
});

/// How a cacheable query was answered.
#[derive(Clone, Copy)]
pub enum Outcome {
    Hit,
    Miss,
    Coalesced,
    Bypassed,
}

pub fn answered(outcome: Outcome) {
    let word = match outcome {
        Outcome::Hit => "hit",
        Outcome::Miss => "miss",
        Outcome::Coalesced => "coalesced",
        Outcome::Bypassed => "bypassed",
    };
    ANSWERS.with_label_values(&[word]).inc();
}

pub fn evicted() {
    EVICTED.inc();
}

pub fn bytes(bytes: u64) {
    BYTES.set(bytes.try_into().unwrap_or(i64::MAX));
}
