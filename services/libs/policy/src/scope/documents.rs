//! Scopes and their parts as documents, for services that apply them and for explanations.

use proto::access::v1::{self, Action, ConditionOperator, Endpoint, FieldMode, Granularity};

use super::exclusion::Exclusion;
use super::permission::Permission;
use super::{Scope, TooManyPermissions};
use crate::sets::conditions::Conditions;
use crate::sets::dimensions::{Values, values};
use crate::sets::fields::FieldSet;
use crate::sets::limits::{Formats, Limits};
use crate::sets::rule::Rule;
use crate::sets::time_bounds::{TimeBounds, day_text};

impl From<&Scope> for v1::Scope {
    fn from(scope: &Scope) -> Self {
        let permission = |permission: &Permission| v1::Permission {
            limits: None,
            ..v1::Permission::from(permission)
        };
        Self {
            endpoint: scope.endpoint().into(),
            permissions: scope.permissions().iter().map(permission).collect(),
            exclusions: scope.exclusions().iter().map(Into::into).collect(),
            hides_others: false,
            further: Vec::new(),
        }
    }
}

/// A document names no action, since it is made for one call.
impl TryFrom<&v1::Scope> for Scope {
    type Error = TooManyPermissions;

    fn try_from(document: &v1::Scope) -> Result<Self, TooManyPermissions> {
        let endpoint = document.endpoint();
        let permissions = document.permissions.iter().filter_map(|permission| {
            let conditions = all_of(endpoint, &permission.r#where)?;
            let fields = FieldSet::new(permission.fields.as_ref());
            let time = TimeBounds::new(permission.time.as_ref());
            let limits = Limits::new(permission.limits.as_ref());
            Some(Permission::new(conditions, fields, time, limits))
        });
        let exclusions = document.exclusions.iter().filter_map(|exclusion| {
            let conditions = all_of(endpoint, &exclusion.r#where)?;
            Some(Exclusion::new(conditions, FieldSet::new(exclusion.fields.as_ref())))
        });
        Self::new((endpoint, Action::Unspecified), permissions, exclusions)
    }
}

/// The conjunction of conditions; `None` if no record meets all of them.
fn all_of(endpoint: Endpoint, documents: &[v1::Condition]) -> Option<Conditions> {
    documents.iter().try_fold(Conditions::default(), |all, condition| {
        let ids = condition.ids.iter().copied().collect();
        let values = values(endpoint, condition.dimension()).unwrap_or(Values::Many);
        let rule = match condition.operator() {
            ConditionOperator::NotIn => Rule::none_of(values, ids),
            _ => Rule::any_of(values, ids)?,
        };
        all.and(&Conditions::new([(condition.dimension(), rule)]))
    })
}

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
