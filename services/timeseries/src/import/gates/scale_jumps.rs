//! Withholds values that stand in another scale than the value before, until a value of another load stands there, too: a file
//! that is wholly in the wrong scale must not confirm itself.

use std::collections::HashSet;

use engine::thresholds;
use engine::withheld_reasons::SCALE_JUMP;
use sqlx::{AssertSqlSafe, PgConnection};
use time::{Date, OffsetDateTime};

use super::levels::{impossible, levels};
use super::rules::{self, Scale, rarely_zero, scaled};
use super::statements::listed;
use crate::import::store::candidates::RECHECKED;

/// For how many days a value is what the next one is compared with, at least: as long as its frequency carries it, that of a
/// yearly appraisal too.
pub const DAYS: i32 = thresholds::COMPARED_DAYS;
/// The logarithm of 1.1: about 10 times is 9.1 to 11 times.
const ABOUT: f64 = 0.041_4;
/// From this power of ten on, any factor is one of the scale: base units of a token are 10^6 or 10^18 times as many, and
/// values of different units differ by factors that are no powers of ten.
const FAR_POWER: i32 = 3;
/// Values within this factor of each other have one scale.
const SAME_SCALE: f64 = 2.0;
/// Only series with a step of more than this part of the least factor that is doubted are read: no smaller one is a jump.
const PLAIN_PART: f64 = 0.5;
/// The number of consecutive values that settle the scale of a series.
const SETTLED_VALUES: usize = thresholds::SETTLED_VALUES;
/// The largest ratio between any two of them: a series with a larger one is young, or volatile.
const SETTLED_RANGE: f64 = thresholds::SETTLED_TIMES;
/// The number of consecutive values after which an amount is steady.
const STEADY_VALUES: usize = thresholds::STEADY_VALUES;
/// The largest ratio between any two of them.
const STEADY_RANGE: f64 = 1.0 + thresholds::STEADY_PERCENT / 100.0;
/// The power of ten from which on any factor is doubted after steady values.
const STEADY_POWER: f64 = 2.0;

/// A state of a value: of this load, or stored before it.
#[derive(Clone, Debug, sqlx::FromRow)]
struct Version {
    date: Date,
    known_at: OffsetDateTime,
    is_dated: bool,
    /// The value; `None` if it was retracted, or cannot be.
    value: Option<f64>,
    /// The load that stored it; none for a value of this load.
    load_id: Option<i64>,
    is_published: bool,
    /// Whether the file of this load has it: a value that is only checked again with the load is not of its scale.
    is_sent: bool,
}

/// The newest value of a day.
struct Level<'a> {
    newest: &'a Version,
    value: f64,
    /// Its earlier states within this load.
    earlier: Vec<&'a Version>,
    /// The load that reported this value first; none for this load.
    load_id: Option<i64>,
    /// Whether it is published already, by an earlier load: checked again, it stays so.
    is_stored: bool,
    /// The value that was published for the day before.
    restates: Option<f64>,
}

impl Level<'_> {
    /// The value of the day that earlier loads published.
    fn published(&self) -> Option<f64> {
        if self.is_stored { Some(self.value) } else { self.restates }
    }
}

/// Values in another scale than the believed one, which no other value has confirmed yet.
struct Run<'a> {
    versions: Vec<&'a Version>,
    end: f64,
    load_id: Option<i64>,
    /// Whether one of them replaces a value that was published.
    is_restatement: bool,
}

/// A value of this load that is withheld, and the instant at which it was confirmed, if that came later.
#[derive(Debug, PartialEq)]
struct Doubt {
    date: Date,
    known_at: OffsetDateTime,
    confirmed: Option<(OffsetDateTime, bool)>,
}

/// Withholds what stands in another scale.
pub async fn run(tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    let series: Vec<(i64, String, i32)> =
        sqlx::query_as(AssertSqlSafe(suspects())).fetch_all(&mut *tx).await?;
    // One series after the other: the history of all of them may not fit into memory.
    for (series_id, measure, days) in series {
        let Some(scale) = rules::for_measure(&measure).scale else { continue };
        let versions: Vec<Version> = sqlx::query_as(AssertSqlSafe(versions()))
            .bind(series_id)
            .bind(days)
            .fetch_all(&mut *tx)
            .await?;
        write(tx, series_id, &doubts(&versions, scale, i64::from(days))).await?;
    }
    Ok(())
}

