//! Files and histories with values in another scale, and what is withheld of them.

use proptest::prelude::*;
use time::macros::{date, datetime};

use super::*;

const UNITS: Scale = Scale {
    least_power: 1,
    from: 0.0,
    settled: None,
    steady_from: None,
    is_activity: false,
    is_rarely_zero: false,
};
const AMOUNTS: Scale = Scale {
    least_power: 3,
    from: f64::INFINITY,
    settled: Some((1, 0.0)),
    steady_from: Some(0.0),
    is_activity: false,
    is_rarely_zero: true,
};
const ACTIVITY: Scale = Scale {
    settled: Some((3, 0.0)),
    steady_from: None,
    is_activity: true,
    is_rarely_zero: false,
    ..AMOUNTS
};

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
        is_sent: load_id.is_none(),
    }
}

fn stored(day: i64, value: f64, load_id: i64) -> Version {
    version(day, value, Some(load_id), true)
}

fn withheld(day: i64, value: f64, load_id: i64) -> [Version; 2] {
    // A withheld value is judged again with each load.
    let again = Version { is_sent: false, ..version(day, value, None, false) };
    [version(day, value, Some(load_id), false), again]
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
    let doubts = doubts(&versions, scale, 100);
    assert!(doubts.iter().all(|doubt| doubt.confirmed.is_none()), "{doubts:?}");
    doubts.iter().map(|doubt| doubt.date).collect()
}

#[test]
fn a_file_in_another_scale_does_not_confirm_itself() {
    let more = vec![stored(1, 31.4, 1), loaded(2, 3140.0), loaded(3, 3150.0), loaded(4, 3160.0)];
    assert_eq!(days(more), [2, 3, 4]);
    // It brings days again that were published.
    let again = vec![stored(1, 31.4, 1), stored(2, 31.5, 1), loaded(1, 3140.0), loaded(2, 3150.0)];
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
    let doubts = doubts(&[stored(1, 31.4, 1), wrong.clone(), loaded(2, 31.5)], UNITS, 100);
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
    assert_eq!(doubts(&[stored(1, 31.4, 1), late, next], UNITS, 100), [expected]);
}

#[test]
fn values_are_compared_for_as_many_days_as_the_series_has() {
    let yearly = [stored(1, 500e3, 1), loaded(366, 50e6)];
    assert_eq!((doubts(&yearly, UNITS, 100).len(), doubts(&yearly, UNITS, 364).len()), (0, 0));
    assert_eq!((doubts(&yearly, UNITS, 365).len(), doubts(&yearly, UNITS, 400).len()), (1, 1));
}

#[test]
fn rates_near_zero_may_grow_by_any_factor() {
    let rates = rules::for_measure("benchmark_rate").scale.unwrap();
    let is_jump = |before, value, scale| is_jump(before, value, scale, None);
    assert!(is_jump(31.4, 314.0, UNITS) && is_jump(314.0, 31.0, UNITS));
    assert!(
        !is_jump(31.4, 157.0, UNITS) && !is_jump(31.4, -314.0, UNITS) && !is_jump(0.0, 5.0, UNITS)
    );
    assert!(is_jump(0.0498, 4.97, rates) && is_jump(0.0498, 0.498, rates));
    assert!(!is_jump(0.0007, 0.007, rates) && !is_jump(0.000_01, 0.001, rates));
    assert!(is_jump(31.4, 157e3, UNITS) && is_jump(1.01, 1.01e18, UNITS));
    assert!(is_jump(0.045, 450.0, rates) && !is_jump(0.000_000_5, 0.009, rates));
    let shares = rules::for_measure("occupancy").scale.unwrap();
    assert!(!is_jump(0.09, 0.9, shares) && is_jump(0.0095, 0.95, shares));
}

