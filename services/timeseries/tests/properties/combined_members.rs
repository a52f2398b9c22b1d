//! Values and coverage of combined members compared with those of a reader who adds up member by member.

use engine::day::Day;
use engine::{Axis, Column, Combination, Combiner, Member, Mode};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proto::timeseries::v1::MeasureKind;

use super::{KnownValues, axes, change, column, known, naive, part};
use crate::support::shown;

type Values = Vec<Option<f64>>;

/// The level of each member and what it counts, at a day or of an interval.
fn counted(
    (known, carry, weight): &(KnownValues, i32, Option<KnownValues>),
    kind: MeasureKind,
    mode: Mode,
    is_weighted: bool,
    axis: &Axis,
) -> Vec<Option<(f64, f64)>> {
    let values = naive(known, kind, mode, *carry, axis);
    let weights = match (is_weighted, weight) {
        (false, _) => vec![Some(1.0); axis.len()],
        (true, None) => vec![None; axis.len()],
        (true, Some(weight)) => naive(weight, MeasureKind::Stock, Mode::Level, *carry, axis),
    };
    let pairs = values.into_iter().zip(weights);
    pairs.map(|(value, weight)| Some((value?, weight.filter(|weight| *weight >= 0.0)?))).collect()
}

fn one(combiner: Combiner, members: usize, with: &[(f64, f64)]) -> Option<f64> {
    let weight: f64 = with.iter().map(|(_, weight)| weight).sum();
    match combiner {
        _ if with.is_empty() => None,
        Combiner::Sum => Some(with.iter().map(|(value, _)| value).sum()),
        Combiner::Average if with.len() == 1 && (weight > 0.0 || members == 1) => Some(with[0].0),
        Combiner::Average => (weight > 0.0)
            .then(|| with.iter().map(|(value, weight)| value * weight).sum::<f64>() / weight),
        Combiner::Alone => (members == 1).then(|| with[0].0),
    }
}

fn together(
    all: &[(KnownValues, i32, Option<KnownValues>)],
    kind: MeasureKind,
    mode: Mode,
    combiner: Combiner,
    is_weighted: bool,
    axis: &Axis,
) -> (Values, Values) {
    let is_change = kind == MeasureKind::Stock && mode == Mode::Flow;
    let days_before: Vec<Day> = axis.starts.iter().map(|start| start - 1).collect();
    let before = Axis { starts: days_before.clone(), ends: days_before };
    let of = |axis: &Axis| -> Vec<Vec<Option<(f64, f64)>>> {
        all.iter().map(|member| counted(member, kind, Mode::Level, is_weighted, axis)).collect()
    };
    let (now, then) = (of(axis), of(&before));
    let begun = |at: Day| {
        all.iter().map(move |(known, ..)| known.keys().next().is_some_and(|first| *first <= at))
    };
    let mut values = Vec::new();
    let mut coverage = Vec::new();
    let (mut with_value, mut due) = (0, 0);
    for place in 0..axis.len() {
        let at = |levels: &[Vec<Option<(f64, f64)>>]| -> Vec<(f64, f64)> {
            levels.iter().filter_map(|member| member[place]).collect()
        };
        let value = one(combiner, all.len(), &at(&now));
        let had_begun: Vec<bool> = begun(before.ends[place]).collect();
        let earlier = || one(combiner, all.len(), &at(&then));
        values.push(match combiner {
            // A change of all is that of each member, so that it is the sum of any groups of them.
            Combiner::Sum | Combiner::Alone if is_change => {
                let of = |(known, carry, _): &(KnownValues, i32, Option<KnownValues>)| {
                    let (now, before, first) =
                        change(known, *carry, axis.starts[place], axis.ends[place])?;
                    let begun = if combiner == Combiner::Sum { Some(0.0) } else { first };
                    Some(now - before.or(begun)?)
                };
                let changes = all.iter().filter_map(of);
                let is_alone = combiner == Combiner::Alone && all.len() != 1;
                changes.reduce(|sum, change| sum + change).filter(|_| !is_alone)
            }
            _ if is_change => value.zip(earlier()).map(|(one, other)| one - other),
            _ => value,
        });
        let has = |member: usize| {
            let had = !had_begun[member] || then[member][place].is_some();
            let (known, ..) = &all[member];
            let is_whole = kind != MeasureKind::Flow
                || !part(known, axis.starts[place], axis.ends[place]).contains(&None);
            let has_both = had || !is_change || combiner != Combiner::Average;
            now[member][place].is_some() && has_both && is_whole
        };
        let with = (0..all.len()).filter(|member| has(*member)).count();
        let of = begun(axis.ends[place]).filter(|begun| *begun).count();
        // A value that an interval lacks is missing from every sum over time that goes on behind it.
        let since = if mode == Mode::Cumulative { (with_value, due) } else { (0, 0) };
        (with_value, due) = (since.0 + with, since.1 + of);
        coverage.push((due > 0).then(|| with_value as f64 / due as f64));
    }
    if mode == Mode::Cumulative {
        let before = |place: usize| values[..=place].iter().flatten().sum::<f64>();
        values = (0..values.len()).map(|place| values[place].map(|_| before(place))).collect();
    }
    (values, coverage)
}

proptest! {
    #[test]
    fn combined_members_equal_the_sums_of_a_naive_reader(
        all in vec((known(), 0..20_i32, option::of(known())), 0..24),
        (_, axis) in axes(),
        is_weighted in any::<bool>(),
        first_block in 0..24_usize,
    ) {
        for (kind, mode, combiner) in [
            (MeasureKind::Stock, Mode::Level, Combiner::Sum),
            (MeasureKind::Stock, Mode::Flow, Combiner::Sum),
            (MeasureKind::Flow, Mode::Level, Combiner::Sum),
            (MeasureKind::Flow, Mode::Cumulative, Combiner::Sum),
            (MeasureKind::Stock, Mode::Level, Combiner::Average),
            (MeasureKind::Stock, Mode::Flow, Combiner::Average),
            (MeasureKind::Stock, Mode::Flow, Combiner::Alone),
            (MeasureKind::Distinct, Mode::Level, Combiner::Alone),
        ] {
            let is_weighted = is_weighted && combiner == Combiner::Average;
            let columns: Vec<(Column, i32, Option<Column>)> = all
                .iter()
                .map(|(known, carry, weight)| (column(known), *carry, weight.as_ref().map(column)))
                .collect();
            let empty = || Combination::new(kind, mode, combiner, is_weighted, &axis);
            let (mut combined, mut rest) = (empty(), empty());
            let mut members = columns.iter().map(|(column, carry, weight)| {
                let weight = weight.as_ref().map(|weight| (weight, *carry));
                Member { column, carry: *carry, weight, is_monthly_average: false, days: None }
            });
            combined.add(members.by_ref().take(first_block), &axis);
            rest.add(members, &axis);
            combined.merge(&rest);
            let (values, coverage) = together(&all, kind, mode, combiner, is_weighted, &axis);
            prop_assert_eq!(shown(&combined.values()), values, "{:?} {:?} {:?}", kind, mode, combiner);
            prop_assert_eq!(shown(&combined.coverage()), coverage);
        }
    }
}
