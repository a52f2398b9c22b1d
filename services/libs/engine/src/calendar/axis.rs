//! The intervals of a range, in which values are shown.

use proto::timeseries::v1::SeriesInterval;

use super::day::{self, Day};
use super::intervals::{next_start, start_of};

/// Intervals that follow each other without a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The first day of each.
    pub starts: Vec<Day>,
    /// The last day of each; the range may end within the last one.
    pub ends: Vec<Day>,
}

impl Axis {
    /// The intervals from the one that holds the first day to the one that holds the last; `None` if there are more
    /// than `most`.
    pub fn new(interval: SeriesInterval, from: Day, to: Day, most: usize) -> Option<Self> {
        let mut axis = Self { starts: Vec::new(), ends: Vec::new() };
        let mut start = start_of(interval, from);
        while start <= to {
            if axis.starts.len() == most {
                return None;
            }
            let next = next_start(interval, start);
            axis.starts.push(start);
            axis.ends.push((next - 1).min(to));
            start = next;
        }
        Some(axis)
    }

    /// Its first day, if every interval is one day.
    pub fn first_of_days(&self) -> Option<Day> {
        let (first, last) = (*self.starts.first()?, *self.ends.last()?);
        (i64::from(last) - i64::from(first) + 1 == self.len() as i64).then_some(first)
    }

    /// The last day that counts, as text.
    pub fn to(&self) -> String {
        self.ends.last().map(|end| day::text(*end)).unwrap_or_default()
    }

    pub fn len(&self) -> usize {
        self.starts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(interval: SeriesInterval, from: &str, to: &str) -> Vec<String> {
        let day = |text| day::parse(text).unwrap();
        let axis = Axis::new(interval, day(from), day(to), 1_000).unwrap();
        axis.starts
            .iter()
            .zip(&axis.ends)
            .map(|(start, end)| format!("{}..{}", day::text(*start), day::text(*end)))
            .collect()
    }

    #[test]
    fn weeks_begin_on_monday() {
        assert_eq!(
            axis(SeriesInterval::Week, "2026-11-20", "2026-11-24"),
            ["2026-11-16..2026-11-22", "2026-11-23..2026-11-24"]
        );
    }

    #[test]
    fn months_quarters_and_years_have_their_lengths() {
        assert_eq!(
            axis(SeriesInterval::Month, "2024-01-31", "2024-03-01"),
            ["2024-01-01..2024-01-31", "2024-02-01..2024-02-29", "2024-03-01..2024-03-01"]
        );
        assert_eq!(
            axis(SeriesInterval::Quarter, "2025-11-05", "2026-04-01"),
            ["2025-10-01..2025-12-31", "2026-01-01..2026-03-31", "2026-04-01..2026-04-01"]
        );
        assert_eq!(
            axis(SeriesInterval::Year, "2023-06-01", "2025-01-01"),
            ["2023-01-01..2023-12-31", "2024-01-01..2024-12-31", "2025-01-01..2025-01-01"]
        );
    }

    #[test]
    fn intervals_follow_each_other_over_a_century() {
        for interval in [SeriesInterval::Month, SeriesInterval::Quarter, SeriesInterval::Year] {
            let axis = Axis::new(interval, day::EARLIEST, day::EARLIEST + 40_000, 2_000).unwrap();
            for (end, start) in axis.ends.iter().zip(&axis.starts[1..]) {
                assert_eq!(end + 1, *start);
                assert_eq!(start_of(interval, *start), *start);
                assert_ne!(start_of(interval, *end), *start);
            }
        }
    }

    #[test]
    fn days_are_distinguished_from_longer_intervals() {
        let axis = |interval, to| Axis::new(interval, 4, to, 1_000).unwrap();
        assert_eq!(axis(SeriesInterval::Day, 9).first_of_days(), Some(4));
        assert_eq!(axis(SeriesInterval::Week, 30).first_of_days(), None);
        // A range that ends after the first day of a week.
        assert_eq!(axis(SeriesInterval::Week, 4).first_of_days(), Some(4));
    }

    #[test]
    fn an_endless_range_has_no_axis() {
        assert_eq!(Axis::new(SeriesInterval::Day, 0, 100, 100), None);
        assert!(Axis::new(SeriesInterval::Day, 0, 99, 100).is_some());
    }
}
