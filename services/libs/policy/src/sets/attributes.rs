//! The attributes of a record on which conditions depend.

use proto::access::v1::Dimension;
use proto::codec::Text;

/// How many dimensions there are.
const DIMENSIONS: usize = Dimension::VALUES.len();

/// The ids of a record in each dimension. It has at most one in a dimension of `Values::One`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attributes<'a> {
    ids: [&'a [i64]; DIMENSIONS],
}

impl<'a> Attributes<'a> {
    /// The same record with other ids in a dimension; an empty list says that it lacks the attribute.
    #[must_use]
    pub fn with(mut self, dimension: Dimension, ids: &'a [i64]) -> Self {
        if let Some(place) = place(dimension) {
            self.ids[place] = ids;
        }
        self
    }

    /// The ids in a dimension.
    pub fn ids(&self, dimension: Dimension) -> &'a [i64] {
        place(dimension).map_or(&[], |place| self.ids[place])
    }
}

fn place(dimension: Dimension) -> Option<usize> {
    (dimension as usize).checked_sub(1)
}
