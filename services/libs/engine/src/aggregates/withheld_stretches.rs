//! The intervals in which the values of a series are withheld, with the reasons.

use proto::timeseries::v1::MeasureKind;

use super::combine::Member;
use crate::calendar::axis::Axis;
use crate::calendar::day::Day;
use crate::columns::column::Column;
use crate::columns::resample::Mode;
use crate::columns::withheld_reasons::Reason;

/// Consecutive intervals in which values are withheld for one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The position of the first one.
    pub first: usize,
    /// The position of the last one.
    pub last: usize,
    /// The reason; of several the last one.
    pub reason: &'static Reason,
}

/// The stretches of a member, in their order. In weighted averages they include those of its weight.
pub fn withheld(
    member: &Member<'_>,
    kind: MeasureKind,
    mode: Mode,
    is_weighted: bool,
    axis: &Axis,
) -> Vec<Stretch> {
    let own = WithheldColumn {
        column: member.column,
        carry: member.carry,
        kind,
        mode,
        is_average: is_weighted,
    };
    // Weights are levels, whatever is averaged.
    let weight = member.weight.filter(|_| is_weighted).map(|(column, carry)| WithheldColumn {
        column,
        carry,
        kind: MeasureKind::Stock,
        mode: if kind == MeasureKind::Stock { mode } else { Mode::Level },
        is_average: true,
    });
    let mut places = own.places(axis);
    if let Some(weight) = &weight {
        places.extend(weight.places(axis));
        places.sort_unstable();
        places.dedup();
    }
    places.retain(|place| {
        let range = (axis.starts[*place], axis.ends[*place]);
        member.days.is_none_or(|days| days.overlaps(range))
    });
    let mut stretches: Vec<Stretch> = Vec::new();
    for place in places {
        let of_weight = || weight.as_ref().and_then(|weight| weight.reason(axis, place));
        let Some(reason) = own.reason(axis, place).or_else(of_weight) else { continue };
        match stretches.last_mut() {
            Some(last) if last.last + 1 == place && last.reason == reason => last.last = place,
            _ => stretches.push(Stretch { first: place, last: place, reason }),
        }
    }
    stretches
}

/// The column of a member's values or weights.
struct WithheldColumn<'a> {
    column: &'a Column,
    carry: i32,
    kind: MeasureKind,
    mode: Mode,
    is_average: bool,
}

impl WithheldColumn<'_> {
    /// The positions of all intervals that a withheld day may affect, in their order.
    fn places(&self, axis: &Axis) -> Vec<usize> {
        // A change depends on the day before its interval too.
        let reach = if self.kind == MeasureKind::Stock { self.carry.saturating_add(1) } else { 0 };
        let mut places = Vec::new();
        let mut next = 0;
        for day in self.column.withheld() {
            let first = axis.ends.partition_point(|end| *end < day).max(next);
            let until = day.saturating_add(reach);
            next = axis.starts.partition_point(|start| *start <= until).max(next);
            places.extend(first..next);
        }
        places
    }

    /// The reason for which it has no value in an interval, or, of a sum, lacks days of it.
    fn reason(&self, axis: &Axis, place: usize) -> Option<&'static Reason> {
        let (start, end) = (axis.starts[place], axis.ends[place]);
        match (self.kind, self.mode) {
            (MeasureKind::Flow, _) => {
                let days = (start.max(self.column.first()?)..=end.min(self.column.last()?)).rev();
                days.into_iter().find_map(|day| self.column.reason(day))
            }
            (MeasureKind::Distinct, _) => self.standing(end, end - start),
            // The change of a sum begins at the last known value, however old; that of an average needs both levels.
            (_, Mode::Flow) if self.is_average => {
                let before = || self.standing(start - 1, self.carry);
                self.standing(end, self.carry).or_else(before)
            }
            _ => self.standing(end, self.carry),
        }
    }

    fn standing(&self, at: Day, carry: i32) -> Option<&'static Reason> {
        let (day, _) = self.column.last_entry(at, carry)?;
        self.column.reason(day)
    }
}
