//! A file with a row for each value.

use std::collections::HashMap;

use csv::StringRecord;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::key::Key;
use super::manifest::Origin;
use super::rows::{Bounds, NUMBER, Point, day_of, number};
use crate::day::{self, Day};

/// Series that one file may have.
const MOST_KEYS: usize = 500_000;
/// What says that a value does not hold any more.
const RETRACTED: &str = "null";

/// The columns; the first of them are required.
pub const COLUMNS: [&str; 8] = [
    "subject_kind",
    "subject_slug",
    "measure",
    "date",
    "value",
    "network_slug",
    "source",
    "known_at",
];
/// How many are required.
pub const REQUIRED: usize = 5;
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
    places: [Option<usize>; COLUMNS.len()],
    known: HashMap<String, i32>,
    origin: Origin,
}

impl Long {
    /// Finds the columns in the head of a file.
    pub fn new(head: &StringRecord, origin: &Origin) -> Self {
        let places = COLUMNS.map(|name| head.iter().position(|cell| cell == name));
        Self { places, known: HashMap::new(), origin: origin.clone() }
    }

    /// The required columns that the file does not have.
    pub fn missing(&self) -> impl Iterator<Item = &'static str> {
        let required = COLUMNS.iter().zip(self.places).take(REQUIRED);
        required.filter(|(_, place)| place.is_none()).map(|(name, _)| *name)
    }

    /// What stands in a column of a row.
    pub fn cell<'a>(&self, record: &'a StringRecord, column: usize) -> &'a str {
        self.places[column].and_then(|place| record.get(place)).unwrap_or_default().trim()
    }

    /// The point of a row; none where its value is not known. A failure names the column.
    pub fn point(
        &mut self,
        line: i64,
        record: &StringRecord,
        keys: &mut Vec<Key>,
        bounds: Bounds,
    ) -> Result<Option<Point>, (usize, String)> {
        let value = match self.cell(record, VALUE) {
            "" => return Ok(None),
            RETRACTED => None,
            text => Some(
                number(text, self.origin.scale)
                    .ok_or_else(|| (VALUE, format!("{NUMBER}, null, or nothing")))?,
            ),
        };
        let day = day_of(self.cell(record, DATE), bounds).map_err(|expected| (DATE, expected))?;
        let known_at = match self.cell(record, KNOWN_AT) {
            "" => None,
            text => Some(instant(text, day, bounds).map_err(|expected| (KNOWN_AT, expected))?),
        };
        let key = self.key(record, keys)?;
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
        if keys.len() >= MOST_KEYS {
            return Err((SLUG, format!("at most {MOST_KEYS} series in one file")));
        }
        let mut key =
            Key::new(kind, slug, network, measure, &source).map_err(|(name, expected)| {
                (COLUMNS.iter().position(|column| *column == name).unwrap_or(SLUG), expected)
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

fn instant(text: &str, day: Day, bounds: Bounds) -> Result<OffsetDateTime, String> {
    let at = OffsetDateTime::parse(text, &Rfc3339)
        .map_err(|_| "an instant as 2026-01-31T12:00:00Z".to_owned())?;
    if day::at(at) < day || at > bounds.now {
        return Err("an instant on its day or later, and not in the future".to_owned());
    }
    Ok(at)
}