#[test]
fn young_amounts_are_wrong_by_thousands_and_only_where_they_are_large() {
    let amounts = rules::for_measure("bridged_token_value_dollar").scale.unwrap();
    assert!(is_jump(2e9, 2.01e6, amounts, None) && is_jump(2e6, 2e9, amounts, None));
    assert!(!is_jump(2e7, 2e9, amounts, None) && !is_jump(2e5, 2e8, amounts, None));
    // The first value of a launch, too, until another one confirms it.
    assert!(is_jump(1.0, 1e9, amounts, None) && is_jump(2e9, 5e5, amounts, None));
    let settled = |before, value| is_jump(before, value, amounts, Some((before, before)));
    assert!(settled(2e7, 2e9) && settled(20.0, 2.0) && settled(20.0, 1e5) && !settled(20.0, 1e4));
    // Units of 6 and of 18 decimals.
    assert!(settled(20.0, 2e7) && settled(20.0, 2e19) && settled(2e19, 20.0));
    assert!(!settled(20.0, 0.0) && !settled(0.0, 2e19) && !settled(20.0, -2e19));
}

#[test]
fn few_holders_may_become_ten_times_as_many() {
    let holders = rules::for_measure("holding_addresses_count").scale.unwrap();
    let settled = |before, value| is_jump(before, value, holders, Some((before, before)));
    assert!(settled(12.0, 120.0) && settled(1_200.0, 120.0));
    assert!(!settled(1.0, 10.0) && !settled(9.0, 90.0) && !settled(1_200.0, 3_600.0));
    assert!(!is_jump(1_200.0, 12_000.0, holders, None));
}

#[test]
fn a_day_is_compared_with_all_days_that_its_series_had() {
    let volume = rules::for_measure("daily_transfer_volume_dollar").scale.unwrap();
    assert_eq!(volume, ACTIVITY);
    let jumps = |value| is_jump(150.0, value, volume, Some((100.0, 300.0)));
    let far = [95e3, 100e3, 320e3, 400e3, 1.5e6, 150e18, 0.095, 0.32, 0.08, 150e-18];
    assert!(far.map(jumps).iter().all(|jumps| *jumps));
    let plain = [0.0, -1.5e6, 0.4, 1.5, 15.0, 1_500.0, 15e3, 30e3, 85e3];
    assert!(!plain.map(jumps).contains(&true));
    assert!(!is_jump(150.0, 150e3, volume, None));
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
    let young = of(Some(1), 500.0, 29).chain(of(None, 5_000.0, 29)).collect();
    assert!(doubted(young, AMOUNTS).is_empty(), "ten times as much");
    let steady = of(Some(1), 500.0, 5).chain(of(None, 50_000.0, 5)).collect();
    assert_eq!(doubted(steady, AMOUNTS).len(), 5);
    let few = of(Some(1), 500.0, 4).chain(of(None, 50_000.0, 4)).collect();
    assert!(doubted(few, AMOUNTS).is_empty());
}

/// How many of the values of a load are in doubt behind others.
fn doubted_after(before: &[f64], values: &[f64], scale: Scale) -> usize {
    let stored = (1..).zip(before).map(|(day, value)| stored(day, *value, 1));
    let first = before.len() as i64 + 1;
    let loaded = (first..).zip(values).map(|(day, value)| loaded(day, *value));
    doubted(stored.chain(loaded).collect(), scale).len()
}

#[test]
fn a_young_amount_that_stood_still_is_doubted_from_a_hundred_times_on() {
    let of = |values: &[f64], next: f64| doubted_after(values, &[next], AMOUNTS);
    let still = [1e6, 1.01e6, 1e6, 1.02e6, 1.03e6];
    assert_eq!((of(&still, 1e8), of(&still, 3.7e8), of(&still, 1e4)), (1, 1, 1));
    assert_eq!((of(&still, 5e7), of(&still, 3e4)), (0, 0));
    assert_eq!(of(&still[1..], 1e8), 0, "four values");
    assert_eq!(of(&[1e6, 1.5e6, 2e6, 3e6, 3.1e6], 4e8), 0, "a launch that grows");
    assert_eq!(doubted_after(&still, &[1e8, 1.01e8], AMOUNTS), 2, "a load has one scale");
    assert_eq!(doubted_after(&still, &[1e8, 1.01e6], AMOUNTS), 1);
    // The load begins with a value in the old scale, so its next value confirms the step.
    assert_eq!(doubted_after(&still, &[1.02e6, 1e8, 1.01e8], AMOUNTS), 0);
    let next = [withheld(6, 1e8, 2).to_vec(), vec![loaded(7, 1.02e8)]].concat();
    let stored = (1..).zip(still).map(|(day, value)| stored(day, value, 1));
    assert!(doubted(stored.chain(next).collect(), AMOUNTS).is_empty(), "the next load confirms it");
}

