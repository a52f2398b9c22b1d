//! Loads the numbers of the sample universe, which the crate `sample` makes, and adds each day when it is over.

mod records;
mod store;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::{anyhow, ensure};
use kit::db::{Db, Lease, Tx};
use kit::failpoint;
use kit::run::App;
use sample::numbers::{self, Batch, Frequency, METHOD, Point, Series, Span};
use sample::{LICENCE, TAKEN_FROM};
use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;
use tokio::sync::mpsc;

use crate::day::{self, Day};
use crate::import::{self, FileReport, Key, Load, Loaded, Origin, Outcome, Report};
use crate::subjects;

/// What the load is called.
const FILE: &str = "sample universe";
/// The source of the numbers.
pub const SOURCE: &str = "sample";
/// Assets that may wait to be copied.
const AHEAD: usize = 4;
/// Transfers or balances that are added at once.
const ROWS: usize = 20_000;
/// How often the service looks whether a day is over.
const CHECK: Duration = Duration::from_mins(10);
/// How long the one that adds a day may take.
const LEASE: Duration = Duration::from_mins(30);

/// Brings the numbers up to yesterday, all of what is missing or nothing: of the whole universe or of some assets.
pub async fn write(db: &Db, now: OffsetDateTime, only: Option<&[&str]>) -> anyhow::Result<Report> {
    let last = day::at(now) - 1;
    let mut tx = import::begin(db).await?;
    let after = match store::last_load(&mut tx, FILE).await? {
        Some((Some(date), known)) if known == hash(day::of(date)) => Some(day::of(date)),
        Some(_) => {
            import::remove(&mut tx).await?;
            None
        }
        None => None,
    };
    let outcome = if after.is_some_and(|after| after >= last) {
        Outcome::Known
    } else {
        load(tx, only, Span { after, last }, now).await?
    };
    Ok(Report { files: vec![FileReport { file: FILE.to_owned(), outcome }] })
}

/// Adds each day when it is over, to numbers that `seed` has written; one replica does it.
pub fn keep(app: &App, db: Db) {
    let (clock, stopping) = (app.clock.clone(), app.stopping());
    app.spawn("sample", async move {
        let lease = Lease::new("sample", LEASE);
        let kept = async {
            loop {
                if let Err(error) = extend(&db, &lease, clock.now()).await {
                    tracing::warn!(%error, "the sample universe could not be brought up to date");
                }
                tokio::time::sleep(CHECK).await;
            }
        };
        stopping.run_until_cancelled(kept).await;
    });
}

async fn extend(db: &Db, lease: &Lease, now: OffsetDateTime) -> anyhow::Result<()> {
    let mut conn = db.conn().await?;
    let is_old = match store::last_load(&mut conn, FILE).await? {
        Some((date, _)) => date.is_none_or(|date| day::of(date) < day::at(now) - 1),
        None => false,
    };
    if is_old && lease.hold(&mut conn).await?.is_some() {
        drop(conn);
        let report = write(db, now, None).await?;
        tracing::info!(values = report.accepted(), "the sample universe is up to date");
        lease.release(&mut *db.conn().await?).await?;
    }
    Ok(())
}

async fn load(
    mut tx: Tx,
    only: Option<&[&str]>,
    span: Span,
    now: OffsetDateTime,
) -> anyhow::Result<Outcome> {
    crate::measures::write(&mut tx).await?;
    let records = records::records(only);
    let real = store::real_among(&mut tx, &records).await?;
    ensure!(real.is_empty(), "no fictional numbers for what is real: {}", real.join(", "));
    // Only where the catalog has not sent the records yet.
    subjects::save_all(&mut tx, &records).await?;
    let load_id = import::reserve(&mut tx).await?;
    let mut tally = Tally::new(load_id);
    copy(&mut tx, only, span, &mut tally).await?;
    store::thin_holders(&mut tx, day::date(span.last)).await?;
    failpoint::reach("sample.copied");
    let hash = hash(span.last);
    let origin = Origin {
        source: TAKEN_FROM.to_owned(),
        licence: LICENCE.to_owned(),
        attribution: None,
        retrieved_on: day::text(span.last),
        scale: import::Scale::default(),
        frequency: None,
        source_slug: SOURCE.to_owned(),
        contents: import::Contents::default(),
        mode: import::Mode::default(),
        earlier_days: import::EarlierDays::default(),
        method: None,
        transformation: None,
    };
    let noted = Load {
        file: FILE,
        origin: &origin,
        retrieved_on: day::date(span.last),
        hash: &hash,
        transformation: Some("made from ledgers of fictional tokens".to_owned()),
        method_version: METHOD,
        is_sample: true,
        known_at: import::instant(&mut tx, now).await?,
    };
    let Tally { loaded, series, restated } = tally;
    import::note(&mut tx, &noted, &loaded).await?;
    store::note_series(&mut tx, load_id, &series).await?;
    let series: Vec<i64> = series.into_keys().collect();
    for (series, point) in &restated {
        if let Some(earlier) = &point.earlier {
            store::note_restated(&mut tx, load_id, *series, point, earlier).await?;
        }
    }
    let restated: BTreeSet<i64> = restated.into_iter().map(|(series, _)| series).collect();
    let restated: Vec<i64> = restated.into_iter().collect();
    import::announce(&mut tx, FILE, true, &loaded, (&series, &restated)).await?;
    failpoint::reach("sample.announced");
    tx.commit().await?;
    failpoint::reach("sample.committed");
    Ok(Outcome::Loaded(loaded))
}

