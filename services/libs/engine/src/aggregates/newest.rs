//! The newest day with a value among the members of an aggregate: it shows whether a number is stale.

use crate::calendar::axis::Axis;
use crate::calendar::day::Day;
use crate::columns::column::Column;

/// The newest day with a value, and for how many days the value is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Newest {
    pub day: Day,
    /// The carry in days; of several members the longest.
    pub carry: i32,
}

impl Newest {
    /// The newest day of some members on an axis. Values from before the axis count only if they are carried into it:
    /// older ones are not even loaded for earlier instants and derived series.
    pub fn among<'a>(
        members: impl IntoIterator<Item = (&'a Column, i32)>,
        axis: &Axis,
    ) -> Option<Self> {
        let range = (*axis.starts.first()?, *axis.ends.last()?);
        let newest = members
            .into_iter()
            .filter_map(|(column, carry)| Some(Self { day: column.newest(range, carry)?, carry }));
        newest.max()
    }
}