#[test]
fn a_zero_after_values_near_one_another_is_doubted_until_another_load_confirms_it() {
    let still = [1e6, 1.01e6, 1e6, 1.02e6, 1.03e6];
    let of = |values: &[f64]| doubted_after(&still, values, AMOUNTS);
    assert_eq!((of(&[0.0]), of(&[0.0, 0.0]), of(&[0.0, 1.02e6])), (1, 2, 1));
    assert_eq!(of(&[1.02e6, 0.0, 0.0]), 0, "the next value of a load with the values before");
    assert_eq!(doubted_after(&still[1..], &[0.0], AMOUNTS), 0, "four values");
    let stored = || (1..).zip(still).map(|(day, value)| stored(day, value, 1));
    let next = [withheld(6, 0.0, 2).to_vec(), vec![loaded(7, 0.0)]].concat();
    assert!(
        doubted(stored().chain(next).collect(), AMOUNTS).is_empty(),
        "the next load confirms it"
    );
    let back = [withheld(6, 0.0, 2).to_vec(), vec![loaded(7, 1.02e6)]].concat();
    let doubted = doubted(stored().chain(back).collect(), AMOUNTS);
    assert_eq!(doubted, [date!(2026 - 01 - 06)]);
    for measure in ["outstanding_capital_dollar", "late_loans_amount_dollar"] {
        let scale = rules::for_measure(measure).scale.unwrap();
        assert_eq!(doubted_after(&still, &[0.0], scale), 0, "{measure}");
    }
}

#[test]
fn a_zero_does_not_hide_a_jump() {
    let large = [5e8, 5.01e8, 5e8, 5.02e8, 5.03e8];
    let amounts = rules::for_measure("market_value_dollar").scale.unwrap();
    assert_eq!(doubted_after(&large, &[0.0, 5.04e11, 5.04e8], amounts), 2);
    let rates = rules::for_measure("interest_rate").scale.unwrap();
    assert_eq!(doubted_after(&[0.045_39], &[0.0, 4.541, 0.045_4], rates), 1);
    assert_eq!(doubted_after(&[0.045_39], &[4.541, 0.0, 4.542, 0.045_4], rates), 2);
}

#[test]
fn what_moves_by_single_loans_and_tenders_may_grow_a_hundredfold() {
    let of = |measure: &str, from: f64, to: f64| {
        doubted_after(&[from; 5], &[to], rules::for_measure(measure).scale.unwrap())
    };
    for measure in ["bridged_token_value_dollar", "total_supply_token", "funded_assets_token"] {
        assert_eq!((of(measure, 2e4, 5e6), of(measure, 5e6, 2e4)), (1, 1), "{measure}");
    }
    assert_eq!(of("holding_addresses_count", 12.0, 1_400.0), 1);
    assert_eq!(of("holding_addresses_count", 1.0, 99.0), 0);
    for measure in ["late_loans_amount_dollar", "benchmark_amount_dollar", "daily_mints_dollar"] {
        assert_eq!((of(measure, 2e4, 5e6), of(measure, 25e9, 0.18e9)), (0, 0), "{measure}");
    }
}

/// The number of values of a load that are in doubt, after `before` days of activity.
fn doubted_activity(before: i64, values: &[f64]) -> usize {
    let stored = (1..).zip(near(100.0, before)).map(|(day, value)| stored(day, value, 1));
    let loaded = (before + 1..).zip(values).map(|(day, value)| loaded(day, *value));
    doubted(stored.chain(loaded).collect(), ACTIVITY).len()
}

