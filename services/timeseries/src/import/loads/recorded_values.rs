//! Loads fictional values that state their reasons and instants: they are copied as they are, without a table between.

use std::collections::{BTreeMap, HashSet};

use anyhow::Context as _;
use engine::day;
use kit::clock::{DAY_MILLISECONDS, from_milliseconds, milliseconds};
use kit::db::{DbError, Tx};
use sheet::Kind;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::instant::instant;
use super::job::{Job, LoadOutcome};
use crate::import::files::point::{Bounds, EXPECTED_KNOWN_AT, LARGEST, expected_number};
use crate::import::files::typed_table::{Column, TypedTable, optional, required};
use crate::import::manifests::key::Key;
use crate::import::report::{LoadSummary, Rejection, Rejections};
use crate::import::store::copy::Rows as CopiedRows;
use crate::import::store::write::{self, note, reserve};
use crate::import::store::{known_subjects, series};
use crate::measures;
use engine::withheld_reasons::meaning;

/// The columns of such a file. Its rows are ordered by series, day and instant.
const FORM: [Column; 9] = [
    required("subject_kind", Kind::Text),
    required("subject_slug", Kind::Text),
    required("subject_name", Kind::Text),
    required("measure", Kind::Text),
    required("frequency", Kind::Text),
    required("date", Kind::Day),
    required("known_at", Kind::Instant),
    required("value", Kind::Number),
    optional("reason", Kind::Text),
];
/// The columns that name a series.
const KEY: [usize; 5] = [0, 1, 2, 3, 4];
const DATE: usize = 5;
const KNOWN_AT: usize = 6;
const VALUE: usize = 7;
const REASON: usize = 8;
/// The first line is the head, as in a text.
const FIRST_LINE: i64 = 2;
const COPY: &str = "COPY observations (series_id, load_id, known_at, value, date, reason) FROM STDIN (FORMAT binary)";

/// A series of a file, and how many rows it has.
struct Run {
    key: Key,
    first_line: i64,
    row_count: usize,
}

/// Writes the values of a file.
pub async fn load(
    tx: &mut Tx,
    job: &Job<'_>,
    bounds: Bounds,
) -> anyhow::Result<Result<LoadOutcome, Rejections>> {
    let Job { file, origin, is_sample, subjects, .. } = job;
    measures::write(tx).await?;
    let bytes = file.contents().with_context(|| format!("cannot read {}", file.name))?;
    let table = match TypedTable::open(bytes, &FORM) {
        Ok(table) => table,
        Err(rejections) => return Ok(Err(rejections)),
    };
    let runs = match runs(&table, &origin.source_slug) {
        Ok(runs) => runs,
        Err(rejection) => return Ok(Err(rejection.into())),
    };
    let keys: Vec<Key> = runs.iter().map(|run| run.key.clone()).collect();
    let mut rejections = Rejections::default();
    for wrong in known_subjects::wrong(tx, &keys, *subjects, *is_sample).await? {
        let line = usize::try_from(wrong.place).map_or(1, |place| runs[place].first_line);
        rejections.push(Rejection::at(line, wrong.column, &wrong.slug, &wrong.expected));
    }
    if !rejections.is_empty() {
        return Ok(Err(rejections));
    }
    let newest_id: Option<i64> =
        sqlx::query_scalar("SELECT max(id) FROM series").fetch_one(&mut **tx).await?;
    let ids = series::ids(tx, &keys, *is_sample).await?;
    let load_id = reserve(tx).await?;
    let mut rows = CopiedValues::new(load_id, newest_id.unwrap_or_default());
    match copy(tx, &table, (&runs, &ids), bounds, &mut rows).await {
        Ok(Ok(())) => {}
        Ok(Err(rejection)) => return Ok(Err(rejection.into())),
        Err(error) if error.constraint() == Some("observations_pkey") => {
            let expected = "values that were not loaded before: as recorded, none is compared";
            return Ok(Err(Rejection::at(1, "known_at", "", expected).into()));
        }
        Err(error) => return Err(error.into()),
    }
    rows.loaded.series = runs.len() as i64;
    let mut restated = find_restated(tx, &rows.repeated).await?;
    rows.loaded.restated = restated.len() as i64;
    restated.sort_unstable();
    restated.dedup();
    let known_at = instant(tx, bounds.now).await?;
    let load = write::Load::new(job, known_at)?;
    note(tx, &load, &rows.loaded).await?;
    note_series(tx, load_id, &rows.series).await?;
    note_restated(tx).await?;
    Ok(Ok((rows.loaded, rows.series.into_keys().collect(), restated)))
}

