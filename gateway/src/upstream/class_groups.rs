//! Conditions on the classification of asset classes, turned into conditions on the classes themselves: the catalog says
//! which classification is in use at a time, and timeseries knows the class of a subject only.

use std::sync::{Arc, Mutex, PoisonError};

use kit::error::{ErrorCode, Problem};
use proto::catalog::v1::{ClassPlace, GetClassificationRequest};
use proto::query::v1::query_value::Kind;
use proto::query::v1::{Filter, Operator, QueryValue};

use super::Upstream;

/// The group of a class, such as `treasuries`.
const GROUP: &str = "class_group";
/// Whether headline totals include a class.
const IN_TOTALS: &str = "is_in_totals";
/// The field by which timeseries filters classes.
const CLASS: &str = "asset_class";

/// The present classification as it was read last; clones share it.
#[derive(Clone, Default)]
pub struct LastClasses(Arc<Mutex<Option<Vec<ClassPlace>>>>);

impl LastClasses {
    fn note(&self, classes: &[ClassPlace]) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(classes.to_vec());
    }

    fn get(&self) -> Option<Vec<ClassPlace>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Replaces conditions on the classification by conditions on classes; as of an earlier time, by the version valid then.
pub async fn resolve(
    upstream: &Upstream,
    filters: &mut [&mut Filter],
    as_of: Option<&str>,
) -> Result<(), Problem> {
    if !filters.iter().any(|filter| concerns_classification(filter)) {
        return Ok(());
    }
    let classes = classification(upstream, as_of).await?;
    for filter in filters {
        replace(filter, &classes)?;
    }
    Ok(())
}

fn concerns_classification(filter: &Filter) -> bool {
    matches!(filter.field.as_deref(), Some(GROUP | IN_TOTALS))
        || filter.filters.iter().any(concerns_classification)
}

/// While the catalog is away, the present classification is the last one that was read: numbers need nothing else of it.
async fn classification(
    upstream: &Upstream,
    as_of: Option<&str>,
) -> Result<Vec<ClassPlace>, Problem> {
    let request = GetClassificationRequest { as_of: as_of.map(str::to_owned) };
    match upstream.catalog.clone().get_classification(request).await.map_err(Problem::from) {
        Ok(answer) => {
            let classes = answer.into_inner().classes;
            if as_of.is_none() {
                upstream.last_classes.note(&classes);
            }
            Ok(classes)
        }
        Err(problem) if as_of.is_none() && problem.code == ErrorCode::Unavailable => {
            upstream.last_classes.get().ok_or(problem)
        }
        Err(problem) => Err(problem),
    }
}

fn replace(filter: &mut Filter, classes: &[ClassPlace]) -> Result<(), Problem> {
    match filter.field.as_deref() {
        Some(GROUP) => *filter = group_filter(filter, classes)?,
        Some(IN_TOTALS) => *filter = totals_filter(filter, classes)?,
        _ => {
            for inner in &mut filter.filters {
                replace(inner, classes)?;
            }
        }
    }
    Ok(())
}

/// The filter of some groups: their classes, or all others.
fn group_filter(filter: &Filter, classes: &[ClassPlace]) -> Result<Filter, Problem> {
    let groups = texts(filter.value.as_ref()).ok_or_else(|| invalid_value(GROUP))?;
    let is_of_them = |class: &&ClassPlace| {
        class.group_slug.as_ref().is_some_and(|group| groups.contains(&group.as_str()))
    };
    let chosen = classes.iter().filter(is_of_them);
    match filter.operator() {
        Operator::Equals | Operator::In => Ok(only(chosen)),
        Operator::NotEquals => Ok(without(chosen)),
        _ => Err(invalid_value(GROUP)),
    }
}

/// The filter of headline totals: subjects without a class are counted, so it names the classes that are not.
fn totals_filter(filter: &Filter, classes: &[ClassPlace]) -> Result<Filter, Problem> {
    let is_yes = match filter.value.as_ref().and_then(|value| value.kind.as_ref()) {
        Some(Kind::Flag(flag)) => *flag,
        _ => return Err(invalid_value(IN_TOTALS)),
    };
    let left_out = classes.iter().filter(|class| !class.is_in_totals);
    match (filter.operator(), is_yes) {
        (Operator::Equals, true) | (Operator::NotEquals, false) => Ok(without(left_out)),
        (Operator::Equals, false) | (Operator::NotEquals, true) => Ok(only(left_out)),
        _ => Err(invalid_value(IN_TOTALS)),
    }
}

