//! Shares of a total, and their changes over some days.

use crate::calendar::axis::Axis;
use crate::derived::derived_measures::Share;

/// The values that shares are computed from, and those of some days earlier if shares are changes.
pub struct ShareTotals {
    pub values: Vec<f64>,
    earlier: Option<(Axis, Vec<f64>)>,
}

impl ShareTotals {
    /// The totals for a kind of share, from the values of all members on an axis.
    pub fn new(share: Share, axis: &Axis, values: impl Fn(&Axis) -> Vec<f64>) -> Self {
        let earlier = share.before.map(|days| {
            let axis = Axis {
                starts: axis.starts.iter().map(|start| start - days).collect(),
                ends: axis.ends.iter().map(|end| end - days).collect(),
            };
            let values = values(&axis);
            (axis, values)
        });
        Self { values: values(axis), earlier }
    }

    /// The shares of a group with these values, or their changes; `values` are those of the group on another axis.
    pub fn shares(&self, now: &[f64], values: impl Fn(&Axis) -> Vec<f64>) -> Vec<f64> {
        let now = shares(now, &self.values);
        let Some((axis, earlier)) = &self.earlier else { return now };
        let before = shares(&values(axis), earlier);
        // In percentage points: percentages are subtracted, as a reader does who has both.
        now.iter().zip(before).map(|(now, before)| 100.0 * now - 100.0 * before).collect()
    }
}

/// The shares of values in totals; unknown where the total is not positive.
fn shares(parts: &[f64], totals: &[f64]) -> Vec<f64> {
    let pairs = parts.iter().zip(totals);
    pairs.map(|(part, total)| if *total > 0.0 { part / total } else { f64::NAN }).collect()
}
