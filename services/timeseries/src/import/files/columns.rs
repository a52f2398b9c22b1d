//! The columns of a file whose rows have a form of their own, by their names in its head.

use std::collections::HashSet;

use csv::StringRecord;

use crate::import::report::{Rejection, Rejections};

/// The columns of a form.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Their names; the required ones first.
    pub names: &'static [&'static str],
    /// How many are required.
    pub required: usize,
}

/// Where the columns of a form stand in a file.
#[derive(Debug)]
pub struct Columns {
    form: Form,
    places: Vec<Option<usize>>,
}

impl Columns {
    /// Finds them in the head of a file. Those that are missing, or that the form does not have, are refused.
    pub fn find(form: Form, head: &StringRecord, rejections: &mut Rejections) -> Self {
        let place = |name: &&str| head.iter().position(|cell| cell == *name);
        let places: Vec<Option<usize>> = form.names.iter().map(place).collect();
        let required = form.names.iter().zip(&places).take(form.required);
        for (name, _) in required.filter(|(_, place)| place.is_none()) {
            rejections.push(missing(name));
        }
        for name in head.iter().filter(|name| !form.names.contains(name)) {
            let expected = format!("one of the columns {}", form.names.join(", "));
            rejections.push(Rejection::at(1, name, "", &expected));
        }
        Self { form, places }
    }

    /// The cell of a row in a column, by the place of the column in the form.
    pub fn cell<'a>(&self, record: &'a StringRecord, column: usize) -> &'a str {
        self.places[column].and_then(|place| record.get(place)).unwrap_or_default().trim()
    }

    /// A cell of a row that is refused.
    pub fn rejection(
        &self,
        line: i64,
        record: &StringRecord,
        column: usize,
        expected: &str,
    ) -> Rejection {
        Rejection::at(line, self.form.names[column], self.cell(record, column), expected)
    }
}

/// Refuses a name that an earlier column has: only one of the two would be read.
pub fn named_once(head: &StringRecord, rejections: &mut Rejections) {
    let mut seen = HashSet::new();
    for name in head.iter().filter(|name| !seen.insert(*name)) {
        rejections.push(Rejection::at(1, name, "", "a name that no column before it has"));
    }
}

/// A column that the head of a file lacks.
pub fn missing(column: &str) -> Rejection {
    Rejection::at(1, column, "", "this column in the head of the file")
}
