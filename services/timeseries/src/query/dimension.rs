//! By what an aggregate is told, and what can be told by it.

use engine::Dimension;
use proto::timeseries::v1::{SeriesGroupBy, SubjectKind};

use crate::error::TimeseriesError;

/// What members of a group have in common; none where all are one.
pub fn group_by(asked: Option<i32>) -> Result<Option<Dimension>, TimeseriesError> {
    Ok(Some(match asked.map(SeriesGroupBy::try_from) {
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

/// Whether subjects of a kind can have the trait at all. By tokens means that each is a group of its own, whatever it is.
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
        SubjectKind::Asset => "Assets are not tokens: group them by asset, or ask for tokens",
        SubjectKind::Benchmark | SubjectKind::Network => {
            "Benchmarks and networks belong to nobody: group them by themselves, or not"
        }
        _ => "Nothing of the kind has what it should be grouped by",
    };
    Err(TimeseriesError::refused("group_absurd", message))
}

/// Whose series are meant.
pub fn subject_kind(asked: Option<i32>, group_by: Option<Dimension>) -> SubjectKind {
    match asked.map(SubjectKind::try_from) {
        Some(Ok(kind)) if kind != SubjectKind::Unspecified => kind,
        _ if group_by == Some(Dimension::Slug) => SubjectKind::Token,
        _ => SubjectKind::Asset,
    }
}
