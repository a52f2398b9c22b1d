//! The days on which a scope shows the values of each series.

use std::sync::Arc;

use engine::derived_measures;
use engine::measures::Measure;
use engine::{CachedText, Day, Entry, Series, end_of, start_of};
use policy::{Attributes, Scope, TimeBounds, Window};
use proto::access::v1::{Dimension, Granularity};
use proto::timeseries::v1::{MeasureKind, SeriesInterval};

use super::attributes::{SubjectAttributes, endpoint};

/// Ranges of days in their order, apart from each other.
type Ranges = Vec<(Day, Day)>;

/// The identity of the days: equal ones show the same values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleDaysKey {
    /// The scope as it was stated.
    pub document: Vec<u8>,
    /// The first and the last day of each permission, and whether it ends before the range of the query.
    pub windows: Vec<(Option<Day>, Option<Day>, bool)>,
    pub interval: SeriesInterval,
    /// The derived measure of the query, if its own permissions matter.
    pub derived: Option<i64>,
}

/// The values that a query of one interval may use.
#[derive(Debug)]
pub struct VisibleDays {
    pub(super) scope: Scope,
    pub(super) attributes: Arc<SubjectAttributes>,
    pub(super) interval: SeriesInterval,
    /// The last day of the query.
    pub(super) to: Day,
    pub(super) now: i64,
    /// The derived measure for which values are read.
    pub(super) derived: Option<&'static Measure>,
    /// Whether it excludes by more than measures: it then hides subjects that the catalog has not announced, as they may be
    /// among the excluded ones. They meet no condition of permissions either.
    pub(super) excludes_by_subject: bool,
    pub(super) selects_by_network: bool,
    pub(super) selects_by_measure: bool,
}

impl VisibleDays {
    /// Whether the scope is about a series: others show nothing of it.
    pub fn is_about(&self, series: &Series) -> bool {
        endpoint(series.subject.kind) == self.scope.endpoint()
    }

    /// The visible part of a series; none if nothing of it is.
    pub fn part(&self, series: &Arc<Series>) -> Option<Arc<Series>> {
        let ranges = self.ranges(series);
        if series.column.is_within(&ranges) {
            return (!ranges.is_empty()).then(|| Arc::clone(series));
        }
        let column = series.column.part(&ranges);
        if column.is_empty() {
            return None;
        }
        let (column, newest) = (Arc::new(column), CachedText::default());
        Some(Arc::new(Series { column, newest, ..(**series).clone() }))
    }

    /// The ranges of days on which a series has values that the query shows. Its last day ends an interval.
    pub fn days_with_values(&self, series: &Series) -> Ranges {
        let column = &series.column;
        let Some((first, last)) = column.first().zip(column.last()) else { return Vec::new() };
        let mut ranges = self.ranges(series);
        if self.interval != SeriesInterval::Day {
            for (_, end) in &mut ranges {
                *end = self.to.min(*end);
            }
        }
        ranges.retain(|(from, to)| {
            ((*from).max(first)..=(*to).min(last)).any(|day| column.at(day) != Entry::Gap)
        });
        ranges
    }

    /// Whether all values of a series on some days are shown.
    pub fn shows(&self, series: &Series, (from, to): (Day, Day)) -> bool {
        let Some((first, last)) = series.column.first().zip(series.column.last()) else {
            return true;
        };
        let (from, to) = (from.max(first), to.min(last));
        from > to || self.ranges(series).iter().any(|(first, last)| *first <= from && to <= *last)
    }

    /// Whether values of a series on a day are shown.
    pub fn shows_day(&self, series: &Series, day: Day) -> bool {
        self.ranges(series).iter().any(|(first, last)| (*first..=*last).contains(&day))
    }

    /// Whether growth of the subject of a series lacks distributions that it would need: days on which other measures are shown
    /// and this one is not.
    pub fn hides_distributions(&self, series: &Series) -> bool {
        let is_paid =
            derived_measures::distributions().iter().any(|paid| paid.id == series.measure.id);
        is_paid && self.selects_by_measure && self.ranges(series) != [(Day::MIN, Day::MAX)]
    }

    /// The days on which values of a series are shown. A value for which another one is derived is shown on days of both.
    pub fn ranges(&self, series: &Series) -> Ranges {
        let is_known = self.attributes.of(series.subject.id).is_some();
        let is_selectable = is_known || !self.excludes_by_subject;
        if !self.is_about(series) || !is_selectable {
            return Vec::new();
        }
        let own = self.of_measure(series, series.measure);
        match self.derived.filter(|_| self.selects_by_measure) {
            Some(derived) => intersection(&own, &self.of_measure(series, derived)),
            None => own,
        }
    }

