//! What the generator hands on: values, transfers and balances, an asset at a time.

use sample::{Chance, SEED};
use time::OffsetDateTime;

use super::SOURCE;
use crate::day::{self, Day};
use crate::import::{Frequency, Key};
use engine::measures;

/// What became known of an asset, or of all pools and loans.
#[derive(Debug, Default)]
pub struct Batch {
    /// The series of the values.
    pub keys: Vec<Key>,
    /// Ordered by series, day and instant.
    pub points: Vec<Point>,
    pub transfers: Vec<Transfer>,
    pub holdings: Vec<Holding>,
}

/// A value of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The place of its series in the batch.
    pub key: usize,
    pub day: Day,
    pub known_at: OffsetDateTime,
    pub number: f64,
    /// Why it is withheld.
    pub reason: Option<&'static str>,
    /// What it corrects.
    pub earlier: Option<Earlier>,
}

/// What was known of the same day before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Earlier {
    pub known_at: OffsetDateTime,
    pub number: f64,
    pub reason: Option<&'static str>,
}

/// Units that came into being, changed hands, or ceased to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Transfer {
    pub token: String,
    pub happened_at: OffsetDateTime,
    pub block: i64,
    pub transaction: String,
    pub number: usize,
    pub kind: &'static str,
    pub from: Option<String>,
    pub to: Option<String>,
    /// The raw amount, in the token's own parts.
    pub raw: String,
    pub amount: f64,
    pub dollar: Option<f64>,
}

/// What one of the largest holders has.
#[derive(Clone, Debug, PartialEq)]
pub struct Holding {
    pub token: String,
    pub day: Day,
    pub rank: usize,
    pub address: String,
    pub is_issuer: bool,
    pub raw: String,
    pub balance: f64,
    pub share: f64,
    pub dollar: Option<f64>,
}

/// The days whose numbers are wanted. What became known by the end of the first is known already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The last day that is there; none where nothing is.
    pub after: Option<Day>,
    /// The last day.
    pub last: Day,
}

impl Span {
    /// Whether something became known within it. What is of a day is known when the day is over.
    pub fn holds(self, known_at: OffsetDateTime) -> bool {
        known_at <= end_of(self.last) && self.after.is_none_or(|after| known_at > end_of(after))
    }

    /// Whether a day lies in it.
    pub fn is_new(self, day: Day) -> bool {
        day <= self.last && self.after.is_none_or(|after| day > after)
    }
}

/// The instant at which a day is over.
pub fn end_of(day: Day) -> OffsetDateTime {
    day::date(day + 1).midnight().assume_utc()
}

/// The series of one subject.
pub struct Sheet {
    kind: &'static str,
    slug: String,
    name: String,
    lines: Vec<Column>,
}

/// A line of a sheet.
struct Column {
    measure: &'static str,
    frequency: Frequency,
    may_be_negative: bool,
    /// Its place in the batch.
    place: Option<usize>,
    /// What was last said of it, and of which day.
    said: Option<(Day, Earlier)>,
}

impl Sheet {
    pub fn new(
        kind: &'static str,
        slug: &str,
        name: &str,
        lines: Vec<(&'static str, Frequency)>,
    ) -> Self {
        let lines = lines.into_iter().map(|(measure, frequency)| Column {
            measure,
            frequency,
            may_be_negative: measures::observed(measure).is_some_and(|of| of.may_be_negative),
            place: None,
            said: None,
        });
        let lines = lines.collect();
        Self { kind, slug: slug.to_owned(), name: name.to_owned(), lines }
    }
}

/// A value of a day with what is to be said of it.
pub struct Value {
    pub day: Day,
    pub number: f64,
    pub known_at: OffsetDateTime,
    pub reason: Option<&'static str>,
}

/// Fills batches.
pub struct Writer {
    pub span: Span,
    pub batch: Batch,
}

impl Writer {
    pub fn new(span: Span) -> Self {
        Self { span, batch: Batch::default() }
    }

    /// Adds the value of a line, if it became known in the span and says something new. Values of one day follow each
    /// other.
    pub fn put(&mut self, sheet: &mut Sheet, line: usize, value: &Value) {
        let Value { day, number, known_at, reason } = *value;
        let column = &mut sheet.lines[line];
        let reason = reason.or((number < 0.0 && !column.may_be_negative).then_some("negative"));
        let said = column.said.replace((day, Earlier { known_at, number, reason }));
        let earlier = said.filter(|(of, _)| *of == day).map(|(_, earlier)| earlier);
        let is_new = earlier.is_none_or(|said| (said.number, said.reason) != (number, reason));
        if !is_new || !self.span.holds(known_at) {
            return;
        }
        let key = match column.place {
            Some(key) => key,
            None => self.name(sheet, line),
        };
        self.batch.points.push(Point { key, day, known_at, number, reason, earlier });
    }

    fn name(&mut self, sheet: &mut Sheet, line: usize) -> usize {
        let column = &mut sheet.lines[line];
        let mut key = Key::new(sheet.kind, &sheet.slug, "", column.measure, SOURCE)
            .expect("the universe names measures that exist and slugs without spaces");
        key.name = Some(sheet.name.clone());
        key.frequency = Some(column.frequency);
        let place = self.batch.keys.len();
        self.batch.keys.push(key);
        column.place = Some(place);
        place
    }

    /// What was added since the last time; sheets end with it.
    pub fn take(&mut self) -> Batch {
        let mut batch = std::mem::take(&mut self.batch);
        // In the order of the key of the table, whose index then grows at its end.
        batch.points.sort_unstable_by_key(|point| (point.key, point.day, point.known_at));
        batch
    }
}

/// The address of a holder; the same for all tokens of an asset.
pub fn address(asset: u64, place: usize) -> String {
    format!("0x53414d504c45{}", Chance::of(&[SEED, asset, 9, place as u64]).hex(28))
}

/// An amount in millionths of a unit, in the parts that a token has.
pub fn raw(amount: i64, decimals: u32) -> String {
    match decimals.checked_sub(6) {
        Some(_) if amount == 0 => "0".to_owned(),
        Some(more) => format!("{amount}{}", "0".repeat(more as usize)),
        None => (amount / 10_i64.pow(6 - decimals)).to_string(),
    }
}
