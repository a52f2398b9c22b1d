//! The dimension that an aggregate is grouped by, and the kinds of subjects that have it.

use engine::Dimension;
use proto::timeseries::v1::{SeriesGroupBy, SubjectKind};

use crate::error::TimeseriesError;

/// The dimension of a query; `None` without groups.
pub fn group_by(value: Option<i32>) -> Result<Option<Dimension>, TimeseriesError> {
    Ok(Some(match value.map(SeriesGroupBy::try_from) {
        None | Some(Ok(SeriesGroupBy::None)) => return Ok(None),
        Some(Ok(SeriesGroupBy::Asset)) => Dimension::Asset,
        Some(Ok(SeriesGroupBy::Token)) => Dimension::Slug,
        Some(Ok(SeriesGroupBy::Network)) => Dimension::Network,
        Some(Ok(SeriesGroupBy::Platform)) => Dimension::Platform,
        Some(Ok(SeriesGroupBy::Issuer)) => Dimension::Issuer,
        Some(Ok(SeriesGroupBy::Manager)) => Dimension::Manager,
        Some(Ok(SeriesGroupBy::AssetClass)) => Dimension::AssetClass,
        Some(Ok(SeriesGroupBy::Country)) => Dimension::Country,
        Some(_) => {
            return Err(TimeseriesError::refused("group_unknown", "There is no such group"));
        }
    }))
}

/// Refuses a dimension that subjects of a kind do not have. Grouping by token makes each subject its own group.
pub fn groupable(kind: SubjectKind, by: Option<Dimension>) -> Result<(), TimeseriesError> {
    let Some(by) = by else { return Ok(()) };
    let is_possible = match kind {
        SubjectKind::Asset => by != Dimension::Slug,
        SubjectKind::Token | SubjectKind::Unspecified => true,
        SubjectKind::Loan => {
            !matches!(by, Dimension::Manager | Dimension::AssetClass | Dimension::Country)
        }
        SubjectKind::Pool | SubjectKind::Platform => {
            matches!(by, Dimension::Slug | Dimension::Network | Dimension::Platform)
        }
        SubjectKind::Network => matches!(by, Dimension::Slug | Dimension::Network),
        SubjectKind::Benchmark => by == Dimension::Slug,
    };
    if is_possible {
        return Ok(());
    }
    let message = match kind {
        SubjectKind::Asset => "Assets are not tokens: group them by asset, or query tokens",
        SubjectKind::Benchmark | SubjectKind::Network => {
            "Benchmarks and networks have no such dimension: group each by itself, or not at all"
        }
        _ => "Subjects of this kind do not have this dimension",
    };
    Err(TimeseriesError::refused("group_absurd", message))
}

/// The kind of subjects of a query; assets by default.
pub fn subject_kind(value: Option<i32>, group_by: Option<Dimension>) -> SubjectKind {
    match value.map(SubjectKind::try_from) {
        Some(Ok(kind)) if kind != SubjectKind::Unspecified => kind,
        _ if group_by == Some(Dimension::Slug) => SubjectKind::Token,
        _ => SubjectKind::Asset,
    }
}