/// The series of the load with a step that may be a jump, from one day to the next or of the value of one day, and for how
/// many days their values are compared.
fn suspects() -> String {
    let days = format!("greatest({DAYS}, s.carry_days)");
    let plain_steps = scaled().filter_map(|measure| {
        let scale = rules::for_measure(measure).scale?;
        Some(format!("('{measure}', {})", plain_step(scale)))
    });
    format!(
        // Zeros are left out, as no value is a power of ten times zero, and the values around them make a step; where a zero
        // itself may be doubted, one after another value is looked at.
        "WITH {levels}, pairs AS (
             SELECT series_id, value, lag(value) OVER (PARTITION BY series_id ORDER BY date) AS other
             FROM levels WHERE value <> 0
             UNION ALL
             SELECT v.series_id, v.value, o.value FROM valuations AS v JOIN observations AS o USING (series_id, date)
             UNION ALL
             SELECT v.series_id, v.value, w.value FROM valuations AS v JOIN valuations AS w USING (series_id, date)
             WHERE v.known_at < w.known_at
         ), steps AS (
             SELECT series_id, max(abs(log(abs(value)) - log(abs(other)))) AS largest
             FROM pairs WHERE value <> 0 AND other <> 0 GROUP BY series_id
         ), zeros AS (
             SELECT id FROM (
                 SELECT s.id, value, lag(value) OVER (PARTITION BY series_id ORDER BY date) AS other
                 FROM levels JOIN series AS s ON s.id = series_id WHERE s.measure_slug IN ({rarely_zero})
             ) AS pairs WHERE value = 0 AND other <> 0
             UNION
             SELECT series_id FROM valuations AS v JOIN observations AS o USING (series_id, date)
             WHERE v.value = 0 AND o.value <> 0 AND v.measure_slug IN ({rarely_zero})
         )
         SELECT s.id, s.measure_slug, {days} FROM steps JOIN series AS s ON s.id = steps.series_id
         JOIN (VALUES {plain_steps}) AS plain (measure_slug, step) ON plain.measure_slug = s.measure_slug
         WHERE steps.largest > plain.step
         UNION
         SELECT s.id, s.measure_slug, {days} FROM zeros JOIN series AS s USING (id)
         ORDER BY 1",
        levels = levels(&listed(scaled()), &days, &days),
        rarely_zero = listed(rarely_zero()),
        plain_steps = plain_steps.collect::<Vec<_>>().join(", "),
    )
}

/// The largest step of a measure that is no jump, as a power of ten.
fn plain_step(scale: Scale) -> f64 {
    let (least_power, _) = scale.bounds(true);
    // A jump is one from any of the last values, and the value before it may be the one farthest from that.
    let range = if scale.is_activity { SETTLED_RANGE } else { 1.0 };
    f64::from(least_power) + (PLAIN_PART / range).log10()
}

/// All states of the values of a series ($1) around the load, in order: those of some days ($2), and as many as settle its
/// scale.
fn versions() -> String {
    format!(
        "SELECT date, known_at, is_dated, value, NULL::bigint AS load_id, false AS is_published, is_sent
         FROM valuations WHERE series_id = $1
         UNION ALL
         SELECT o.date, o.known_at, true,
             CASE WHEN o.reason IS NULL OR o.reason NOT IN ({}) THEN o.value END, o.load_id, o.reason IS NULL,
             false
         FROM (SELECT min(date) AS first, max(date) AS last FROM valuations WHERE series_id = $1) AS loaded
         CROSS JOIN LATERAL (
             SELECT min(date) AS first FROM (
                 SELECT DISTINCT date FROM observations WHERE series_id = $1 AND date < loaded.first
                 ORDER BY date DESC LIMIT {SETTLED_VALUES}
             ) AS days
         ) AS earlier
         CROSS JOIN LATERAL (
             SELECT max(date) AS last FROM (
                 SELECT DISTINCT date FROM observations WHERE series_id = $1 AND date > loaded.last
                 ORDER BY date LIMIT {SETTLED_VALUES}
             ) AS days
         ) AS later
         JOIN observations AS o ON o.series_id = $1
             AND o.date BETWEEN least(loaded.first - $2::integer, earlier.first)
                 AND greatest(loaded.last + $2::integer, later.last)
         ORDER BY date, known_at, load_id NULLS LAST",
        impossible()
    )
}

