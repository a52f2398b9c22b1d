//! Sources of one number: by their ranks, or without ranks by which still reports, the value of one counts on each day.

use std::collections::HashMap as StdHashMap;
use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use super::ranks::{Ranks, on};
use super::series::{DERIVED_IDS, RankedSource, RankedSources, Series};
use crate::calendar::day::Day;
use crate::columns::column::{Column, Entry};
use crate::numbers::cached_text::CachedText;

impl RankedSources {
    /// The sources of one measure of a subject, in the order in which they were loaded; `None` if only one of them ever
    /// counts. An average of a month never stands in for a value of a day.
    pub fn new(sources: &[Arc<Series>], ranks: &Ranks) -> Option<Self> {
        let has_days = sources.iter().any(|series| !series.is_monthly_average);
        let alike = sources.iter().filter(|series| series.is_monthly_average != has_days);
        let all: Vec<RankedSource> = alike
            .map(|series| (Arc::clone(series), ranks.of_source(&series.source, series.measure)))
            .collect();
        let mut counted: Vec<RankedSource> = Vec::new();
        for source in &all {
            let (series, ranks) = source;
            if counted.is_empty() || !ranks.is_empty() || takes_over(series, &counted, &all) {
                counted.push(source.clone());
            }
        }
        (counted.len() > 1).then_some(Self(counted))
    }

    /// The same sources with other values, without those that are not among some series.
    #[must_use]
    pub fn among(&self, series: &StdHashMap<i64, Arc<Series>>) -> Self {
        let kept = self.0.iter().filter_map(|(source, ranks)| {
            Some((Arc::clone(series.get(&source.id)?), ranks.clone()))
        });
        Self(kept.collect())
    }

    /// For how many days a value is carried: the longest of the sources.
    pub fn carry(&self) -> i32 {
        self.series().map(|series| series.carry).max().unwrap_or_default()
    }

    /// The sources of a day, the one that counts first: by rank, then the one that was loaded first. On a day without ranks
    /// only the first loaded that is live.
    fn order<'a>(
        &'a self,
        day: Day,
        column: impl Fn(&'a Arc<Series>) -> Option<&'a Column>,
    ) -> Vec<&'a Arc<Series>> {
        let places = self.0.iter().enumerate();
        let mut ranked: Vec<(u32, usize, &Arc<Series>)> = places
            .filter_map(|(place, (series, ranks))| {
                on(ranks, day).map(|rank| (rank.rank, place, series))
            })
            .collect();
        ranked.sort_by_key(|(rank, place, _)| (*rank, *place));
        let unranked = if ranked.is_empty() {
            self.series().find(|series| is_live(column(series), series.carry, day))
        } else {
            let first = self.0.first().filter(|(_, ranks)| on(ranks, day).is_none());
            first.map(|(series, _)| series)
        };
        ranked.into_iter().map(|(_, _, series)| series).chain(unranked).collect()
    }

    /// The source whose value of a day counts, or whose withheld value leaves the day without one. `None` if the day has no
    /// value of its own: nothing is reported, or a value of a better source still stands.
    pub fn source_on<'a>(
        &'a self,
        day: Day,
        column: impl Fn(&'a Arc<Series>) -> Option<&'a Column>,
    ) -> Option<(&'a Arc<Series>, Entry)> {
        let mut barred = None;
        for series in self.order(day, &column) {
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

/// Whether the last value of a source still stands on a day, as its frequency allows. A withheld one stands as well: it is
/// about to be confirmed or corrected.
fn is_live(column: Option<&Column>, carry: i32, day: Day) -> bool {
    column.is_some_and(|column| column.last_entry(day, carry).is_some())
}

/// Whether a source has a value of a day on which no source has a rank, and none of those before it is live.
fn takes_over(series: &Series, before: &[RankedSource], all: &[RankedSource]) -> bool {
    let (Some(first), Some(last)) = (series.column.first(), series.column.last()) else {
        return false;
    };
    (first..=last).any(|day| {
        series.column.at(day) != Entry::Gap
            && !before.iter().any(|(other, _)| is_live(Some(&other.column), other.carry, day))
            && all.iter().all(|(_, ranks)| on(ranks, day).is_none())
    })
}

/// The series of each measure of a subject that several sources compose, of all series in the order of their ids.
pub fn composed(series: &[&Arc<Series>], ranks: &Ranks) -> Vec<Arc<Series>> {
    let mut groups: HashMap<_, Vec<Arc<Series>>> = HashMap::default();
    let several = of_several_sources(series);
    for series in series {
        let key = key(series);
        if several.contains(&key) {
            groups.entry(key).or_default().push(Arc::clone(series));
        }
    }
    let found = groups.into_values().filter_map(|group| RankedSources::new(&group, ranks));
    let mut composed: Vec<Arc<Series>> = found.filter_map(compose_series).map(Arc::new).collect();
    composed.sort_unstable_by_key(|series| std::cmp::Reverse(series.id));
    composed
}

/// The series that several sources compose. Its id follows from that of the first loaded, as if it were derived by a measure
/// whose id ends in three zeros, which there is not. Its source is that of the newest value.
fn compose_series(sources: RankedSources) -> Option<Series> {
    let first = Arc::clone(sources.series().next()?);
    let present = |series| Some(column_of(series));
    let column = sources.compose(present);
    let newest = column.last().and_then(|last| sources.source_on(last, present));
    let source = newest.map_or(&first, |(series, _)| series).source.clone();
    Some(Series {
        id: -(first.id * DERIVED_IDS),
        source,
        carry: sources.carry(),
        column: Arc::new(column),
        ranked: Some(Arc::new(sources)),
        newest: CachedText::default(),
        ..(*first).clone()
    })
}

fn column_of(series: &Arc<Series>) -> &Column {
    &series.column
}

/// The identity of a number, whatever its source: its subject, its measure and its network.
type Key<'a> = (i64, i64, &'a str);

fn key(series: &Series) -> Key<'_> {
    (series.subject.id, series.measure.id, series.network.as_str())
}

