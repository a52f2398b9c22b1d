//! The dimension that an aggregate is grouped by, and the kinds of subjects that have it, as `proto/declared/dimensions.json`
//! declares them for the gateway and the web too.

use std::collections::HashMap;
use std::sync::LazyLock;

use engine::Dimension;
use proto::codec::Text as _;
use proto::timeseries::v1::{SeriesGroupBy, SubjectKind};
use serde::Deserialize;

use crate::error::TimeseriesError;

static DECLARED: LazyLock<Declarations> = LazyLock::new(|| {
    let text = include_str!("../../../../proto/declared/dimensions.json");
    serde_json::from_str(text).expect("the declaration is part of the program, and a test reads it")
});

#[derive(Deserialize)]
struct Declarations {
    subjects: HashMap<String, Subject>,
}

#[derive(Deserialize)]
struct Subject {
    /// The dimensions that subjects of the kind have. Grouping by token makes each subject its own group.
    groups: Vec<SeriesGroupBy>,
}

/// The dimension of a query; `None` without groups.
pub fn group_by(value: Option<i32>) -> Result<Option<Dimension>, TimeseriesError> {
    match value.map(SeriesGroupBy::try_from) {
        None | Some(Ok(SeriesGroupBy::None)) => Ok(None),
        Some(Ok(by)) => Ok(Some(dimension(by)?)),
        Some(Err(_)) => Err(unknown()),
    }
}

fn dimension(by: SeriesGroupBy) -> Result<Dimension, TimeseriesError> {
    Ok(match by {
        SeriesGroupBy::Asset => Dimension::Asset,
        SeriesGroupBy::Token => Dimension::Slug,
        SeriesGroupBy::Network => Dimension::Network,
        SeriesGroupBy::ParentNetwork => Dimension::ParentNetwork,
        SeriesGroupBy::Platform => Dimension::Platform,
        SeriesGroupBy::Issuer => Dimension::Issuer,
        SeriesGroupBy::Manager => Dimension::Manager,
        SeriesGroupBy::AssetClass => Dimension::AssetClass,
        SeriesGroupBy::Country => Dimension::Country,
        SeriesGroupBy::None | SeriesGroupBy::Unspecified => return Err(unknown()),
    })
}

fn unknown() -> TimeseriesError {
    TimeseriesError::refused("group_unknown", "There is no such group")
}

/// Refuses a dimension that subjects of a kind do not have.
pub fn groupable(kind: SubjectKind, by: Option<Dimension>) -> Result<(), TimeseriesError> {
    let Some(by) = by else { return Ok(()) };
    let declared = DECLARED.subjects.get(kind.text());
    let has = |subject: &Subject| {
        subject.groups.iter().any(|&group| dimension(group).is_ok_and(|known| known == by))
    };
    if declared.is_none_or(has) {
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

#[cfg(test)]
mod tests {
    use engine::DIMENSIONS;
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_kind_of_subjects_declares_its_groups() {
        for (kind, text) in SubjectKind::VALUES {
            let groups = DECLARED.subjects.get(*text).map(|subject| subject.groups.as_slice());
            assert!(groups.is_some_and(|groups| !groups.is_empty()), "{text}");
            assert!(groupable(*kind, None).is_ok(), "{text}");
        }
        assert!(groupable(SubjectKind::Asset, Some(Dimension::Slug)).is_err());
        assert!(groupable(SubjectKind::Loan, Some(Dimension::Network)).is_ok());
        assert!(groupable(SubjectKind::Loan, Some(Dimension::Country)).is_err());
        assert!(groupable(SubjectKind::Benchmark, Some(Dimension::Slug)).is_ok());
    }

    #[test]
    fn the_declared_fields_of_series_are_those_of_the_engine() {
        let text = include_str!("../../../../proto/declared/dimensions.json");
        let declared: Value = serde_json::from_str(text).unwrap();
        let fields: Vec<&str> = DIMENSIONS.iter().map(|(name, _)| *name).collect();
        assert_eq!(declared["series_fields"], serde_json::json!(fields));
    }
}
