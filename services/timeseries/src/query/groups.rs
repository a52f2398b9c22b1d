//! Series added up, in groups.

use std::collections::HashMap;
use std::sync::Arc;

use proto::timeseries::v1::{GetAggregateResponse, SeriesGroup};

use super::filter::Dimension;
use super::members::Members;
use super::newest::Newest;
use super::pick;
use super::withheld::Withheld;
use crate::compute::{
    Axis, BLOCK, Combined, Combiner, Held, Member, Mode, Stretch, each, withheld,
};
use crate::day::Day;
use crate::measures::{Aggregation, Measure};
use crate::recipes::Share;
use crate::snapshot::Series;

/// What is added up, and how.
pub struct Calculation {
    pub axis: Axis,
    /// The days that values are worked out of.
    pub edges: (Day, Day),
    pub measure: &'static Measure,
    /// What is added up: the measure, or what it is a share of.
    pub summed: &'static Measure,
    pub share: Option<Share>,
    pub mode: Mode,
    pub combiner: Combiner,
    /// What averages weigh by.
    pub weight: Option<&'static Measure>,
    pub is_cohort: bool,
    pub group_by: Option<Dimension>,
    pub limit: usize,
    pub members: Members,
    pub weights: HashMap<i64, Arc<Series>>,
    pub columns: pick::Columns,
}

impl Calculation {
    /// With what is derived, and without those that do not count.
    pub fn ready(mut self) -> Arc<Self> {
        self.derive();
        if self.is_cohort {
            self.members = self.members.clone().only(|series| self.is_like_for_like(series));
        }
        Arc::new(self)
    }

