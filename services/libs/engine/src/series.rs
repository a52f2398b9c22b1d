//! Series: what is measured of which subject, by which source, with the values or what they are derived from.

use std::sync::Arc;

use proto::timeseries::v1::SubjectKind;

use crate::cached_text::CachedText;
use crate::column::Column;
use crate::day::Day;
use crate::derive::Take;
use crate::measures::Measure;
use crate::recipes::Way;

/// Derived measures have numbers that differ in so many.
const DERIVED_IDS: i64 = 1_000;
/// More than there are subjects.
const SUBJECT_IDS: i64 = 10_000_000;

/// Changes within an interval need the value before it.
const LEAST_CARRY: Day = 31;

/// Whom a series is about, and what the catalog says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Its number here.
    pub id: i64,
    /// What it is.
    pub kind: SubjectKind,
    /// Its slug.
    pub slug: String,
    /// What it is called.
    pub name: String,
    /// Whether it is fictional.
    pub is_sample: bool,
    /// The asset it belongs to.
    pub asset: Option<String>,
    /// The network it lives on.
    pub network: Option<String>,
    /// The platform that made it.
    pub platform: Option<String>,
    /// Who owes it.
    pub issuer: Option<String>,
    /// Who manages it.
    pub manager: Option<String>,
    /// Its class.
    pub asset_class: Option<String>,
    /// The country it is issued under.
    pub country: Option<String>,
    /// Whether it can leave its platform.
    pub tokenization_type: Option<String>,
}

/// One line of numbers.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its number.
    pub id: i64,
    /// Whom it is about.
    pub subject: Arc<Subject>,
    /// The network; empty where it is of none.
    pub network: String,
    /// What is measured.
    pub measure: &'static Measure,
    /// Who says so.
    pub source: String,
    /// For how many days the last value stands where none follows.
    pub carry: i32,
    /// The values; empty where they are derived.
    pub column: Arc<Column>,
    /// What it is derived from.
    pub origin: Option<Origin>,
    /// How its newest value is told.
    pub newest: CachedText,
}

/// What a series is derived from, and how.
#[derive(Clone, Debug)]
pub struct Origin {
    /// How.
    pub way: &'static Way,
    /// The series of both terms.
    pub inputs: [Arc<Series>; 2],
}

impl Series {
    /// A series that is derived from two others of its subject. Its number is made of theirs: it is the same wherever
    /// and whenever it is asked for.
    pub fn derived(measure: &'static Measure, way: &'static Way, inputs: [Arc<Self>; 2]) -> Self {
        let [base, _] = &inputs;
        Self {
            id: -(base.id * DERIVED_IDS + measure.id % DERIVED_IDS),
            subject: Arc::clone(&base.subject),
            network: base.network.clone(),
            measure,
            source: base.source.clone(),
            carry: base.carry.min(inputs[1].carry),
            column: Arc::default(),
            origin: Some(Origin { way, inputs }),
            newest: CachedText::default(),
        }
    }

    /// A derived series of an asset as that of one of its tokens.
    #[must_use]
    pub fn of_token(&self, token: &Self) -> Self {
        Self {
            id: self.id * SUBJECT_IDS - token.subject.id,
            subject: Arc::clone(&token.subject),
            network: token.network.clone(),
            ..self.clone()
        }
    }

    /// The first stored day that its values from a day on depend on.
    pub fn first_needed(&self, from: Day) -> Day {
        let Some(Origin { way, inputs }) = &self.origin else {
            return from.saturating_sub(self.carry.max(LEAST_CARRY));
        };
        let of_terms = way.takes().into_iter().zip(inputs).map(|(take, input)| match take {
            Take::First => input.column.first().unwrap_or(from).min(from - input.carry),
            take => from.saturating_sub(take.reach(input.carry.max(LEAST_CARRY))),
        });
        of_terms.min().unwrap_or(from)
    }

    /// The series whose values are stored: itself, or those that it is derived from.
    pub fn stored(self: &Arc<Self>) -> impl Iterator<Item = &Arc<Self>> {
        let inputs = self.origin.iter().flat_map(|origin| &origin.inputs);
        std::iter::once(self).filter(|series| series.origin.is_none()).chain(inputs)
    }
}
