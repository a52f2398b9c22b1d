//! The connections, snapshot, memory and places that every call of timeseries works with.

use std::sync::{Arc, LazyLock};

use kit::budget::Budget;
use kit::clock::Clock;
use kit::db::Db;
use prometheus::IntGauge;

use crate::calculations::Calculations;
use crate::snapshot::CurrentSnapshot;

/// The dependencies of every verb.
#[derive(Clone)]
pub struct Context {
    pub db: Db,
    pub clock: Clock,
    /// The newest values of all series, in memory.
    pub snapshot: CurrentSnapshot,
    /// The memory for answers that are being made or sent.
    pub answers: Arc<Budget>,
    /// The places of calculations that would block other calls.
    pub calculations: Calculations,
    /// The places of calculations that read an earlier state from the database first, and wait for theirs afterwards.
    pub earlier_states: Calculations,
}

static IN_FLIGHT: LazyLock<IntGauge> = LazyLock::new(|| {
    prometheus::register_int_gauge!(
        "timeseries_answer_bytes_in_flight",
        "Memory of answers that are being made or sent: estimates first, then sizes"
    )
    .expect("the name is used once")
});

/// The memory for answers, of at most `most` bytes.
pub fn answer_budget(most: usize) -> Arc<Budget> {
    Budget::measured(most, &IN_FLIGHT)
}
