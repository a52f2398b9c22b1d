//! Ranks of sources: where several report a measure of a subject, they decide whose value counts on each day.

use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use crate::column::{Column, Entry};
use crate::day::Day;
use crate::series::Series;

/// The rank of a source in a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rank {
    pub source: String,
    /// The measure; `None` if it is for all measures of the source.
    pub measure: Option<String>,
    /// The first day of the values that it is for.
    pub from: Day,
    /// The last one.
    pub until: Option<Day>,
    /// The place among the sources: 1 counts first.
    pub rank: u32,
    /// When it became known, in milliseconds since 1970.
    pub known_at: i64,
}

impl Rank {
    fn is_on(&self, day: Day) -> bool {
        self.from <= day && self.until.is_none_or(|until| day <= until)
    }
}

/// All ranks, by source.
#[derive(Debug, Default)]
pub struct Ranks(HashMap<String, Vec<Rank>>);

impl Ranks {
    pub fn new(ranks: impl IntoIterator<Item = Rank>) -> Self {
        let mut by_source: HashMap<String, Vec<Rank>> = HashMap::default();
        for rank in ranks {
            by_source.entry(rank.source.clone()).or_default().push(rank);
        }
        Self(by_source)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The ranks of a series in the order in which they apply: one for its measure before one for all measures, then the
    /// one that begins last.
    pub fn of_series(&self, series: &Series) -> Vec<Rank> {
        let of_source = self.0.get(&series.source).into_iter().flatten();
        let applies = |rank: &&Rank| {
            rank.measure.as_ref().is_none_or(|measure| *measure == series.measure.slug)
        };
        let mut ranks: Vec<Rank> = of_source.filter(applies).cloned().collect();
        ranks.sort_by_key(|rank| {
            (rank.measure.is_none(), std::cmp::Reverse(rank.from), rank.rank, rank.until)
        });
        ranks
    }
}

/// The rank of a day among the ranks of a series.
pub fn on(ranks: &[Rank], day: Day) -> Option<&Rank> {
    ranks.iter().find(|rank| rank.is_on(day))
}

/// The series that compose one, the first loaded first, each with its ranks.
#[derive(Debug)]
pub struct RankedSources(Vec<(Arc<Series>, Vec<Rank>)>);

impl RankedSources {
    /// The sources of one measure of a subject, in the order in which they were loaded; `None` if no rank decides between
    /// them. An average of a month never stands in for a value of a day.
    pub fn new(sources: &[Arc<Series>], ranks: &Ranks) -> Option<Self> {
        let has_days = sources.iter().any(|series| !series.is_monthly_average);
        let alike = sources.iter().filter(|series| series.is_monthly_average != has_days);
        let with_ranks = alike.map(|series| (Arc::clone(series), ranks.of_series(series)));
        // Without a rank only the one that was loaded first ever counts.
        let counted = with_ranks
            .enumerate()
            .filter(|(place, (_, ranks))| *place == 0 || !ranks.is_empty())
            .map(|(_, series)| series);
        let counted: Vec<_> = counted.collect();
        (counted.len() > 1).then_some(Self(counted))
    }

    pub fn series(&self) -> impl Iterator<Item = &Arc<Series>> {
        self.0.iter().map(|(series, _)| series)
    }

    /// For how many days a value is carried: the longest of the sources.
    pub fn carry(&self) -> i32 {
        self.series().map(|series| series.carry).max().unwrap_or_default()
    }

    /// The sources of a day, the one that counts first: by rank, then the one that was loaded first.
    fn order(&self, day: Day) -> Vec<&Arc<Series>> {
        let ranked =
            self.0.iter().map(|(series, ranks)| (on(ranks, day).map(|rank| rank.rank), series));
        let mut order: Vec<_> = ranked
            .enumerate()
            .filter(|(place, (rank, _))| rank.is_some() || *place == 0)
            .map(|(place, (rank, series))| (rank.unwrap_or(u32::MAX), place, series))
            .collect();
        order.sort_by_key(|(rank, place, _)| (*rank, *place));
        order.into_iter().map(|(_, _, series)| series).collect()
    }

