//! The dimensions by which aggregates are grouped and filtered, as `proto/declared/dimensions.json` declares it for the gateway and
//! the web.

use std::collections::HashMap;
use std::sync::LazyLock;

use proto::codec::Text as _;
use proto::timeseries::v1::{SeriesGroupBy, SubjectKind};
use serde::Deserialize;

static DECLARED: LazyLock<Declarations> = LazyLock::new(|| {
    let text = include_str!("../../../proto/declared/dimensions.json");
    serde_json::from_str(text).expect("the declaration is part of the program, and a test reads it")
});

#[derive(Deserialize)]
struct Declarations {
    /// The fields by which timeseries itself filters series.
    series_fields: Vec<String>,
    subjects: HashMap<String, Subject>,
    dimensions: Vec<Dimension>,
}

#[derive(Deserialize)]
struct Subject {
    resource: Option<String>,
}

#[derive(Deserialize)]
struct Dimension {
    group_by: SeriesGroupBy,
    /// `None` if the subjects themselves are the groups.
    resource: Option<String>,
    key: String,
}

/// The list of the catalog that has the subjects of a kind; none for benchmarks.
pub fn resource_of_subjects(kind: SubjectKind) -> Option<&'static str> {
    DECLARED.subjects.get(kind.text())?.resource.as_deref()
}

/// The list that has the records of groups, and the field of these that is the key of the group.
pub fn resource_of_groups(
    by: SeriesGroupBy,
    kind: SubjectKind,
) -> Option<(&'static str, &'static str)> {
    let dimension = DECLARED.dimensions.iter().find(|dimension| dimension.group_by == by)?;
    let own = || resource_of_subjects(kind);
    Some((dimension.resource.as_deref().or_else(own)?, &dimension.key))
}

/// Whether timeseries itself filters series by a field.
pub fn is_series_field(field: &str) -> bool {
    DECLARED.series_fields.iter().any(|known| known == field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dimension_has_a_list_of_its_keys() {
        let list = |by: SeriesGroupBy| resource_of_groups(by, SubjectKind::Asset);
        for (by, text) in SeriesGroupBy::VALUES {
            assert_eq!(list(*by).is_some(), *by != SeriesGroupBy::None, "{text}");
        }
        assert_eq!(list(SeriesGroupBy::Network), Some(("networks", "slug")));
        assert_eq!(list(SeriesGroupBy::AssetClass), Some(("asset_classes", "slug")));
        assert_eq!(list(SeriesGroupBy::Country), Some(("countries", "code")));
    }

    #[test]
    fn groups_by_token_are_the_subjects_themselves() {
        let by = |kind| resource_of_groups(SeriesGroupBy::Token, kind).map(|(list, _)| list);
        assert_eq!(by(SubjectKind::Token), Some("tokens"));
        assert_eq!(by(SubjectKind::Pool), Some("pools"));
        assert_eq!(by(SubjectKind::Benchmark), None);
    }

    #[test]
    fn series_are_filtered_by_every_dimension() {
        for dimension in &DECLARED.dimensions {
            let name = dimension.group_by.text();
            assert!(name == "token" || is_series_field(name), "{name}");
        }
        assert!(!is_series_field("status"));
    }
}