async fn write(tx: &mut PgConnection, series_id: i64, doubts: &[Doubt]) -> Result<(), sqlx::Error> {
    if doubts.is_empty() {
        return Ok(());
    }
    let dates: Vec<Date> = doubts.iter().map(|doubt| doubt.date).collect();
    let known: Vec<OffsetDateTime> = doubts.iter().map(|doubt| doubt.known_at).collect();
    let confirmed: Vec<Option<OffsetDateTime>> =
        doubts.iter().map(|doubt| doubt.confirmed.map(|(instant, _)| instant)).collect();
    let dated: Vec<bool> =
        doubts.iter().map(|doubt| doubt.confirmed.is_some_and(|(_, is_dated)| is_dated)).collect();
    let statement = format!(
        "WITH doubts AS (
             SELECT * FROM unnest($2::date[], $3::timestamptz[], $4::timestamptz[], $5::bool[])
                 AS d (date, known_at, confirmed_at, is_dated)
         ), doubted AS (
             UPDATE candidate AS c SET reason = '{}' FROM doubts AS d
             WHERE c.series_id = $1 AND c.date = d.date AND c.known_at = d.known_at AND c.reason IS NULL
             RETURNING c.date, c.value, d.confirmed_at, d.is_dated
         )
         INSERT INTO candidate (series_id, date, known_at, is_dated, value, line)
         SELECT $1, date, confirmed_at, is_dated, value, {RECHECKED} FROM doubted WHERE confirmed_at IS NOT NULL",
        SCALE_JUMP.code,
    );
    sqlx::query(AssertSqlSafe(statement))
        .bind(series_id)
        .bind(dates)
        .bind(known)
        .bind(confirmed)
        .bind(dated)
        .execute(tx)
        .await
        .map(drop)
}

