//! The rows of a file as points of series, part by part, so that no file has to fit into memory.

use csv::StringRecord;

use super::columns::{missing, named_once};
use super::long_format::Long;
use super::point::{Bounds, Point, expected_number, number, parse_day};
use super::table::Table;
use crate::import::limits::ROWS_PER_PART;
use crate::import::manifests::key::Key;
use crate::import::manifests::manifest::{Column, Origin};
use crate::import::manifests::scale::Scale;
use crate::import::report::{Rejection, Rejections};

/// A file that is being read.
pub struct Rows {
    /// The series seen so far.
    pub keys: Vec<Key>,
    /// The rejections so far.
    pub rejections: Rejections,
    table: Option<Table>,
    record: StringRecord,
    shape: Shape,
    bounds: Bounds,
}

/// Where the values of a series stand: the place of the cell in a row, of the key, how it is to be read, and its head.
struct Cell {
    at: usize,
    key: i32,
    scale: Scale,
    name: String,
}

enum Shape {
    /// A column for each series.
    Wide { date: usize, columns: Vec<Cell> },
    /// A row for each value.
    Long(Box<Long>),
}

impl Rows {
    /// Reads the head of a file.
    pub fn open(
        table: Result<Table, Rejection>,
        columns: Option<&[Column]>,
        origin: &Origin,
        bounds: Bounds,
    ) -> Self {
        let mut rows = Self {
            keys: Vec::new(),
            rejections: Rejections::default(),
            table: None,
            record: StringRecord::new(),
            shape: Shape::Wide { date: 0, columns: Vec::new() },
            bounds,
        };
        let opened = table.and_then(|mut table| Ok((table.head()?, table)));
        match opened {
            Ok((head, table)) => {
                rows.table = Some(table);
                named_once(&head, &mut rows.rejections);
                match columns {
                    Some(columns) => rows.wide(&head, columns),
                    None => rows.long(&head, origin),
                }
            }
            Err(rejection) => rows.rejections.push(rejection),
        }
        rows
    }

    fn wide(&mut self, head: &StringRecord, columns: &[Column]) {
        let place = |name: &str| head.iter().position(|cell| cell == name);
        let Some(date) = place("date") else {
            self.rejections.push(missing("date"));
            return;
        };
        let mut found = Vec::with_capacity(columns.len());
        for column in columns {
            match place(&column.name) {
                Some(at) => {
                    let (name, scale) = (column.name.clone(), column.scale);
                    found.push(Cell { at, key: self.keys.len() as i32, scale, name });
                    self.keys.push(column.key.clone());
                }
                None => self.rejections.push(missing(&column.name)),
            }
        }
        for name in head.iter().filter(|name| *name != "date") {
            if columns.iter().all(|column| column.name != name) {
                self.rejections.push(Rejection::at(
                    1,
                    name,
                    "",
                    "a line in series.csv that says what it is",
                ));
            }
        }
        self.shape = Shape::Wide { date, columns: found };
    }

    fn long(&mut self, head: &StringRecord, origin: &Origin) {
        self.shape = Shape::Long(Box::new(Long::new(head, origin, &mut self.rejections)));
    }

    /// Reads the next rows; nothing is left when it answers false.
    pub fn read(&mut self, points: &mut Vec<Point>) -> bool {
        points.clear();
        // A fault of the head would be a fault of every row.
        if self.rejections.is_full() || self.rejections.of_head() {
            return false;
        }
        for _ in 0..ROWS_PER_PART {
            let Some(table) = &mut self.table else { return false };
            match table.next(&mut self.record) {
                Ok(Some(line)) => self.row(line, points),
                Ok(None) => return !points.is_empty(),
                Err(rejection) => {
                    self.rejections.push(rejection);
                    return false;
                }
            }
        }
        true
    }

    /// How many hundredths of the file were read.
    pub fn percent(&self) -> u64 {
        self.table.as_ref().map_or(100, Table::percent)
    }

    fn row(&mut self, line: i64, points: &mut Vec<Point>) {
        match &mut self.shape {
            Shape::Wide { date, columns } => {
                let day = match parse_day(&self.record[*date], self.bounds) {
                    Ok(day) => day,
                    Err(expected) => {
                        let found = &self.record[*date];
                        self.rejections.push(Rejection::at(line, "date", found, &expected));
                        return;
                    }
                };
                for Cell { at, key, scale, name } in columns {
                    let cell = self.record[*at].trim();
                    if cell.is_empty() {
                        continue;
                    }
                    let day = match self.keys[*key as usize].day(day, self.bounds) {
                        Ok(day) => day,
                        Err(expected) => {
                            let found = &self.record[*date];
                            self.rejections.push(Rejection::at(line, "date", found, &expected));
                            continue;
                        }
                    };
                    let Some(value) = number(cell, *scale) else {
                        let expected = expected_number();
                        self.rejections.push(Rejection::at(line, name, cell, &expected));
                        continue;
                    };
                    points.push(Point { line, key: *key, day, known_at: None, value: Some(value) });
                }
            }
            Shape::Long(long) => {
                match long.point(line, &self.record, &mut self.keys, self.bounds) {
                    Ok(Some(point)) => points.push(point),
                    Ok(None) => {}
                    Err(rejection) => self.rejections.push(rejection),
                }
            }
        }
    }
}
