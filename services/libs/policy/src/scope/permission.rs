//! The part of a scope that one policy allows.

use super::exclusion::Exclusion;
use crate::sets::conditions::Conditions;
use crate::sets::fields::FieldSet;
use crate::sets::limits::Limits;
use crate::sets::time_bounds::TimeBounds;

/// Some fields and days of some records within some limits: the box of the model. Its parts belong together, so that the
/// days of one permission are never those of another one's records.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Permission {
    conditions: Conditions,
    fields: FieldSet,
    time: TimeBounds,
    limits: Limits,
}

impl Permission {
    pub(crate) fn new(
        conditions: Conditions,
        fields: FieldSet,
        time: TimeBounds,
        limits: Limits,
    ) -> Self {
        Self { conditions, fields, time, limits }
    }

    /// The conditions that a record meets.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    pub fn fields(&self) -> &FieldSet {
        &self.fields
    }

    pub fn time(&self) -> &TimeBounds {
        &self.time
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether it allows every field of every record and day.
    pub fn is_unrestricted(&self) -> bool {
        self.conditions.is_empty() && self.fields.is_all() && self.time == TimeBounds::NONE
    }

    /// The permission for everything that both allow, within the tighter limits.
    pub(crate) fn and(&self, other: &Self) -> Option<Self> {
        Some(Self {
            conditions: self.conditions.and(&other.conditions)?,
            fields: self.fields.intersection(&other.fields),
            time: self.time.and(&other.time)?,
            limits: self.limits.tightest(&other.limits),
        })
    }

    /// The rest of it where exclusions concern all of its records; `None` if nothing remains.
    pub(crate) fn without(&self, exclusions: &[Exclusion]) -> Option<Self> {
        let mut rest = self.clone();
        for exclusion in exclusions {
            if self.conditions.imply(exclusion.conditions()) {
                if exclusion.fields().is_all() {
                    return None;
                }
                rest.fields = rest.fields.difference(exclusion.fields());
            }
        }
        Some(rest)
    }

    /// The same permission for other records.
    pub(crate) fn with_conditions(&self, conditions: Conditions) -> Self {
        Self { conditions, ..self.clone() }
    }

    /// The same permission with the limits of rows alone.
    pub(crate) fn with_limits_of_rows(&self) -> Self {
        Self { limits: self.limits.of_rows(), ..self.clone() }
    }
}