/// Copies what a thread makes, so that no more than a few assets are in memory.
async fn copy(
    tx: &mut Tx,
    only: Option<&[&str]>,
    span: Span,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let load_id = tally.loaded.load_id;
    let (sender, mut batches) = mpsc::channel(AHEAD);
    let only: Option<Vec<String>> =
        only.map(|slugs| slugs.iter().map(|slug| (*slug).to_owned()).collect());
    let made = tokio::task::spawn_blocking(move || {
        let only: Option<Vec<&str>> =
            only.as_ref().map(|slugs| slugs.iter().map(String::as_str).collect());
        numbers::generate(only.as_deref(), span, |batch| sender.blocking_send(batch).is_ok());
    });
    let (mut all_transfers, mut all_holdings) = (Vec::new(), Vec::new());
    while let Some(Batch { series, points, transfers, holdings }) = batches.recv().await {
        let keys = series.iter().map(key).collect::<anyhow::Result<Vec<Key>>>()?;
        let series = import::series_ids(tx, &keys, true).await?;
        ensure!(series.len() == keys.len(), "a series of the sample universe was not made");
        store::copy_points(tx, load_id, &series, &points).await?;
        tally.add(&series, &points);
        // The rows of a few assets alone would not be worth the checks of an import.
        all_transfers.extend(transfers);
        all_holdings.extend(holdings);
        if all_transfers.len() >= ROWS {
            store::add_transfers(tx, load_id, std::mem::take(&mut all_transfers)).await?;
        }
        if all_holdings.len() >= ROWS {
            store::add_holdings(tx, load_id, std::mem::take(&mut all_holdings)).await?;
        }
    }
    store::add_transfers(tx, load_id, all_transfers).await?;
    store::add_holdings(tx, load_id, all_holdings).await?;
    Ok(made.await?)
}

/// A series by the name that files would give it.
fn key(series: &Series) -> anyhow::Result<Key> {
    let Series { kind, slug, name, measure, frequency } = series;
    let mut key = Key::new(kind, slug, "", measure, SOURCE)
        .map_err(|(column, expected)| anyhow!("{slug}, {column}: expected {expected}"))?;
    key.name = Some(name.clone());
    key.frequency = Some(match frequency {
        Frequency::Daily => import::Frequency::Daily,
        Frequency::BusinessDaily => import::Frequency::BusinessDaily,
        Frequency::Weekly => import::Frequency::Weekly,
        Frequency::Monthly => import::Frequency::Monthly,
    });
    Ok(key)
}

/// What a load has written.
struct Tally {
    loaded: Loaded,
    /// When the first value of each became known.
    series: BTreeMap<i64, OffsetDateTime>,
    restated: Vec<(i64, Point)>,
}

impl Tally {
    fn new(load_id: i64) -> Self {
        let loaded = Loaded { load_id, ..Loaded::default() };
        Self { loaded, series: BTreeMap::new(), restated: Vec::new() }
    }

    fn add(&mut self, series: &[i64], points: &[Point]) {
        let loaded = &mut self.loaded;
        loaded.accepted += points.len() as i64;
        loaded.series += series.len() as i64;
        for point in points {
            let known_at = self.series.entry(series[point.series]).or_insert(point.known_at);
            *known_at = point.known_at.min(*known_at);
            let date = Some(day::date(point.day));
            loaded.first_date = loaded.first_date.or(date).min(date);
            loaded.last_date = loaded.last_date.max(date);
            let Some(reason) = point.reason else { continue };
            match loaded.withheld.iter_mut().find(|(known, _)| known == reason) {
                Some((_, count)) => *count += 1,
                None => loaded.withheld.push((reason.to_owned(), 1)),
            }
        }
        let restated = points.iter().filter(|point| point.earlier.is_some());
        self.restated.extend(restated.map(|point| (series[point.series], *point)));
        loaded.restated = self.restated.len() as i64;
    }
}

/// Identifies a state of the universe.
fn hash(last: Day) -> String {
    let state = format!("{FILE}\n{}\n{METHOD}\n{}", sample::SEED, day::text(last));
    hex::encode(Sha256::digest(state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{measures, reasons};

    #[test]
    fn the_universe_names_measures_and_reasons_of_imports() {
        for name in numbers::measures() {
            let measure = measures::observed(name).unwrap();
            assert!(!measure.may_be_negative, "{name}: its negative values are withheld");
        }
        for reason in numbers::REASONS {
            assert!(reasons::meaning(reason).is_some(), "{reason}");
        }
    }
}
