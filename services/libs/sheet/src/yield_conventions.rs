//! The conventions by which yields and returns are calculated, as files state them: `proto/declared/yield_conventions.json`
//! declares them for the files of the services and the labels of the web.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

static DECLARED: LazyLock<BTreeMap<String, Convention>> = LazyLock::new(|| {
    let text = include_str!("../../../../proto/declared/yield_conventions.json");
    serde_json::from_str(text).expect("the declaration is part of the program, and a test reads it")
});

/// A convention, and the slugs of the measures that follow it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Convention {
    convention: String,
    measures: Vec<String>,
}

/// The column of files with the convention of a measure.
pub const CONVENTION: &str = "convention";

/// The convention of a yield or return, by the slug of its measure; none of other measures.
pub fn yield_convention(measure_slug: &str) -> Option<&'static str> {
    let found = DECLARED.values().find(|one| one.measures.iter().any(|slug| slug == measure_slug));
    found.map(|one| one.convention.as_str())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_yield_has_one_convention_and_other_measures_none() {
        let measures: Vec<&String> = DECLARED.values().flat_map(|one| &one.measures).collect();
        assert_eq!(measures.iter().collect::<HashSet<_>>().len(), measures.len());
        for measure in measures {
            assert!(yield_convention(measure).is_some_and(|text| !text.is_empty()), "{measure}");
        }
        let of_week = yield_convention("yield_7d");
        assert!(of_week.unwrap().contains("act/365 like the SEC 7-day yield"));
        assert_ne!(of_week, yield_convention("yield_30d"));
        assert_ne!(of_week, yield_convention("apy_7d_effective"));
        assert_eq!(yield_convention("price_dollar"), None);
    }
}
