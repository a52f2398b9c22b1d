//! Series: a measure of a subject by one source, with its values or the series that it is derived from.

use std::sync::Arc;

use proto::timeseries::v1::SubjectKind;

use super::class_days::ClassDays;
use super::ranks::Rank;
use crate::calendar::day::Day;
use crate::columns::column::Column;
use crate::derived::derived_measures::Derivation;
use crate::derived::value_selection::ValueSelection;
use crate::measures::Measure;
use crate::numbers::cached_text::CachedText;

/// Ids of derived measures are distinct modulo this.
pub(super) const DERIVED_IDS: i64 = 1_000;
/// Larger than any id of a subject.
const SUBJECT_IDS: i64 = 10_000_000;

/// Changes within an interval need the value before it.
const LEAST_CARRY: Day = 31;

/// The subject of a series, with its properties from the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Its id in timeseries.
    pub id: i64,
    pub kind: SubjectKind,
    pub slug: String,
    pub name: String,
    /// Whether it is fictional.
    pub is_sample: bool,
    /// The asset it belongs to.
    pub asset: Option<String>,
    pub network: Option<String>,
    /// The network on which a network settles.
    pub parent: Option<String>,
    pub platform: Option<String>,
    pub issuer: Option<String>,
    pub manager: Option<String>,
    pub asset_class: Option<String>,
    /// The country of issue.
    pub country: Option<String>,
    /// Whether it can leave its platform.
    pub tokenization_type: Option<String>,
    /// Whether it pays or accrues a yield, if the catalog says so.
    pub is_yield_bearing: Option<bool>,
    /// The code of the currency that it is denominated in.
    pub denomination: Option<String>,
    /// The master fund that a feeder fund invests in.
    pub master: Option<String>,
}

impl Subject {
    /// A subject of which the catalog says nothing more.
    pub fn new(id: i64, kind: SubjectKind, slug: &str) -> Self {
        Self {
            id,
            kind,
            slug: slug.to_owned(),
            name: String::new(),
            is_sample: false,
            asset: None,
            network: None,
            parent: None,
            platform: None,
            issuer: None,
            manager: None,
            asset_class: None,
            country: None,
            tokenization_type: None,
            is_yield_bearing: None,
            denomination: None,
            master: None,
        }
    }
}

/// The values of one measure of a subject, from one source.
#[derive(Clone, Debug)]
pub struct Series {
    pub id: i64,
    pub subject: Arc<Subject>,
    /// The network; empty if it is over all networks.
    pub network: String,
    /// The network on which its network settles, if that is another one.
    pub settlement: Option<String>,
    pub measure: &'static Measure,
    pub source: String,
    /// The number of days for which a value is carried if none follows.
    pub carry: i32,
    /// Whether each value is the average of a month, dated on its last day.
    pub is_monthly_average: bool,
    /// The days on which it counts in the class of its subject, if its asset has had others.
    pub class_days: Option<ClassDays>,
    /// The values; empty for derived series.
    pub column: Arc<Column>,
    /// The derivation of a derived series.
    pub origin: Option<Origin>,
    /// The sources of a series that ranks compose.
    pub ranked: Option<Arc<RankedSources>>,
    /// The text of its newest value.
    pub newest: CachedText,
}

/// The derivation of a derived series, with its inputs.
#[derive(Clone, Debug)]
pub struct Origin {
    pub derivation: &'static Derivation,
    /// The series of both inputs.
    pub inputs: [Arc<Series>; 2],
    /// The distributions that growth reinvests, if they are reported.
    pub distributions: Option<Arc<Series>>,
}

/// A series with the ranks of its source.
pub(super) type RankedSource = (Arc<Series>, Vec<Rank>);

/// The series that compose one, the first loaded first, each with its ranks.
#[derive(Debug)]
pub struct RankedSources(pub(super) Vec<RankedSource>);

impl RankedSources {
    pub fn series(&self) -> impl Iterator<Item = &Arc<Series>> {
        self.0.iter().map(|(series, _)| series)
    }
}

impl Series {
    /// A series over all networks as one source reports it, without values.
    pub fn observed(id: i64, subject: Arc<Subject>, measure: &'static Measure) -> Self {
        Self {
            id,
            subject,
            network: String::new(),
            settlement: None,
            measure,
            source: String::new(),
            carry: 0,
            is_monthly_average: false,
            class_days: None,
            column: Arc::default(),
            origin: None,
            ranked: None,
            newest: CachedText::default(),
        }
    }

    /// A series that is derived from two others of its subject. Its id follows from theirs: it is the same on every
    /// replica and at any time.
    pub fn derived(
        measure: &'static Measure,
        derivation: &'static Derivation,
        inputs: [Arc<Self>; 2],
        distributions: Option<Arc<Self>>,
    ) -> Self {
        let [base, _] = &inputs;
        Self {
            id: -(base.id * DERIVED_IDS + measure.id % DERIVED_IDS),
            subject: Arc::clone(&base.subject),
            network: base.network.clone(),
            settlement: base.settlement.clone(),
            measure,
            source: base.source.clone(),
            carry: base.carry.min(inputs[1].carry),
            is_monthly_average: false,
            class_days: None,
            column: Arc::default(),
            origin: Some(Origin { derivation, inputs, distributions }),
            ranked: None,
            newest: CachedText::default(),
        }
    }

    /// A derived series of an asset, as the series of one of its tokens.
    #[must_use]
    pub fn of_token(&self, token: &Self) -> Self {
        Self {
            id: self.id * SUBJECT_IDS - token.subject.id,
            subject: Arc::clone(&token.subject),
            network: token.network.clone(),
            settlement: token.settlement.clone(),
            ..self.clone()
        }
    }

    /// The number of days for which a value is shown if it is carried for `carry` days, and an average for `of_average`.
    pub fn shown_carry(&self, carry: i32, of_average: i32) -> i32 {
        if self.is_monthly_average { carry.min(of_average) } else { carry }
    }

    /// The first day that its values from a day on depend on.
    pub fn first_needed(&self, from: Day) -> Day {
        let Some(Origin { derivation, inputs, .. }) = &self.origin else {
            return from.saturating_sub(self.carry.max(LEAST_CARRY));
        };
        let of_inputs = derivation.selections().into_iter().zip(inputs).map(
            |(selection, input)| match selection {
                ValueSelection::First => {
                    input.column.first().unwrap_or(from).min(from - input.carry)
                }
                selection => from.saturating_sub(selection.reach(input.carry.max(LEAST_CARRY))),
            },
        );
        of_inputs.min().unwrap_or(from)
    }

    /// The observed series: itself, or its inputs and their distributions.
    pub fn inputs(self: &Arc<Self>) -> impl Iterator<Item = &Arc<Self>> {
        let inputs =
            self.origin.iter().flat_map(|origin| origin.inputs.iter().chain(&origin.distributions));
        std::iter::once(self).filter(|series| series.origin.is_none()).chain(inputs)
    }

    /// The stored series: the observed ones, or all sources that compose them.
    pub fn stored(self: &Arc<Self>) -> impl Iterator<Item = &Arc<Self>> {
        self.inputs().flat_map(|series| {
            let sources = series.ranked.iter().flat_map(|ranked| ranked.series());
            std::iter::once(series).filter(|series| series.ranked.is_none()).chain(sources)
        })
    }
}
