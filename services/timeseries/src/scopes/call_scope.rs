//! The scope of the present call: what it refuses, the range of days that it leaves, and the values that it shows.

use std::sync::Arc;

use engine::derived_measures;
use engine::measures::Measure;
use engine::{Day, SeriesFilter, end_of, start_of};
use kit::clock;
use policy::{Aspect, Conditions, Narrowing, Scope};
use prost::Message as _;
use proto::access::v1::{self, ConditionOperator, Dimension, Granularity};
use proto::codec::Text as _;
use proto::timeseries::v1::{SeriesInterval, SubjectKind};
use time::OffsetDateTime;

use super::attributes::{SubjectAttributes, endpoint};
use super::selection;
use super::visible_days::{VisibleDays, VisibleDaysKey, granularity};
use crate::error::TimeseriesError;

/// The scope that the gateway stated for the call.
#[derive(Debug)]
pub struct CallScope {
    document: Arc<v1::Scope>,
    pub(super) scope: Scope,
    pub(super) now: i64,
}

impl CallScope {
    /// The scope of the present call; none where it may have everything. A scope by regions or by fields is refused, as series
    /// have neither.
    pub fn of_call(now: OffsetDateTime) -> Result<Option<Self>, TimeseriesError> {
        let Some(document) = kit::grpc::scope() else { return Ok(None) };
        if !document.further.is_empty() {
            return Err(TimeseriesError::ScopeNotApplied);
        }
        Self::new(document, now).map(Some)
    }

    /// The scopes of the present call, each about the data of its endpoint; none where it may have everything.
    pub fn all_of_call(now: OffsetDateTime) -> Result<Option<Vec<Self>>, TimeseriesError> {
        let Some(document) = kit::grpc::scope() else { return Ok(None) };
        let further = document.further.iter().cloned().map(Arc::new);
        let all = [Arc::clone(&document)].into_iter().chain(further);
        all.map(|document| Self::new(document, now)).collect::<Result<_, _>>().map(Some)
    }

    /// The scope among those of a call that is about the series of a kind of subject. Where none is, any shows nothing of them.
    pub fn about(scopes: &[Self], kind: SubjectKind) -> Option<&Self> {
        let is_about = |scope: &&Self| scope.scope.endpoint() == endpoint(kind);
        scopes.iter().find(is_about).or_else(|| scopes.first())
    }

    fn new(document: Arc<v1::Scope>, now: OffsetDateTime) -> Result<Self, TimeseriesError> {
        // One with too many permissions was made by no gateway.
        let scope = Scope::try_from(&*document).map_err(|_| TimeseriesError::ScopeNotApplied)?;
        let call = Self { document, scope, now: clock::milliseconds(now) };
        let fields = call.scope.permissions().iter().map(policy::Permission::fields);
        let mut fields =
            fields.chain(call.scope.exclusions().iter().map(policy::Exclusion::fields));
        let has_all_fields = fields.all(policy::FieldSet::is_all);
        if !has_all_fields
            || call.selects_by(Dimension::Region)
            || call.selects_by(Dimension::TokenType)
        {
            return Err(TimeseriesError::ScopeNotApplied);
        }
        Ok(call)
    }

    /// Refuses a selection of which the scope shows nothing.
    pub fn check(
        &self,
        attributes: &SubjectAttributes,
        measure: &Measure,
        filter: &SeriesFilter,
        (days, interval): ((Day, Day), SeriesInterval),
    ) -> Result<(), TimeseriesError> {
        let selected = selection::selected(filter, |dimension| self.selects_by(dimension));
        let [known, unknown] = [true, false].map(|is_known| {
            let all = policy::Selection::everything().with(Dimension::Measure, [measure.id]);
            let all = all.over(days, granularity(interval));
            selected
                .iter()
                .fold(all, |all, one| all.with(one.dimension, one.ids(attributes, is_known)))
        });
        let (Narrowing::Outside(aspects), Narrowing::Outside(_)) =
            (self.scope.narrow(&known, self.now), self.scope.narrow(&unknown, self.now))
        else {
            return Ok(());
        };
        let aspect = aspects.first().map_or("records", |aspect| match aspect {
            Aspect::Dimension(dimension) => dimension.text(),
            Aspect::Days => "days",
            Aspect::Interval => "interval",
        });
        Err(TimeseriesError::OutsideScope(aspect.replace('_', " ")))
    }

