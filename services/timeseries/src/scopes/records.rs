//! The series, restatements, transactions and holders that a scope shows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::measures::Measure;
use engine::{Day, Series, Snapshot, day};
use kit::query::ShownRecords;
use policy::{Attributes, Window};
use proto::access::v1::{Dimension, Endpoint, Granularity};
use proto::codec::Text as _;
use proto::timeseries::v1::SeriesInterval;
use time::{OffsetDateTime, Time};

use super::attributes::SubjectAttributes;
use super::call_scope::CallScope;
use super::visible_days::VisibleDays;
use crate::error::TimeseriesError;

const NANOSECONDS: i128 = 1_000_000;

/// A range of time without bounds, or with one or two.
type Range = (Option<OffsetDateTime>, Option<OffsetDateTime>);

/// A series with ranges of days on which values are shown.
pub struct ShownSeries {
    pub id: i64,
    pub days: Vec<(Day, Day)>,
}

impl CallScope {
    /// The series with values that are shown in intervals of any length, and the days of these.
    pub fn shown_series(
        &self,
        snapshot: &Snapshot,
        attributes: &Arc<SubjectAttributes>,
        today: Day,
    ) -> Vec<ShownSeries> {
        let mut by_measure: BTreeMap<i64, Vec<&Arc<Series>>> = BTreeMap::new();
        for series in stored(snapshot) {
            by_measure.entry(series.measure.id).or_default().push(series);
        }
        let mut shown = Vec::new();
        for all in by_measure.values() {
            let visible = self.in_each_interval(attributes, all[0].measure, today);
            shown.extend(all.iter().filter_map(|series| {
                let days = visible.iter().flat_map(|visible| visible.days_with_values(series));
                let days: Vec<(Day, Day)> = days.collect();
                (!days.is_empty()).then_some(ShownSeries { id: series.id, days })
            }));
        }
        shown
    }

    /// The values of a measure that queries in intervals of each length show: of days alone, unless longer ones show more.
    fn in_each_interval(
        &self,
        attributes: &Arc<SubjectAttributes>,
        measure: &'static Measure,
        today: Day,
    ) -> Vec<VisibleDays> {
        let mut windows = self.scope.permissions().iter().map(|one| one.time().at(self.now));
        let has_longer = windows.any(|window| window.finest > Granularity::Day);
        let intervals = SeriesInterval::VALUES.iter().map(|(interval, _)| *interval);
        let intervals = intervals.filter(|one| has_longer || *one == SeriesInterval::Day);
        let visible = intervals.filter_map(|interval| {
            let to = self.days([measure], interval)?.last_until(today);
            Some(self.days_of_values(attributes, (interval, to), None))
        });
        visible.collect()
    }

    /// The restatements, by their series and days: those of values that are shown.
    pub fn restatements(
        &self,
        snapshot: &Snapshot,
        attributes: &Arc<SubjectAttributes>,
        today: Day,
    ) -> Vec<ShownRecords> {
        let visible = self.days_of_values(attributes, (SeriesInterval::Day, today), None);
        let mut by_range: BTreeMap<Range, BTreeSet<i64>> = BTreeMap::new();
        for series in stored(snapshot) {
            for (first, last) in visible.ranges(series) {
                let first = (first != Day::MIN).then(|| start(first));
                let last = (last != Day::MAX).then(|| end(last));
                by_range.entry((first, last)).or_default().insert(series.id);
            }
        }
        records(by_range)
    }

    /// The transactions, by their tokens and times.
    pub fn transactions(
        &self,
        attributes: &SubjectAttributes,
    ) -> Result<Vec<ShownRecords>, TimeseriesError> {
        self.is_about(Endpoint::Transactions)?;
        // Those of permissions without conditions, also of tokens that the catalog has not announced.
        let of_all = self.windows(attributes, None).into_iter().map(|window| {
            let (first, last) = moments(&window);
            ShownRecords { ids: None, first, last }
        });
        let mut shown: Vec<ShownRecords> = of_all.collect();
        if self.terms().next().is_none() {
            return Ok(shown);
        }
        let mut by_range: BTreeMap<Range, BTreeSet<i64>> = BTreeMap::new();
        for token in attributes.announced() {
            for window in self.windows(attributes, Some(token)) {
                by_range.entry(moments(&window)).or_default().insert(token);
            }
        }
        shown.extend(records(by_range));
        Ok(shown)
    }

