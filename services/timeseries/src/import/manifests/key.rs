//! The name of a series as files write it.

use engine::{Day, Frequency, average_day, measures};
use kit::spreadsheet_formulas::FORMULA_SIGNS;
use kit::text_lengths::LONGEST_SLUG;
use proto::codec::Text as _;
use proto::timeseries::v1::SubjectKind;
use serde::Serialize;

use crate::import::files::point::Bounds;
use crate::import::limits::LONGEST_SOURCE_SLUG;

/// A series by its subject, its measure and its source.
#[derive(Clone, Debug, Eq, Serialize)]
pub struct Key {
    pub subject_kind: String,
    pub subject_slug: String,
    /// The network; empty where the series is of none.
    pub network_slug: String,
    pub measure_slug: &'static str,
    pub source: String,
    /// The name of the subject, if the file has it. Not part of the identity.
    pub name: Option<String>,
    /// How often a value is expected, if the file says so. Not part of the identity.
    pub frequency: Option<Frequency>,
}

impl Key {
    /// Checks the parts. An error has the column of the part, and words that follow "expected".
    pub fn new(
        subject_kind: &str,
        subject_slug: &str,
        network_slug: &str,
        measure: &str,
        source: &str,
    ) -> Result<Self, (&'static str, String)> {
        if SubjectKind::from_text(subject_kind).is_none() {
            let kinds: Vec<&str> = SubjectKind::VALUES.iter().map(|(_, text)| *text).collect();
            let expected = format!("one of {} as the kind of a subject", kinds.join(", "));
            return Err(("subject_kind", expected));
        }
        let plain = |text: &str, most: usize| {
            text.len() <= most
                && !text.starts_with(FORMULA_SIGNS)
                && text.chars().all(|letter| !letter.is_whitespace() && !letter.is_control())
        };
        if subject_slug.is_empty() || !plain(subject_slug, LONGEST_SLUG) {
            let expected = format!(
                "a slug of at most {LONGEST_SLUG} characters without spaces, and no =, +, - or @ at its beginning"
            );
            return Err(("subject_slug", expected));
        }
        if !plain(network_slug, LONGEST_SLUG) {
            return Err(("network_slug", "the slug of a network, or nothing".to_owned()));
        }
        if source.is_empty() || !plain(source, LONGEST_SOURCE_SLUG) {
            let expected =
                format!("a short name of the source, of at most {LONGEST_SOURCE_SLUG} characters");
            return Err(("source", expected));
        }
        let measure = measures::observed(measure).ok_or_else(|| {
            let is_derived = measures::by_name(measure).is_some();
            let derived = "a measure that is reported: this one is derived from others";
            let expected =
                if is_derived { derived } else { "the slug, number or key of a measure" };
            ("measure", expected.to_owned())
        })?;
        Ok(Self {
            subject_kind: subject_kind.to_owned(),
            subject_slug: subject_slug.to_owned(),
            network_slug: network_slug.to_owned(),
            measure_slug: &measure.slug,
            source: source.to_owned(),
            name: None,
            frequency: None,
        })
    }

    fn identity(&self) -> (&str, &str, &str, &str, &str) {
        (
            &self.subject_kind,
            &self.subject_slug,
            &self.network_slug,
            self.measure_slug,
            &self.source,
        )
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Key {
    /// Whether its values are averages of months, if the file says how often they come.
    pub fn is_monthly_average(&self) -> Option<bool> {
        self.frequency.map(|frequency| frequency == Frequency::MonthlyAverage)
    }

    /// The day of a value that a file dates within its interval. A failure says what is expected.
    pub fn day(&self, day: Day, bounds: Bounds) -> Result<Day, String> {
        if self.is_monthly_average() != Some(true) {
            return Ok(day);
        }
        average_day(day, bounds.last_day).ok_or_else(|| "a month that is over".to_owned())
    }
}
