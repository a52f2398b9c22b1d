//! Which series an aggregate takes in.

use std::collections::HashSet;

use proto::timeseries::v1::SubjectKind;

use crate::candidates::Candidates;
use crate::dimension::Dimension;

/// A filter that was checked.
#[derive(Debug)]
pub enum SeriesFilter {
    /// Every part holds.
    All(Vec<SeriesFilter>),
    /// At least one part holds.
    Any(Vec<SeriesFilter>),
    /// The fact is one of these or, if so said, absent.
    Is(Dimension, HashSet<String>, bool),
    /// It is not.
    IsNot(Dimension, Option<String>),
}

impl SeriesFilter {
    /// What leaves nothing out.
    pub const EVERYTHING: Self = Self::All(Vec::new());

    /// Whether it asks for facts that only the parts of a subject have, such as the network.
    pub fn needs_parts(&self, kind: SubjectKind) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(|part| part.needs_parts(kind)),
            Self::Is(fact, ..) | Self::IsNot(fact, _) => match fact {
                Dimension::Network => true,
                Dimension::TokenizationType => kind == SubjectKind::Asset,
                _ => false,
            },
        }
    }

    /// Whether it asks who says the numbers.
    pub fn needs_sources(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::needs_sources),
            Self::Is(fact, ..) | Self::IsNot(fact, _) => *fact == Dimension::Source,
        }
    }

    /// Whether numbers of a source may be chosen, as far as that depends on who says them.
    pub fn admits_source(&self, source: &str) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.admits_source(source)),
            Self::Any(parts) => parts.iter().any(|part| part.admits_source(source)),
            Self::Is(Dimension::Source, sources, _) => sources.contains(source),
            Self::IsNot(Dimension::Source, other) => other.as_deref() != Some(source),
            Self::Is(..) | Self::IsNot(..) => true,
        }
    }

    /// Whether it leaves nothing out.
    pub fn is_everything(&self) -> bool {
        matches!(self, Self::All(parts) if parts.iter().all(Self::is_everything))
    }

    /// Of each series whether it is chosen.
    pub fn chosen(&self, of: &Candidates) -> Vec<bool> {
        let all = |holds: bool| vec![holds; of.series().len()];
        let beside = |mut one: Vec<bool>, part: &Self, put: fn(&mut bool, bool)| {
            one.iter_mut().zip(part.chosen(of)).for_each(|(one, other)| put(one, other));
            one
        };
        match self {
            Self::All(parts) => parts
                .iter()
                .fold(all(true), |one, part| beside(one, part, |one, other| *one &= other)),
            Self::Any(parts) => parts
                .iter()
                .fold(all(false), |one, part| beside(one, part, |one, other| *one |= other)),
            Self::Is(fact, values, or_absent) => {
                with(of, *fact, |told| told.map_or(*or_absent, |told| values.contains(told)))
            }
            Self::IsNot(fact, value) => with(of, *fact, |told| told != value.as_deref()),
        }
    }
}

/// Of each series whether what it has of a trait holds.
fn with(of: &Candidates, fact: Dimension, holds: impl Fn(Option<&str>) -> bool) -> Vec<bool> {
    let (told, places) = of.facts(fact);
    let told: Vec<bool> = told.map(holds).collect();
    places.iter().map(|place| told[*place as usize]).collect()
}
