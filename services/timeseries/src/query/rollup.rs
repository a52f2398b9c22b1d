//! Rollups of the snapshot, made when a query first needs them.

use std::sync::{Arc, LazyLock};

use engine::measures::Measure;
use engine::members::Members;
use engine::{CachedRollup, Rollup, RollupKey, Snapshot, selection};
use prometheus::IntGauge;

use crate::context::Context;
use crate::error::TimeseriesError;

static BYTES: LazyLock<IntGauge> = LazyLock::new(|| {
    prometheus::register_int_gauge!("timeseries_rollup_bytes", "Memory of precomputed sums")
        .expect("the name is used once")
});

/// The rollup of a key; `None` if it would be too large.
pub async fn rollup(
    ctx: &Context,
    snapshot: &Arc<Snapshot>,
    measure: &'static Measure,
    key: RollupKey,
    by_network: bool,
) -> Result<Option<Arc<Rollup>>, TimeseriesError> {
    if let Some(CachedRollup(cached)) = snapshot.rollups().get(key) {
        return Ok(cached);
    }
    let snapshot = Arc::clone(snapshot);
    let made = move || {
        let (_, kind, by) = key;
        let members = || Members::all(selection::everything(&snapshot, measure, kind, by_network));
        let rollup = snapshot.rollups().make(key, || Rollup::of_members(measure, members(), by));
        BYTES.set(snapshot.rollups().bytes() as i64);
        rollup
    };
    ctx.calculations.run(made).await
}
