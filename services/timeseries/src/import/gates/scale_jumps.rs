//! Withholds values that stand in another scale than the value before, until a value of another load stands there, too: a file
//! that is wholly in the wrong scale must not confirm itself.

use std::collections::HashSet;

use engine::withheld_reasons::SCALE_JUMP;
use sqlx::{AssertSqlSafe, PgConnection};
use time::{Date, OffsetDateTime};

use super::levels::{impossible, levels};
use super::rules::{self, Scale, scaled};
use super::statements::listed;
use crate::import::candidates::RECHECKED;

/// For how many days a value is what the next one is compared with: monthly and quarterly ones too.
const DAYS: i64 = 100;
/// The logarithm of 1.1: about 10 times is 9.1 to 11 times.
const ABOUT: f64 = 0.041_4;
/// Values within this factor of each other have one scale.
const SAME_SCALE: f64 = 2.0;
/// The largest step that no jump is: only series with a larger one are read.
const PLAIN_STEP: f64 = 5.0;
/// So many values in a row say in which scale a series stands,
const SETTLED_VALUES: usize = 30;
/// if the largest of them is at most so many times the smallest: what grows faster is young, or moves by itself.
const SETTLED_RANGE: f64 = 3.0;

/// A state of a value: of this load, or stored before it.
#[derive(Clone, Debug, sqlx::FromRow)]
struct Version {
    date: Date,
    known_at: OffsetDateTime,
    is_dated: bool,
    /// None if it was retracted, or cannot be.
    value: Option<f64>,
    /// The load that stored it; none for a value of this load.
    load_id: Option<i64>,
    is_published: bool,
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
    let series: Vec<(i64, String)> =
        sqlx::query_as(AssertSqlSafe(suspects())).fetch_all(&mut *tx).await?;
    // One series after the other: the history of all of them may not fit into memory.
    for (series_id, measure) in series {
        let Some(scale) = rules::for_measure(&measure).scale else { continue };
        let versions: Vec<Version> =
            sqlx::query_as(AssertSqlSafe(versions())).bind(series_id).fetch_all(&mut *tx).await?;
        write(tx, series_id, &doubts(&versions, scale)).await?;
    }
    Ok(())
}

/// The series of the load with a step that may be a jump, from one day to the next or of the value of one day.
fn suspects() -> String {
    let far = |value: &str, other: &str| {
        format!(
            "abs({value}) > {PLAIN_STEP} * abs({other}) OR abs({other}) > {PLAIN_STEP} * abs({value})"
        )
    };
    format!(
        "WITH {levels}, steps AS (
             SELECT series_id, value, lag(value) OVER (PARTITION BY series_id ORDER BY date) AS before
             FROM levels WHERE value IS NOT NULL
         )
         SELECT s.id, s.measure_slug FROM (
             SELECT series_id FROM steps WHERE {step}
             UNION
             SELECT v.series_id FROM valuations AS v JOIN observations AS o USING (series_id, date) WHERE {restated}
             UNION
             SELECT v.series_id FROM valuations AS v JOIN valuations AS w USING (series_id, date)
             WHERE v.known_at < w.known_at AND ({corrected})
         ) AS found JOIN series AS s ON s.id = found.series_id ORDER BY s.id",
        levels = levels(&listed(scaled()), DAYS as i32),
        step = far("value", "before"),
        restated = far("v.value", "o.value"),
        corrected = far("v.value", "w.value"),
    )
}

