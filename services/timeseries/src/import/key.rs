//! The name of a series as files write it.

use proto::codec::Text as _;
use proto::timeseries::v1::{SeriesInterval, SubjectKind};
use serde::{Deserialize, Serialize};

use engine::{Day, end_of, measures};

use super::rows::Bounds;

const LONGEST_SLUG: usize = 200;
const LONGEST_SOURCE: usize = 60;

/// A series by its subject, its measure and its source.
#[derive(Clone, Debug, Eq, Serialize)]
pub struct Key {
    /// The kind of its subject.
    pub subject_kind: String,
    /// The slug of its subject.
    pub subject_slug: String,
    /// The network; empty where the series is of none.
    pub network_slug: String,
    /// The measure.
    pub measure_slug: &'static str,
    /// The source.
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
                && text.chars().all(|letter| !letter.is_whitespace() && !letter.is_control())
        };
        if subject_slug.is_empty() || !plain(subject_slug, LONGEST_SLUG) {
            let expected = format!("a slug of at most {LONGEST_SLUG} letters without spaces");
            return Err(("subject_slug", expected));
        }
        if !plain(network_slug, LONGEST_SLUG) {
            return Err(("network_slug", "the slug of a network, or nothing".to_owned()));
        }
        if source.is_empty() || !plain(source, LONGEST_SOURCE) {
            let expected =
                format!("a short name of the source, of at most {LONGEST_SOURCE} letters");
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

/// How often a value is expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frequency {
    /// Every day.
    #[default]
    Daily,
    /// Every day on which markets are open.
    BusinessDaily,
    /// Every week.
    Weekly,
    /// Every month.
    Monthly,
    /// Every month, as the average of the month: dated on its last day, and known after it.
    MonthlyAverage,
    /// Every quarter.
    Quarterly,
    /// Every year.
    Yearly,
}

impl Frequency {
    /// For how many days the last value stands where none follows.
    pub fn carry_days(self) -> i32 {
        match self {
            // A week of holidays is the longest that markets close.
            Self::Daily | Self::BusinessDaily => 7,
            Self::Weekly => 14,
            // A value of a month is published in the month after it.
            Self::Monthly | Self::MonthlyAverage => 62,
            Self::Quarterly => 184,
            Self::Yearly => 400,
        }
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
        let last = end_of(SeriesInterval::Month, day);
        // An average is known once its month is over.
        if last < bounds.last_day { Ok(last) } else { Err("a month that is over".to_owned()) }
    }
}

/// How a number is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// As it is.
    #[default]
    One,
    /// In hundredths.
    Percent,
    /// In ten-thousandths.
    BasisPoints,
    /// In thousands.
    Thousand,
    /// In millions.
    Million,
    /// In thousands of millions.
    Billion,
}

impl Scale {
    /// The number that a text means. The decimal point moves before the number becomes binary: 4.98 percent are 0.0498,
    /// to which the quotient of 4.98 and 100 is not the nearest number.
    pub fn parse(self, text: &str) -> Option<f64> {
        if self == Self::One {
            return text.parse().ok();
        }
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent = exponent.parse::<i32>().ok()?.checked_add(self.exponent())?;
        format!("{digits}e{exponent}").parse().ok()
    }

    fn exponent(self) -> i32 {
        match self {
            Self::One => 0,
            Self::Percent => -2,
            Self::BasisPoints => -4,
            Self::Thousand => 3,
            Self::Million => 6,
            Self::Billion => 9,
        }
    }

    /// What that does, in words.
    pub fn in_words(self) -> Option<&'static str> {
        Some(match self {
            Self::One => return None,
            Self::Percent => "percent divided by 100",
            Self::BasisPoints => "basis points divided by 10,000",
            Self::Thousand => "thousands multiplied by 1,000",
            Self::Million => "millions multiplied by 1,000,000",
            Self::Billion => "billions multiplied by 1,000,000,000",
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_scaled_number_has_the_digits_that_its_text_has() {
        for (text, scale, expected) in [
            ("4.98", Scale::Percent, 0.0498),
            ("-0.07", Scale::Percent, -0.0007),
            ("14", Scale::BasisPoints, 0.0014),
            ("+1.5E+2", Scale::Percent, 1.5),
            ("1e-3", Scale::Thousand, 1.0),
            (".57", Scale::Million, 570_000.0),
            ("1.1", Scale::Billion, 1_100_000_000.0),
            ("4.98", Scale::One, 4.98),
        ] {
            assert_eq!(scale.parse(text), Some(expected), "{text}");
        }
        for text in ["", "e5", "4.98%", "1e", "1e5e5", "inf1", "1e2147483647"] {
            assert!(Scale::Thousand.parse(text).is_none_or(f64::is_infinite), "{text}");
        }
    }

    proptest! {
        #[test]
        fn percent_are_written_with_the_same_digits(hundredths in -10_000_000_i64..10_000_000) {
            let percent = format!("{:.2}", hundredths as f64 / 100.0);
            let fraction = Scale::Percent.parse(&percent).unwrap();
            let (sign, rest) = (if hundredths < 0 { "-" } else { "" }, hundredths.abs());
            let expected = format!("{sign}{}.{:04}", rest / 10_000, rest % 10_000);
            prop_assert_eq!(Ok(fraction), expected.parse::<f64>());
        }
    }
}