/// The series of a file, in the order in which their rows follow each other.
fn runs(table: &TypedTable, source: &str) -> Result<Vec<Run>, Rejection> {
    let mut runs: Vec<Run> = Vec::new();
    let mut seen = HashSet::new();
    let mut last: [Vec<u8>; KEY.len()] = Default::default();
    let mut line = FIRST_LINE;
    for group in 0..table.group_count() {
        let mut rows = table.group(group, &KEY, line)?;
        for _ in 0..rows.row_count {
            let mut is_new = false;
            for column in KEY {
                let text = rows.text(column).unwrap_or_default();
                if last[column] != text {
                    last[column].clear();
                    last[column].extend_from_slice(text);
                    is_new = true;
                }
            }
            match runs.last_mut() {
                Some(run) if !is_new => run.row_count += 1,
                _ => {
                    let key = key(&last, source)
                        .map_err(|(column, expected)| Rejection::at(line, column, "", &expected))?;
                    let identity =
                        (key.subject_kind.clone(), key.subject_slug.clone(), key.measure_slug);
                    if !seen.insert(identity) {
                        let expected = "the rows of a series next to each other";
                        return Err(Rejection::at(line, "subject_slug", "", expected));
                    }
                    runs.push(Run { key, first_line: line, row_count: 1 });
                }
            }
            line += 1;
        }
    }
    Ok(runs)
}

fn key(texts: &[Vec<u8>; KEY.len()], source: &str) -> Result<Key, (&'static str, String)> {
    let text = |column: usize| {
        std::str::from_utf8(&texts[column])
            .map_err(|_| (FORM[column].name, "text in UTF-8".to_owned()))
    };
    let mut key = Key::new(text(0)?, text(1)?, "", text(3)?, source)?;
    key.name = Some(text(2)?.to_owned());
    let frequency = serde_json::from_value(text(4)?.into());
    key.frequency = Some(frequency.map_err(|_| ("frequency", "how often a value comes".into()))?);
    Ok(key)
}

/// A value that may replace another.
struct RepeatedValue {
    series: i64,
    day: day::Day,
    known_at: i64,
}

struct CopiedValues {
    loaded: LoadSummary,
    /// The newest series that was there before.
    newest_id: i64,
    /// When the first value of each became known.
    series: BTreeMap<i64, OffsetDateTime>,
    repeated: Vec<RepeatedValue>,
    withheld: BTreeMap<String, i64>,
}

impl CopiedValues {
    fn new(load_id: i64, newest_id: i64) -> Self {
        Self {
            loaded: LoadSummary { load_id, ..LoadSummary::default() },
            newest_id,
            series: BTreeMap::new(),
            repeated: Vec::new(),
            withheld: BTreeMap::new(),
        }
    }

    fn add_series(&mut self, id: i64, days: (day::Day, day::Day), known_at: i64) {
        self.series.insert(id, from_milliseconds(known_at));
        let (first, last) = (Some(day::date(days.0)), Some(day::date(days.1)));
        self.loaded.first_date = self.loaded.first_date.or(first).min(first);
        self.loaded.last_date = self.loaded.last_date.max(last);
    }
}

/// Copies the rows of all series.
async fn copy(
    tx: &mut PgConnection,
    table: &TypedTable,
    (runs, ids): (&[Run], &[i64]),
    bounds: Bounds,
    copied: &mut CopiedValues,
) -> Result<Result<(), Rejection>, DbError> {
    let now = milliseconds(bounds.now);
    let mut out = CopiedRows::begin(tx, COPY).await?;
    let mut line = FIRST_LINE;
    let mut series = runs.iter().zip(ids);
    let mut current: Option<(&Run, i64)> = None;
    let (mut rest, mut first_known_at, mut first_day) = (0, i64::MAX, 0);
    let mut before: Option<(day::Day, i64)> = None;
    let mut reason = String::new();
    for group in 0..table.group_count() {
        let mut rows = match table.group(group, &[DATE, KNOWN_AT, VALUE, REASON], line) {
            Ok(rows) => rows,
            Err(rejection) => return refuse(out, rejection).await,
        };
        for _ in 0..rows.row_count {
            let day = rows.day(DATE).unwrap_or_default();
            let known_at = rows.integer(KNOWN_AT).unwrap_or_default();
            let value = rows.number(VALUE).unwrap_or_default();
            let withheld_for = rows.text(REASON);
            if rest == 0 {
                let Some((run, id)) = series.next() else { break };
                current = Some((run, *id));
                (rest, first_known_at, first_day, before) = (run.row_count, i64::MAX, day, None);
            }
            let id = current.map_or(0, |(_, id)| id);
            if let Some((column, expected)) = wrong(day, known_at, value, before, (bounds, now)) {
                return refuse(out, Rejection::at(line, column, "", &expected)).await;
            }
            let is_repeated = before.is_some_and(|(before, _)| before == day);
            if is_repeated || id <= copied.newest_id {
                copied.repeated.push(RepeatedValue { series: id, day, known_at });
            }
            out.row(6).await?;
            out.long(id);
            out.long(copied.loaded.load_id);
            out.milliseconds(known_at);
            out.number(Some(value));
            out.day(day);
            match withheld_for {
                None => out.nothing(),
                Some(text) => {
                    if reason.as_bytes() != text {
                        String::from_utf8_lossy(text).as_ref().clone_into(&mut reason);
                    }
                    if meaning(&reason).is_none() {
                        let expected = "a reason for which values are withheld";
                        return refuse(out, Rejection::at(line, "reason", &reason, expected)).await;
                    }
                    *copied.withheld.entry(reason.clone()).or_default() += 1;
                    out.text(Some(&reason));
                }
            }
            first_known_at = first_known_at.min(known_at);
            before = Some((day, known_at));
            rest -= 1;
            if rest == 0 {
                copied.add_series(id, (first_day, day), first_known_at);
            }
            line += 1;
        }
    }
    copied.loaded.accepted = out.end().await? as i64;
    copied.loaded.withheld = std::mem::take(&mut copied.withheld).into_iter().collect();
    Ok(Ok(()))
}