/// The values of this load that are withheld, from all states of the values of a series, in order. Values more than `days`
/// apart are not compared.
fn doubts(versions: &[Version], scale: Scale, days: i64) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    // The last believed value, and all believed values without a gap.
    let mut believed: Option<&Level> = None;
    let mut history: Vec<f64> = Vec::new();
    let mut run: Option<Run> = None;
    let mut last: Option<Date> = None;
    let states = versions.chunk_by(|one, next| one.date == next.date);
    let levels: Vec<Level> = states.filter_map(|of_day| level(of_day, scale)).collect();
    let published: Vec<f64> = levels.iter().filter_map(Level::published).collect();
    let mut published_before = 0;
    for level in &levels {
        if last.is_some_and(|last| (level.newest.date - last).whole_days() > days) {
            // Nothing is compared over so long a gap; what was in doubt before it stays so.
            doubts.extend(unconfirmed(run.take()));
            (believed, history) = (None, Vec::new());
        }
        last = Some(level.newest.date);
        let restated_range = settled_range(around(&published, published_before, SETTLED_VALUES));
        let is_restated_steady = is_steady(around(&published, published_before, STEADY_VALUES));
        published_before += usize::from(level.published().is_some());
        // A value that replaces one of the same day has that one before it, too: a file may bring the whole history again.
        let jumps = |value: f64| {
            let range = settled_range(newest(&history, SETTLED_VALUES));
            let is_steady = is_steady(newest(&history, STEADY_VALUES));
            believed.is_some_and(|before| {
                !is_one_file(before, level, scale)
                    && is_doubtful(before.value, value, scale, range, is_steady)
            }) || level.restates.is_some_and(|before| {
                is_doubtful(before, value, scale, restated_range, is_restated_steady)
            })
        };
        let earlier = level.earlier.iter().filter(|version| version.value.is_some_and(jumps));
        doubts.extend(earlier.map(|version| doubt(version, None)));
        match run.take() {
            Some(mut open) if is_same_scale(open.end, level.value, scale) => {
                open.is_restatement |= level.restates.is_some();
                // A load that holds the values before a step of an amount is in one scale, so the step is growth.
                let is_growth = scale.settled.is_some()
                    && !open.is_restatement
                    && believed.is_some_and(|before| before.load_id == open.load_id);
                if level.is_stored || open.load_id != level.load_id || is_growth {
                    history.extend(open.versions.iter().filter_map(|version| version.value));
                    history.push(level.value);
                    let confirmed = open
                        .versions
                        .into_iter()
                        .filter(|version| version.known_at < level.newest.known_at);
                    doubts.extend(confirmed.map(|version| doubt(version, Some(level.newest))));
                    believed = with_scale(level).or(believed);
                } else {
                    open.versions.push(level.newest);
                    open.end = level.value;
                    run = Some(open);
                }
            }
            // A zero has no scale: what comes after it is compared with what was before, and what is in doubt stays so.
            open if level.value == 0.0 && (level.is_stored || !jumps(level.value)) => {
                history.push(level.value);
                run = open;
            }
            // A published value is no longer in doubt, whatever a later load adds before it.
            closed if !level.is_stored && jumps(level.value) => {
                doubts.extend(unconfirmed(closed));
                run = Some(Run {
                    versions: vec![level.newest],
                    end: level.value,
                    load_id: level.load_id,
                    is_restatement: level.restates.is_some(),
                });
            }
            // Back in the old scale: the values between were wrong, and their return is none of theirs.
            closed => {
                let wrong = closed.filter(|run| !is_busy_day(run, believed, level, scale));
                doubts.extend(unconfirmed(wrong));
                history.push(level.value);
                believed = Some(level);
            }
        }
    }
    doubts.extend(unconfirmed(run));
    // Only values of this load are judged; the others stand beside them.
    let judged: HashSet<(Date, OffsetDateTime)> = versions
        .iter()
        .filter(|version| version.load_id.is_none())
        .map(|version| (version.date, version.known_at))
        .collect();
    doubts.retain(|doubt| judged.contains(&(doubt.date, doubt.known_at)));
    doubts
}

/// A level that others can be compared with.
fn with_scale<'a, 'b>(level: &'a Level<'b>) -> Option<&'a Level<'b>> {
    Some(level).filter(|level| level.value != 0.0)
}

/// The states of one day; none if its newest value is unknown.
fn level(versions: &[Version], scale: Scale) -> Option<Level<'_>> {
    let (newest, before) = versions.split_last()?;
    // A day without events is no level: a series with some of them is as settled as its other days are, no day is compared
    // with one of them, and none of them ends a run of values in another scale.
    let is_level = |value: &f64| !scale.is_activity || *value != 0.0;
    let value = newest.value.filter(is_level)?;
    // Sent again or checked again, a value is still that of the load that brought it.
    let is_same =
        |version: &&Version| version.value.is_some_and(|known| known.to_bits() == value.to_bits());
    let stored = || versions.iter().filter(|version| version.load_id.is_some());
    Some(Level {
        newest,
        value,
        earlier: before.iter().filter(|version| version.load_id.is_none()).collect(),
        load_id: stored().filter(is_same).filter_map(|version| version.load_id).min(),
        is_stored: stored().next_back().is_some_and(|last| last.is_published && is_same(&last)),
        restates: before
            .iter()
            .rfind(|version| version.load_id.is_some() && version.is_published)
            .and_then(|version| version.value)
            .filter(is_level),
    })
}

/// Whether two values of activity are in one file. A file has one scale, so a day that stands out in it was busy.
fn is_one_file(before: &Level, level: &Level, scale: Scale) -> bool {
    scale.is_activity && before.newest.is_sent && level.newest.is_sent
}

/// Whether a file that begins with the values of a run goes on where the series stood before.
fn is_busy_day(run: &Run, believed: Option<&Level>, level: &Level, scale: Scale) -> bool {
    let is_one_file = level.newest.is_sent && run.versions.iter().all(|version| version.is_sent);
    scale.is_activity
        && is_one_file
        && !run.is_restatement
        && believed.is_some_and(|before| is_same_scale(before.value, level.value, scale))
}

