//! Filters the series of an aggregate by dimensions.

use std::collections::HashSet;

use proto::timeseries::v1::SubjectKind;

use super::candidates::Candidates;
use super::dimension::Dimension;

/// A validated filter.
#[derive(Debug)]
pub enum SeriesFilter {
    /// Every part holds.
    All(Vec<SeriesFilter>),
    /// At least one part holds.
    Any(Vec<SeriesFilter>),
    /// The value is one of these or, if the flag is set, absent.
    Is(Dimension, HashSet<String>, bool),
    /// The value is another one.
    IsNot(Dimension, Option<String>),
}

impl SeriesFilter {
    /// A filter that every series passes.
    pub const EVERYTHING: Self = Self::All(Vec::new());

    /// Whether it uses dimensions that only the parts of a subject have, such as the network.
    pub fn needs_parts(&self, kind: SubjectKind) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(|part| part.needs_parts(kind)),
            Self::Is(dimension, ..) | Self::IsNot(dimension, _) => match dimension {
                dimension if dimension.is_by_network() => true,
                Dimension::TokenizationType => kind == SubjectKind::Asset,
                _ => false,
            },
        }
    }

    /// Whether it uses the source.
    pub fn needs_sources(&self) -> bool {
        self.uses(Dimension::Source)
    }

    /// Whether it uses a dimension.
    pub fn uses(&self, dimension: Dimension) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(|part| part.uses(dimension)),
            Self::Is(used, ..) | Self::IsNot(used, _) => *used == dimension,
        }
    }

    /// Whether series of a source may pass, as far as that depends on the source.
    pub fn admits_source(&self, source: &str) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.admits_source(source)),
            Self::Any(parts) => parts.iter().any(|part| part.admits_source(source)),
            Self::Is(Dimension::Source, sources, _) => sources.contains(source),
            Self::IsNot(Dimension::Source, other) => other.as_deref() != Some(source),
            Self::Is(..) | Self::IsNot(..) => true,
        }
    }

    /// Whether every series passes.
    pub fn is_everything(&self) -> bool {
        matches!(self, Self::All(parts) if parts.iter().all(Self::is_everything))
    }

    /// For each series whether it passes.
    pub fn passes(&self, of: &Candidates) -> Vec<bool> {
        let all = |holds: bool| vec![holds; of.series().len()];
        let beside = |mut one: Vec<bool>, part: &Self, put: fn(&mut bool, bool)| {
            one.iter_mut().zip(part.passes(of)).for_each(|(one, other)| put(one, other));
            one
        };
        match self {
            Self::All(parts) => parts
                .iter()
                .fold(all(true), |one, part| beside(one, part, |one, other| *one &= other)),
            Self::Any(parts) => parts
                .iter()
                .fold(all(false), |one, part| beside(one, part, |one, other| *one |= other)),
            Self::Is(dimension, values, or_absent) => with(of, *dimension, |value| {
                value.map_or(*or_absent, |value| values.contains(value))
            }),
            Self::IsNot(dimension, other) => {
                with(of, *dimension, |value| value != other.as_deref())
            }
        }
    }
}

/// For each series whether its value in a dimension meets a condition.
fn with(of: &Candidates, dimension: Dimension, holds: impl Fn(Option<&str>) -> bool) -> Vec<bool> {
    let (values, places) = of.index(dimension);
    let holds: Vec<bool> = values.map(holds).collect();
    places.iter().map(|place| holds[*place as usize]).collect()
}