/// All states of the values of a series around the load, in order: of some days, and of so many values as say its scale.
fn versions() -> String {
    format!(
        "SELECT date, known_at, is_dated, value, NULL::bigint AS load_id, false AS is_published
         FROM valuations WHERE series_id = $1
         UNION ALL
         SELECT o.date, o.known_at, true,
             CASE WHEN o.reason IS NULL OR o.reason NOT IN ({}) THEN o.value END, o.load_id, o.reason IS NULL
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
             AND o.date BETWEEN least(loaded.first - {DAYS}, earlier.first)
                 AND greatest(loaded.last + {DAYS}, later.last)
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

/// The values of this load that are withheld, from all states of the values of a series, in order.
fn doubts(versions: &[Version], scale: Scale) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    // The last believed value with its load, and all believed values without a gap.
    let mut believed: Option<(f64, Option<i64>)> = None;
    let mut history: Vec<f64> = Vec::new();
    let mut run: Option<Run> = None;
    let mut last: Option<Date> = None;
    let levels: Vec<Level> =
        versions.chunk_by(|one, next| one.date == next.date).filter_map(level).collect();
    let published: Vec<f64> = levels.iter().filter_map(Level::published).collect();
    let mut published_before = 0;
    for level in &levels {
        if last.is_some_and(|last| (level.newest.date - last).whole_days() > DAYS) {
            // Nothing is compared over so long a gap; what was in doubt before it stays so.
            doubts.extend(unconfirmed(run.take()));
            (believed, history) = (None, Vec::new());
        }
        last = Some(level.newest.date);
        let is_restated_settled = is_settled(around(&published, published_before));
        published_before += usize::from(level.published().is_some());
        // A value that replaces one of the same day has that one before it, too: a file may bring the whole history again.
        let jumps = |value: f64| {
            let is_settled = is_settled(newest(&history));
            believed.is_some_and(|(before, _)| is_jump(before, value, scale, is_settled))
                || level
                    .restates
                    .is_some_and(|before| is_jump(before, value, scale, is_restated_settled))
        };
        let earlier = level.earlier.iter().filter(|version| version.value.is_some_and(jumps));
        doubts.extend(earlier.map(|version| doubt(version, None)));
        match run.take() {
            Some(mut open) if is_same_scale(open.end, level.value) => {
                open.is_restatement |= level.restates.is_some();
                // A load that holds the values before a step of an amount is in one scale, so the step is growth.
                let is_growth = scale.settled_power.is_some()
                    && !open.is_restatement
                    && believed.is_some_and(|(_, load_id)| load_id == open.load_id);
                if level.is_stored || open.load_id != level.load_id || is_growth {
                    history.extend(open.versions.iter().filter_map(|version| version.value));
                    history.push(level.value);
                    let confirmed = open
                        .versions
                        .into_iter()
                        .filter(|version| version.known_at < level.newest.known_at);
                    doubts.extend(confirmed.map(|version| doubt(version, Some(level.newest))));
                    believed = Some((level.value, level.load_id));
                } else {
                    open.versions.push(level.newest);
                    open.end = level.value;
                    run = Some(open);
                }
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
                doubts.extend(unconfirmed(closed));
                history.push(level.value);
                believed = Some((level.value, level.load_id));
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

/// The states of one day; none if its newest value is unknown.
fn level(versions: &[Version]) -> Option<Level<'_>> {
    let (newest, before) = versions.split_last()?;
    let value = newest.value?;
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
            .and_then(|version| version.value),
    })
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

/// The last values that say in which scale a series stands, or all if there are fewer.
fn newest(history: &[f64]) -> &[f64] {
    &history[history.len().saturating_sub(SETTLED_VALUES)..]
}

/// As many values that hold a place, those before it first; fewer if there are no more.
fn around(values: &[f64], place: usize) -> &[f64] {
    let start = (place + 1).saturating_sub(SETTLED_VALUES);
    &values[start.min(values.len())..values.len().min(start + SETTLED_VALUES)]
}

/// Whether so many values stand in one scale that another one is a mistake rather than growth.
fn is_settled(values: &[f64]) -> bool {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(0.0, f64::max);
    values.len() >= SETTLED_VALUES && least > 0.0 && most <= SETTLED_RANGE * least
}

/// Whether a value is about 10, 100 or 1,000 times the one before, or as small a part of it.
fn is_jump(before: f64, value: f64, scale: Scale, is_settled: bool) -> bool {
    let factor = value / before;
    let (least_power, from) = scale.bounds(is_settled);
    if !factor.is_finite() || factor <= 0.0 || before.abs().max(value.abs()) < from {
        return false;
    }
    let power = factor.log10().abs();
    let is_wrong = (f64::from(least_power)..=3.0).contains(&power.round());
    is_wrong && (power - power.round()).abs() < ABOUT
}

fn is_same_scale(one: f64, other: f64) -> bool {
    let factor = one / other;
    (1.0 / SAME_SCALE..=SAME_SCALE).contains(&factor)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::{date, datetime};

    use super::*;

    const UNITS: Scale = Scale { least_power: 1, from: 0.0, settled_power: None };
    const AMOUNTS: Scale = Scale { least_power: 3, from: f64::INFINITY, settled_power: Some(1) };

    /// The value of the day of January, of this load (`None`) or a stored one.
    fn version(day: i64, value: f64, load_id: Option<i64>, is_published: bool) -> Version {
        let order = load_id.unwrap_or(90);
        Version {
            date: date!(2026 - 01 - 01) + time::Duration::days(day - 1),
            known_at: datetime!(2026-05-01 00:00 UTC) + time::Duration::days(order),
            is_dated: false,
            value: Some(value),
            load_id,
            is_published,
        }
    }

    fn stored(day: i64, value: f64, load_id: i64) -> Version {
        version(day, value, Some(load_id), true)
    }

    fn withheld(day: i64, value: f64, load_id: i64) -> [Version; 2] {
        // A withheld value is judged again with each load.
        [version(day, value, Some(load_id), false), version(day, value, None, false)]
    }

    fn loaded(day: i64, value: f64) -> Version {
        version(day, value, None, false)
    }

    fn days(versions: Vec<Version>) -> Vec<u8> {
        doubted(versions, UNITS).iter().map(|date| date.day()).collect()
    }

    /// The days in doubt, none of which is confirmed later.
    fn doubted(mut versions: Vec<Version>, scale: Scale) -> Vec<Date> {
        versions.sort_by_key(|version| (version.date, version.known_at));
        let doubts = doubts(&versions, scale);
        assert!(doubts.iter().all(|doubt| doubt.confirmed.is_none()), "{doubts:?}");
        doubts.iter().map(|doubt| doubt.date).collect()
    }

    #[test]
    fn a_file_in_another_scale_does_not_confirm_itself() {
        let more =
            vec![stored(1, 31.4, 1), loaded(2, 3140.0), loaded(3, 3150.0), loaded(4, 3160.0)];
        assert_eq!(days(more), [2, 3, 4]);
        // It brings days again that were published.
        let again =
            vec![stored(1, 31.4, 1), stored(2, 31.5, 1), loaded(1, 3140.0), loaded(2, 3150.0)];
        assert_eq!(days(again), [1, 2]);
    }

    #[test]
    fn a_value_of_another_load_confirms_all_of_them() {
        let next = [withheld(2, 3140.0, 2), withheld(3, 3150.0, 2)].concat();
        let of_another = [next.clone(), vec![stored(1, 31.4, 1), loaded(4, 3160.0)]].concat();
        assert_eq!(days(of_another), Vec::<u8>::new());
        // The same values, sent again: they are still those of the second load.
        let again = vec![
            stored(1, 31.4, 1),
            version(2, 3140.0, Some(2), false),
            loaded(2, 3140.0),
            version(3, 3150.0, Some(2), false),
            loaded(3, 3150.0),
        ];
        assert_eq!(days(again), [2, 3]);
        let back = [next, vec![stored(1, 31.4, 1), loaded(4, 31.6)]].concat();
        assert_eq!(days(back), [2, 3], "the value in the old scale is right");
    }

    #[test]
    fn a_slip_within_a_file_leaves_the_values_after_it() {
        let values = vec![loaded(1, 31.4), loaded(2, 3140.0), loaded(3, 29.0), loaded(4, 31.0)];
        assert_eq!(days(values), [2]);
    }

    #[test]
    fn a_wrong_scale_that_the_same_load_corrects_is_withheld() {
        let wrong = Version { known_at: datetime!(2026-05-02 00:00 UTC), ..loaded(2, 3140.0) };
        let doubts = doubts(&[stored(1, 31.4, 1), wrong.clone(), loaded(2, 31.5)], UNITS);
        assert_eq!(doubts, [doubt(&wrong, None)]);
    }

    #[test]
    fn a_published_value_that_is_checked_again_stays_published() {
        let again = [loaded(1, 31.4), stored(2, 3140.0, 1), loaded(2, 3140.0)];
        assert_eq!(days(again.to_vec()), Vec::<u8>::new());
    }

    #[test]
    fn a_correction_of_the_scale_is_confirmed_by_the_load_after_it() {
        let first = [stored(1, 3140.0, 1), stored(2, 3150.0, 1)];
        let corrected = [first.to_vec(), vec![loaded(1, 31.4), loaded(2, 31.5)]].concat();
        assert_eq!(days(corrected), [1, 2]);
        let again = [withheld(1, 31.4, 2), withheld(2, 31.5, 2)].concat();
        assert_eq!(days([first.to_vec(), again, vec![loaded(3, 31.6)]].concat()), Vec::<u8>::new());
    }

    #[test]
    fn a_dated_value_is_published_from_its_confirmation_on() {
        let late = Version { known_at: datetime!(2026-05-02 00:00 UTC), ..loaded(2, 3140.0) };
        let next = stored(3, 3150.0, 7);
        let expected = Doubt {
            date: late.date,
            known_at: late.known_at,
            confirmed: Some((next.known_at, next.is_dated)),
        };
        assert_eq!(doubts(&[stored(1, 31.4, 1), late, next], UNITS), [expected]);
    }

    #[test]
    fn rates_near_zero_may_grow_by_any_factor() {
        let rates = rules::for_measure("benchmark_rate").scale.unwrap();
        let is_jump = |before, value, scale| is_jump(before, value, scale, false);
        assert!(is_jump(31.4, 314.0, UNITS) && is_jump(314.0, 31.0, UNITS));
        assert!(
            !is_jump(31.4, 157.0, UNITS)
                && !is_jump(31.4, -314.0, UNITS)
                && !is_jump(0.0, 5.0, UNITS)
        );
        assert!(is_jump(0.0498, 4.97, rates) && is_jump(0.0498, 0.498, rates));
        assert!(!is_jump(0.0007, 0.007, rates) && !is_jump(0.000_01, 0.001, rates));
        let shares = rules::for_measure("occupancy").scale.unwrap();
        assert!(!is_jump(0.09, 0.9, shares) && is_jump(0.0095, 0.95, shares));
    }

    #[test]
    fn young_amounts_are_wrong_by_thousands_and_only_where_they_are_large() {
        let amounts = rules::for_measure("bridged_token_value_dollar").scale.unwrap();
        assert!(is_jump(2e9, 2.01e6, amounts, false) && is_jump(2e6, 2e9, amounts, false));
        assert!(!is_jump(2e7, 2e9, amounts, false) && !is_jump(2e5, 2e8, amounts, false));
        assert!(is_jump(2e7, 2e9, amounts, true) && is_jump(20.0, 2.0, amounts, true));
    }

    /// Values of days from the first on, around a level.
    fn near(level: f64, count: i64) -> Vec<f64> {
        (0..count).map(|place| level + (place % 7) as f64).collect()
    }

    #[test]
    fn an_amount_is_doubted_after_thirty_values_in_one_scale() {
        let of = |days: i64, last: f64| {
            let before = (1..).zip(near(100.0, days)).map(|(day, value)| stored(day, value, 1));
            doubted(before.chain([loaded(days + 1, last)]).collect(), AMOUNTS).len()
        };
        assert_eq!((of(29, 1_000.0), of(30, 1_000.0)), (0, 1));
        assert_eq!((of(30, 500.0), of(30, 10_100.0), of(30, 10.2)), (0, 1, 1));
        // A series that has grown tenfold within its last thirty values may do so again.
        let growing = (1..=30).map(|day| stored(day, (day * 100) as f64, 1));
        let young = growing.chain([loaded(31, 30_000.0)]).collect();
        assert!(doubted(young, AMOUNTS).is_empty());
    }

    #[test]
    fn a_file_of_an_amount_in_another_scale_does_not_confirm_itself() {
        let of = |load_id: Option<i64>, level: f64, days: i64| {
            let values = (1..).zip(near(level, days));
            values.map(move |(day, value)| version(day, value, load_id, load_id.is_some()))
        };
        // The whole history again and more of it, from its first day on.
        let again = of(Some(1), 500.0, 40).chain(of(None, 50_000.0, 45)).collect();
        assert_eq!(doubted(again, AMOUNTS).len(), 45);
        let few = of(Some(1), 500.0, 29).chain(of(None, 50_000.0, 29)).collect();
        assert!(doubted(few, AMOUNTS).is_empty());
    }

    /// The places of a load that are in doubt, behind values that are stored, for a reader who looks at each value, the
    /// believed ones before it, and the doubted ones right before it.
    fn naive(stored: usize, values: &[f64]) -> Vec<usize> {
        let mut is_doubted = vec![false; values.len()];
        for place in stored..values.len() {
            let value = values[place];
            let believed: Vec<usize> = (0..place).filter(|at| !is_doubted[*at]).collect();
            let same = |one: f64, other: f64| one / other <= 2.0 && other / one <= 2.0;
            let mut open = place;
            while open > 0
                && is_doubted[open - 1]
                && (open == place || same(values[open - 1], values[open]))
            {
                open -= 1;
            }
            if open < place && same(values[place - 1], value) {
                // The step is growth if the load holds a believed value before it.
                let is_growth = believed.last().is_some_and(|at| *at >= stored);
                is_doubted[open..place].fill(!is_growth);
                is_doubted[place] = !is_growth;
                continue;
            }
            let last: Vec<f64> = believed.iter().rev().take(30).map(|at| values[*at]).collect();
            let least = last.iter().copied().fold(f64::INFINITY, f64::min);
            let is_steady = last.len() == 30 && last.iter().all(|one| *one <= 3.0 * least);
            let power = last.first().map_or(0.0, |before| (value / before).log10().abs());
            let is_power =
                [1.0, 2.0, 3.0].iter().any(|whole: &f64| (power - whole).abs() < 0.041_4);
            is_doubted[place] = is_steady && is_power;
        }
        (stored..values.len()).filter(|place| is_doubted[*place]).collect()
    }

    proptest! {
        #[test]
        fn amounts_in_doubt_are_those_of_a_naive_reader(
            stored_count in 0..50_usize,
            runs in proptest::collection::vec(
                (
                    proptest::sample::select(vec![100.0, 190.0, 700.0, 1e3, 1e4, 1e5]),
                    1..40_usize,
                ),
                1..10,
            ),
        ) {
            let levels = std::iter::once((100.0, 25)).chain(runs);
            let values: Vec<f64> =
                levels.flat_map(|(level, count)| near(level, count as i64)).take(200).collect();
            let stored_count = stored_count.min(values.len());
            let versions = (1..).zip(&values).enumerate().map(|(place, (day, value))| {
                if place < stored_count { stored(day, *value, 1) } else { loaded(day, *value) }
            });
            let found = doubted(versions.collect(), AMOUNTS);
            let first = date!(2026 - 01 - 01);
            let places = found.iter().map(|date| (*date - first).whole_days() as usize);
            let found: Vec<usize> = places.collect();
            prop_assert_eq!(found, naive(stored_count, &values));
        }

        #[test]
        fn a_jump_is_one_in_both_directions_and_no_smaller_than_its_rule_says(
            before in 1e-4..1e13_f64,
            power in -4.0..4.0_f64,
            is_exact in any::<bool>(),
            is_settled in any::<bool>(),
        ) {
            let power = if is_exact { power.round() } else { power };
            let value = before * 10_f64.powf(power);
            for rule in rules::RULES {
                let Some(scale) = rule.scale else { continue };
                let (least_power, from) = scale.bounds(is_settled);
                let jumps = is_jump(before, value, scale, is_settled);
                prop_assert_eq!(jumps, is_jump(value, before, scale, is_settled));
                prop_assert!(!jumps || power.abs() > f64::from(least_power) - 0.05);
                let is_large = before.max(value) >= from;
                let is_wrong = (f64::from(least_power)..=3.0).contains(&power.abs());
                prop_assert!(!is_exact || jumps == (is_large && is_wrong));
            }
        }
    }
}