    /// The days on which the holders of a token are shown, in a scope about an endpoint.
    pub fn holder_days(
        &self,
        attributes: &SubjectAttributes,
        token: i64,
        endpoint: Endpoint,
    ) -> Result<Vec<(Day, Day)>, TimeseriesError> {
        self.is_about(endpoint)?;
        let windows = self.windows(attributes, Some(token));
        if windows.is_empty() {
            return Err(TimeseriesError::TokenUnknown);
        }
        let daily = windows.iter().filter(|window| window.finest <= Granularity::Day);
        let days = daily.map(|window| {
            (window.first.unwrap_or(day::EARLIEST), window.last().unwrap_or(Day::MAX))
        });
        let days: Vec<(Day, Day)> = days.collect();
        if days.is_empty() {
            return Err(TimeseriesError::OutsideScope("interval".to_owned()));
        }
        Ok(days)
    }

    fn is_about(&self, endpoint: Endpoint) -> Result<(), TimeseriesError> {
        let is_same = self.scope.endpoint() == endpoint;
        is_same.then_some(()).ok_or(TimeseriesError::ScopeNotApplied)
    }

    /// The times of the permissions for a subject. A subject that the catalog has not announced meets no condition, and may be
    /// among the excluded ones.
    fn windows(&self, attributes: &SubjectAttributes, subject: Option<i64>) -> Vec<Window> {
        let known = subject.and_then(|subject| attributes.of(subject));
        if known.is_none() && self.excluding_terms().next().is_some() {
            return Vec::new();
        }
        let slugs = known.map(|ids| ids.network_slugs.as_slice()).unwrap_or_default();
        let networks = slugs.iter().map(|slug| attributes.id(Dimension::Network, slug));
        let networks: Option<Vec<i64>> = networks.collect();
        if networks.is_none() && self.selects_by(Dimension::Network) {
            return Vec::new();
        }
        let networks = networks.unwrap_or_default();
        let ids = known.map(|ids| ids.ids().map(|(dimension, id)| (dimension, Vec::from_iter(id))));
        let ids = ids.as_ref().map_or(&[][..], |ids| &ids[..]);
        let of_subject = ids
            .iter()
            .fold(Attributes::default(), |all, (dimension, id)| all.with(*dimension, id))
            .with(Dimension::Network, &networks);
        let parts = self.scope.row(&of_subject).map(|row| row.parts).unwrap_or_default();
        parts.iter().map(|part| part.time.at(self.now)).collect()
    }
}

/// The series that sources report, without those that ranks compose of them.
fn stored(snapshot: &Snapshot) -> impl Iterator<Item = &Arc<Series>> {
    snapshot.all().filter(|series| series.ranked.is_none())
}

fn records(by_range: BTreeMap<Range, BTreeSet<i64>>) -> Vec<ShownRecords> {
    let records = by_range.into_iter().map(|((first, last), ids)| {
        let ids = Some(ids.into_iter().collect());
        ShownRecords { ids, first, last }
    });
    records.collect()
}

/// The first and the last moment of a window.
fn moments(window: &Window) -> Range {
    let nanoseconds = |moment: i64| i128::from(moment) * NANOSECONDS;
    let instant = |moment| OffsetDateTime::from_unix_timestamp_nanos(nanoseconds(moment)).ok();
    let latest = window.latest.and_then(instant);
    let to = window.to.map(end);
    (window.first.map(start), to.into_iter().chain(latest).min())
}

fn start(of: Day) -> OffsetDateTime {
    day::date(of.max(day::EARLIEST)).midnight().assume_utc()
}

/// The last moment of a day that the database distinguishes from the next day.
fn end(of: Day) -> OffsetDateTime {
    day::date(of).with_time(Time::MAX).assume_utc()
}
