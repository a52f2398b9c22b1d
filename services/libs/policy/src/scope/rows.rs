//! The evaluation of a scope record by record: the reference for SQL and for every faster way.

use proto::access::v1::{Dimension, Granularity};

use super::Scope;
use super::permission::Permission;
use crate::sets::attributes::Attributes;
use crate::sets::fields::FieldSet;
use crate::sets::limits::Limits;
use crate::sets::time_bounds::{Day, TimeBounds};

/// The part of a record that one permission allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowPart {
    /// The visible fields on the days of this part.
    pub fields: FieldSet,
    pub time: TimeBounds,
    pub limits: Limits,
}

/// The parts of a visible record that a caller may see; each part is complete in itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowScope {
    pub parts: Vec<RowPart>,
}

impl RowScope {
    /// The fields that are visible on some day.
    pub fn fields(&self) -> FieldSet {
        self.parts.iter().fold(FieldSet::IDENTIFIERS, |fields, part| fields.union(&part.fields))
    }

    /// The limits of the most generous part.
    pub fn limits(&self) -> Limits {
        let limits = self.parts.iter().map(|part| part.limits);
        limits.max_by(Limits::generosity).unwrap_or(Limits::NONE)
    }
}

/// The values over time that a value of an interval is calculated from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    pub measure: i64,
    /// The first and the last day. A level has one day, a flow those of its interval.
    pub days: (Day, Day),
    pub interval: Granularity,
}

impl Scope {
    /// The visible parts of a record; `None` for a record that the caller must not know of.
    pub fn row(&self, attributes: &Attributes<'_>) -> Option<RowScope> {
        let denied = self.denied_fields(attributes)?;
        let parts: Vec<RowPart> = self
            .permissions_of(attributes)
            .map(|permission| RowPart {
                fields: permission.fields().difference(&denied),
                time: *permission.time(),
                limits: *permission.limits(),
            })
            .collect();
        (!parts.is_empty()).then_some(RowScope { parts })
    }

    /// Whether a field of a record is visible on some day.
    pub fn field(&self, attributes: &Attributes<'_>, name: &str) -> bool {
        self.row(attributes).is_some_and(|row| row.fields().contains(name))
    }

    /// The visible fields of a value over time; `None` if it is not available.
    pub fn observation(
        &self,
        attributes: &Attributes<'_>,
        observation: Observation,
        now: i64,
    ) -> Option<FieldSet> {
        let measure = [observation.measure];
        let attributes = attributes.with(Dimension::Measure, &measure);
        self.available(&attributes, |time| {
            time.at(now).admits(observation.days, observation.interval)
        })
    }

    /// The visible fields of a record of a moment, such as a transaction; `None` if it is not available.
    pub fn moment(&self, attributes: &Attributes<'_>, moment: i64, now: i64) -> Option<FieldSet> {
        self.available(attributes, |time| time.at(now).admits_moment(moment))
    }

    fn available(
        &self,
        attributes: &Attributes<'_>,
        is_in_time: impl Fn(&TimeBounds) -> bool,
    ) -> Option<FieldSet> {
        let row = self.row(attributes)?;
        let parts = row.parts.into_iter().filter(|part| is_in_time(&part.time));
        parts.map(|part| part.fields).reduce(|one, other| one.union(&other))
    }

    /// The permissions whose conditions a record meets.
    fn permissions_of(&self, attributes: &Attributes<'_>) -> impl Iterator<Item = &Permission> {
        self.permissions().iter().filter(move |permission| permission.conditions().hold(attributes))
    }

    /// The fields that are taken away from a record; `None` if the record is.
    fn denied_fields(&self, attributes: &Attributes<'_>) -> Option<FieldSet> {
        let mut denied = FieldSet::IDENTIFIERS;
        for exclusion in self.exclusions() {
            if exclusion.conditions().hold(attributes) {
                if exclusion.fields().is_all() {
                    return None;
                }
                denied = denied.union(exclusion.fields());
            }
        }
        Some(denied)
    }
}
