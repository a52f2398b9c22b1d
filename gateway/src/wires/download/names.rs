//! What the keys of groups are called, as the lists of the catalog have it.

use std::collections::HashMap;

use proto::timeseries::v1::{GetAggregateRequest, SeriesGroup, SeriesGroupBy, SubjectKind};
use serde::Deserialize;
use serde_json::json;

use super::pages::{Row, unreadable};
use crate::call::failure::Failure;
use crate::call::pipeline::{Admitted, Pipeline};

/// A name by its key.
pub type Names = HashMap<String, String>;

/// The list that has records of a kind, and the field of theirs that is the key.
type Listed = (&'static str, &'static str);

#[derive(Deserialize)]
struct Answer {
    results: Vec<Row>,
}

/// The names of groups; a key that the catalog does not have has none.
pub async fn of_groups(
    pipeline: &Pipeline,
    caller: &Admitted,
    request: &GetAggregateRequest,
    groups: &[SeriesGroup],
) -> Result<Names, Failure> {
    let keys: Vec<&String> = groups.iter().filter_map(|group| group.key.as_ref()).collect();
    let listed = listed(request).and_then(|(name, field)| Some((pipeline.procedure(name)?, field)));
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

/// Whose records have the keys. By token, they are those of what is added up, whatever it is.
fn listed(request: &GetAggregateRequest) -> Option<Listed> {
    let by = SeriesGroupBy::try_from(request.group_by?).ok()?;
    let kind = SubjectKind::try_from(request.subject_kind.unwrap_or_default()).ok()?;
    let name = match by {
        SeriesGroupBy::Unspecified | SeriesGroupBy::None => return None,
        SeriesGroupBy::Token => match kind {
            SubjectKind::Unspecified | SubjectKind::Token => "tokens.list",
            SubjectKind::Asset => "assets.list",
            SubjectKind::Network => "networks.list",
            SubjectKind::Platform => "platforms.list",
            SubjectKind::Pool => "pools.list",
            SubjectKind::Loan => "loans.list",
            SubjectKind::Benchmark => return None,
        },
        SeriesGroupBy::Asset => "assets.list",
        SeriesGroupBy::Network => "networks.list",
        SeriesGroupBy::Platform => "platforms.list",
        SeriesGroupBy::Issuer => "issuers.list",
        SeriesGroupBy::Manager => "managers.list",
        SeriesGroupBy::AssetClass => "assetClasses.list",
        SeriesGroupBy::Country => return Some(("countries.list", "code")),
    };
    Some((name, "slug"))
}