    /// Works the answer out, but for its days.
    pub fn answer(self: &Arc<Self>) -> GetAggregateResponse {
        let mut groups = self.group_by.map(|by| self.groups(by)).unwrap_or_default();
        let group_count = groups.len() as u32;
        let everyone = self.members.places();
        let whole = self.share.map(|share| self.whole(share, everyone));
        let whole = whole.as_ref();
        let squares = match self.share {
            Some(share) if share.is_squared => self.squares(&groups, whole),
            _ => Vec::new(),
        };
        let rest = groups.split_off(groups.len().min(self.limit));
        let mut other: Vec<u32> = rest.into_iter().flat_map(|group| group.1).collect();
        other.sort_unstable();
        let mut lacking = Withheld::default();
        let mut tell = |key, is_other, members: &[u32], together: &Together| {
            let mut group = self.group(key, is_other, members, together, whole);
            lacking.note(&mut group, self.stretches(&together.withheld));
            group
        };
        let mut parts: Vec<(Gathered<'_>, bool)> =
            groups.into_iter().map(|group| (group, false)).collect();
        if !other.is_empty() {
            parts.push(((None, other), true));
        }
        let added = self.each(parts.iter().map(|((_, members), _)| members.as_slice()));
        let mut told: Vec<SeriesGroup> = Vec::with_capacity(parts.len());
        // What all have is put together of what groups have: every value is read once.
        let mut all: Option<Together> = None;
        for (((key, members), is_other), together) in parts.into_iter().zip(added) {
            told.push(tell(key.map(str::to_owned), is_other, &members, &together));
            match &mut all {
                Some(all) => all.merge(&together),
                None => all = Some(together),
            }
        }
        if !self.is_ranked(group_count as usize) {
            let size = |group: &SeriesGroup| self.size(&group.values);
            told.sort_by(|one, other| {
                size(other).total_cmp(&size(one)).then_with(|| one.key.cmp(&other.key))
            });
        }
        let mut total = match all {
            Some(all) => self.group(None, false, everyone, &all, whole),
            None => tell(None, false, everyone, &self.each([everyone]).remove(0)),
        };
        if !squares.is_empty() {
            total.values = sums(&squares);
            for (place, group) in told.iter_mut().enumerate() {
                let own = if group.is_other { &squares[place..] } else { &squares[place..=place] };
                group.values = sums(own);
            }
        }
        let mut answer = GetAggregateResponse {
            measure_slug: self.measure.slug.clone(),
            kind: self.measure.kind().into(),
            unit: self.measure.unit.clone(),
            groups: told,
            total: Some(total),
            group_count,
            counts_twice: self.summed.aggregation == Aggregation::NotAdditive
                && self.members.len() > 1,
            ..GetAggregateResponse::default()
        };
        lacking.tell(&mut answer, &self.axis);
        answer
    }

    /// Where members lack values that are withheld.
    fn stretches<'a>(
        &'a self,
        members: &'a [Arc<Series>],
    ) -> impl Iterator<Item = (Arc<Series>, Vec<Stretch>)> + 'a {
        members.iter().filter_map(|series| {
            let member = self.member(series)?;
            let kind = self.summed.kind();
            let found = withheld(&member, kind, self.mode, self.weight.is_some(), &self.axis);
            Some((Arc::clone(series), found))
        })
    }

    /// A series as it is put together with others; none where nothing was known.
    pub fn member<'a>(&'a self, series: &'a Series) -> Option<Member<'a>> {
        let Held { column, carry } = self.columns.get(series)?;
        let weight = self.weights.get(&series.id).and_then(|weight| self.columns.get(weight));
        let weight = weight.map(|Held { column, carry }| (column, carry));
        Some(Member { column, carry, weight })
    }

    /// Whether it has a value at both ends of the range, and a weight where members have one.
    fn is_like_for_like(&self, series: &Series) -> bool {
        let ends = match self.axis.len() {
            0 => return false,
            len => [0, len - 1],
        };
        let axis = Axis {
            starts: ends.map(|place| self.axis.starts[place]).into(),
            ends: ends.map(|place| self.axis.ends[place]).into(),
        };
        let (kind, is_weighted) = (self.summed.kind(), self.weight.is_some());
        let member = self.member(series);
        member.is_some_and(|member| {
            member.taken(kind, is_weighted, &axis).iter().all(Option::is_some)
        })
    }

    /// The value of each group at the end of the range, by what its members have in common; without those that have
    /// none.
    pub fn newest(mut self, by: Dimension) -> HashMap<String, f64> {
        self.derive();
        let told = self.members.by(by).filter_map(|(key, members)| {
            let value = self.values(&members, &self.axis).last().copied()?;
            Some((key?.to_owned(), value)).filter(|(_, value)| !value.is_nan())
        });
        told.collect()
    }

    /// Works out what is derived.
    fn derive(&mut self) {
        let Self { members, weights, columns, edges, .. } = self;
        columns.derive(members.derived().chain(weights.values()), *edges);
    }

    /// Members by what they have in common, the largest at the end of the range first where that must be known before
    /// they are added up.
    fn groups(&self, by: Dimension) -> Vec<Gathered<'_>> {
        let groups: Vec<_> = self.members.by(by).collect();
        let is_ranked = self.is_ranked(groups.len());
        let end = Axis {
            starts: self.axis.starts.last().copied().into_iter().collect(),
            ends: self.axis.ends.last().copied().into_iter().collect(),
        };
        // What has added up since the first interval is not told by the last one.
        let axis = if self.mode == Mode::Cumulative { &self.axis } else { &end };
        let size = |members: &[u32]| {
            if is_ranked { self.size(&self.values(members, axis)) } else { 0.0 }
        };
        let sized = groups.into_iter().map(|(key, members)| (size(&members), key, members));
        let mut ranked: Vec<_> = sized.collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        ranked.into_iter().map(|(_, key, members)| (key, members)).collect()
    }

    /// Whether groups are put in order before they are added up: where some of them go into the rest, or are told as
    /// something else than what they add up to.
    fn is_ranked(&self, groups: usize) -> bool {
        groups > self.limit || self.share.is_some()
    }

    /// How large a group of these values is at the end of the range.
    fn size(&self, values: &[f64]) -> f64 {
        let known = |size: &f64| !size.is_nan();
        let size = match self.mode {
            Mode::Cumulative => values.iter().copied().rfind(known),
            Mode::Level | Mode::Flow => values.last().copied().filter(known),
        };
        size.unwrap_or(f64::NEG_INFINITY)
    }

    /// What each of some groups has together; another thread may help.
    fn each<'a>(
        self: &Arc<Self>,
        groups: impl IntoIterator<Item = &'a [u32]> + Clone,
    ) -> Vec<Together> {
        let blocks = groups.clone().into_iter().flat_map(|members| members.chunks(BLOCK));
        let blocks: Vec<Vec<u32>> = blocks.map(<[u32]>::to_vec).collect();
        let calculation = Arc::clone(self);
        let made = each(blocks, self.members.len() * self.axis.len(), move |members| {
            calculation.block(members, &calculation.axis)
        });
        let mut made = made.into_iter();
        let groups = groups.into_iter();
        groups.map(|members| self.put_together(&mut made, members, &self.axis)).collect()
    }

    fn together(&self, members: &[u32], axis: &Axis) -> Together {
        let mut made = members.chunks(BLOCK).map(|block| self.block(block, axis));
        self.put_together(&mut made, members, axis)
    }

    fn put_together(
        &self,
        blocks: &mut impl Iterator<Item = Together>,
        members: &[u32],
        axis: &Axis,
    ) -> Together {
        let blocks = blocks.take(members.len().div_ceil(BLOCK));
        blocks.reduce(Together::and).unwrap_or_else(|| self.block(&[], axis))
    }

    fn block(&self, members: &[u32], axis: &Axis) -> Together {
        let kind = self.summed.kind();
        let mut combined =
            Combined::new(kind, self.mode, self.combiner, self.weight.is_some(), axis);
        // Found first and added up then: memory is asked for many at once.
        let series = members.iter().map(|place| self.members.series(*place));
        let known = series.filter_map(|series| Some((series, self.member(series)?)));
        let known: Vec<(&Arc<Series>, Member<'_>)> = known.collect();
        let withheld = known.iter().filter(|(_, member)| member.is_withheld());
        let withheld = withheld.map(|(series, _)| Arc::clone(*series)).collect();
        let held = known.iter().map(|(_, Member { column, carry, .. })| (*column, *carry));
        let newest = Newest::of(held, axis);
        let has_sample = known.iter().any(|(series, _)| series.subject.is_sample);
        combined.add(known.into_iter().map(|(_, member)| member), axis);
        Together { combined, withheld, newest, has_sample }
    }

    /// What some members make on an axis.
    pub fn values(&self, members: &[u32], axis: &Axis) -> Vec<f64> {
        self.together(members, axis).combined.values()
    }

    /// What groups are a share of.
    fn whole(&self, share: Share, everyone: &[u32]) -> Whole {
        let earlier = share.before.map(|days| {
            let axis = Axis {
                starts: self.axis.starts.iter().map(|start| start - days).collect(),
                ends: self.axis.ends.iter().map(|end| end - days).collect(),
            };
            let values = self.values(everyone, &axis);
            (axis, values)
        });
        Whole { values: self.values(everyone, &self.axis), earlier }
    }

    /// The squares of the share of each group.
    fn squares(&self, groups: &[Gathered<'_>], whole: Option<&Whole>) -> Vec<Vec<f64>> {
        let Some(whole) = whole else { return Vec::new() };
        let of = |members: &[u32]| {
            let shares = shares(&self.values(members, &self.axis), &whole.values);
            shares.into_iter().map(|share| share * share).collect()
        };
        groups.iter().map(|(_, members)| of(members)).collect()
    }

    fn group(
        &self,
        key: Option<String>,
        is_other: bool,
        members: &[u32],
        together: &Together,
        whole: Option<&Whole>,
    ) -> SeriesGroup {
        let Together { combined, newest, has_sample, .. } = together;
        let values = match whole {
            None => combined.values(),
            Some(Whole { values, earlier: None }) => shares(&combined.values(), values),
            Some(Whole { values, earlier: Some((axis, earlier)) }) => {
                let before = shares(&self.values(members, axis), earlier);
                let now = shares(&combined.values(), values);
                now.iter().zip(before).map(|(now, before)| now - before).collect()
            }
        };
        let group = SeriesGroup {
            key,
            is_other,
            member_count: combined.members(),
            values,
            coverage: combined.coverage(),
            has_sample: *has_sample,
            ..SeriesGroup::default()
        };
        Newest::tell(*newest, group)
    }
}

/// The places of members with what they have in common.
type Gathered<'a> = (Option<&'a str>, Vec<u32>);

