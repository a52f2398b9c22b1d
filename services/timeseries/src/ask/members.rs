//! Whose series an aggregate adds up.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use proto::timeseries::v1::SubjectKind;

use super::filter::Choice;
use crate::image::{Image, Series};
use crate::measures::Measure;
use crate::recipes::{self, Recipe, Way};

/// The series that are added up: of each subject those of its networks where these, or facts that only they have, are asked
/// for, otherwise the one of the whole, or, where there is none, those of its networks. An asset without series of its networks has those of
/// its tokens. Of several sources the first one counts.
pub fn of(
    image: &Image,
    measure: &'static Measure,
    kind: SubjectKind,
    choice: &Choice,
    by_network: bool,
) -> Vec<Arc<Series>> {
    let by_network = by_network || choice.is_of_parts(kind);
    if let Some(Recipe::Ways(ways)) = recipes::of(measure) {
        let mut members = derived(image, measure, ways, kind, by_network);
        members.retain(|series| choice.holds(series));
        return by_id(members);
    }
    let all = everything(image, measure, kind, by_network);
    all.iter().filter(|series| choice.holds(series)).cloned().collect()
}

/// All that there are of an observed measure.
pub fn everything(
    image: &Image,
    measure: &'static Measure,
    kind: SubjectKind,
    by_network: bool,
) -> Arc<[Arc<Series>]> {
    let found = || by_id(stored(image, measure, kind, by_network));
    image.candidates((measure.id, kind, by_network), found)
}

/// One order of additions: every replica answers to the last bit the same.
fn by_id(mut all: Vec<Arc<Series>>) -> Vec<Arc<Series>> {
    all.sort_unstable_by_key(|series| series.id);
    all
}

fn stored(
    image: &Image,
    measure: &Measure,
    kind: SubjectKind,
    by_network: bool,
) -> Vec<Arc<Series>> {
    let mut subjects: HashMap<i64, Vec<&Arc<Series>>> = HashMap::new();
    for series in image.of_measure(measure).filter(|series| series.subject.kind == kind) {
        let of_subject = subjects.entry(series.subject.id).or_default();
        if of_subject.iter().all(|known| known.network != series.network) {
            of_subject.push(series);
        }
    }
    let tokens = if by_network && kind == SubjectKind::Asset {
        tokens_of_assets(image, measure)
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

/// The series of tokens by the asset that they belong to.
fn tokens_of_assets<'a>(
    image: &'a Image,
    measure: &Measure,
) -> HashMap<&'a str, Vec<&'a Arc<Series>>> {
    let mut tokens: HashMap<&str, Vec<&Arc<Series>>> = HashMap::new();
    for series in
        image.of_measure(measure).filter(|series| series.subject.kind == SubjectKind::Token)
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

/// Each subject in the first way that it has the series for.
fn derived(
    image: &Image,
    measure: &'static Measure,
    ways: &'static [Way],
    kind: SubjectKind,
    by_network: bool,
) -> Vec<Arc<Series>> {
    let mut found: Vec<Arc<Series>> = Vec::new();
    let mut known: HashSet<i64> = HashSet::new();
    for way in ways {
        let made: Vec<Series> = stored(image, way.terms[0].measure, kind, by_network)
            .into_iter()
            .filter(|base| !known.contains(&base.subject.id))
            .filter_map(|base| beside_in_way(image, measure, way, &base))
            .collect();
        known.extend(made.iter().map(|series| series.subject.id));
        found.extend(made.into_iter().map(Arc::new));
    }
    found
}

fn beside_in_way(
    image: &Image,
    measure: &'static Measure,
    way: &'static Way,
    base: &Arc<Series>,
) -> Option<Series> {
    let [first, second] =
        way.terms.map(|term| stored_beside(image, term.measure, base).map(Arc::clone));
    Some(Series::derived(measure, way, [first?, second?]))
}

fn stored_beside<'a>(
    image: &'a Image,
    measure: &Measure,
    member: &Series,
) -> Option<&'a Arc<Series>> {
    let mut all = image.of_subject(member.subject.kind, &member.subject.slug);
    all.find(|series| series.measure.id == measure.id && series.network == member.network)
}

/// The series of another measure that stands beside each member, by the member's number.
pub fn weights(
    image: &Image,
    weight: &'static Measure,
    members: &[Arc<Series>],
) -> HashMap<i64, Arc<Series>> {
    let beside = |member: &Arc<Series>| match recipes::of(weight) {
        Some(Recipe::Ways(ways)) => {
            let mut made = ways.iter().filter_map(|way| beside_in_way(image, weight, way, member));
            made.next().map(Arc::new)
        }
        _ => stored_beside(image, weight, member).map(Arc::clone),
    };
    members.iter().filter_map(|member| Some((member.id, beside(member)?))).collect()
}