/// The doubts in a run that nothing has confirmed.
fn unconfirmed(run: Option<Run<'_>>) -> Vec<Doubt> {
    let versions = run.map(|run| run.versions).unwrap_or_default();
    versions.into_iter().map(|version| doubt(version, None)).collect()
}

fn doubt(version: &Version, confirmed_by: Option<&Version>) -> Doubt {
    Doubt {
        date: version.date,
        known_at: version.known_at,
        confirmed: confirmed_by.map(|next| (next.known_at, next.is_dated)),
    }
}

/// The last `count` values, or all if there are fewer.
fn newest(history: &[f64], count: usize) -> &[f64] {
    &history[history.len().saturating_sub(count)..]
}

/// As many values that hold a place, those before it first; fewer if there are no more.
fn around(values: &[f64], place: usize, count: usize) -> &[f64] {
    let start = (place + 1).saturating_sub(count);
    &values[start.min(values.len())..values.len().min(start + count)]
}

/// The least and the largest of the values, if these settle a scale: a value in another one is a mistake rather than growth.
fn settled_range(values: &[f64]) -> Option<(f64, f64)> {
    range_within(values, SETTLED_VALUES, SETTLED_RANGE)
}

/// Whether a few values are near enough to one another that another scale is a mistake, not the growth of a young series.
fn is_steady(values: &[f64]) -> bool {
    range_within(values, STEADY_VALUES, STEADY_RANGE).is_some()
}

/// The least and the largest of at least `count` values above 0, if the largest is at most `most_times` the least.
fn range_within(values: &[f64], count: usize, most_times: f64) -> Option<(f64, f64)> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(0.0, f64::max);
    let is_within = values.len() >= count && least > 0.0 && most <= most_times * least;
    is_within.then_some((least, most))
}

/// Whether a value stands in another scale than the one before, after values that are settled or steady or neither.
fn is_doubtful(
    before: f64,
    value: f64,
    scale: Scale,
    settled: Option<(f64, f64)>,
    is_steady: bool,
) -> bool {
    let is_lost = scale.is_rarely_zero && value == 0.0 && before != 0.0;
    is_jump(before, value, scale, settled)
        || is_steady && is_far(before, value, scale)
        || is_lost && (is_steady || settled.is_some())
}

/// Whether a value is about 100 times the one before and more, or as small a part of it, which is no growth of an amount
/// that stood still.
fn is_far(before: f64, value: f64, scale: Scale) -> bool {
    // Zeros and another sign make this infinite or no number.
    let power = (value / before).log10().abs();
    let is_large = scale.steady_from.is_some_and(|from| before.abs().max(value.abs()) >= from);
    is_large && power.is_finite() && power > STEADY_POWER - ABOUT
}

/// Whether a value is about 10 or 100 times the one before, or about 1,000 times and more, or as small a part of it.
fn is_jump(before: f64, value: f64, scale: Scale, settled: Option<(f64, f64)>) -> bool {
    let (least_power, from) = scale.bounds(settled.is_some());
    // Activity differs from day to day, so in its own scale a day may be like any of the last ones.
    let (least, most) = settled.filter(|_| scale.is_activity).unwrap_or((before, before));
    let (low, high) = ((value / most).log10() - ABOUT, (value / least).log10() + ABOUT);
    // Zeros and another sign make these infinite or no numbers, which say nothing of the scale.
    if !(low.is_finite() && high.is_finite()) || before.abs().max(value.abs()) < from {
        return false;
    }
    let mut powers = (least_power..FAR_POWER).flat_map(|power| [power, -power]).map(f64::from);
    let far = f64::from(FAR_POWER);
    high > far || low < -far || powers.any(|power| low < power && power < high)
}

fn is_same_scale(one: f64, other: f64, scale: Scale) -> bool {
    let most = if scale.is_activity { SETTLED_RANGE } else { SAME_SCALE };
    (one == 0.0 && other == 0.0) || (1.0 / most..=most).contains(&(one / other))
}

#[cfg(test)]
mod tests;
