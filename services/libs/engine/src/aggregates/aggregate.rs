//! The result of an aggregate, whether it was calculated or read from a rollup.

use std::sync::Arc;

use super::facts::{AggregateFacts, GroupFacts};
use super::newest::Newest;
use super::withheld_stretches::Stretch;
use crate::calendar::axis::Axis;
use crate::columns::qualifiers::QualifiedRun;
use crate::measures::Measure;
use crate::numbers::json;
use crate::rollups::rollup::{Rollup, RollupGroup};
use crate::rollups::window::Window;
use crate::snapshots::series::Series;

/// Sums, or averages, of members in groups.
#[derive(Debug)]
pub struct Aggregate {
    /// The groups, the largest first; the last one may hold all others together.
    pub groups: Vec<AggregateGroup>,
    /// All members together.
    pub total: AggregateGroup,
    pub facts: AggregateFacts,
}

/// One group of an aggregate, or all together.
#[derive(Debug)]
pub struct AggregateGroup {
    /// The common dimension value of its members.
    pub key: Option<String>,
    /// Whether it holds the groups beyond the limit.
    pub is_other: bool,
    pub facts: GroupFacts,
    /// The newest day that a member has a value of.
    pub newest: Option<Newest>,
    /// Members with the periods in which their values are withheld. A total has them only if the answer has no groups.
    pub withheld: Vec<(Arc<Series>, Vec<Stretch>)>,
    /// The intervals whose values were not measured in them.
    pub qualified: Vec<QualifiedRun>,
    pub numbers: Numbers,
}

/// A value and a coverage for each interval.
#[derive(Debug)]
pub enum Numbers {
    /// Calculated for one query.
    Calculated {
        values: Vec<f64>,
        /// The share of members that have one.
        coverage: Vec<f64>,
    },
    /// Some days of a rollup: of one of its groups, or of all together.
    Rollup(Arc<Rollup>, Option<usize>, Window),
}

impl Aggregate {
    /// Some days of a rollup, by the largest groups at their end and all others together.
    pub fn from_rollup(rollup: &Arc<Rollup>, measure: &Measure, axis: &Axis, limit: usize) -> Self {
        let edges = (axis.starts.first().copied(), axis.ends.last().copied());
        let edges = (edges.0.unwrap_or_default(), edges.1.unwrap_or_default());
        let window = rollup.window(edges.0, edges.1);
        let size = |place: &usize| {
            let value = rollup.groups[*place].values.numbers()[window.places.1];
            if value.is_nan() { f64::NEG_INFINITY } else { value }
        };
        let mut order: Vec<usize> = (0..rollup.groups.len()).collect();
        // Groups of one size stay in the order of their keys.
        order.sort_by(|one, other| size(other).total_cmp(&size(one)));
        let rest = if order.len() > limit { order.split_off(limit) } else { Vec::new() };
        let is_alone = rollup.groups.is_empty();
        let one = |place: Option<usize>| {
            let group = rollup.group(place);
            // Each group lists its own withheld members.
            let withheld = if place.is_some() || is_alone {
                group.stretches(measure, axis).collect()
            } else {
                Vec::new()
            };
            AggregateGroup {
                key: group.key.clone(),
                is_other: false,
                facts: group.facts,
                newest: rollup.newest(group, edges),
                withheld,
                qualified: window.runs(&group.qualified),
                numbers: Numbers::Rollup(Arc::clone(rollup), place, window),
            }
        };
        let groups = order.into_iter().map(|place| one(Some(place)));
        let groups = groups.chain(others(rollup, &rest, measure, axis, window)).collect();
        let facts = AggregateFacts::new(
            rollup.groups.len(),
            rollup.series_count(),
            &rollup.feeders,
            &rollup.total.combined,
            window,
        );
        Self { groups, total: one(None), facts }
    }
}

impl Numbers {
    /// Both lists: the values and the coverage.
    pub fn into_lists(self) -> (Vec<f64>, Vec<f64>) {
        match self {
            Self::Calculated { values, coverage } => (values, coverage),
            Self::Rollup(rollup, place, window) => {
                let RollupGroup { values, coverage, .. } = rollup.group(place);
                (window.slice(values.numbers()), window.slice(coverage.numbers()))
            }
        }
    }

    /// Whether the last interval has a value.
    pub fn ends_with_value(&self) -> bool {
        let last = match self {
            Self::Calculated { values, .. } => values.last().copied(),
            Self::Rollup(rollup, place, window) => {
                rollup.group(*place).values.numbers().get(window.places.1).copied()
            }
        };
        last.is_some_and(|value| !value.is_nan())
    }

    /// Puts other values in the place of those that were calculated.
    pub(crate) fn set_values(&mut self, new: Vec<f64>) {
        if let Self::Calculated { values, .. } = self {
            *values = new;
        }
    }

    /// Writes the values as a list in JSON.
    pub fn write_values(&self, out: &mut Vec<u8>) {
        match self {
            Self::Calculated { values, .. } => json::numbers(out, values.iter().copied()),
            Self::Rollup(rollup, place, window) => {
                window.write(out, &rollup.group(*place).values);
            }
        }
    }

    /// Writes the coverage as a list in JSON.
    pub fn write_coverage(&self, out: &mut Vec<u8>) {
        match self {
            Self::Calculated { coverage, .. } => json::numbers(out, coverage.iter().copied()),
            Self::Rollup(rollup, place, window) => {
                window.write(out, &rollup.group(*place).coverage);
            }
        }
    }
}

/// The groups beyond the limit as one.
fn others(
    rollup: &Rollup,
    rest: &[usize],
    measure: &Measure,
    axis: &Axis,
    window: Window,
) -> Option<AggregateGroup> {
    let groups = || rest.iter().map(|place| &rollup.groups[*place]);
    let edges = (*axis.starts.first()?, *axis.ends.last()?);
    let mut combined = groups().next()?.combined.clone();
    let mut facts = GroupFacts::default();
    groups().for_each(|group| facts.merge(group.facts));
    groups().skip(1).for_each(|group| combined.merge(&group.combined));
    let values = window.slice(&combined.values());
    let coverage = window.slice(&combined.coverage());
    Some(AggregateGroup {
        key: None,
        is_other: true,
        facts,
        newest: groups().filter_map(|group| rollup.newest(group, edges)).max(),
        withheld: groups().flat_map(|group| group.stretches(measure, axis)).collect(),
        qualified: window.runs(&rollup.carried_together(groups(), &combined)),
        numbers: Numbers::Calculated { values, coverage },
    })
}
