//! The names of groups, looked up by their keys in the lists of the catalog.

use std::collections::HashMap;

use proto::timeseries::v1::{GetAggregateRequest, SeriesGroup, SeriesGroupBy, SubjectKind};
use serde::Deserialize;
use serde_json::json;

use super::address::domain;
use super::failures::unreadable;
use super::pages::Row;
use crate::call::failure::Failure;
use crate::call::pipeline::{Admitted, Pipeline};
use crate::upstream::dimensions;

/// Names by the keys of groups.
pub type Names = HashMap<String, String>;

#[derive(Deserialize)]
struct Answer {
    results: Vec<Row>,
}

/// The names of groups; a key that the catalog does not have has none.
pub async fn load(
    pipeline: &Pipeline,
    caller: &Admitted,
    request: &GetAggregateRequest,
    groups: &[SeriesGroup],
) -> Result<Names, Failure> {
    let keys: Vec<&String> = groups.iter().filter_map(|group| group.key.as_ref()).collect();
    let listed =
        listed(request).and_then(|(name, field)| Some((pipeline.procedure(&name)?, field)));
    let Some((list, field)) = listed.filter(|_| !keys.is_empty()) else { return Ok(Names::new()) };
    // Groups are bounded to what one page has.
    let question = json!({
        "filter": {"operator": "in", "field": field, "value": keys},
        "pagination": {"page": 1, "perPage": keys.len()},
    });
    let answer = caller.admit_to(list)?.call(&question.into()).await?.unwrap_or_default();
    let Answer { results } = serde_json::from_slice(&answer).map_err(unreadable)?;
    let text = |row: &Row, of: &str| serde_json::from_str(row.get(of)?.get()).ok();
    Ok(results.iter().filter_map(|row| Some((text(row, field)?, text(row, "name")?))).collect())
}

/// The procedure that lists the records of groups, and the field of these that is the key.
fn listed(request: &GetAggregateRequest) -> Option<(String, &'static str)> {
    let by = SeriesGroupBy::try_from(request.group_by?).ok()?;
    let kind = SubjectKind::try_from(request.subject_kind.unwrap_or_default()).ok()?;
    let kind = if kind == SubjectKind::Unspecified { SubjectKind::Token } else { kind };
    let (resource, key) = dimensions::resource_of_groups(by, kind)?;
    Some((format!("{}.list", domain(resource)), key))
}