    /// The source whose value of a day counts, or whose withheld value leaves the day without one. `None` if the day has no
    /// value of its own: nothing is reported, or a value of a better source still stands.
    pub fn source_on<'a>(
        &'a self,
        day: Day,
        column: impl Fn(&'a Arc<Series>) -> Option<&'a Column>,
    ) -> Option<(&'a Arc<Series>, Entry)> {
        let mut barred = None;
        for series in self.order(day) {
            let carry = series.measure.carry(series.carry);
            let entry = column(series).and_then(|column| column.last_entry(day, carry));
            match entry {
                Some((at, Entry::Known(value))) => {
                    return if at == day { Some((series, Entry::Known(value))) } else { barred };
                }
                Some((at, Entry::Barred)) if at == day => {
                    barred = barred.or(Some((series, Entry::Barred)));
                }
                _ => {}
            }
        }
        barred
    }

    /// The values of all days.
    pub fn compose<'a>(
        &'a self,
        column: impl Fn(&'a Arc<Series>) -> Option<&'a Column> + Copy,
    ) -> Column {
        let columns = || self.series().filter_map(column);
        let first = columns().filter_map(Column::first).min();
        let last = columns().filter_map(Column::last).max();
        let mut composed = Column::default();
        for day in first.zip(last).into_iter().flat_map(|(first, last)| first..=last) {
            match self.source_on(day, column) {
                Some((_, Entry::Known(value))) => composed.set(day, Some(value)),
                Some((series, Entry::Barred)) => {
                    let reason = column(series).and_then(|column| column.reason(day));
                    composed.withhold(day, reason);
                }
                Some((_, Entry::Gap)) | None => {}
            }
        }
        composed.shrink();
        composed
    }
}

/// The series of each measure of a subject that ranks compose, of all series in the order of their ids.
pub fn composed(series: &[&Arc<Series>], ranks: &Ranks) -> Vec<Arc<Series>> {
    if ranks.is_empty() {
        return Vec::new();
    }
    let key = |series: &Series| (series.subject.id, series.measure.id, series.network.clone());
    let ranked: HashSet<_> = series
        .iter()
        .filter(|series| !ranks.of_series(series).is_empty())
        .map(|series| key(series))
        .collect();
    let mut groups: HashMap<_, Vec<Arc<Series>>> = HashMap::default();
    for series in series {
        let key = key(series);
        if ranked.contains(&key) {
            groups.entry(key).or_default().push(Arc::clone(series));
        }
    }
    let found = groups.into_values().filter_map(|group| RankedSources::new(&group, ranks));
    let mut composed: Vec<Arc<Series>> = found.filter_map(Series::composed).map(Arc::new).collect();
    composed.sort_unstable_by_key(|series| std::cmp::Reverse(series.id));
    composed
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::{btree_map, vec};
    use proptest::option;
    use proptest::prelude::*;
    use proto::timeseries::v1::SubjectKind;

    use super::*;
    use crate::measures;
    use crate::series::Subject;
    use crate::snapshot::{Generation, Snapshot};

    const FLOW: &str = "daily_mints_token";
    const STOCK: &str = "net_asset_value_dollar";
    const LAST: Day = 30;

    /// The days of a source: a value, or one that is withheld.
    type Days = BTreeMap<Day, Option<u8>>;

    fn series(id: i64, measure: &str, carry: i32, days: &Days) -> Arc<Series> {
        let points = days.iter().map(|(day, value)| (*day, value.map(f64::from)));
        let subject = Subject::new(1, SubjectKind::Asset, "fund");
        Arc::new(Series {
            carry,
            source: format!("source-{id}"),
            column: Arc::new(Column::from_points(points)),
            ..Series::observed(id, Arc::new(subject), measures::by_name(measure).unwrap())
        })
    }

    fn rank() -> impl Strategy<Value = Rank> {
        let measure = option::of(prop_oneof![Just(FLOW), Just(STOCK)]);
        (1..4_i64, measure, 0..LAST, option::of(0..20_i32), 1..4_u32).prop_map(
            |(source, measure, from, length, rank)| Rank {
                source: format!("source-{source}"),
                measure: measure.map(str::to_owned),
                from,
                until: length.map(|length| from + length),
                rank,
                known_at: 0,
            },
        )
    }

    /// The rank of a day, found by reading all of them.
    fn rank_on(ranks: &[Rank], series: &Series, day: Day) -> Option<u32> {
        let applies = |rank: &&Rank| {
            rank.source == series.source
                && rank.measure.as_ref().is_none_or(|measure| *measure == series.measure.slug)
                && rank.from <= day
                && rank.until.is_none_or(|until| until >= day)
        };
        let all: Vec<&Rank> = ranks.iter().filter(applies).collect();
        let own: Vec<&Rank> = all.iter().copied().filter(|rank| rank.measure.is_some()).collect();
        let of = if own.is_empty() { all } else { own };
        let begins = of.iter().map(|rank| rank.from).max()?;
        of.iter().filter(|rank| rank.from == begins).map(|rank| rank.rank).min()
    }

    /// What stands of a source on a day: the day of the entry, and its value unless it is withheld.
    fn standing(days: &Days, day: Day, carry: i32) -> Option<(Day, Option<u8>)> {
        days.range(day - carry..=day).next_back().map(|(at, value)| (*at, *value))
    }

    proptest! {
        #[test]
        fn the_value_of_each_day_is_that_of_a_naive_choice(
            sources in vec((btree_map(0..LAST, option::weighted(0.8, any::<u8>()), 0..20), 0..5_i32), 2..4),
            ranks in vec(rank(), 1..6),
            measure in prop_oneof![Just(FLOW), Just(STOCK)],
        ) {
            let all: Vec<Arc<Series>> = (1..)
                .zip(&sources)
                .map(|(id, (days, carry))| series(id, measure, *carry, days))
                .collect();
            let by_id = all.iter().map(|series| (series.id, Arc::clone(series))).collect();
            let snapshot = Snapshot::new(by_id, Arc::new(Ranks::new(ranks.clone())), Generation::default());
            let of = measures::by_name(measure).unwrap();
            let found = snapshot.of_subject(SubjectKind::Asset, "fund", of).next().unwrap();
            for day in -1..=LAST {
                // The first loaded counts after all that have a rank, the others without one never.
                let mut order: Vec<(u32, usize)> = all
                    .iter()
                    .enumerate()
                    .filter_map(|(place, series)| {
                        let rank = rank_on(&ranks, series, day);
                        rank.or((place == 0).then_some(u32::MAX)).map(|rank| (rank, place))
                    })
                    .collect();
                order.sort_unstable();
                let entries: Vec<(Day, Option<u8>)> = order
                    .iter()
                    .filter_map(|(_, place)| {
                        let carry = of.carry(sources[*place].1);
                        standing(&sources[*place].0, day, carry)
                    })
                    .collect();
                let known = entries.iter().position(|(_, value)| value.is_some());
                let ahead = &entries[..known.unwrap_or(entries.len())];
                let is_withheld = ahead.iter().any(|(at, _)| *at == day);
                let expected = match known.map(|place| entries[place]) {
                    Some((at, Some(value))) if at == day => Entry::Known(f64::from(value)),
                    _ if is_withheld => Entry::Barred,
                    _ => Entry::Gap,
                };
                prop_assert_eq!(found.column.at(day), expected, "day {}", day);
            }
        }
    }

    #[test]
    fn a_source_that_a_reader_may_not_have_composes_nothing() {
        let days = |value: u8| Days::from([(1, Some(value)), (2, Some(value))]);
        let all = [
            series(1, STOCK, 7, &days(10)),
            series(2, STOCK, 7, &days(20)),
            series(3, STOCK, 7, &days(30)),
        ];
        let rank = |source: &str, rank| Rank {
            source: source.to_owned(),
            measure: None,
            from: 2,
            until: None,
            rank,
            known_at: 0,
        };
        let ranks = Ranks::new([rank("source-3", 1), rank("source-2", 2)]);
        let by_id = all.iter().map(|series| (series.id, Arc::clone(series))).collect();
        let whole = Snapshot::new(by_id, Arc::new(ranks), Generation::default());
        let nav = measures::by_name(STOCK).unwrap();
        let values = |snapshot: &Snapshot| {
            let found = snapshot.of_subject(SubjectKind::Asset, "fund", nav).next().unwrap();
            (found.source.clone(), [1, 2].map(|day| found.column.at(day)))
        };
        let known = |value: f64| Entry::Known(value);
        assert_eq!(values(&whole), ("source-3".to_owned(), [known(10.0), known(30.0)]));
        let without = whole.without(&[3].into());
        assert_eq!(values(&without), ("source-2".to_owned(), [known(10.0), known(20.0)]));
        let alone = whole.without(&[2, 3].into());
        assert_eq!(values(&alone), ("source-1".to_owned(), [known(10.0), known(10.0)]));
    }
}