#[test]
fn activity_is_doubted_where_a_load_is_a_thousand_times_as_large() {
    assert_eq!((doubted_activity(29, &[1e5]), doubted_activity(30, &[1e5])), (0, 1));
    assert_eq!((doubted_activity(30, &[0.1]), doubted_activity(30, &[1e5, 2.5e5, 9e4])), (1, 3));
    assert_eq!((doubted_activity(30, &[5e5]), doubted_activity(30, &[1e20, 2e20])), (1, 2));
    // Days may be 10 and 100 times as busy.
    assert_eq!((doubted_activity(30, &[1e3]), doubted_activity(30, &[1e4])), (0, 0));
}

#[test]
fn activity_of_a_file_that_has_the_old_scale_too_is_of_a_busy_day() {
    assert_eq!((doubted_activity(30, &[105.0, 1e5]), doubted_activity(30, &[1e5, 105.0])), (0, 0));
    // A value in neither of the two scales does not show which scale the file has.
    assert_eq!(doubted_activity(30, &[1e5, 5_000.0]), 1);
    let stored = || (1..).zip(near(100.0, 30)).map(|(day, value)| stored(day, value, 1));
    let last = near(100.0, 30)[29];
    let again = stored().chain([loaded(30, last), loaded(31, 1e5)]).collect();
    assert!(doubted(again, ACTIVITY).is_empty(), "the file has the last known day again");
    let checked = Version { is_sent: false, ..loaded(30, last) };
    let unsent = stored().chain([checked, loaded(31, 1e5)]).collect();
    assert_eq!(
        doubted(unsent, ACTIVITY).len(),
        1,
        "a value that is only checked again is no part of it"
    );
}

#[test]
fn activity_is_confirmed_by_another_load_however_its_days_differ() {
    let stored = || (1..).zip(near(100.0, 30)).map(|(day, value)| stored(day, value, 1));
    let doubtful = || [withheld(31, 1e5, 2), withheld(32, 0.0, 2), withheld(33, 2e5, 2)].concat();
    let next = |value: f64| stored().chain(doubtful()).chain([loaded(34, 0.0), loaded(35, value)]);
    assert!(doubted(next(8e4).collect(), ACTIVITY).is_empty());
    assert_eq!(doubted(next(104.0).collect(), ACTIVITY).len(), 2, "back in the old scale");
    assert_eq!(doubted(next(0.0).collect(), ACTIVITY).len(), 2, "no events confirm nothing");
}

#[test]
fn days_without_events_say_nothing_of_the_scale() {
    // One day of each week has none.
    let of = |days: i64, values: &[f64]| {
        let weekly =
            |(day, value): (i64, f64)| stored(day, if day % 7 == 0 { 0.0 } else { value }, 1);
        let before = (1..).zip(near(100.0, days)).map(weekly);
        let loaded = (days + 1..).zip(values).map(|(day, value)| loaded(day, *value));
        doubted(before.chain(loaded).collect(), ACTIVITY).len()
    };
    assert_eq!((of(33, &[1e5]), of(34, &[1e5])), (0, 1), "thirty days with events");
    assert_eq!((of(35, &[0.0]), of(35, &[0.0, 105.0])), (0, 0));
    assert_eq!(of(35, &[0.0, 1e5, 0.0, 2e5]), 2, "they neither hide a file's scale nor confirm it");
    let idle = (1..=40).map(|day| stored(day, 0.0, 1)).chain([loaded(41, 1e5)]);
    assert!(doubted(idle.collect(), ACTIVITY).is_empty());
    // A day whose events were found later.
    let before = (1..).zip(near(100.0, 35)).map(|(day, value)| stored(day, value, 1));
    let found = before.chain([stored(36, 0.0, 1), loaded(36, 104.0)]);
    assert!(doubted(found.collect(), ACTIVITY).is_empty());
}

