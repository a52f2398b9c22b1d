//! By what an aggregate is told, and what can be told by it.

use proto::timeseries::v1::{SeriesGroupBy, SubjectKind};

use super::filter::Trait;
use crate::error::TimeseriesError;

/// What members of a group have in common; none where all are one.
pub fn group_by(asked: Option<i32>) -> Result<Option<Trait>, TimeseriesError> {
    Ok(Some(match asked.map(SeriesGroupBy::try_from) {
        None | Some(Ok(SeriesGroupBy::None)) => return Ok(None),
        Some(Ok(SeriesGroupBy::Asset)) => Trait::Asset,
        Some(Ok(SeriesGroupBy::Token)) => Trait::Slug,
        Some(Ok(SeriesGroupBy::Network)) => Trait::Network,
        Some(Ok(SeriesGroupBy::Platform)) => Trait::Platform,
        Some(Ok(SeriesGroupBy::Issuer)) => Trait::Issuer,
        Some(Ok(SeriesGroupBy::Manager)) => Trait::Manager,
        Some(Ok(SeriesGroupBy::AssetClass)) => Trait::AssetClass,
        Some(Ok(SeriesGroupBy::Country)) => Trait::Country,
        Some(_) => {
            return Err(TimeseriesError::refused("group_unknown", "There is no such group"));
        }
    }))
}

/// Whether subjects of a kind can have the trait at all. By tokens means that each is a group of its own, whatever it is.
pub fn groupable(kind: SubjectKind, by: Option<Trait>) -> Result<(), TimeseriesError> {
    let Some(by) = by else { return Ok(()) };
    let is_possible = match kind {
        SubjectKind::Asset => by != Trait::Slug,
        SubjectKind::Token | SubjectKind::Unspecified => true,
        SubjectKind::Loan => !matches!(by, Trait::Manager | Trait::AssetClass | Trait::Country),
        SubjectKind::Pool | SubjectKind::Platform => {
            matches!(by, Trait::Slug | Trait::Network | Trait::Platform)
        }
        SubjectKind::Network => matches!(by, Trait::Slug | Trait::Network),
        SubjectKind::Benchmark => by == Trait::Slug,
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
pub fn subject_kind(asked: Option<i32>, group_by: Option<Trait>) -> SubjectKind {
    match asked.map(SubjectKind::try_from) {
        Some(Ok(kind)) if kind != SubjectKind::Unspecified => kind,
        _ if group_by == Some(Trait::Slug) => SubjectKind::Token,
        _ => SubjectKind::Asset,
    }
}
