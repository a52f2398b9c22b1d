//! The series that an aggregate adds up, and the feeder funds that it leaves out.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::candidates::Candidates;
use super::dimension::Dimension;
use super::filter::SeriesFilter;
use super::refusals;
use crate::calendar::day::Day;
use crate::measures::Measure;
use crate::snapshots::series::Series;

/// A feeder fund that a total leaves out, and the master fund in which its money counts.
#[derive(Clone, Debug)]
pub struct FeederFund {
    /// The first of its series.
    pub series: Arc<Series>,
    /// All of its series, such as those of its tokens.
    pub all: Vec<Arc<Series>>,
    pub master: Arc<Series>,
}

impl FeederFund {
    /// Whether one of its series has one of some values in a dimension.
    pub fn is_in(&self, by: Dimension, holds: impl Fn(Option<&str>) -> bool) -> bool {
        self.all.iter().any(|series| holds(by.value(series)))
    }
}

/// The series that are added up.
#[derive(Clone)]
pub struct Members {
    all: Arc<Candidates>,
    places: Vec<u32>,
    is_derived: bool,
}

impl Members {
    pub fn all(all: Arc<Candidates>) -> Self {
        Self::new(all, &SeriesFilter::EVERYTHING, false)
    }

    /// The candidates that pass a filter.
    pub(crate) fn new(all: Arc<Candidates>, filter: &SeriesFilter, is_derived: bool) -> Self {
        let passes = filter.passes(&all);
        let places = (0..).zip(passes).filter_map(|(place, passes)| passes.then_some(place));
        let places = places.collect();
        Self { all, places, is_derived }
    }

