//! Sets of ids.

use std::sync::Arc;

/// A sorted set of ids, shared by all scopes that it is part of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IdSet(Arc<[i64]>);

impl IdSet {
    /// The ids in rising order.
    pub fn as_slice(&self) -> &[i64] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn contains(&self, id: i64) -> bool {
        self.0.binary_search(&id).is_ok()
    }

    pub fn is_subset(&self, of: &Self) -> bool {
        self.0.len() <= of.0.len() && self.0.iter().all(|id| of.contains(*id))
    }

    pub fn is_disjoint(&self, other: &Self) -> bool {
        !self.0.iter().any(|id| other.contains(*id))
    }

    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.0.iter().chain(other.0.iter()).copied().collect()
    }

    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.0.iter().copied().filter(|id| other.contains(*id)).collect()
    }

    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.0.iter().copied().filter(|id| !other.contains(*id)).collect()
    }
}

impl Default for IdSet {
    fn default() -> Self {
        Self(Arc::new([]))
    }
}

impl FromIterator<i64> for IdSet {
    fn from_iter<I: IntoIterator<Item = i64>>(ids: I) -> Self {
        let mut ids: Vec<i64> = ids.into_iter().collect();
        ids.sort_unstable();
        ids.dedup();
        Self(ids.into())
    }
}