async fn refuse(
    out: CopiedRows<'_>,
    rejection: Rejection,
) -> Result<Result<(), Rejection>, DbError> {
    out.abort().await?;
    Ok(Err(rejection))
}

/// The column and what was expected, where a row is not one that can be copied as it is.
fn wrong(
    day: day::Day,
    known_at: i64,
    value: f64,
    before: Option<(day::Day, i64)>,
    (bounds, now): (Bounds, i64),
) -> Option<(&'static str, String)> {
    if !bounds.has_day(day) {
        return Some(("date", bounds.expected_day()));
    }
    if known_at < i64::from(day) * DAY_MILLISECONDS || known_at > now {
        return Some(("known_at", EXPECTED_KNOWN_AT.to_owned()));
    }
    if !(-LARGEST..=LARGEST).contains(&value) {
        return Some(("value", expected_number()));
    }
    if before.is_some_and(|before| before >= (day, known_at)) {
        return Some(("date", "rows ordered by series, day and instant".to_owned()));
    }
    None
}

/// Finds which values replaced others; answers the series of each.
async fn find_restated(
    tx: &mut PgConnection,
    repeated: &[RepeatedValue],
) -> Result<Vec<i64>, DbError> {
    let series: Vec<i64> = repeated.iter().map(|row| row.series).collect();
    let dates: Vec<time::Date> = repeated.iter().map(|row| day::date(row.day)).collect();
    let known_at: Vec<OffsetDateTime> =
        repeated.iter().map(|row| from_milliseconds(row.known_at)).collect();
    sqlx::query(
        "CREATE TEMPORARY TABLE restated ON COMMIT DROP AS
         SELECT series_id, load_id, date, known_at, value, reason, value AS earlier_value, reason AS earlier_reason,
             known_at AS earlier_known_at
         FROM observations WHERE false",
    )
    .execute(&mut *tx)
    .await?;
    Ok(sqlx::query_scalar(
        "INSERT INTO restated
         SELECT n.series_id, n.load_id, n.date, n.known_at, n.value, n.reason, e.value, e.reason, e.known_at
         FROM unnest($1::bigint[], $2::date[], $3::timestamptz[]) AS r (series_id, date, known_at)
         JOIN observations AS n USING (series_id, date, known_at)
         CROSS JOIN LATERAL (
             SELECT o.value, o.reason, o.known_at FROM observations AS o
             WHERE o.series_id = n.series_id AND o.date = n.date AND o.known_at < n.known_at
             ORDER BY o.known_at DESC LIMIT 1
         ) AS e
         RETURNING series_id",
    )
    .bind(series)
    .bind(dates)
    .bind(known_at)
    .fetch_all(tx)
    .await?)
}

/// Notes what was found, once its load is noted.
async fn note_restated(tx: &mut PgConnection) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO restatements
             (series_id, load_id, date, known_at, value, reason, earlier_value, earlier_reason, earlier_known_at)
         SELECT series_id, load_id, date, known_at, value, reason, earlier_value, earlier_reason, earlier_known_at
         FROM restated ORDER BY series_id, date, known_at",
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query("DROP TABLE restated").execute(tx).await?;
    Ok(())
}

/// Notes which series a load has values of, and when the first of these became known.
async fn note_series(
    tx: &mut PgConnection,
    load_id: i64,
    series: &BTreeMap<i64, OffsetDateTime>,
) -> Result<(), DbError> {
    let ids: Vec<i64> = series.keys().copied().collect();
    let known_at: Vec<OffsetDateTime> = series.values().copied().collect();
    sqlx::query(
        "INSERT INTO series_loads (series_id, load_id, known_at)
         SELECT series_id, $1, known_at FROM unnest($2::bigint[], $3::timestamptz[]) AS s (series_id, known_at)",
    )
    .bind(load_id)
    .bind(ids)
    .bind(known_at)
    .execute(tx)
    .await?;
    Ok(())
}