fn only<'a>(classes: impl Iterator<Item = &'a ClassPlace>) -> Filter {
    let slugs = classes.map(|class| QueryValue::text(&class.asset_class_slug));
    condition(CLASS, Operator::In, QueryValue::list(slugs))
}

fn without<'a>(classes: impl Iterator<Item = &'a ClassPlace>) -> Filter {
    let each = classes.map(|class| {
        condition(CLASS, Operator::NotEquals, QueryValue::text(&class.asset_class_slug))
    });
    Filter { operator: Operator::And.into(), filters: each.collect(), ..Filter::default() }
}

fn texts(value: Option<&QueryValue>) -> Option<Vec<&str>> {
    match value?.kind.as_ref()? {
        Kind::Text(text) => Some(vec![text]),
        Kind::List(list) => list
            .items
            .iter()
            .map(|value| match &value.kind {
                Some(Kind::Text(text)) => Some(text.as_str()),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

fn condition(field: &str, operator: Operator, value: QueryValue) -> Filter {
    Filter {
        operator: operator.into(),
        field: Some(field.to_owned()),
        value: Some(value),
        filters: Vec::new(),
    }
}

fn invalid_value(field: &str) -> Problem {
    let message = format!("filter: {field} must be compared by equals, notEquals or in");
    Problem::invalid("filter_invalid", message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn replaced(filter: serde_json::Value) -> serde_json::Value {
        let place = |class: &str, group: Option<&str>, is_in_totals| ClassPlace {
            asset_class_slug: class.to_owned(),
            group_slug: group.map(str::to_owned),
            is_in_totals,
            asset_class_id: None,
        };
        let classes = [
            place("municipal-bonds", Some("bonds"), true),
            place("corporate-bonds", Some("bonds"), true),
            place("stablecoins", Some("stablecoins"), false),
            place("collectibles", None, true),
        ];
        let mut filter: Filter = serde_json::from_value(filter).unwrap();
        replace(&mut filter, &classes).unwrap();
        serde_json::to_value(filter).unwrap()
    }

    #[test]
    fn groups_become_their_classes_at_any_depth() {
        let group = json!({"operator": "equals", "field": "class_group", "value": "bonds"});
        let nested = json!({"operator": "and", "filters": [group]});
        let found = &replaced(nested)["filters"][0];
        assert_eq!((&found["field"], &found["operator"]), (&json!("asset_class"), &json!("in")));
        assert_eq!(found["value"], json!(["municipal-bonds", "corporate-bonds"]));
        let unknown = json!({"operator": "in", "field": "class_group", "value": ["none"]});
        assert_eq!(replaced(unknown)["value"], json!([]), "an unknown group has no class");
    }

    #[test]
    fn all_but_a_group_are_all_but_its_classes_so_that_none_needs_a_group() {
        let others = |group: &str| {
            replaced(json!({"operator": "notEquals", "field": "class_group", "value": group}))
        };
        let found = others("bonds");
        assert_eq!(found["operator"], json!("and"));
        let parts = found["filters"].as_array().unwrap().iter();
        let parts: Vec<_> =
            parts.map(|part| [&part["field"], &part["operator"], &part["value"]]).collect();
        let names = [json!("asset_class"), json!("notEquals")];
        let classes = [json!("municipal-bonds"), json!("corporate-bonds")];
        assert_eq!(parts, classes.each_ref().map(|class| [&names[0], &names[1], class]));
        assert_eq!(others("none")["filters"], json!([]), "a group without classes has none");
    }

    #[test]
    fn totals_leave_out_classes_by_name() {
        let totals = json!({"operator": "equals", "field": "is_in_totals", "value": true});
        let found = &replaced(totals)["filters"][0];
        assert_eq!(
            (&found["operator"], &found["value"]),
            (&json!("notEquals"), &json!("stablecoins"))
        );
    }
}