fn of_several_sources<'a>(series: &[&'a Arc<Series>]) -> HashSet<Key<'a>> {
    let mut seen = HashSet::default();
    series.iter().map(|series| key(series)).filter(|key| !seen.insert(*key)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::{btree_map, vec};
    use proptest::option;
    use proptest::prelude::*;
    use proto::timeseries::v1::SubjectKind;

    use super::super::ranks::Rank;
    use super::*;
    use crate::measures;
    use crate::snapshots::series::Subject;
    use crate::snapshots::snapshot::{Generation, Snapshot};

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

    /// The entry of a source in force on a day: its day, and its value unless it is withheld.
    fn standing(days: &Days, day: Day, carry: i32) -> Option<(Day, Option<u8>)> {
        days.range(day - carry..=day).next_back().map(|(at, value)| (*at, *value))
    }

    proptest! {
        #[test]
        fn the_value_of_each_day_is_that_of_a_naive_choice(
            sources in vec((btree_map(0..LAST, option::weighted(0.8, any::<u8>()), 0..20), 0..5_i32), 2..4),
            ranks in vec(rank(), 0..6),
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
            let has_ranks = |series: &Series| {
                ranks.iter().any(|rank| {
                    let is_of_measure =
                        rank.measure.as_ref().is_none_or(|name| *name == series.measure.slug);
                    rank.source == series.source && is_of_measure
                })
            };
            let is_free = |day: Day| all.iter().all(|series| rank_on(&ranks, series, day).is_none());
            let stands = |place: usize, day: Day| {
                standing(&sources[place].0, day, sources[place].1).is_some()
            };
            // The first loaded, those with ranks, and those with a value that nobody before them has any more.
            let mut counted: Vec<usize> = Vec::new();
            for (place, series) in all.iter().enumerate() {
                let takes_over = |day: &Day| {
                    is_free(*day) && !counted.iter().any(|before| stands(*before, *day))
                };
                if place == 0 || has_ranks(series) || sources[place].0.keys().any(takes_over) {
                    counted.push(place);
                }
            }
            for day in -1..=LAST {
                let mut order: Vec<(u32, usize)> = all
                    .iter()
                    .enumerate()
                    .filter_map(|(place, series)| {
                        rank_on(&ranks, series, day).map(|rank| (rank, place))
                    })
                    .collect();
                order.sort_unstable();
                // After all that have a rank the first loaded counts; without ranks the first that still stands.
                if order.is_empty() {
                    let live = counted.iter().find(|place| stands(**place, day));
                    order.extend(live.map(|place| (0, *place)));
                } else if rank_on(&ranks, &all[0], day).is_none() {
                    order.push((0, 0));
                }
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

    /// The values of the fund on some days, by all of these sources without ranks.
    fn without_ranks(all: &[Arc<Series>], days: &[Day]) -> Vec<Option<f64>> {
        let by_id = all.iter().map(|series| (series.id, Arc::clone(series))).collect();
        let snapshot = Snapshot::new(by_id, Arc::default(), Generation::default());
        let measure = all[0].measure;
        let found = snapshot.of_subject(SubjectKind::Asset, "fund", measure).next().unwrap();
        let carry = measure.carry(found.carry);
        let value = |day: &Day| found.column.level(*day, carry).map(|(_, value)| value);
        days.iter().map(value).collect()
    }

    #[test]
    fn a_live_source_replaces_one_that_has_ended() {
        let days = |first: Day, last: Day, value: u8| -> Days {
            (first..=last).map(|day| (day, Some(value))).collect()
        };
        let ended = series(1, STOCK, 3, &days(1, 10, 1));
        let live = series(2, STOCK, 3, &days(1, 25, 2));
        let late = series(3, STOCK, 3, &days(1, 30, 3));
        let all = [ended, live, late];
        let expected = [Some(1.0), Some(1.0), Some(2.0), Some(2.0), Some(3.0)];
        // The value of the 10th stands until the 13th, that of the 25th until the 28th.
        assert_eq!(without_ranks(&all, &[10, 13, 14, 28, 29]), expected);
        // Both have ended alike: nothing is carried further than before.
        let both = [series(1, STOCK, 3, &days(1, 10, 1)), series(2, STOCK, 9, &days(1, 10, 2))];
        assert_eq!(without_ranks(&both, &[13, 14]), [Some(1.0), None]);
        // A day that the first source lacks is no end of it, also where values are not carried.
        let flow = |id: i64, days: &Days| series(id, FLOW, 3, days);
        let first = Days::from([(1, Some(1)), (3, Some(1))]);
        let flows = [flow(1, &first), flow(2, &days(1, 9, 2))];
        assert_eq!(
            without_ranks(&flows, &[1, 2, 3, 6, 7]),
            [Some(1.0), None, Some(1.0), None, Some(2.0)]
        );
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
