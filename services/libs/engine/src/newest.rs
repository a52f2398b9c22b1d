//! When the members of an aggregate were last told of, so that a stale number is told from a fresh one.

use crate::axis::Axis;
use crate::column::Column;
use crate::day::Day;

/// The newest day that members have a value of, and for how many days such a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Newest {
    /// The day.
    pub day: Day,
    /// How many days; of several members the longest.
    pub carry: i32,
}

impl Newest {
    /// That of some members on an axis. What is older than the axis and does not stand there is none: of earlier
    /// states and of what is derived it is not even read.
    pub fn of<'a>(
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
