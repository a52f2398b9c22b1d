//! Answers out of sums that are kept.

use std::sync::Arc;

use proto::timeseries::v1::{GetAggregateResponse, SeriesGroup};

use super::answer::{AggregateAnswer, Numbers};
use super::members;
use super::newest::Newest;
use super::withheld::Withheld;
use crate::compute::{Axis, Member, Mode, Stretch, withheld};
use crate::error::TimeseriesError;
use crate::measures::{Aggregation, Measure};
use crate::rollups::{CachedRollup, Group, Rollup, RollupKey, Window};
use crate::snapshot::{Series, Snapshot};

/// The sums that are kept, or that will be; none where there would be too much of them.
pub async fn kept(
    snapshot: &Arc<Snapshot>,
    measure: &'static Measure,
    key: RollupKey,
    by_network: bool,
) -> Result<Option<Arc<Rollup>>, TimeseriesError> {
    if let Some(CachedRollup(known)) = snapshot.rollups().get(key) {
        return Ok(known);
    }
    let snapshot = Arc::clone(snapshot);
    // Other calls go on while everything is added up.
    let made = tokio::task::spawn_blocking(move || {
        let (_, kind, by) = key;
        let members = || members::everything(&snapshot, measure, kind, by_network);
        snapshot.rollups().make(key, || Rollup::new(measure, members().series(), by))
    });
    made.await.map_err(|_| TimeseriesError::NotReady)
}

/// An answer for some days, by the largest groups at their end and all others together.
pub fn answer(
    rolled: &Arc<Rollup>,
    measure: &Measure,
    axis: &Axis,
    limit: usize,
    frame: GetAggregateResponse,
) -> AggregateAnswer {
    let edges = (axis.starts.first().copied(), axis.ends.last().copied());
    let edges = (edges.0.unwrap_or_default(), edges.1.unwrap_or_default());
    let window = rolled.window(edges.0, edges.1);
    let size = |place: &usize| {
        let value = rolled.groups[*place].values.numbers()[window.places.1];
        if value.is_nan() { f64::NEG_INFINITY } else { value }
    };
    let mut order: Vec<usize> = (0..rolled.groups.len()).collect();
    // Groups alike stay in the order of their keys.
    order.sort_by(|one, other| size(other).total_cmp(&size(one)));
    let rest = if order.len() > limit { order.split_off(limit) } else { Vec::new() };
    let part = |place: usize| Numbers::Rollup(Arc::clone(rolled), Some(place), window);
    let mut lacking = Withheld::default();
    let mut groups: Vec<(SeriesGroup, Numbers)> = Vec::with_capacity(order.len() + 1);
    for place in order {
        let group = &rolled.groups[place];
        let mut head = Newest::tell(rolled.newest(group, edges), head(group));
        lacking.note(&mut head, stretches(&group.withheld, measure, axis));
        groups.push((head, part(place)));
    }
    if let Some((head, numbers)) = other(rolled, &rest, window) {
        let newest = rest.iter().filter_map(|place| rolled.newest(&rolled.groups[*place], edges));
        let mut head = Newest::tell(newest.max(), head);
        for place in &rest {
            lacking.note(&mut head, stretches(&rolled.groups[*place].withheld, measure, axis));
        }
        groups.push((head, numbers));
    }
    let total = &rolled.total;
    let mut whole = Newest::tell(rolled.newest(total, edges), head(total));
    if groups.is_empty() {
        lacking.note(&mut whole, stretches(&total.withheld, measure, axis));
    }
    let mut frame = GetAggregateResponse {
        measure_slug: measure.slug.clone(),
        kind: measure.kind().into(),
        unit: measure.unit.clone(),
        group_count: rolled.groups.len() as u32,
        counts_twice: measure.aggregation == Aggregation::NotAdditive
            && total.combined.members() > 1,
        total: Some(whole),
        ..frame
    };
    lacking.tell(&mut frame, axis);
    let all = Numbers::Rollup(Arc::clone(rolled), None, window);
    AggregateAnswer::new(frame, axis.starts.clone(), groups, all)
}

/// Where members lack values that are withheld.
fn stretches<'a>(
    members: &'a [Arc<Series>],
    measure: &'a Measure,
    axis: &'a Axis,
) -> impl Iterator<Item = (Arc<Series>, Vec<Stretch>)> + 'a {
    members.iter().map(move |series| {
        let member = Member { column: &series.column, carry: series.carry, weight: None };
        let found = withheld(&member, measure.kind(), Mode::Level, false, axis);
        (Arc::clone(series), found)
    })
}

fn head(Group { key, has_sample, combined, .. }: &Group) -> SeriesGroup {
    SeriesGroup {
        key: key.clone(),
        member_count: combined.members(),
        has_sample: *has_sample,
        ..SeriesGroup::default()
    }
}

/// The groups beyond the limit as one.
fn other(rolled: &Rollup, rest: &[usize], window: Window) -> Option<(SeriesGroup, Numbers)> {
    let mut groups = rest.iter().map(|place| &rolled.groups[*place]);
    let mut combined = groups.next()?.combined.clone();
    groups.for_each(|group| combined.merge(&group.combined));
    let values = window.of(&combined.values());
    let coverage = window.of(&combined.coverage());
    let head = SeriesGroup {
        is_other: true,
        member_count: combined.members(),
        has_sample: rest.iter().any(|place| rolled.groups[*place].has_sample),
        ..SeriesGroup::default()
    };
    Some((head, Numbers::Own { values, coverage }))
}
