//! Values, transfers and balances, an asset at a time, as the generator hands them to a loader.

use engine::day::{self, Day};
use engine::measures;
use time::OffsetDateTime;

use crate::random::{Random, SEED};

/// The numbers of an asset, or of all pools and loans, that became known.
#[derive(Debug, Default)]
pub struct Batch {
    pub series: Vec<Series>,
    /// Ordered by series, day and instant.
    pub points: Vec<Point>,
    /// In the order in which they happened, by token.
    pub transfers: Vec<Transfer>,
    /// By token, day and rank.
    pub holdings: Vec<Holding>,
}

/// A series: a measure of a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The kind of its subject.
    pub kind: &'static str,
    /// The slug of its subject.
    pub slug: String,
    /// The name of its subject.
    pub name: String,
    pub measure: &'static str,
    /// How often a value is expected.
    pub frequency: Frequency,
}

/// How often a value is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frequency {
    /// Every day.
    Daily,
    /// From Monday to Friday.
    BusinessDaily,
    /// Every week.
    Weekly,
    /// Every month.
    Monthly,
}

impl Frequency {
    /// Its word in files.
    pub fn text(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::BusinessDaily => "business_daily",
            Self::Weekly => "weekly",
            Self::Monthly => "monthly",
        }
    }
}

/// A value of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The place of its series in the batch.
    pub series: usize,
    pub day: Day,
    /// When it became known.
    pub known_at: OffsetDateTime,
    pub number: f64,
    /// Why it is withheld.
    pub reason: Option<&'static str>,
    /// The value that it corrects.
    pub earlier: Option<EarlierValue>,
}

/// The value that was known of the same day before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EarlierValue {
    /// When it became known.
    pub known_at: OffsetDateTime,
    pub number: f64,
    /// Why it was withheld.
    pub reason: Option<&'static str>,
}

/// Units that came into being, changed hands, or ceased to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Transfer {
    pub token: String,
    pub happened_at: OffsetDateTime,
    /// The number of its block.
    pub block: i64,
    /// The hash of its transaction.
    pub transaction: String,
    /// Its place in the day.
    pub number: usize,
    /// `mint`, `burn` or `transfer`.
    pub kind: &'static str,
    /// The sender; `None` for minted units.
    pub from: Option<String>,
    /// The receiver; `None` for burned units.
    pub to: Option<String>,
    /// The raw amount, in the token's own parts.
    pub raw: String,
    /// The amount in units.
    pub amount: f64,
    /// Its worth in dollars, unless the value of a unit is withheld.
    pub dollar: Option<f64>,
}

/// The balance of one of the largest holders.
#[derive(Clone, Debug, PartialEq)]
pub struct Holding {
    pub token: String,
    /// The day at whose end the balance stands.
    pub day: Day,
    /// The place among the holders of the day, from 1.
    pub rank: usize,
    /// The holder.
    pub address: String,
    /// Whether it is the issuer's own address.
    pub is_issuer: bool,
    /// The balance in the token's own parts.
    pub raw: String,
    /// The balance in units.
    pub balance: f64,
    /// The part of all units that there are.
    pub share: f64,
    /// Its worth in dollars, unless the value of a unit is withheld.
    pub dollar: Option<f64>,
    /// The kind of the address, if that is known of the asset's holders.
    pub address_kind: Option<&'static str>,
}

/// The days whose numbers are wanted. Numbers that became known by the end of the first are known already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The last day whose numbers are known already; `None` if no number is.
    pub after: Option<Day>,
    pub last: Day,
}

impl Span {
    /// Whether something became known within it. The numbers of a day are known when the day is over.
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
    place: Option<usize>,
    /// The value that was last added, with its day.
    last: Option<(Day, EarlierValue)>,
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
            may_be_negative: measures::observed(measure)
                .is_some_and(measures::Measure::may_be_negative),
            place: None,
            last: None,
        });
        let lines = lines.collect();
        Self { kind, slug: slug.to_owned(), name: name.to_owned(), lines }
    }
}

/// A value of a day, the time at which it became known, and the reason if it is withheld.
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
        let is_impossible = number < 0.0 && !column.may_be_negative;
        let reason = reason.or(is_impossible.then_some("negative"));
        let last = column.last.replace((day, EarlierValue { known_at, number, reason }));
        let earlier = last.filter(|(of, _)| *of == day).map(|(_, earlier)| earlier);
        let is_new = earlier.is_none_or(|last| (last.number, last.reason) != (number, reason));
        if !is_new || !self.span.holds(known_at) {
            return;
        }
        let series = match column.place {
            Some(place) => place,
            None => self.begin(sheet, line),
        };
        self.batch.points.push(Point { series, day, known_at, number, reason, earlier });
    }

    fn begin(&mut self, sheet: &mut Sheet, line: usize) -> usize {
        let column = &mut sheet.lines[line];
        let place = self.batch.series.len();
        self.batch.series.push(Series {
            kind: sheet.kind,
            slug: sheet.slug.clone(),
            name: sheet.name.clone(),
            measure: column.measure,
            frequency: column.frequency,
        });
        column.place = Some(place);
        place
    }

    /// Takes the numbers that were added since the last time; sheets end with it.
    pub fn take(&mut self) -> Batch {
        let mut batch = std::mem::take(&mut self.batch);
        // In the order of the key of the table, whose index then grows at its end.
        batch.points.sort_unstable_by_key(|point| (point.series, point.day, point.known_at));
        batch
    }
}

/// The address of a holder; the same for all tokens of an asset.
pub fn address(asset: u64, place: usize) -> String {
    format!("0x53414d504c45{}", Random::from_parts(&[SEED, asset, 9, place as u64]).hex(28))
}

/// An amount in millionths of a unit, in the parts that a token has.
pub fn raw(amount: i64, decimals: u32) -> String {
    match decimals.checked_sub(6) {
        Some(_) if amount == 0 => "0".to_owned(),
        Some(more) => format!("{amount}{}", "0".repeat(more as usize)),
        None => (amount / 10_i64.pow(6 - decimals)).to_string(),
    }
}
