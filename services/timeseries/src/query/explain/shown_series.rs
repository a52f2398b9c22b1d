//! The series whose number is explained, as far as the scope of the call shows it.

use std::sync::Arc;

use engine::measures::Measure;
use engine::{Day, Series, SeriesFilter, day, derived_measures};
use proto::timeseries::v1::{MeasureKind, SeriesInterval, SeriesKey};
use time::OffsetDateTime;

use crate::context::Context;
use crate::error::TimeseriesError;
use crate::query::lookup;
use crate::scopes::CallScope;
use crate::snapshot::ServedSnapshot;

/// A series as far as a scope shows its values.
pub struct ShownSeries {
    pub served: Arc<ServedSnapshot>,
    pub series: Arc<Series>,
    /// The day whose value is explained, if not the newest one with a value.
    pub day: Option<Day>,
    /// Whether values of days are shown; otherwise the day ends a longer interval.
    pub is_daily: bool,
}

impl ShownSeries {
    /// The series of a key with a value of a day, or of the newest one. A hidden series is as unknown as one that does not exist.
    pub async fn find(
        ctx: &Context,
        key: &SeriesKey,
        as_of: Option<OffsetDateTime>,
        wanted: Option<Day>,
    ) -> Result<Self, TimeseriesError> {
        let now = ctx.clock.now();
        if wanted.is_some_and(|wanted| wanted > day::at(now)) {
            let message = "date must not be in the future";
            return Err(TimeseriesError::refused("range_ahead", message));
        }
        let whole = lookup::served_at(ctx, as_of).await?;
        let Some(scope) = CallScope::of_call(now)? else {
            return Self::new(whole, key, wanted, true);
        };
        let until = day::at(as_of.unwrap_or(now));
        let mut refusal = None;
        for interval in scope.shortest_intervals(lookup::measure(&key.measure)?) {
            let days = (interval, wanted, until);
            match Self::within(ctx, &whole, &scope, key, days).await {
                Err(
                    hidden @ (TimeseriesError::OutsideScope(_) | TimeseriesError::SeriesUnknown(_)),
                ) => {
                    refusal.get_or_insert(hidden);
                }
                found => return found,
            }
        }
        Err(refusal.unwrap_or_else(|| lookup::missing(&whole, key)))
    }

    /// The same with a value of an interval that a scope shows.
    async fn within(
        ctx: &Context,
        whole: &Arc<ServedSnapshot>,
        scope: &CallScope,
        key: &SeriesKey,
        (interval, wanted, until): (SeriesInterval, Option<Day>, Day),
    ) -> Result<Self, TimeseriesError> {
        let measure = lookup::measure(&key.measure)?;
        let is_daily = interval == SeriesInterval::Day;
        let explained = if is_daily {
            wanted
        } else {
            Some(interval_end(scope, measure, interval, wanted, until)?)
        };
        let all = (Day::MIN, day::at(ctx.clock.now()));
        let days = explained.map_or(all, |explained| (explained, explained));
        let range = (days, interval);
        scope.check(&whole.attributes, measure, &SeriesFilter::EVERYTHING, range)?;
        let range = (interval, days.1);
        let served = lookup::within_scope(ctx, whole, Some(scope), measure, range).await?;
        Self::new(served, key, explained, is_daily)
    }

    fn new(
        served: Arc<ServedSnapshot>,
        key: &SeriesKey,
        day: Option<Day>,
        is_daily: bool,
    ) -> Result<Self, TimeseriesError> {
        let series =
            lookup::readable_series(&served, key)?.ok_or_else(|| lookup::missing(&served, key))?;
        let visible = served.visible.as_ref();
        let hides = |day: Day| visible.is_some_and(|visible| !visible.shows_day(&series, day));
        if day.is_some_and(hides) {
            return Err(TimeseriesError::OutsideScope("days".to_owned()));
        }
        Ok(Self { served, series, day, is_daily })
    }
}

/// The last day of the interval whose value is explained: a day that ends one, or the end of the newest one that is over. Values of
/// flows and derived ones are made of those of days.
fn interval_end(
    scope: &CallScope,
    measure: &'static Measure,
    interval: SeriesInterval,
    wanted: Option<Day>,
    until: Day,
) -> Result<Day, TimeseriesError> {
    let is_of_a_day =
        measure.kind() == MeasureKind::Stock && derived_measures::definition(measure).is_none();
    let shown = scope.days([measure], interval).filter(|_| is_of_a_day);
    let end = shown.map(|shown| shown.last_until(wanted.unwrap_or(until)));
    let end = end.filter(|end| wanted.is_none_or(|wanted| wanted == *end));
    end.ok_or_else(|| TimeseriesError::OutsideScope("interval".to_owned()))
}
