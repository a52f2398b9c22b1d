//! Loads values that are compared with what is known, and withheld where a check fails.

use kit::clock::Clock;
use kit::db::{DbError, Tx};
use kit::failpoint;

use super::instant::instant;
use super::job::{Job, LoadOutcome};
use crate::import::files::point::Bounds;
use crate::import::files::progress::Progress;
use crate::import::files::rows::Rows;
use crate::import::gates;
use crate::import::manifests::key::Key;
use crate::import::manifests::manifest::Origin;
use crate::import::report::{Rejection, Rejections};
use crate::import::store::copy::Copy;
use crate::import::store::{candidates, known_subjects, write};
use crate::measures;

/// Writes the values of a file.
pub async fn load(
    tx: &mut Tx,
    job: &Job<'_>,
    clock: &Clock,
    bounds: Bounds,
) -> anyhow::Result<Result<LoadOutcome, Rejections>> {
    let Job { file, origin, columns, is_sample, subjects, .. } = job;
    let now = bounds.now;
    measures::write(tx).await?;
    candidates::prepare(tx).await?;
    let mut rows = Rows::open(file.table()?, *columns, origin, bounds);
    let mut progress = Progress::begin(&file.name);
    if !copy(tx, &mut rows, &mut progress).await? {
        return Ok(Err(rows.rejections));
    }
    failpoint::reach("import.copied");
    let refused =
        known_subjects::rejections(tx, &rows.keys, *columns, *subjects, *is_sample).await?;
    if !refused.is_empty() {
        return Ok(Err(refused));
    }
    let contradicting = contradicting_declarations(origin, &rows.keys);
    if !contradicting.is_empty() {
        return Ok(Err(contradicting));
    }
    let now = instant(tx, now).await?;
    let compared = async {
        candidates::resolve(tx, &rows.keys, *is_sample, now).await?;
        if let Some(period) = &origin.event_period {
            period.fill(tx, now).await?;
        }
        let contradictions = candidates::contradictions(tx).await?;
        gates::recheck::add(tx, now).await?;
        Ok::<_, DbError>(contradictions)
    };
    let contradictions = progress.step("compare with what is known", compared).await?;
    if !contradictions.is_empty() {
        return Ok(Err(contradictions));
    }
    progress.step("check", gates::run(tx, origin.total.as_ref(), now)).await?;
    failpoint::reach("import.checked");
    let load = write::Load::new(job, instant(tx, clock.now()).await?)?;
    let loaded = progress.step("write", write::commit(tx, &load)).await?;
    let (changed, restated) = write::changed_series(tx).await?;
    Ok(Ok((loaded, changed, restated)))
}

/// The series of a file that contradict what its manifest declares of it.
fn contradicting_declarations(origin: &Origin, keys: &[Key]) -> Rejections {
    let period = origin.event_period.as_ref().map(|period| period.rejections(keys));
    let mut rejections = period.unwrap_or_default();
    if let Some(rejection) = origin.total.as_ref().and_then(|total| total.rejection(keys)) {
        rejections.push(rejection);
    }
    rejections
}

/// Copies every point of a file; not, when a row was refused.
async fn copy(tx: &mut Tx, rows: &mut Rows, progress: &mut Progress<'_>) -> Result<bool, DbError> {
    let mut copy = Copy::begin(tx).await?;
    let (mut points, mut count) = (Vec::new(), 0_u64);
    while rows.read(&mut points) {
        copy.add(&points).await?;
        count += points.len() as u64;
        progress.read(count, rows.percent());
    }
    if !rows.rejections.is_empty() {
        copy.abort().await?;
        return Ok(false);
    }
    if count == 0 {
        rows.rejections.push(Rejection::at(1, "", "", "at least one value below the head"));
        copy.abort().await?;
        return Ok(false);
    }
    copy.end().await?;
    Ok(true)
}