    /// The range of days from the first to the last that permissions of some measures show in an interval, or none. Where values
    /// of finer intervals are hidden, it ends with a whole interval, which a query could otherwise end on any day.
    pub fn days<'m>(
        &self,
        measures: impl IntoIterator<Item = &'m Measure>,
        interval: SeriesInterval,
    ) -> Option<ShownDays> {
        let measures: Vec<i64> = measures.into_iter().map(|measure| measure.id).collect();
        let permissions = self.scope.permissions().iter().filter(|permission| {
            measures.iter().any(|measure| may_have(permission.conditions(), *measure))
        });
        let windows = permissions.map(|permission| permission.time().at(self.now));
        let windows = windows.filter(|window| granularity(interval) >= window.finest);
        let days = windows.map(|window| ShownDays {
            first: window.first.unwrap_or(Day::MIN),
            last: window.last().unwrap_or(Day::MAX),
            whole: (window.finest > Granularity::Day).then_some(interval),
        });
        days.reduce(ShownDays::with)
    }

    /// The intervals from which on permissions show values of a measure, the shortest first; days where none does.
    pub fn shortest_intervals(&self, measure: &Measure) -> Vec<SeriesInterval> {
        let permissions = self.scope.permissions().iter();
        let permissions = permissions.filter(|one| may_have(one.conditions(), measure.id));
        let finest: Vec<_> = permissions.map(|one| one.time().at(self.now).finest).collect();
        let intervals = SeriesInterval::VALUES.iter().map(|(interval, _)| *interval);
        let intervals = intervals.filter(|interval| finest.contains(&granularity(*interval)));
        let intervals: Vec<SeriesInterval> = intervals.collect();
        if intervals.is_empty() { vec![SeriesInterval::Day] } else { intervals }
    }

    /// The values that a query up to a day may use for a measure, with the identity of the choice.
    pub fn visible_days(
        &self,
        attributes: &Arc<SubjectAttributes>,
        measure: &'static Measure,
        interval: SeriesInterval,
        to: Day,
    ) -> (VisibleDaysKey, VisibleDays) {
        let selects_by_measure = self.selects_by(Dimension::Measure);
        let is_of_days = interval == SeriesInterval::Day;
        let is_derived = derived_measures::definition(measure).is_some();
        let derived = Some(measure).filter(|_| is_derived && (selects_by_measure || !is_of_days));
        let windows = self.scope.permissions().iter().map(|permission| {
            let window = permission.time().at(self.now);
            let ends_before = !is_of_days && window.last().is_some_and(|last| last < to);
            (window.first, window.last(), ends_before)
        });
        let key = VisibleDaysKey {
            document: self.document.encode_to_vec(),
            windows: windows.collect(),
            interval,
            derived: derived.map(|measure| measure.id),
        };
        (key, self.days_of_values(attributes, (interval, to), derived))
    }

    /// The values that may be used in intervals up to a day, for a derived measure or for none.
    pub(super) fn days_of_values(
        &self,
        attributes: &Arc<SubjectAttributes>,
        (interval, to): (SeriesInterval, Day),
        derived: Option<&'static Measure>,
    ) -> VisibleDays {
        VisibleDays {
            scope: self.scope.clone(),
            attributes: Arc::clone(attributes),
            interval,
            to,
            now: self.now,
            derived,
            excludes_by_subject: self.excluding_terms().any(|term| term != Dimension::Measure),
            selects_by_network: self.selects_by(Dimension::Network),
            selects_by_measure: self.selects_by(Dimension::Measure),
        }
    }

    pub(super) fn selects_by(&self, dimension: Dimension) -> bool {
        self.terms().any(|known| known == dimension)
    }

    /// The dimensions of all conditions.
    pub(super) fn terms(&self) -> impl Iterator<Item = Dimension> {
        let permitted = self.scope.permissions().iter().map(policy::Permission::conditions);
        let permitted = permitted.flat_map(Conditions::terms).map(|term| term.dimension);
        permitted.chain(self.excluding_terms())
    }

    /// The dimensions of the conditions of exclusions.
    pub(super) fn excluding_terms(&self) -> impl Iterator<Item = Dimension> {
        let excluded = self.scope.exclusions().iter().map(policy::Exclusion::conditions);
        excluded.flat_map(Conditions::terms).map(|term| term.dimension)
    }
}

/// The days between the first and the last that a scope shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownDays {
    first: Day,
    last: Day,
    /// The interval with which ranges end.
    whole: Option<SeriesInterval>,
}

impl ShownDays {
    /// The days from the first to the last of both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            first: self.first.min(other.first),
            last: self.last.max(other.last),
            whole: self.whole.or(other.whole),
        }
    }

    /// The last day of a range that ends on a day at most.
    pub fn last_until(&self, to: Day) -> Day {
        let last = to.min(self.last);
        match self.whole {
            Some(interval) if end_of(interval, last) != last => start_of(interval, last) - 1,
            _ => last,
        }
    }

    /// The first day of a range that begins on a day at least.
    pub fn first_since(&self, from: Day) -> Day {
        from.max(self.first)
    }

    /// The part of a range.
    pub fn part_of(&self, (from, to): (Day, Day)) -> Result<(Day, Day), TimeseriesError> {
        let part = (self.first_since(from), self.last_until(to));
        if part.0 <= part.1 {
            return Ok(part);
        }
        Err(TimeseriesError::OutsideScope("days".to_owned()))
    }
}

impl Default for ShownDays {
    fn default() -> Self {
        Self { first: Day::MIN, last: Day::MAX, whole: None }
    }
}

/// Whether records of a measure may meet conditions.
fn may_have(conditions: &Conditions, measure: i64) -> bool {
    conditions.terms().filter(|term| term.dimension == Dimension::Measure).all(|term| {
        let is_named = term.ids.contains(&measure);
        is_named == (term.operator != ConditionOperator::NotIn)
    })
}
