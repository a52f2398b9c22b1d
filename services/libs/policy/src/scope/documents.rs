//! Permissions, exclusions and limits as documents, for explanations.

use proto::access::v1::{self, FieldMode, Granularity};

use super::exclusion::Exclusion;
use super::permission::Permission;
use crate::sets::conditions::Conditions;
use crate::sets::fields::FieldSet;
use crate::sets::limits::{Formats, Limits};
use crate::sets::time_bounds::{TimeBounds, day_text};

impl From<&Permission> for v1::Permission {
    fn from(permission: &Permission) -> Self {
        Self {
            r#where: conditions(permission.conditions()),
            fields: Some(permission.fields().into()),
            time: Some(permission.time().into()),
            limits: Some(permission.limits().into()),
        }
    }
}

impl From<&Exclusion> for v1::Exclusion {
    fn from(exclusion: &Exclusion) -> Self {
        Self {
            r#where: conditions(exclusion.conditions()),
            fields: Some(exclusion.fields().into()),
        }
    }
}

/// A dimension of several values may have several conditions, all of which hold.
fn conditions(conditions: &Conditions) -> Vec<v1::Condition> {
    let condition = |term: crate::Term<'_>| v1::Condition {
        dimension: term.dimension.into(),
        operator: term.operator.into(),
        ids: term.ids.to_vec(),
    };
    conditions.terms().map(condition).collect()
}

impl From<&FieldSet> for v1::Fields {
    fn from(fields: &FieldSet) -> Self {
        let (mode, names) = match fields {
            _ if fields.is_all() => (FieldMode::All, None),
            FieldSet::Only(names) => (FieldMode::Only, Some(names)),
            FieldSet::Except(names) => (FieldMode::Except, Some(names)),
        };
        let names = names.into_iter().flatten().map(ToString::to_string);
        Self { mode: mode.into(), names: names.collect() }
    }
}

impl From<&TimeBounds> for v1::TimeBounds {
    fn from(bounds: &TimeBounds) -> Self {
        let [from, to, max_days_back, lag, finest] = bounds.numbers();
        let finest = finest.filter(|interval| *interval != Granularity::Day as i32);
        Self {
            from: from.map(day_text),
            to: to.map(day_text),
            max_days_back,
            min_lag_minutes: lag.filter(|minutes| *minutes != 0),
            granularity_min: finest,
        }
    }
}

impl From<&Limits> for v1::Limits {
    fn from(limits: &Limits) -> Self {
        // The documents have smaller numbers for these.
        let small = |number: Option<i64>| number.and_then(|number| i32::try_from(number).ok());
        let formats = limits.export_formats;
        let formats = (formats != Formats::ALL).then(|| formats.iter().map(Into::into).collect());
        Self {
            rows_per_response: limits.rows_per_response,
            rows_per_day: limits.rows_per_day,
            requests_per_second: small(limits.requests_per_second),
            burst: small(limits.burst),
            requests_per_day: limits.requests_per_day,
            concurrent: small(limits.concurrent),
            export_formats: formats.unwrap_or_default(),
            export_rows: limits.export_rows,
        }
    }
}
