//! Withholds values that stand in another scale than the value before, until a value of another load stands there, too: a file
//! that is wholly in the wrong scale must not confirm itself.

use std::collections::HashSet;

use engine::withheld_reasons::SCALE_JUMP;
use sqlx::{AssertSqlSafe, PgConnection};
use time::{Date, OffsetDateTime};

use super::rules::{self, Scale};
use super::{impossible, listed, scaled};
use crate::import::candidates::RECHECKED;

/// For how many days a value is what the next one is compared with: monthly and quarterly ones too.
const DAYS: i64 = 100;
/// The logarithm of 1.1: about 10 times is 9.1 to 11 times.
const ABOUT: f64 = 0.041_4;
/// Values within this factor of each other have one scale.
const SAME_SCALE: f64 = 2.0;
/// The largest step that no jump is: only series with a larger one are read.
const PLAIN_STEP: f64 = 5.0;

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
        levels = super::levels(&listed(scaled()), DAYS as i32),
        step = far("value", "before"),
        restated = far("v.value", "o.value"),
        corrected = far("v.value", "w.value"),
    )
}

/// All states of the values of a series around the load, in order.
fn versions() -> String {
    format!(
        "SELECT date, known_at, is_dated, value, NULL::bigint AS load_id, false AS is_published
         FROM valuations WHERE series_id = $1
         UNION ALL
         SELECT o.date, o.known_at, true,
             CASE WHEN o.reason IS NULL OR o.reason NOT IN ({}) THEN o.value END, o.load_id, o.reason IS NULL
         FROM (SELECT min(date) AS first, max(date) AS last FROM valuations WHERE series_id = $1) AS loaded
         JOIN observations AS o ON o.series_id = $1
             AND o.date BETWEEN loaded.first - {DAYS} AND loaded.last + {DAYS}
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
    let mut believed: Option<f64> = None;
    // Values in another scale than the believed one, which no other load has confirmed yet.
    let mut run: Vec<&Version> = Vec::new();
    let mut run_end: Option<(f64, Option<i64>)> = None;
    let mut last: Option<Date> = None;
    let levels: Vec<Level> =
        versions.chunk_by(|one, next| one.date == next.date).filter_map(level).collect();
    for level in &levels {
        if last.is_some_and(|last| (level.newest.date - last).whole_days() > DAYS) {
            // Nothing is compared over so long a gap; what was in doubt before it stays so.
            doubts.extend(run.drain(..).map(|version| doubt(version, None)));
            (believed, run_end) = (None, None);
        }
        last = Some(level.newest.date);
        // A value that replaces one of the same day has that one before it, too: a file may bring the whole history again.
        let jumps = |value: f64| {
            let mut before = believed.into_iter().chain(level.restates);
            before.any(|before| is_jump(before, value, scale))
        };
        let earlier = level.earlier.iter().filter(|version| version.value.is_some_and(jumps));
        doubts.extend(earlier.map(|version| doubt(version, None)));
        let is_stored = level.is_stored;
        match run_end {
            Some((end, load_id)) if is_same_scale(end, level.value) => {
                if is_stored || load_id != level.load_id {
                    let confirmed =
                        run.drain(..).filter(|version| version.known_at < level.newest.known_at);
                    doubts.extend(confirmed.map(|version| doubt(version, Some(level.newest))));
                    (believed, run_end) = (Some(level.value), None);
                } else {
                    run.push(level.newest);
                    run_end = Some((level.value, load_id));
                }
            }
            // What is published already is no longer in doubt, whatever a later load adds before it.
            _ if !is_stored && jumps(level.value) => {
                doubts.extend(run.drain(..).map(|version| doubt(version, None)));
                run.push(level.newest);
                run_end = Some((level.value, level.load_id));
            }
            // Back in the old scale: the values between were wrong, and their return is none of theirs.
            _ => {
                doubts.extend(run.drain(..).map(|version| doubt(version, None)));
                (believed, run_end) = (Some(level.value), None);
            }
        }
    }
    doubts.extend(run.into_iter().map(|version| doubt(version, None)));
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

fn doubt(version: &Version, confirmed_by: Option<&Version>) -> Doubt {
    Doubt {
        date: version.date,
        known_at: version.known_at,
        confirmed: confirmed_by.map(|next| (next.known_at, next.is_dated)),
    }
}

/// Whether a value is about 10, 100 or 1,000 times the one before, or as small a part of it.
fn is_jump(before: f64, value: f64, scale: Scale) -> bool {
    let factor = value / before;
    if !factor.is_finite() || factor <= 0.0 || before.abs().max(value.abs()) < scale.from {
        return false;
    }
    let power = factor.log10().abs();
    let is_wrong = (f64::from(scale.least_power)..=3.0).contains(&power.round());
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

    const UNITS: Scale = Scale { least_power: 1, from: 0.0 };

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
        // What is withheld is judged again with each load.
        [version(day, value, Some(load_id), false), version(day, value, None, false)]
    }

    fn loaded(day: i64, value: f64) -> Version {
        version(day, value, None, false)
    }

    fn days(mut versions: Vec<Version>) -> Vec<u8> {
        versions.sort_by_key(|version| (version.date, version.known_at));
        let doubts = doubts(&versions, UNITS);
        assert!(doubts.iter().all(|doubt| doubt.confirmed.is_none()), "{doubts:?}");
        doubts.iter().map(|doubt| doubt.date.day()).collect()
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
    fn rates_may_grow_tenfold_and_near_zero_by_any_factor() {
        let rates = rules::for_measure("benchmark_rate").scale.unwrap();
        assert!(is_jump(31.4, 314.0, UNITS) && is_jump(314.0, 31.0, UNITS));
        assert!(
            !is_jump(31.4, 157.0, UNITS)
                && !is_jump(31.4, -314.0, UNITS)
                && !is_jump(0.0, 5.0, UNITS)
        );
        assert!(is_jump(0.0498, 4.97, rates) && !is_jump(0.0498, 0.498, rates));
        assert!(!is_jump(0.000_01, 0.001, rates));
    }

    #[test]
    fn amounts_are_wrong_by_thousands_and_only_where_they_are_large() {
        let amounts = rules::for_measure("bridged_token_value_dollar").scale.unwrap();
        assert!(is_jump(2e9, 2.01e6, amounts) && is_jump(2e6, 2e9, amounts));
        assert!(!is_jump(2e7, 2e9, amounts) && !is_jump(2e5, 2e8, amounts));
    }

    proptest! {
        #[test]
        fn a_jump_is_one_in_both_directions_and_no_smaller_than_its_rule_says(
            before in 1e-4..1e13_f64,
            power in -4.0..4.0_f64,
            is_exact in any::<bool>(),
        ) {
            let power = if is_exact { power.round() } else { power };
            let value = before * 10_f64.powf(power);
            for rule in rules::RULES {
                let Some(scale) = rule.scale else { continue };
                let jumps = is_jump(before, value, scale);
                prop_assert_eq!(jumps, is_jump(value, before, scale));
                prop_assert!(!jumps || power.abs() > f64::from(scale.least_power) - 0.05);
                let is_large = before.max(value) >= scale.from;
                let is_wrong = (f64::from(scale.least_power)..=3.0).contains(&power.abs());
                prop_assert!(!is_exact || jumps == (is_large && is_wrong));
            }
        }
    }
}
