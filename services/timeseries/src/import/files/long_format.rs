//! A file with a row for each value.

use std::collections::HashMap;

use csv::StringRecord;
use engine::day::{self, Day};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::columns::{Columns, Form};
use super::point::{Bounds, EXPECTED_KNOWN_AT, Point, expected_number, number, parse_day};
use crate::import::limits::MOST_SERIES;
use crate::import::manifests::key::Key;
use crate::import::manifests::manifest::Origin;
use crate::import::report::{Rejection, Rejections};

/// The text that retracts a value.
const RETRACTED: &str = "null";

/// The columns of such a file.
const FORM: Form = Form {
    names: &[
        "subject_kind",
        "subject_slug",
        "measure",
        "date",
        "value",
        "network_slug",
        "source",
        "known_at",
    ],
    required: 5,
};
const KIND: usize = 0;
const SLUG: usize = 1;
const MEASURE: usize = 2;
const DATE: usize = 3;
const VALUE: usize = 4;
const NETWORK: usize = 5;
const SOURCE: usize = 6;
const KNOWN_AT: usize = 7;

/// Where the columns stand, and the series seen so far.
pub struct Long {
    columns: Columns,
    known: HashMap<String, i32>,
    origin: Origin,
}

impl Long {
    /// Finds the columns in the head of a file.
    pub fn new(head: &StringRecord, origin: &Origin, rejections: &mut Rejections) -> Self {
        let columns = Columns::find(FORM, head, rejections);
        Self { columns, known: HashMap::new(), origin: origin.clone() }
    }

    fn cell<'a>(&self, record: &'a StringRecord, column: usize) -> &'a str {
        self.columns.cell(record, column)
    }

    /// The point of a row; `None` if its value is unknown.
    pub fn point(
        &mut self,
        line: i64,
        record: &StringRecord,
        keys: &mut Vec<Key>,
        bounds: Bounds,
    ) -> Result<Option<Point>, Rejection> {
        let point = self.parse(line, record, keys, bounds);
        point.map_err(|(column, expected)| self.columns.rejection(line, record, column, &expected))
    }

    /// A failure names the column.
    fn parse(
        &mut self,
        line: i64,
        record: &StringRecord,
        keys: &mut Vec<Key>,
        bounds: Bounds,
    ) -> Result<Option<Point>, (usize, String)> {
        // A blank would become a 0, and an earlier instant would put it behind the 0 of a load before.
        let lists_events = self.origin.event_period.is_some();
        let value = match self.cell(record, VALUE) {
            "" if lists_events => {
                let expected = "a number, or null for an event of unknown amount: \
                                the manifest states an event_period";
                return Err((VALUE, expected.to_owned()));
            }
            "" => return Ok(None),
            RETRACTED => None,
            text => Some(
                number(text, self.origin.scale)
                    .ok_or_else(|| (VALUE, format!("{}, null, or nothing", expected_number())))?,
            ),
        };
        let day =
            parse_day(self.cell(record, DATE), bounds).map_err(|expected| (DATE, expected))?;
        let known_at = match self.cell(record, KNOWN_AT) {
            "" => None,
            _ if lists_events => {
                let expected =
                    "nothing: with an event_period, values become known when they are loaded";
                return Err((KNOWN_AT, expected.to_owned()));
            }
            text => Some(instant(text).map_err(|expected| (KNOWN_AT, expected))?),
        };
        let key = self.key(record, keys)?;
        let series = &keys[key as usize];
        let day = series.day(day, bounds).map_err(|expected| (DATE, expected))?;
        // This follows the line above: a file may date an average anywhere within its month.
        if let Some(at) = known_at {
            check_known_at(at, day, series, bounds).map_err(|expected| (KNOWN_AT, expected))?;
        }
        Ok(Some(Point { line, key, day, known_at, value }))
    }

    fn key(&mut self, record: &StringRecord, keys: &mut Vec<Key>) -> Result<i32, (usize, String)> {
        let source = match self.cell(record, SOURCE) {
            "" => self.origin.source_slug.clone(),
            text => text.to_owned(),
        };
        let [kind, slug, network, measure] =
            [KIND, SLUG, NETWORK, MEASURE].map(|column| self.cell(record, column));
        let name = [kind, slug, network, measure, &source].join("\n");
        if let Some(key) = self.known.get(&name) {
            return Ok(*key);
        }
        if keys.len() >= MOST_SERIES {
            return Err((SLUG, format!("at most {MOST_SERIES} series in one file")));
        }
        let mut key =
            Key::new(kind, slug, network, measure, &source).map_err(|(name, expected)| {
                (FORM.names.iter().position(|column| *column == name).unwrap_or(SLUG), expected)
            })?;
        key.frequency = self.origin.frequency;
        // One series may be written in several ways: by the slug of its measure and by its number.
        let plain = [kind, slug, network, key.measure_slug, &source].join("\n");
        let place = *self.known.entry(plain).or_insert(keys.len() as i32);
        if place as usize == keys.len() {
            keys.push(key);
        }
        self.known.insert(name, place);
        Ok(place)
    }
}

/// Checks when a value of a day became known. The day of an average ends its month, and it is known once that is over.
fn check_known_at(at: OffsetDateTime, day: Day, key: &Key, bounds: Bounds) -> Result<(), String> {
    let (first, expected) = if key.is_monthly_average() == Some(true) {
        (day + 1, "an instant after the month of the average, and not in the future")
    } else {
        (day, EXPECTED_KNOWN_AT)
    };
    if day::at(at) < first || at > bounds.now {
        return Err(expected.to_owned());
    }
    Ok(())
}

pub fn instant(text: &str) -> Result<OffsetDateTime, String> {
    OffsetDateTime::parse(text, &Rfc3339)
        .map_err(|_| "an instant as 2026-01-31T12:00:00Z".to_owned())
}