    /// The days of a measure of the subject of a series. A number of all networks is shown where that of each network is: a
    /// total would otherwise give away a hidden network by difference.
    fn of_measure(&self, series: &Series, measure: &Measure) -> Ranges {
        let known = self.attributes.of(series.subject.id);
        let ids = known.map(|ids| ids.ids().map(|(dimension, id)| (dimension, Vec::from_iter(id))));
        let ids = ids.as_ref().map_or(&[][..], |ids| &ids[..]);
        let measure_id = [measure.id];
        let attributes = ids
            .iter()
            .fold(Attributes::default(), |all, (dimension, id)| all.with(*dimension, id))
            .with(Dimension::Measure, &measure_id);
        let kind = self.derived.unwrap_or(series.measure).kind();
        if !self.selects_by_network {
            return self.of_attributes(&attributes, measure, kind);
        }
        let each = self.attributes.networks(series).into_iter().map(|network| {
            let Some(network) = network else { return Vec::new() };
            let network = [network];
            self.of_attributes(&attributes.with(Dimension::Network, &network), measure, kind)
        });
        let none = || self.of_attributes(&attributes, measure, kind);
        each.reduce(|one, other| intersection(&one, &other)).unwrap_or_else(none)
    }

    fn of_attributes(
        &self,
        attributes: &Attributes<'_>,
        measure: &Measure,
        kind: MeasureKind,
    ) -> Ranges {
        let Some(row) = self.scope.row(attributes) else { return Vec::new() };
        let parts = row.parts.iter().filter_map(|part| self.days(&part.time, measure, kind));
        union(parts.collect())
    }

    /// The days of a permission. The value of a flow is of all days of its interval, or it is not shown.
    fn days(&self, time: &TimeBounds, measure: &Measure, kind: MeasureKind) -> Option<(Day, Day)> {
        let Window { first, finest, .. } = time.at(self.now);
        let last = time.at(self.now).last();
        if granularity(self.interval) < finest {
            return None;
        }
        let mut days = (first.unwrap_or(Day::MIN), last.unwrap_or(Day::MAX));
        if measure.kind() != MeasureKind::Stock {
            days = whole_intervals(measure.native_interval(), days);
        }
        if kind == MeasureKind::Flow {
            let (whole_first, whole_last) = whole_intervals(self.interval, days);
            days = (whole_first, if days.1 < self.to { whole_last } else { days.1 });
        }
        (days.0 <= days.1).then_some(days)
    }
}

/// The part of a range that whole intervals make.
fn whole_intervals(interval: SeriesInterval, (first, last): (Day, Day)) -> (Day, Day) {
    let is_begun = first != Day::MIN && start_of(interval, first) != first;
    let is_over = last == Day::MAX || end_of(interval, last) == last;
    (
        if is_begun { end_of(interval, first) + 1 } else { first },
        if is_over { last } else { start_of(interval, last) - 1 },
    )
}

/// The interval in the words of policies.
pub fn granularity(interval: SeriesInterval) -> Granularity {
    match interval {
        SeriesInterval::Unspecified | SeriesInterval::Day => Granularity::Day,
        SeriesInterval::Week => Granularity::Week,
        SeriesInterval::Month => Granularity::Month,
        SeriesInterval::Quarter => Granularity::Quarter,
        SeriesInterval::Year => Granularity::Year,
    }
}

fn union(mut ranges: Ranges) -> Ranges {
    ranges.sort_unstable();
    let mut joined: Ranges = Vec::with_capacity(ranges.len());
    for (first, last) in ranges {
        match joined.last_mut() {
            Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
            _ => joined.push((first, last)),
        }
    }
    joined
}

fn intersection(one: &[(Day, Day)], other: &[(Day, Day)]) -> Ranges {
    let pairs = one.iter().flat_map(|(first, last)| {
        other.iter().map(|(from, to)| ((*first).max(*from), (*last).min(*to)))
    });
    union(pairs.filter(|(first, last)| first <= last).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_joined_and_intersected() {
        assert_eq!(union(vec![(7, 9), (1, 3), (4, 5), (8, 12)]), [(1, 5), (7, 12)]);
        let (one, other) = (vec![(1, 5), (7, 12)], vec![(4, 8), (12, Day::MAX)]);
        assert_eq!(intersection(&one, &other), [(4, 5), (7, 8), (12, 12)]);
        assert!(intersection(&one, &[]).is_empty());
    }

    #[test]
    fn flows_are_of_whole_intervals() {
        let day = |text| engine::day::parse(text).unwrap();
        let range = (day("2026-01-10"), day("2026-03-10"));
        let months = (day("2026-02-01"), day("2026-02-28"));
        assert_eq!(whole_intervals(SeriesInterval::Month, range), months);
        assert_eq!(whole_intervals(SeriesInterval::Month, months), months);
        assert_eq!(whole_intervals(SeriesInterval::Day, range), range);
        let all = (Day::MIN, Day::MAX);
        assert_eq!(whole_intervals(SeriesInterval::Year, all), all);
    }
}
