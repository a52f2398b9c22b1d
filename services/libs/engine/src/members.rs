//! Selects the series that an aggregate adds up.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use proto::timeseries::v1::SubjectKind;

use crate::candidates::Candidates;
use crate::derived_measures::{self, Definition, Derivation};
use crate::dimension::Dimension;
use crate::filter::SeriesFilter;
use crate::measures::Measure;
use crate::refusals;
use crate::series::Series;
use crate::snapshot::Snapshot;

/// A feeder fund that a total leaves out, and the master fund in which its money counts.
#[derive(Clone, Debug)]
pub struct FeederFund {
    pub series: Arc<Series>,
    pub master: Arc<Series>,
}

/// The series that are added up.
#[derive(Clone)]
pub struct Members {
    all: Arc<Candidates>,
    places: Vec<u32>,
    is_derived: bool,
}

impl Members {
    /// All candidates.
    pub fn all(all: Arc<Candidates>) -> Self {
        Self::new(all, &SeriesFilter::EVERYTHING, false)
    }

    fn new(all: Arc<Candidates>, filter: &SeriesFilter, is_derived: bool) -> Self {
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
                    let fund =
                        || FeederFund { series: Arc::clone(series), master: Arc::clone(master) };
                    feeders.entry(slug).or_insert_with(fund);
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

/// Selects the series of a measure. A subject counts with its series on each network if the query groups or filters by
/// network, otherwise with its series over all networks, or those on each network if there is no such series. An asset
/// without series on networks counts with those of its tokens. Of several sources the one with the best rank counts on each
/// day, and without ranks the first one that the filter admits.
pub fn select(
    snapshot: &Snapshot,
    measure: &'static Measure,
    kind: SubjectKind,
    filter: &SeriesFilter,
    by_network: bool,
) -> Members {
    let by_network = by_network || filter.needs_parts(kind);
    if let Some(Definition::Derivations(derivations)) = derived_measures::definition(measure) {
        let all = Candidates::new(derived(
            Pool { snapshot, filter },
            measure,
            derivations,
            kind,
            by_network,
        ));
        return Members::new(Arc::new(all), filter, true);
    }
    let is_derived = by_network && derived_measures::unchanged(measure).is_some();
    let all = if filter.needs_sources() {
        Arc::new(Candidates::new(observed(Pool { snapshot, filter }, measure, kind, by_network)))
    } else {
        everything(snapshot, measure, kind, by_network)
    };
    Members::new(all, filter, is_derived)
}

/// The series of the sources that a filter admits.
#[derive(Clone, Copy)]
struct Pool<'a> {
    snapshot: &'a Snapshot,
    filter: &'a SeriesFilter,
}

impl<'a> Pool<'a> {
    /// The series of every source.
    fn of_every_source(snapshot: &'a Snapshot) -> Self {
        const EVERYTHING: &SeriesFilter = &SeriesFilter::EVERYTHING;
        Self { snapshot, filter: EVERYTHING }
    }

    fn of_measure(self, measure: &Measure) -> impl Iterator<Item = &'a Arc<Series>> {
        self.snapshot.of_measure(measure).filter(move |series| self.admits(series))
    }

    /// A filter by source means what the source itself reports.
    fn admits(self, series: &Series) -> bool {
        if self.filter.needs_sources() {
            return series.ranked.is_none() && self.filter.admits_source(&series.source);
        }
        true
    }
}

/// All candidates of an observed measure.
pub fn everything(
    snapshot: &Snapshot,
    measure: &'static Measure,
    kind: SubjectKind,
    by_network: bool,
) -> Arc<Candidates> {
    let found = || observed(Pool::of_every_source(snapshot), measure, kind, by_network);
    snapshot.candidates((measure.id, kind, by_network), found)
}

fn observed(
    pool: Pool<'_>,
    measure: &'static Measure,
    kind: SubjectKind,
    by_network: bool,
) -> Vec<Arc<Series>> {
    let all = stored(pool, measure, kind, by_network);
    let Some(derivation) = derived_measures::unchanged(measure).filter(|_| by_network) else {
        return all;
    };
    let tokens = tokens_of_weight(pool.snapshot, measure, kind);
    let each = all.into_iter().flat_map(|series| {
        match tokens.get(series.subject.slug.as_str()).filter(|_| is_whole(&series)) {
            None => vec![series],
            Some(tokens) => {
                let same =
                    Series::derived(measure, derivation, [Arc::clone(&series), series], None);
                tokens.iter().map(|token| Arc::new(same.of_token(token))).collect()
            }
        }
    });
    each.collect()
}

fn stored(
    pool: Pool<'_>,
    measure: &Measure,
    kind: SubjectKind,
    by_network: bool,
) -> Vec<Arc<Series>> {
    let mut subjects: HashMap<i64, Vec<&Arc<Series>>> = HashMap::new();
    for series in pool.of_measure(measure).filter(|series| series.subject.kind == kind) {
        let of_subject = subjects.entry(series.subject.id).or_default();
        if of_subject.iter().all(|known| known.network != series.network) {
            of_subject.push(series);
        }
    }
    let tokens = if by_network && kind == SubjectKind::Asset {
        tokens_of_assets(pool, measure)
    } else {
        HashMap::new()
    };
    let mut members: Vec<Arc<Series>> = Vec::new();
    for of_subject in subjects.into_values() {
        let asset = of_subject.first().map(|series| series.subject.slug.as_str());
        let of_tokens = asset.and_then(|slug| tokens.get(slug));
        let (whole, parts): (Vec<_>, Vec<_>) =
            of_subject.into_iter().partition(|series| series.network.is_empty());
        let chosen = match (by_network, parts.is_empty(), whole.is_empty()) {
            (true, false, _) | (false, _, true) => parts,
            _ => of_tokens.cloned().unwrap_or(whole),
        };
        members.extend(chosen.into_iter().cloned());
    }
    members
}

