//! The newest day with a value among the members of an aggregate: it shows whether a number is stale.

use super::combine::Member;
use crate::calendar::axis::Axis;
use crate::calendar::day::Day;

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
        members: impl IntoIterator<Item = (&'a Member<'a>, i32)>,
        axis: &Axis,
    ) -> Option<Self> {
        let range = (*axis.starts.first()?, *axis.ends.last()?);
        let newest = members.into_iter().filter_map(|(member, carry)| {
            let (from, to) = member.part_of(range);
            let day = member.column.newest((from, to), carry).filter(|_| from <= to)?;
            Some(Self { day, carry })
        });
        newest.max()
    }
}