/// What some members have together.
struct Together {
    combined: Combined,
    /// Those of which something is withheld on some day.
    withheld: Vec<Arc<Series>>,
    newest: Option<Newest>,
    has_sample: bool,
}

impl Together {
    /// Both.
    fn and(mut self, mut other: Self) -> Self {
        self.merge(&other);
        self.withheld.append(&mut other.withheld);
        self
    }

    /// Takes in others, but for what is withheld of them: each group tells that by itself.
    fn merge(&mut self, other: &Self) {
        self.combined.merge(&other.combined);
        self.newest = self.newest.max(other.newest);
        self.has_sample |= other.has_sample;
    }
}

/// The values that groups are a share of, then and so many days earlier.
struct Whole {
    values: Vec<f64>,
    earlier: Option<(Axis, Vec<f64>)>,
}

/// Place by place; a place that none has a value of has none.
fn sums(lists: &[Vec<f64>]) -> Vec<f64> {
    let mut sums = vec![f64::NAN; lists.first().map_or(0, Vec::len)];
    for values in lists {
        for (sum, value) in sums.iter_mut().zip(values).filter(|(_, value)| !value.is_nan()) {
            *sum = if sum.is_nan() { *value } else { *sum + value };
        }
    }
    sums
}

fn shares(parts: &[f64], whole: &[f64]) -> Vec<f64> {
    let pairs = parts.iter().zip(whole);
    pairs.map(|(part, whole)| if *whole > 0.0 { part / whole } else { f64::NAN }).collect()
}
