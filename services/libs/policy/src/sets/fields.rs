//! Sets of fields of records.

use std::collections::BTreeSet;
use std::sync::Arc;

use proto::access::v1::{FieldMode, Fields};

/// The fields that identify a record. They are in every set.
pub const IDENTIFIERS: [&str; 3] = ["id", "slug", "name"];

/// Some fields, or all but some. Both sets are without `IDENTIFIERS`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FieldSet {
    Only(BTreeSet<Arc<str>>),
    Except(BTreeSet<Arc<str>>),
}

impl FieldSet {
    /// All fields.
    pub const ALL: Self = Self::Except(BTreeSet::new());
    /// Nothing but the identifiers.
    pub const IDENTIFIERS: Self = Self::Only(BTreeSet::new());

    /// The fields of a valid document; all of them if it names none.
    pub fn new(fields: Option<&Fields>) -> Self {
        let Some(fields) = fields else { return Self::ALL };
        let names = fields.names.iter().filter(|name| !IDENTIFIERS.contains(&name.as_str()));
        let names = names.map(|name| Arc::from(name.as_str())).collect();
        match fields.mode() {
            FieldMode::Only => Self::Only(names),
            FieldMode::Except => Self::Except(names),
            FieldMode::All | FieldMode::Unspecified => Self::ALL,
        }
    }

    /// Whether it has a field.
    pub fn contains(&self, name: &str) -> bool {
        IDENTIFIERS.contains(&name)
            || match self {
                Self::Only(names) => names.contains(name),
                Self::Except(names) => !names.contains(name),
            }
    }

    /// Whether it has every field.
    pub fn is_all(&self) -> bool {
        *self == Self::ALL
    }

    pub fn is_subset(&self, of: &Self) -> bool {
        match (self, of) {
            (Self::Only(one), Self::Only(other)) => one.is_subset(other),
            (Self::Only(one), Self::Except(other)) => one.is_disjoint(other),
            (Self::Except(one), Self::Except(other)) => other.is_subset(one),
            (Self::Except(_), Self::Only(_)) => false,
        }
    }

    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Only(one), Self::Only(other)) => Self::Only(one | other),
            (Self::Except(one), Self::Except(other)) => Self::Except(one & other),
            (Self::Only(some), Self::Except(but)) | (Self::Except(but), Self::Only(some)) => {
                Self::Except(but - some)
            }
        }
    }

    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Only(one), Self::Only(other)) => Self::Only(one & other),
            (Self::Except(one), Self::Except(other)) => Self::Except(one | other),
            (Self::Only(some), Self::Except(but)) | (Self::Except(but), Self::Only(some)) => {
                Self::Only(some - but)
            }
        }
    }

    /// The fields that are not in another set, and the identifiers.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.intersection(&match other {
            Self::Only(names) => Self::Except(names.clone()),
            Self::Except(names) => Self::Only(names.clone()),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::btree_set;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn identifiers_are_in_every_set() {
        assert!(FieldSet::IDENTIFIERS.contains("slug"));
        assert!(!FieldSet::IDENTIFIERS.contains("website"));
        assert!(FieldSet::ALL.difference(&FieldSet::ALL).contains("id"));
    }

    fn sets() -> impl Strategy<Value = FieldSet> {
        let names = prop::sample::select(vec!["a", "b", "c"]).prop_map(Arc::<str>::from);
        (any::<bool>(), btree_set(names, 0..4)).prop_map(|(only, names)| {
            if only { FieldSet::Only(names) } else { FieldSet::Except(names) }
        })
    }

    proptest! {
        #[test]
        fn operations_agree_with_the_fields(one in sets(), other in sets()) {
            let fields = ["a", "b", "c", "any other"];
            for name in fields {
                let (in_one, in_other) = (one.contains(name), other.contains(name));
                prop_assert_eq!(one.union(&other).contains(name), in_one || in_other);
                prop_assert_eq!(one.intersection(&other).contains(name), in_one && in_other);
                prop_assert_eq!(one.difference(&other).contains(name), in_one && !in_other);
            }
            let is_subset = fields.iter().all(|name| !one.contains(name) || other.contains(name));
            prop_assert_eq!(one.is_subset(&other), is_subset);
        }
    }
}
