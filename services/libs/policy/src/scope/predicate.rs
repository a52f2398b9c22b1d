//! A scope as data for SQL.

use super::Scope;
use crate::sets::fields::FieldSet;
use crate::sets::rule::Term;
use crate::sets::time_bounds::Window;

/// The rows of one permission: those that meet all terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermittedRows<'a> {
    pub terms: Vec<Term<'a>>,
    /// The days of values and moments of records.
    pub window: Window,
    /// The visible fields, apart from exclusions of fields.
    pub fields: &'a FieldSet,
}

/// The visible rows: those that meet all terms of one of `permitted`, and not all terms of one of `excluded`.
///
/// A row without an attribute meets no term on it. In SQL such a term is null, so that an exclusion is written as
/// `(…) is not true`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate<'a> {
    pub permitted: Vec<PermittedRows<'a>>,
    pub excluded: Vec<Vec<Term<'a>>>,
}

impl Scope {
    /// The visible rows at a time.
    pub fn predicate(&self, now: i64) -> Predicate<'_> {
        let permitted = self.permissions().iter().map(|permission| PermittedRows {
            terms: permission.conditions().terms().collect(),
            window: permission.time().at(now),
            fields: permission.fields(),
        });
        let excluded = self
            .exclusions()
            .iter()
            .filter(|exclusion| exclusion.fields().is_all())
            .map(|exclusion| exclusion.conditions().terms().collect());
        Predicate { permitted: permitted.collect(), excluded: excluded.collect() }
    }
}
