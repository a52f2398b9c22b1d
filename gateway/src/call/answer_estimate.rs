//! Estimates how long answers become, and how much work they are, from the inputs of calls.

use kit::query_limits::{LARGEST_PAGE, MOST_GROUPS, USUAL_GROUPS, USUAL_PAGE};
use kit::timeseries_limits::{MOST_ANSWER_VALUES, MOST_CHART_GROUPS, MOST_HOLDER_DAYS};

use super::data_calls::{DataRule, DataUse};
use super::input::Input;
use super::procedure::Procedure;

/// Most answers are shorter.
const USUAL: usize = 64 << 10;
/// The bytes of a row of a list.
const ROW: u64 = 2 << 10;
/// A value of a series with its day and its share of what is known.
const VALUE: u64 = 32;
/// A group or a series without its values.
const LINE: u64 = 512;
/// The days of a series whose range is not stated.
const USUAL_DAYS: u64 = 4_000;
const YEAR: u64 = 365;
/// An answer as of an earlier moment, for which the values of all members are read from the database.
const EARLIER_STATE: u64 = 500_000;

/// The estimated bytes and work of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    pub bytes: usize,
    /// How many values are calculated: series or groups, times the days of the range, as the values of an interval are
    /// calculated from those of its days.
    pub work: usize,
}

