//! The subject whose series in a file are totals of all other series of the file, as the manifest declares it.

use engine::measures::{self, Aggregation};
use serde::{Deserialize, Serialize};

use super::key::Key;
use crate::import::report::Rejection;

/// A subject, as the manifest names it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DeclaredTotal {
    pub subject_kind: String,
    pub subject_slug: String,
}

impl DeclaredTotal {
    /// Refuses a file without a series of the total: with a misspelt slug nothing would be compared.
    pub fn rejection(&self, keys: &[Key]) -> Option<Rejection> {
        let is_total = |key: &Key| {
            key.subject_kind == self.subject_kind
                && key.subject_slug == self.subject_slug
                && key.network_slug.is_empty()
                && measures::observed(key.measure_slug)
                    .is_some_and(|measure| measure.aggregation == Aggregation::Sum)
        };
        let expected = "values of the declared total, over all networks, of a measure that adds up";
        let rejection = || Rejection::at(1, "subject_slug", &self.subject_slug, expected);
        (!keys.iter().any(is_total)).then(rejection)
    }
}
