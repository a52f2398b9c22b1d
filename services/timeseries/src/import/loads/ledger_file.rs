//! Loads a file of transfers or holders.

use kit::clock::Clock;
use kit::db::Tx;

use super::instant::instant;
use super::job::{Job, LoadOutcome};
use crate::import::files::point::Bounds;
use crate::import::files::progress::Progress;
use crate::import::ledger;
use crate::import::manifests::manifest::{EarlierDays, Mode};
use crate::import::report::Rejections;
use crate::import::store::write::{self, note, reserve};

/// Writes the rows of a file of transfers or holders.
pub async fn rows<R: ledger::Row>(
    tx: &mut Tx,
    job: &Job<'_>,
    clock: &Clock,
    bounds: Bounds,
) -> anyhow::Result<Result<LoadOutcome, Rejections>> {
    let Job { file, origin, is_sample, subjects, .. } = job;
    let mut progress = Progress::begin(&file.name);
    let rows = match origin.mode {
        Mode::Checked => ledger::Rows::Texts(file.table()?),
        Mode::AsRecorded => ledger::Rows::Typed(file.contents()?),
    };
    let (subjects, is_sample) = (*subjects, *is_sample);
    let source = ledger::Source { rows, bounds, subjects, is_sample, progress: &mut progress };
    let load_id = reserve(tx).await?;
    let loaded = match ledger::load::<R>(tx, source, load_id).await? {
        Ok(loaded) => loaded,
        Err(rejections) => return Ok(Err(rejections)),
    };
    if origin.earlier_days == EarlierDays::MonthEnds {
        ledger::keep_month_ends(tx, load_id).await?;
    }
    let load = write::Load::new(job, instant(tx, clock.now()).await?)?;
    note(tx, &load, &loaded).await?;
    Ok(Ok((loaded, Vec::new(), Vec::new())))
}