/// Estimates the cost of an answer to an input; the second argument is today, in days since 1970.
pub type Estimate = fn(&Input<'_>, i64) -> Cost;

/// The estimate for answers of the usual size, for which nothing is calculated.
pub fn usual(_: &Input<'_>, _: i64) -> Cost {
    Cost { bytes: USUAL, work: 0 }
}

/// The estimate for a page of rows.
pub fn rows(input: &Input<'_>, _: i64) -> Cost {
    Cost { bytes: bytes(page(input) * ROW), work: 0 }
}

/// The days from the first to the last that a scope shows, where they are bounded.
pub type ShownDays = (Option<i32>, Option<i32>);

/// Counts the rows of an answer to an input, of which a scope shows some days; the last argument is today.
pub type Rows = fn(&Input<'_>, ShownDays, i64) -> u64;

/// The most rows that an answer has: those of a page of a list, one record, or what the procedure counts.
pub fn most_rows(procedure: &Procedure, input: &Input<'_>, shown: ShownDays, today: i64) -> u64 {
    if let Some(rows) = procedure.rows {
        return rows(input, shown, today);
    }
    let reads = |rule: DataRule| rule.calls(input, DataUse::Answer).is_reading();
    if procedure.lists {
        page(input)
    } else if !procedure.takes_input || procedure.access.data_rule().is_some_and(reads) {
        1
    } else {
        MOST_ANSWER_VALUES as u64
    }
}

/// The rows that a page of a list has.
fn page(input: &Input<'_>) -> u64 {
    let per_page = input.member("pagination").and_then(|page| number(page, "perPage"));
    per_page.unwrap_or(USUAL_PAGE.into()).min(LARGEST_PAGE.into())
}

/// The groups of a list: one where no field divides its rows.
pub fn groups(input: &Input<'_>, _: ShownDays, _: i64) -> u64 {
    let aggregate = input.member("aggregate");
    if aggregate.and_then(|aggregate| aggregate.member("groupBy")).is_none() {
        return 1;
    }
    let limit = aggregate.and_then(|aggregate| number(aggregate, "groupLimit"));
    limit.unwrap_or(USUAL_GROUPS.into()).min(MOST_GROUPS.into())
}

/// The intervals of series: those of a usual range where the input names no beginning and the scope has none.
pub fn intervals_of_series(input: &Input<'_>, shown: ShownDays, today: i64) -> u64 {
    shown_intervals(input, USUAL_DAYS, shown, today)
}

/// The intervals of an aggregate.
pub fn intervals_of_aggregate(input: &Input<'_>, shown: ShownDays, today: i64) -> u64 {
    shown_intervals(input, YEAR, shown, today)
}

fn shown_intervals(input: &Input<'_>, usual: u64, (first, last): ShownDays, today: i64) -> u64 {
    let to = day(input, "to").map_or(today, |to| to.min(today));
    let from = day(input, "from").unwrap_or(to - i64::try_from(usual).unwrap_or_default());
    let from = first.map_or(from, |first| from.max(first.into()));
    let to = last.map_or(to, |last| to.min(last.into()));
    intervals(input, (to - from + 1).max(0).unsigned_abs())
}

/// The series whose newest values are requested.
pub fn newest_values(input: &Input<'_>, _: ShownDays, _: i64) -> u64 {
    match input.member("keys") {
        Some(Input::List(keys)) => keys.len() as u64,
        _ => 1,
    }
}

/// The provenance of numbers, which is one record.
pub fn one_record(_: &Input<'_>, _: ShownDays, _: i64) -> u64 {
    1
}

/// The days of the holders of a token.
pub fn days_of_holders(_: &Input<'_>, _: ShownDays, _: i64) -> u64 {
    MOST_HOLDER_DAYS as u64
}

pub fn series(input: &Input<'_>, today: i64) -> Cost {
    let series = match input.member("keys") {
        Some(Input::List(keys)) => keys.len() as u64,
        _ => 1,
    };
    values(series, input, days(input, USUAL_DAYS, today))
}

/// The estimate for an aggregate over time.
pub fn aggregate(input: &Input<'_>, today: i64) -> Cost {
    let most = u64::from(MOST_CHART_GROUPS);
    // The groups, all others as one, and the total.
    let groups = input
        .member("group_by")
        .map_or(0, |_| number(input, "group_limit").unwrap_or(12).min(most) + 1);
    values(groups + 1, input, days(input, YEAR, today))
}

fn values(lines: u64, input: &Input<'_>, days: u64) -> Cost {
    let values = (lines + 1).saturating_mul(intervals(input, days));
    let earlier = input.member("as_of").map_or(0, |_| EARLIER_STATE);
    Cost {
        bytes: bytes(values.min(MOST_ANSWER_VALUES as u64) * VALUE + lines * LINE),
        work: usize::try_from(lines.saturating_mul(days).saturating_add(earlier))
            .unwrap_or(usize::MAX),
    }
}

fn bytes(estimate: u64) -> usize {
    usize::try_from(estimate).unwrap_or(usize::MAX).max(USUAL)
}

/// How many days a range has; `usual` if its beginning is not stated.
fn days(input: &Input<'_>, usual: u64, today: i64) -> u64 {
    let to = day(input, "to").unwrap_or(today);
    day(input, "from").map_or(usual, |from| (to - from + 1).max(1).unsigned_abs())
}

/// The number of intervals in a number of days.
fn intervals(input: &Input<'_>, days: u64) -> u64 {
    let length = match text(input, "interval") {
        Some("week") => 7,
        Some("month") => 28,
        Some("quarter") => 90,
        Some("year") => 365,
        _ => 1,
    };
    days / length + 1
}

fn number(input: &Input<'_>, name: &str) -> Option<u64> {
    match input.member(name)? {
        Input::Number(number) => number.as_u64(),
        _ => None,
    }
}

fn text<'i>(input: &'i Input<'_>, name: &str) -> Option<&'i str> {
    match input.member(name)? {
        Input::Text(text) => Some(text.as_ref()),
        _ => None,
    }
}

/// About the number of a day that is written as YYYY-MM-DD; an invalid one is refused later.
fn day(input: &Input<'_>, name: &str) -> Option<i64> {
    let mut parts = text(input, name)?.splitn(3, '-').map(str::parse::<u16>);
    let mut next = || parts.next()?.ok().map(i64::from);
    let (year, month, day) = (next()?, next()?, next()?);
    Some((year - 1970) * 365 + (year - 1969) / 4 + month.clamp(1, 12) * 30 - 30 + day.min(31) - 1)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const TODAY: i64 = 20_000;

    fn cost(estimate: Estimate, input: Value) -> Cost {
        estimate(&input.into(), TODAY)
    }

    fn estimated(estimate: Estimate, input: Value) -> usize {
        cost(estimate, input).bytes
    }

    #[test]
    fn follows_the_range_the_groups_and_the_interval() {
        let wide = json!({"measure": "1", "group_by": "asset", "group_limit": 100,
            "from": "2021-11-20", "to": "2024-08-15", "interval": "day"});
        let estimate = estimated(aggregate, wide.clone());
        assert!((3_000_000..4_000_000).contains(&estimate), "{estimate}");
        let mut monthly = wide;
        monthly["interval"] = "month".into();
        assert!(estimated(aggregate, monthly) < estimate / 15);
        assert!(estimated(aggregate, json!({"measure": "1"})) <= 2 * USUAL);
        let key = json!({"measure": "1"});
        let all = json!({"keys": vec![key; 50], "from": "1900-01-01"});
        assert!((16_000_000..20_000_000).contains(&estimated(series, all)));
    }

    #[test]
    fn groups_are_as_many_as_requested() {
        for (aggregate, rows) in [
            (json!({}), 1),
            (json!({"aggregate": {}}), 1),
            (json!({"aggregate": {"aggregateFunction": "sum", "field": "name"}}), 1),
            (json!({"aggregate": {"groupBy": "name"}}), 100),
            (json!({"aggregate": {"groupBy": "name", "groupLimit": 7}}), 7),
            (json!({"aggregate": {"groupBy": "name", "groupLimit": 5_000}}), 1_000),
        ] {
            assert_eq!(groups(&aggregate.into(), (None, None), TODAY), rows);
        }
    }

    #[test]
    fn work_follows_the_range_and_the_groups_whatever_the_interval() {
        for interval in ["day", "month", "year", "no interval"] {
            let wide = json!({"measure": "1", "group_by": "asset", "group_limit": 100,
                "from": "2021-11-20", "to": "2024-08-14", "interval": interval});
            assert_eq!(cost(aggregate, wide).work, 102 * 1_000, "{interval}");
        }
        let total = json!({"measure": "1", "from": "2021-11-20", "to": "2024-08-14"});
        assert_eq!(cost(aggregate, total).work, 1_000);
        let earlier = json!({"measure": "1", "from": "2021-11-20", "to": "2024-08-14", "as_of": "2024-08-14T00:00:00Z"});
        assert_eq!(cost(aggregate, earlier).work, 501_000);
        let keys = json!({"keys": vec![json!({"measure": "1"}); 50]});
        assert_eq!(cost(series, keys).work, 50 * 4_000);
        for none in [usual, rows] {
            assert_eq!(cost(none, json!({})).work, 0);
        }
    }

    #[test]
    fn follows_the_page() {
        assert_eq!(estimated(rows, json!({})), 50 * 2_048);
        assert_eq!(estimated(rows, json!({"pagination": {"perPage": 1_000}})), 1_000 * 2_048);
        assert_eq!(
            estimated(rows, json!({"pagination": {"perPage": 4_000_000_000_u32}})),
            1_000 * 2_048
        );
    }

    #[test]
    fn nonsense_is_as_long_as_usual_at_least() {
        for nonsense in [json!(null), json!([]), json!({"keys": 1, "from": "x", "to": "9-9-9"})] {
            for estimate in [usual, rows, series, aggregate] {
                assert!(estimated(estimate, nonsense.clone()) >= USUAL, "{nonsense}");
            }
        }
    }

    #[test]
    fn a_day_is_about_its_number() {
        for (text, number) in [("1970-01-01", 0), ("2026-01-01", 20_454), ("2026-12-31", 20_818)] {
            let found = day(&json!({ "from": text }).into(), "from").unwrap();
            assert!((found - number).abs() <= 6, "{text}: {found}");
        }
    }
}