    /// Each of them, in the order of the candidates.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Arc<Series>> + Clone {
        self.at(&self.places)
    }

    /// The members, if some of them are derived; none otherwise.
    pub fn derived(&self) -> impl Iterator<Item = &Arc<Series>> + Clone {
        self.at(if self.is_derived { &self.places } else { &[] })
    }

    fn at<'a>(
        &'a self,
        places: &'a [u32],
    ) -> impl ExactSizeIterator<Item = &'a Arc<Series>> + Clone {
        places.iter().map(|place| self.series(*place))
    }

    /// The series at some positions: one that counts in several classes is one.
    pub fn distinct<'a>(&'a self, places: &'a [u32]) -> impl Iterator<Item = &'a Arc<Series>> {
        let mut seen = HashSet::new();
        self.at(places).filter(move |series| {
            series.class_days.is_none() || seen.insert((series.id, series.subject.slug.as_str()))
        })
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Their positions among the candidates.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// The candidate at a position.
    pub fn series(&self, place: u32) -> &Arc<Series> {
        &self.all.series()[place as usize]
    }

    /// The members that meet a condition.
    #[must_use]
    pub fn only(mut self, holds: impl Fn(&Series) -> bool) -> Self {
        self.places.retain(|place| holds(&self.all.series()[*place as usize]));
        self
    }

    /// The members that have some of the days from one to another: an asset is none of a class that it had at other times.
    #[must_use]
    pub fn within(self, range: (Day, Day)) -> Self {
        self.only(|series| series.class_days.is_none_or(|days| days.overlaps(range)))
    }

    /// The members of which the measure means something.
    #[must_use]
    pub fn without_refused(self, measure: &Measure) -> Self {
        if !refusals::may_be_refused(measure) {
            return self;
        }
        self.only(|series| series.refusal().is_none())
    }

    /// The members that a total counts: of amounts that investors hold without feeder funds whose money counts in their
    /// master fund, unless these count beside it; and these funds.
    pub fn counted(mut self, summed: &Measure, counts_feeders: bool) -> (Self, Vec<FeederFund>) {
        if !summed.is_of_investors() {
            return (self, Vec::new());
        }
        let (others, feeders) = self.apart_from_feeders();
        if !counts_feeders && !feeders.is_empty() {
            self.places = others;
        }
        (self, feeders)
    }

    /// The positions of members without feeder funds whose master fund is a member, and these funds, each once. A master
    /// that is itself a feeder takes the place of no other, so that funds that feed each other do not all disappear.
    fn apart_from_feeders(&self) -> (Vec<u32>, Vec<FeederFund>) {
        if self.iter().all(|series| series.subject.master.is_none()) {
            return (Vec::new(), Vec::new());
        }
        let masters: HashMap<&str, &Arc<Series>> = self
            .iter()
            .filter(|series| series.subject.master.is_none())
            .filter_map(|series| Some((Dimension::Asset.value(series)?, series)))
            .collect();
        let master_of = |place: u32| {
            let master = self.series(place).subject.master.as_deref()?;
            masters.get(master).copied()
        };
        let mut feeders: BTreeMap<&str, FeederFund> = BTreeMap::new();
        let mut others = Vec::with_capacity(self.places.len());
        for place in self.places.iter().copied() {
            let series = self.series(place);
            match (master_of(place), Dimension::Asset.value(series)) {
                (Some(master), Some(slug)) => {
                    let fund = || FeederFund {
                        series: Arc::clone(series),
                        all: Vec::new(),
                        master: Arc::clone(master),
                    };
                    feeders.entry(slug).or_insert_with(fund).all.push(Arc::clone(series));
                }
                _ => others.push(place),
            }
        }
        (others, feeders.into_values().collect())
    }

    /// The positions of members by their value in a dimension.
    pub fn by(&self, by: Dimension) -> impl Iterator<Item = (Option<&str>, Vec<u32>)> {
        let (keys, values) = self.all.index(by);
        let mut groups: Vec<Vec<u32>> = vec![Vec::new(); keys.len()];
        for place in &self.places {
            groups[values[*place as usize] as usize].push(*place);
        }
        keys.zip(groups).filter(|(_, members)| !members.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;
    use proto::timeseries::v1::SubjectKind;

    use super::*;
    use crate::measures;
    use crate::snapshots::series::Subject;

    fn names() -> impl Strategy<Value = Option<String>> {
        option::of("[a-c]")
    }

    fn series((id, issuer, asset_class): (i64, Option<String>, Option<String>)) -> Arc<Series> {
        let slug = format!("asset-{id}");
        let subject =
            Subject { issuer, asset_class, ..Subject::new(id, SubjectKind::Asset, &slug) };
        let measure = measures::by_name("62").unwrap();
        Arc::new(Series::observed(id, Arc::new(subject), measure))
    }

    fn choices() -> impl Strategy<Value = SeriesFilter> {
        let by = || {
            prop_oneof![
                Just(Dimension::Issuer),
                Just(Dimension::AssetClass),
                Just(Dimension::Country)
            ]
        };
        let is = (by(), vec("[a-d]", 0..3), any::<bool>());
        let is = is.prop_map(|(by, values, or_absent)| {
            SeriesFilter::Is(by, values.into_iter().collect(), or_absent)
        });
        let is_not = (by(), names()).prop_map(|(by, value)| SeriesFilter::IsNot(by, value));
        prop_oneof![is, is_not].prop_recursive(3, 12, 3, |part| {
            let parts = || vec(part.clone(), 0..3);
            prop_oneof![parts().prop_map(SeriesFilter::All), parts().prop_map(SeriesFilter::Any)]
        })
    }

    fn holds(filter: &SeriesFilter, series: &Series) -> bool {
        match filter {
            SeriesFilter::All(parts) => parts.iter().all(|part| holds(part, series)),
            SeriesFilter::Any(parts) => parts.iter().any(|part| holds(part, series)),
            SeriesFilter::Is(by, values, or_absent) => {
                by.value(series).map_or(*or_absent, |value| values.contains(value))
            }
            SeriesFilter::IsNot(by, value) => by.value(series) != value.as_deref(),
        }
    }

    /// Assets called by numbers, each with the number of its master, and their tokens on two networks or none.
    fn funds() -> impl Strategy<Value = Vec<(u8, Option<u8>, usize)>> {
        vec((0..8_u8, proptest::option::of(0..8_u8), 0..3_usize), 0..12)
    }

    fn of_fund(id: i64, (slug, master, token): (u8, Option<u8>, usize)) -> Arc<Series> {
        let asset = slug.to_string();
        let master = master.map(|master| master.to_string());
        let subject = match token {
            0 => Subject { master, ..Subject::new(id, SubjectKind::Asset, &asset) },
            token => Subject {
                master,
                asset: Some(asset),
                ..Subject::new(id, SubjectKind::Token, &format!("token-{token}"))
            },
        };
        Arc::new(Series::observed(id, Arc::new(subject), measures::observed("71").unwrap()))
    }

    proptest! {
        #[test]
        fn members_and_groups_are_those_of_a_naive_filter(
            all in vec((0..1_000_i64, names(), names()), 0..20),
            filter in choices(),
        ) {
            let all: Vec<Arc<Series>> = all.into_iter().map(series).collect();
            let mut ordered = all.clone();
            ordered.sort_by_key(|series| series.id);
            let members = Members::new(Arc::new(Candidates::new(ordered.clone())), &filter, false);
            ordered.retain(|series| holds(&filter, series));
            prop_assert!(members.iter().map(|series| series.id).eq(ordered.iter().map(|series| series.id)));
            prop_assert_eq!(members.len(), ordered.len());
            for by in [Dimension::Issuer, Dimension::Country] {
                let mut expected: BTreeMap<Option<&str>, Vec<i64>> = BTreeMap::new();
                for series in &ordered {
                    expected.entry(by.value(series)).or_default().push(series.id);
                }
                let id = |place: u32| members.series(place).id;
                let found: BTreeMap<Option<&str>, Vec<i64>> = members
                    .by(by)
                    .map(|(key, places)| (key, places.into_iter().map(id).collect()))
                    .collect();
                prop_assert_eq!(found, expected);
            }
        }

        #[test]
        fn feeders_are_those_of_a_naive_reader(funds in funds()) {
            // One master for all series of an asset.
            let stated: BTreeMap<u8, Option<u8>> =
                funds.iter().map(|(slug, master, _)| (*slug, *master)).collect();
            let funds = funds.iter().map(|(slug, _, token)| (*slug, stated[slug], *token));
            let all: Vec<Arc<Series>> =
                (0..).zip(funds.clone()).map(|(id, fund)| of_fund(id, fund)).collect();
            let members = Members::all(Arc::new(Candidates::new(all.clone())));
            let (kept, feeders) = members.counted(measures::observed("71").unwrap(), false);
            let counts_in = |master: u8| stated.get(&master) == Some(&None);
            let is_left_out = |master: Option<u8>| master.is_some_and(counts_in);
            let expected: Vec<i64> = (0..)
                .zip(funds.clone())
                .filter(|(_, (_, master, _))| !is_left_out(*master))
                .map(|(id, _)| id)
                .collect();
            let mut found: Vec<i64> = kept.iter().map(|series| series.id).collect();
            found.sort_unstable();
            prop_assert_eq!(found, expected);
            let expected: BTreeMap<String, String> = funds
                .filter(|(_, master, _)| is_left_out(*master))
                .filter_map(|(slug, master, _)| Some((slug.to_string(), master?.to_string())))
                .collect();
            let slug = |series: &Series| Dimension::Asset.value(series).unwrap_or_default().to_owned();
            let named: BTreeMap<String, String> =
                feeders.iter().map(|fund| (slug(&fund.series), slug(&fund.master))).collect();
            prop_assert_eq!(feeders.len(), named.len());
            let series_count: usize = feeders.iter().map(|fund| fund.all.len()).sum();
            prop_assert_eq!(kept.len() + series_count, all.len());
            prop_assert_eq!(named, expected);
            // Transfer volumes and counts of holders include every fund.
            let all = Members::all(Arc::new(Candidates::new(all)));
            let len = all.len();
            let volumes = measures::observed("daily_transfer_volume_dollar").unwrap();
            prop_assert_eq!(all.counted(volumes, false).0.len(), len);
        }
    }
}