/// The series of tokens, by asset.
fn tokens_of_assets<'a>(
    pool: Pool<'a>,
    measure: &Measure,
) -> HashMap<&'a str, Vec<&'a Arc<Series>>> {
    let mut tokens: HashMap<&str, Vec<&Arc<Series>>> = HashMap::new();
    for series in
        pool.of_measure(measure).filter(|series| series.subject.kind == SubjectKind::Token)
    {
        if let Some(asset) = series.subject.asset.as_deref() {
            let known = tokens.entry(asset).or_default();
            if known.iter().all(|other| other.subject.id != series.subject.id) {
                known.push(series);
            }
        }
    }
    tokens
}

/// The derived series of each subject, by the first derivation whose inputs it has.
fn derived(
    pool: Pool<'_>,
    measure: &'static Measure,
    derivations: &'static [Derivation],
    kind: SubjectKind,
    by_network: bool,
) -> Vec<Arc<Series>> {
    let mut found: Vec<Arc<Series>> = Vec::new();
    let mut known: HashSet<(SubjectKind, String)> = HashSet::new();
    let tokens =
        if by_network { tokens_of_weight(pool.snapshot, measure, kind) } else { HashMap::new() };
    for derivation in derivations {
        let made: Vec<Series> = stored(pool, derivation.inputs[0].measure, kind, by_network)
            .into_iter()
            .filter(|base| !known.contains(&(base.subject.kind, base.subject.slug.clone())))
            .filter_map(|base| derived_beside(pool, measure, derivation, &base))
            .collect();
        for series in &made {
            known.insert((series.subject.kind, series.subject.slug.clone()));
            // An asset whose tokens have the series does not count once more itself.
            let asset = series.subject.asset.clone();
            known.extend(asset.map(|asset| (SubjectKind::Asset, asset)));
        }
        found.extend(made.into_iter().flat_map(|series| everywhere(series, &tokens)).map(Arc::new));
    }
    found
}

/// The tokens that have their own weight in averages of a measure, by asset.
fn tokens_of_weight<'a>(
    snapshot: &'a Snapshot,
    measure: &Measure,
    kind: SubjectKind,
) -> HashMap<&'a str, Vec<&'a Arc<Series>>> {
    match measure.weight().filter(|weight| derived_measures::definition(weight).is_none()) {
        Some(weight) if kind == SubjectKind::Asset => {
            tokens_of_assets(Pool::of_every_source(snapshot), weight)
        }
        _ => HashMap::new(),
    }
}

fn is_whole(series: &Series) -> bool {
    series.subject.kind == SubjectKind::Asset && series.network.is_empty()
}

/// A series that holds for a whole asset, once for each of its tokens that has its own weight.
fn everywhere(series: Series, tokens: &HashMap<&str, Vec<&Arc<Series>>>) -> Vec<Series> {
    match tokens.get(series.subject.slug.as_str()).filter(|_| is_whole(&series)) {
        None => vec![series],
        Some(tokens) => tokens.iter().map(|token| series.of_token(token)).collect(),
    }
}

fn derived_beside(
    pool: Pool<'_>,
    measure: &'static Measure,
    way: &'static Derivation,
    base: &Arc<Series>,
) -> Option<Series> {
    let [first, second] =
        way.inputs.map(|input| stored_beside(pool, input.measure, base).map(Arc::clone));
    // Whoever reports them: the value and what is paid out of it may have two sources.
    let anywhere = Pool::of_every_source(pool.snapshot);
    let paid = way.distributions().and_then(|paid| stored_beside(anywhere, paid, base));
    let paid = paid.map(Arc::clone);
    if paid.is_none() && pool.snapshot.lacks_distributions(way, &base.subject) {
        return None;
    }
    Some(Series::derived(measure, way, [first?, second?], paid))
}

fn stored_beside<'a>(
    pool: Pool<'a>,
    measure: &Measure,
    member: &Series,
) -> Option<&'a Arc<Series>> {
    let mut all = pool.snapshot.of_subject(member.subject.kind, &member.subject.slug, measure);
    all.find(|series| series.network == member.network && pool.admits(series))
}

/// The weight of each member, by the id of the member's series.
pub fn weights(
    snapshot: &Snapshot,
    weight: &'static Measure,
    members: &Members,
) -> HashMap<i64, Arc<Series>> {
    let pool = Pool::of_every_source(snapshot);
    let beside = |member: &Arc<Series>| match derived_measures::definition(weight) {
        Some(Definition::Derivations(derivations)) => {
            let mut made = derivations
                .iter()
                .filter_map(|derivation| derived_beside(pool, weight, derivation, member));
            made.next().map(Arc::new)
        }
        _ => stored_beside(pool, weight, member).map(Arc::clone),
    };
    members.iter().filter_map(|member| Some((member.id, beside(member)?))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;

    use super::*;
    use crate::measures;
    use crate::series::Subject;

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
            prop_assert_eq!(named, expected);
            // What changes hands, and counts of holders, have every fund.
            let all = Members::all(Arc::new(Candidates::new(all)));
            let len = all.len();
            let volumes = measures::observed("daily_transfer_volume_dollar").unwrap();
            prop_assert_eq!(all.counted(volumes, false).0.len(), len);
        }
    }
}
