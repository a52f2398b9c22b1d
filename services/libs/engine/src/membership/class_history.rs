//! The classes that assets have had, each from a day on.

use std::collections::HashMap;
use std::sync::Arc;

use super::dimension::Dimension;
use crate::calendar::day::Day;
use crate::snapshots::class_days::ClassDays;
use crate::snapshots::series::{Series, Subject};

/// The classes of an asset in their order, each with its first day; the first class has every day before the second.
pub type ClassPeriods = Vec<(Day, String)>;

/// The classes that reclassified assets have had, by the slug of the asset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassHistory(HashMap<String, ClassPeriods>);

impl ClassHistory {
    pub fn new(periods: HashMap<String, ClassPeriods>) -> Self {
        Self(periods)
    }

    /// Whether any asset has had several classes.
    pub fn has_several(&self) -> bool {
        self.0.values().any(|periods| periods.len() > 1)
    }

    /// The class that an asset had last, if it is one of those that were reclassified.
    pub fn last(&self, asset: &str) -> Option<&str> {
        Some(self.0.get(asset)?.last()?.1.as_str())
    }

    /// The series once for each class that its asset has had, with the days of that class.
    pub fn by_class(&self, series: &Arc<Series>) -> Vec<Arc<Series>> {
        let asset = Dimension::Asset.value(series);
        let periods = asset.and_then(|asset| self.0.get(asset)).filter(|periods| periods.len() > 1);
        let Some(periods) = periods else { return vec![Arc::clone(series)] };
        let first = series.inputs().filter_map(|input| input.column.first()).min();
        let ends = periods.iter().skip(1).map(|(from, _)| *from).chain([Day::MAX]);
        let each = periods.iter().zip(ends).filter_map(|((from, class), until)| {
            // Days before the first value are none of its class.
            let first = first.filter(|first| *first < until)?;
            let days = ClassDays { from: if *from <= first { Day::MIN } else { *from }, until };
            let subject = Subject { asset_class: Some(class.clone()), ..(*series.subject).clone() };
            Some(Arc::new(Series {
                subject: Arc::new(subject),
                class_days: (days != ClassDays::ALL).then_some(days),
                ..(**series).clone()
            }))
        });
        each.collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proto::timeseries::v1::{SeriesInterval, SubjectKind};

    use super::*;
    use crate::{
        Axis, Block, Calculation, Column, Columns, Generation, Mode, SeriesFilter, Snapshot,
        combiner, measures, selection,
    };

    const DAYS: Day = 40;
    const CLASSES: [&str; 3] = ["bonds", "funds", "gold"];

    /// An asset: its first day, the amount of each day (none, withheld or known), and the days from which it has classes.
    type Asset = (Day, Vec<Option<Option<u32>>>, Vec<(Day, usize)>);

    fn assets() -> impl Strategy<Value = Vec<Asset>> {
        let amount = prop_oneof![
            1 => Just(None),
            1 => Just(Some(None)),
            8 => (0..1_000_000_u32).prop_map(|cents| Some(Some(cents))),
        ];
        let periods = vec((0..DAYS, 0..CLASSES.len()), 0..4);
        vec((0..DAYS / 2, vec(amount, 1..30), periods), 1..6)
    }

    fn periods(stated: &[(Day, usize)]) -> ClassPeriods {
        let mut periods: ClassPeriods = vec![(Day::MIN, CLASSES[0].to_owned())];
        for (from, class) in stated {
            periods.retain(|(earlier, _)| earlier < from);
            if periods.last().is_none_or(|(_, last)| last != CLASSES[*class]) {
                periods.push((*from, CLASSES[*class].to_owned()));
            }
        }
        periods
    }

    fn class_on(periods: &ClassPeriods, day: Day) -> &str {
        &periods.iter().rev().find(|(from, _)| *from <= day).unwrap().1
    }

    const CARRY: Day = 3;

    struct World {
        snapshot: Snapshot,
        assets: Vec<(Arc<Column>, ClassPeriods)>,
        measure: &'static measures::Measure,
    }

    impl World {
        fn new(measure: &str, assets: &[Asset]) -> Self {
            let measure = measures::observed(measure).unwrap();
            let slug = |id: i64| format!("asset-{id}");
            let (mut series, mut history, mut known) = (HashMap::new(), HashMap::new(), Vec::new());
            for (id, (first, amounts, stated)) in (1..).zip(assets) {
                let mut column = Column::default();
                for (day, amount) in (*first..).zip(amounts) {
                    if let Some(amount) = amount {
                        column.set(day, amount.map(|cents| f64::from(cents) / 100.0));
                    }
                }
                let (column, periods) = (Arc::new(column), periods(stated));
                let class = periods.last().map(|(_, class)| class.clone());
                let subject = Subject::new(id, SubjectKind::Asset, &slug(id));
                let subject = Arc::new(Subject { asset_class: class, ..subject });
                let observed = Series::observed(id, subject, measure);
                let observed = Series { column: Arc::clone(&column), carry: CARRY, ..observed };
                series.insert(id, Arc::new(observed));
                history.insert(slug(id), periods.clone());
                known.push((column, periods));
            }
            let snapshot = Snapshot::new(series, Arc::default(), Generation::default());
            let snapshot = snapshot.with_classes(ClassHistory::new(history));
            Self { snapshot, assets: known, measure }
        }

        /// The values of each class, or of all assets under no name.
        fn values(&self, by: Option<Dimension>, mode: Mode, axis: &Axis) -> Values {
            let everything = &SeriesFilter::EVERYTHING;
            let (snapshot, measure) = (&self.snapshot, self.measure);
            let members = selection::select(snapshot, measure, SubjectKind::Asset, everything, by);
            let edges = (axis.starts[0] - 1, last(axis));
            let calculation = Calculation {
                axis: axis.clone(),
                edges,
                measure,
                summed: measure,
                share: None,
                mode,
                combiner: combiner(measure, false),
                weight: None,
                is_cohort: false,
                counts_feeders: true,
                group_by: by,
                limit: 10,
                members: members.within(edges),
                feeders: Vec::new(),
                weights: HashMap::new(),
                columns: Columns::default(),
            };
            let aggregate = calculation.ready().aggregate(|calculation, blocks: Vec<Block>, _| {
                blocks.iter().map(|block| calculation.sum(block)).collect()
            });
            let mut values: Values = HashMap::new();
            let total = (Some("all".to_owned()), aggregate.total.numbers);
            let groups = aggregate.groups.into_iter().map(|group| (group.key, group.numbers));
            for (key, numbers) in groups.chain([total]) {
                let (of_group, coverage) = numbers.into_lists();
                for share in coverage {
                    assert!(share.is_nan() || (0.0..=1.0).contains(&share), "{key:?} {share}");
                }
                values.insert(key.unwrap_or_default(), of_group);
            }
            values
        }
    }

    type Values = HashMap<String, Vec<f64>>;

    fn last(axis: &Axis) -> Day {
        *axis.ends.last().unwrap()
    }

    fn is_same(one: f64, other: f64) -> bool {
        (one.is_nan() && other.is_nan()) || (one - other).abs() < 1e-6
    }

    proptest! {
        #[test]
        fn each_day_counts_in_the_class_of_that_day(
            assets in assets(),
            weekly in any::<bool>(),
        ) {
            let interval = if weekly { SeriesInterval::Week } else { SeriesInterval::Day };
            let axis = Axis::new(interval, 0, DAYS, 1_000).unwrap();
            for (name, is_flow) in [("71", false), ("daily_transfer_volume_dollar", true)] {
                let world = World::new(name, &assets);
                let found = world.values(Some(Dimension::AssetClass), Mode::Level, &axis);
                let whole = world.values(None, Mode::Level, &axis);
                for (place, (start, end)) in axis.starts.iter().zip(&axis.ends).enumerate() {
                    for class in CLASSES {
                        let mut expected: Option<f64> = None;
                        for (column, periods) in &world.assets {
                            let counted: Vec<f64> = if is_flow {
                                let days = *start..=*end;
                                let own = days.filter(|day| class_on(periods, *day) == class);
                                own.filter_map(|day| Some(column.level(day, 0)?.1)).collect()
                            } else if class_on(periods, *end) == class {
                                column.level(*end, CARRY).map(|(_, value)| value).into_iter().collect()
                            } else {
                                Vec::new()
                            };
                            for value in counted {
                                *expected.get_or_insert_default() += value;
                            }
                        }
                        let found = found.get(class).map_or(f64::NAN, |values| values[place]);
                        let expected = expected.unwrap_or(f64::NAN);
                        prop_assert!(is_same(found, expected), "{name} {class} {place}: {found} {expected}");
                    }
                    prop_assert!(is_same(found["all"][place], whole["all"][place]));
                }
            }
        }

        #[test]
        fn changes_of_classes_join_over_days_weeks_and_months(assets in assets()) {
            let world = World::new("71", &assets);
            // The last known amounts of a class.
            let standing = |class: &str, day: Day| {
                let own = world.assets.iter().filter(|(_, periods)| class_on(periods, day) == class);
                own.filter_map(|(column, _)| Some(column.known_until(day)?.1)).sum::<f64>()
            };
            for interval in [SeriesInterval::Day, SeriesInterval::Week, SeriesInterval::Month] {
                let axis = Axis::new(interval, 4, 4 + 7 * 4 - 1, 1_000).unwrap();
                let found = world.values(Some(Dimension::AssetClass), Mode::Flow, &axis);
                let whole = world.values(None, Mode::Flow, &axis);
                for class in CLASSES {
                    let changes = found.get(class).into_iter().flatten();
                    let sum: f64 = changes.filter(|change| !change.is_nan()).sum();
                    let expected =
                        standing(class, last(&axis)) - standing(class, axis.starts[0] - 1);
                    prop_assert!(is_same(sum, expected), "{class} {interval:?}: {sum} {expected}");
                }
                let sum = |values: &Values| {
                    values["all"].iter().filter(|change| !change.is_nan()).sum::<f64>()
                };
                prop_assert!(is_same(sum(&found), sum(&whole)));
            }
        }
    }
}
