//! Rollups of the snapshot, made when a query first needs them.

use std::sync::{Arc, LazyLock};

use engine::measures::Measure;
use engine::members::Members;
use engine::{CachedRollup, Rollup, RollupKey, RollupMaker, Snapshot, selection};
use prometheus::IntGauge;
use tokio::sync::Notify;

use crate::calculations::Calculations;
use crate::error::TimeseriesError;

static BYTES: LazyLock<IntGauge> = LazyLock::new(|| {
    prometheus::register_int_gauge!("timeseries_rollup_bytes", "Memory of precomputed sums")
        .expect("the name is used once")
});

/// Wakes the calls that wait for a rollup, whenever one was made or could not be.
static ENDED: Notify = Notify::const_new();

/// The end of making a rollup, when dropped.
struct MakingEnd;

impl Drop for MakingEnd {
    fn drop(&mut self) {
        ENDED.notify_waiters();
    }
}

/// The rollup of a key; `None` if it would be too large. One call makes it, and the others hold no place while they wait.
pub async fn rollup(
    calculations: &Calculations,
    snapshot: &Arc<Snapshot>,
    measure: &'static Measure,
    key: RollupKey,
    by_network: bool,
) -> Result<Option<Arc<Rollup>>, TimeseriesError> {
    loop {
        // Before the cache is read, so that an end right after it wakes this call.
        let ended = ENDED.notified();
        match snapshot.rollups().get(key) {
            CachedRollup::Made(rollup) => return Ok(rollup),
            CachedRollup::BeingMade => ended.await,
            CachedRollup::Missing => {
                // The first caller that gets a place makes the rollup, so that a user does not wait for a visitor's turn.
                let place = calculations.place().await?;
                if let Some(maker) = snapshot.rollups().maker(key) {
                    let snapshot = Arc::clone(snapshot);
                    let made = move || make(&snapshot, maker, measure, key, by_network);
                    return place.run(made).await;
                }
            }
        }
    }
}

fn make(
    snapshot: &Snapshot,
    maker: RollupMaker,
    measure: &'static Measure,
    (_, kind, by): RollupKey,
    by_network: bool,
) -> Option<Arc<Rollup>> {
    let _end = MakingEnd;
    let members = || Members::all(selection::everything(snapshot, measure, kind, by_network));
    let rollup = snapshot.rollups().make(maker, || Rollup::of_members(measure, members(), by));
    BYTES.set(snapshot.rollups().bytes() as i64);
    rollup
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use engine::measures;
    use futures::FutureExt as _;
    use proto::timeseries::v1::SubjectKind;

    use super::*;

    #[tokio::test]
    async fn a_call_that_waits_for_the_rollup_of_another_holds_no_place() {
        let calculations = Calculations::side_by_side(1);
        let snapshot = Arc::new(Snapshot::default());
        let measure = measures::by_name("71").unwrap();
        let key = (measure.id, SubjectKind::Asset, None);
        let call = || rollup(&calculations, &snapshot, measure, key, false);
        // One call waits for a place when another one begins to make the rollup, and one comes later.
        let place = calculations.place().await.unwrap();
        let mut early = pin!(call());
        assert!(early.as_mut().now_or_never().is_none());
        let maker = snapshot.rollups().maker(key).unwrap();
        drop(place);
        let mut late = pin!(call());
        for waiting in [&mut early, &mut late] {
            assert!(waiting.as_mut().now_or_never().is_none());
            let place = calculations.place().now_or_never();
            assert!(matches!(place, Some(Ok(_))), "the place is free");
        }
        // It fails; then one of those that waited makes it.
        drop(maker);
        drop(MakingEnd);
        let (early, late) = tokio::join!(early, late);
        assert!(early.is_ok() && late.is_ok());
        assert!(matches!(snapshot.rollups().get(key), CachedRollup::Made(_)));
    }
}
