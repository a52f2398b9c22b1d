//! Which series an aggregate takes in.

use std::collections::HashSet;

use proto::query::v1::query_value::Kind;
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::SubjectKind;

use crate::error::TimeseriesError;
use crate::snapshot::{Candidates, Series};

const DEEPEST: usize = 6;
const MOST_CONDITIONS: usize = 64;
const MOST_VALUES: usize = 20_000;

/// A fact about a series that it can be chosen or grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// The slug of its subject.
    Slug,
    /// The asset.
    Asset,
    /// The network.
    Network,
    /// The platform.
    Platform,
    /// Who owes it.
    Issuer,
    /// Who manages it.
    Manager,
    /// The class.
    AssetClass,
    /// The country.
    Country,
    /// Whether it can leave its platform.
    TokenizationType,
    /// Who says the numbers.
    Source,
    /// `true` or `false`.
    IsSample,
}

const DIMENSIONS: [(&str, Dimension); 11] = [
    ("slug", Dimension::Slug),
    ("asset", Dimension::Asset),
    ("network", Dimension::Network),
    ("platform", Dimension::Platform),
    ("issuer", Dimension::Issuer),
    ("manager", Dimension::Manager),
    ("asset_class", Dimension::AssetClass),
    ("country", Dimension::Country),
    ("tokenization_type", Dimension::TokenizationType),
    ("series_source", Dimension::Source),
    ("is_sample", Dimension::IsSample),
];

impl Dimension {
    /// How many there are.
    pub const COUNT: usize = DIMENSIONS.len();

    /// What a series has of it.
    pub fn of(self, series: &Series) -> Option<&str> {
        let subject = &series.subject;
        match self {
            Self::Slug => Some(&subject.slug),
            Self::Asset if subject.kind == SubjectKind::Asset => Some(&subject.slug),
            Self::Asset => subject.asset.as_deref(),
            Self::Network if !series.network.is_empty() => Some(&series.network),
            Self::Network if subject.kind == SubjectKind::Network => Some(&subject.slug),
            Self::Network => subject.network.as_deref(),
            Self::Platform if subject.kind == SubjectKind::Platform => Some(&subject.slug),
            Self::Platform => subject.platform.as_deref(),
            Self::Issuer => subject.issuer.as_deref(),
            Self::Manager => subject.manager.as_deref(),
            Self::AssetClass => subject.asset_class.as_deref(),
            Self::Country => subject.country.as_deref(),
            Self::TokenizationType => subject.tokenization_type.as_deref(),
            Self::Source => Some(&series.source),
            Self::IsSample => Some(if subject.is_sample { "true" } else { "false" }),
        }
    }
}

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

    /// Checks a filter of subjects of a kind; without one everything is chosen.
    pub fn new(filter: Option<&Filter>, kind: SubjectKind) -> Result<Self, TimeseriesError> {
        let mut left = MOST_CONDITIONS;
        filter.map_or(Ok(Self::EVERYTHING), |filter| part(filter, kind, DEEPEST, &mut left))
    }

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

fn part(
    filter: &Filter,
    kind: SubjectKind,
    depth: usize,
    left: &mut usize,
) -> Result<SeriesFilter, TimeseriesError> {
    if depth == 0 || *left == 0 {
        return refuse(format!("At most {MOST_CONDITIONS} comparisons, {DEEPEST} deep"));
    }
    *left -= 1;
    let operator = Operator::try_from(filter.operator).unwrap_or_default();
    if matches!(operator, Operator::And | Operator::Or) {
        if filter.field.is_some() || filter.value.is_some() {
            return refuse("field and value do not belong beside filters".to_owned());
        }
        if operator == Operator::Or && filter.filters.is_empty() {
            return refuse("or takes at least one filter".to_owned());
        }
        let parts = filter.filters.iter().map(|inner| part(inner, kind, depth - 1, left));
        let parts = parts.collect::<Result<_, _>>()?;
        return Ok(if operator == Operator::And {
            SeriesFilter::All(parts)
        } else {
            SeriesFilter::Any(parts)
        });
    }
    if !filter.filters.is_empty() {
        return refuse("filters belong behind and, or".to_owned());
    }
    let name = filter.field.as_deref().unwrap_or_default();
    let Some((_, fact)) = DIMENSIONS.iter().find(|(known, _)| *known == name) else {
        let names: Vec<&str> = DIMENSIONS.iter().map(|(name, _)| *name).collect();
        return refuse(format!("A series is chosen by one of {}", names.join(", ")));
    };
    let fact = match fact {
        // A token that stands in for its asset has another slug.
        Dimension::Slug if kind == SubjectKind::Asset => Dimension::Asset,
        fact => *fact,
    };
    let value = filter.value.as_ref().and_then(|value| value.kind.as_ref());
    match operator {
        Operator::Equals => Ok(is(fact, vec![text(value)?])),
        Operator::NotEquals => Ok(SeriesFilter::IsNot(fact, text(value)?)),
        Operator::In => match value {
            Some(Kind::List(list)) if list.items.len() <= MOST_VALUES => {
                let values = list.items.iter().map(|QueryValue { kind }| text(kind.as_ref()));
                Ok(is(fact, values.collect::<Result<_, _>>()?))
            }
            _ => refuse(format!("in takes a list of at most {MOST_VALUES} values")),
        },
        _ => refuse("A series is chosen by equals, notEquals, in, and, or".to_owned()),
    }
}

fn is(fact: Dimension, values: Vec<Option<String>>) -> SeriesFilter {
    let or_absent = values.contains(&None);
    SeriesFilter::Is(fact, values.into_iter().flatten().collect(), or_absent)
}

fn text(value: Option<&Kind>) -> Result<Option<String>, TimeseriesError> {
    match value {
        None => Ok(None),
        Some(Kind::Text(text)) => Ok(Some(text.clone())),
        Some(Kind::Flag(flag)) => Ok(Some(flag.to_string())),
        Some(Kind::Number(number)) => Ok(Some(number.clone())),
        Some(Kind::List(_)) => refuse("A list belongs behind in".to_owned()),
    }
}

fn refuse<T>(message: String) -> Result<T, TimeseriesError> {
    Err(TimeseriesError::refused("filter_invalid", message))
}
