//! Validates the filter of an aggregate by the dimensions that its kind of subjects has.

use engine::{DIMENSIONS, Dimension, SeriesFilter};
use kit::query_limits::{DEEPEST_FILTER, MOST_CONDITIONS};
use kit::timeseries_limits::MOST_FILTERED_SLUGS;
use proto::query::v1::query_value::Kind;
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::SubjectKind;

use crate::error::TimeseriesError;

/// Validates a filter of subjects of a kind; without one every series passes.
pub fn parse(filter: Option<&Filter>, kind: SubjectKind) -> Result<SeriesFilter, TimeseriesError> {
    let mut left = MOST_CONDITIONS;
    filter.map_or(Ok(SeriesFilter::EVERYTHING), |filter| {
        part(filter, kind, DEEPEST_FILTER, &mut left)
    })
}

fn part(
    filter: &Filter,
    kind: SubjectKind,
    depth: usize,
    left: &mut usize,
) -> Result<SeriesFilter, TimeseriesError> {
    if depth == 0 || *left == 0 {
        return refuse(format!("At most {MOST_CONDITIONS} comparisons, {DEEPEST_FILTER} deep"));
    }
    *left -= 1;
    let operator = Operator::try_from(filter.operator).unwrap_or_default();
    if matches!(operator, Operator::And | Operator::Or) {
        if filter.field.is_some() || filter.value.is_some() {
            return refuse("field and value cannot be combined with filters".to_owned());
        }
        if operator == Operator::Or && filter.filters.is_empty() {
            return refuse("or requires at least one filter".to_owned());
        }
        let parts = filter.filters.iter().map(|inner| part(inner, kind, depth - 1, left));
        let parts = parts.collect::<Result<_, _>>()?;
        return Ok(if operator == Operator::And {
            SeriesFilter::All(parts)
        } else {
            SeriesFilter::Any(parts)
        });
    }
    if !filter.filters.is_empty() {
        return refuse("filters is allowed only with the operators and, or".to_owned());
    }
    let name = filter.field.as_deref().unwrap_or_default();
    let Some((_, fact)) = DIMENSIONS.iter().find(|(known, _)| *known == name) else {
        let names: Vec<&str> = DIMENSIONS.iter().map(|(name, _)| *name).collect();
        return refuse(format!("Series can be filtered by {}", names.join(", ")));
    };
    let fact = match fact {
        // Series of tokens may stand in for their asset, under another slug.
        Dimension::Slug if kind == SubjectKind::Asset => Dimension::Asset,
        fact => *fact,
    };
    let value = filter.value.as_ref().and_then(|value| value.kind.as_ref());
    match operator {
        Operator::Equals => Ok(is(fact, vec![text(value)?])),
        Operator::NotEquals => Ok(SeriesFilter::IsNot(fact, text(value)?)),
        Operator::In => match value {
            Some(Kind::List(list)) if list.items.len() <= MOST_FILTERED_SLUGS => {
                let values = list.items.iter().map(|QueryValue { kind }| text(kind.as_ref()));
                Ok(is(fact, values.collect::<Result<_, _>>()?))
            }
            _ => refuse(format!("in requires a list of at most {MOST_FILTERED_SLUGS} values")),
        },
        _ => refuse("Series can be filtered with equals, notEquals, in, and, or".to_owned()),
    }
}

fn is(fact: Dimension, values: Vec<Option<String>>) -> SeriesFilter {
    let or_absent = values.contains(&None);
    SeriesFilter::Is(fact, values.into_iter().flatten().collect(), or_absent)
}

fn text(value: Option<&Kind>) -> Result<Option<String>, TimeseriesError> {
    match value {
        None => Ok(None),
        Some(Kind::Text(text)) => Ok(Some(text.clone())),
        Some(Kind::Flag(flag)) => Ok(Some(flag.to_string())),
        Some(Kind::Number(number)) => Ok(Some(number.clone())),
        Some(Kind::List(_)) => refuse("A list is allowed only with the operator in".to_owned()),
    }
}

fn refuse<T>(message: String) -> Result<T, TimeseriesError> {
    Err(TimeseriesError::refused("filter_invalid", message))
}