#[test]
fn a_history_of_activity_in_another_scale_does_not_confirm_itself() {
    let of = |load_id: Option<i64>, level: f64, days: i64| {
        let values = (1..).zip(near(level, days));
        values.map(move |(day, value)| version(day, value, load_id, load_id.is_some()))
    };
    let again = of(Some(1), 100.0, 40).chain(of(None, 100_000.0, 45)).collect();
    assert_eq!(doubted(again, ACTIVITY).len(), 45);
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
        let is_power = [1.0, 2.0].iter().any(|whole: &f64| (power - whole).abs() < 0.041_4);
        let few: Vec<f64> = last.iter().copied().take(5).collect();
        let is_still =
            few.len() == 5 && few.iter().all(|one| few.iter().all(|other| *one <= 1.05 * *other));
        is_doubted[place] =
            is_steady && (is_power || power > 3.0 - 0.041_4) || is_still && power > 2.0 - 0.041_4;
    }
    (stored..values.len()).filter(|place| is_doubted[*place]).collect()
}

proptest! {
    #[test]
    fn amounts_in_doubt_are_those_of_a_naive_reader(
        stored_count in 0..50_usize,
        runs in proptest::collection::vec(
            (
                proptest::sample::select(vec![100.0, 190.0, 700.0, 1e3, 1e4, 1e5, 6e6, 1e20]),
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
        power in -20.0..20.0_f64,
        is_exact in any::<bool>(),
        is_settled in any::<bool>(),
    ) {
        let power = if is_exact { power.round() } else { power };
        let value = before * 10_f64.powf(power);
        for rule in rules::RULES {
            let Some(scale) = rule.scale else { continue };
            let (least_power, from) = scale.bounds(is_settled);
            let range = |one: f64| is_settled.then_some((one, one));
            let jumps = is_jump(before, value, scale, range(before));
            prop_assert_eq!(jumps, is_jump(value, before, scale, range(value)));
            prop_assert!(!jumps || power.abs() > f64::from(least_power) - 0.05);
            let is_large = before.max(value) >= from;
            prop_assert!(!is_exact || jumps == (is_large && power.abs() >= f64::from(least_power)));
            prop_assert!(power.abs() < 3.0 || jumps == is_large);
        }
    }

    #[test]
    fn an_amount_that_stood_still_is_doubted_from_a_hundred_times_on_and_no_other(
        level in 1e3..1e7_f64,
        parts in proptest::collection::vec(1.0..1.049_f64, 1..12),
        power in -4.0..4.0_f64,
    ) {
        let before: Vec<f64> = parts.iter().map(|part| level * part).collect();
        let value = before[before.len() - 1] * 10_f64.powf(power);
        let is_doubted = before.len() >= 5 && power.abs() > 2.0 - 0.041_4;
        for scale in rules::RULES.iter().filter_map(|rule| rule.scale) {
            let Some(from) = scale.steady_from else { continue };
            // Large amounts have a rule of their own, whatever stood before.
            let is_checked = value.max(level) < scale.from && value.max(level) > from;
            let count = doubted_after(&before, &[value], scale);
            let is_expected = count == usize::from(is_doubted);
            prop_assert!(!is_checked || is_expected, "{count} of {before:?}, {value}");
        }
    }

    #[test]
    fn a_series_with_a_jump_has_a_step_for_which_it_is_read(
        least in 1e-3..1e9_f64,
        spread in 1.0..3.0_f64,
        place in 0.0..1.0_f64,
        power in -20.0..20.0_f64,
    ) {
        let range = Some((least, least * spread));
        let (before, value) = (least * spread.powf(place), least * 10_f64.powf(power));
        for scale in rules::RULES.iter().filter_map(|rule| rule.scale) {
            let jumps = is_jump(before, value, scale, range)
                || is_jump(before, value, scale, None)
                || is_far(before, value, scale);
            prop_assert!(!jumps || (value / before).log10().abs() > plain_step(scale));
        }
    }
}
