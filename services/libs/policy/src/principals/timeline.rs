//! The policies of a caller that are about one action at one endpoint, and when which of them have effect.

/// Places of entries, with the times at which their set changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timeline {
    /// The places in the list of all entries.
    pub entries: Vec<u32>,
    /// The starts and ends of their validity, sorted.
    pub boundaries: Vec<i64>,
    /// The lists of networks that they depend on, a bit for each.
    pub networks: u64,
}

impl Timeline {
    /// The number of the period in which a moment is. During a period the same entries are valid.
    pub fn period(&self, now: i64) -> usize {
        self.boundaries.partition_point(|boundary| *boundary <= now)
    }
}
