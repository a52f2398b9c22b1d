//! The values of one field in memory, and the tests on them.

use std::collections::HashMap;

use super::super::plan::Test;
use super::super::registry::Field;
use super::cell::{Cell, Shape};
use super::pattern::Pattern;

/// The place of no value.
pub const NONE: u32 = u32::MAX;

/// The values of a field: each distinct one once, in order, and for each row which one it has.
pub struct Column {
    pub field: &'static Field,
    pub shape: Shape,
    pub values: Values,
    pub places: Places,
    /// The lower-case values, where they differ; empty if none does, or if the field has no such test.
    pub small: Vec<Option<Box<str>>>,
    /// The order of the rows by this field, if they can be sorted by it.
    pub order: Option<Order>,
}

/// For each row the place of its value; of a list the places of its items.
pub enum Places {
    One(Vec<u32>),
    Many(Vec<Box<[u32]>>),
}

/// Distinct values in order.
#[derive(Default)]
pub struct Values {
    pub cells: Vec<Cell>,
    /// The text that the database writes for each value; none for texts and whole numbers, whose text follows from the value.
    texts: Vec<Box<str>>,
    /// Rows for whose value the database writes another text, such as 3.50 for 3.5.
    odd: HashMap<u32, Box<str>>,
}

/// Rows in the order of a field.
pub struct Order {
    /// Where rows are put in order by something else than the value.
    pub other: Option<(Values, Vec<u32>)>,
    /// The rows from the smallest on, those without a value after them, ties by key.
    pub rows: Vec<u32>,
    /// How many of them have a value.
    pub valued: usize,
}

impl Values {
    /// Finds the distinct ones among those of rows, and the place of each row's own.
    pub fn from_rows(cells: Vec<Option<Cell>>, texts: Vec<Option<Box<str>>>) -> (Self, Vec<u32>) {
        let mut rows: Vec<(u32, Cell, Box<str>)> = Vec::with_capacity(cells.len());
        let mut places = vec![NONE; cells.len()];
        for (row, (cell, text)) in cells.into_iter().zip(texts).enumerate() {
            if let (Some(cell), Some(text)) = (cell, text) {
                rows.push((row as u32, cell, text));
            }
        }
        rows.sort_by(|one, other| one.1.compare(&other.1));
        let mut values = Self::default();
        for (row, cell, text) in rows {
            let known = values.cells.last().is_some_and(|last| last.compare(&cell).is_eq());
            if !known {
                if !matches!(cell, Cell::Text(_) | Cell::Int(_)) {
                    values.texts.push(text);
                }
                values.cells.push(cell);
            } else if values.texts.last().is_some_and(|last| *last != text) {
                values.odd.insert(row, text);
            }
            places[row as usize] = values.cells.len() as u32 - 1;
        }
        (values, places)
    }

    /// The distinct items of lists, and their places.
    pub fn of_items(lists: Vec<Option<Cell>>) -> (Self, Vec<Box<[u32]>>) {
        let items = |cell: Option<Cell>| match cell {
            Some(Cell::List(items)) => items,
            _ => Box::default(),
        };
        let lists: Vec<Box<[Cell]>> = lists.into_iter().map(items).collect();
        let mut cells: Vec<Cell> = lists.iter().flatten().cloned().collect();
        cells.sort_unstable_by(Cell::compare);
        cells.dedup_by(|one, other| one.compare(other).is_eq());
        let values = Self { cells, ..Self::default() };
        let places = lists.iter().map(|items| items.iter().map(|item| values.from(item)).collect());
        let places = places.collect();
        (values, places)
    }

    /// The text that the database writes for the value of a place.
    pub fn text(&self, place: u32) -> String {
        match &self.cells[place as usize] {
            Cell::Text(text) => text.to_string(),
            Cell::Int(number) => number.to_string(),
            _ => self.texts.get(place as usize).map_or_else(String::new, ToString::to_string),
        }
    }

    /// The text that the database writes for the value of a row.
    pub fn row_text(&self, row: u32, place: u32) -> String {
        self.odd.get(&row).map_or_else(|| self.text(place), ToString::to_string)
    }

    /// Whether equal values are written in one way.
    pub fn is_plain(&self) -> bool {
        self.odd.is_empty()
    }

    /// The first place that is not before a value.
    fn from(&self, value: &Cell) -> u32 {
        self.cells.partition_point(|cell| cell.compare(value).is_lt()) as u32
    }

    /// Bytes of its texts.
    pub fn weight(&self) -> usize {
        let cells: usize = self.cells.iter().map(|cell| cell.text().len()).sum();
        let texts: usize = self.texts.iter().map(|text| text.len() + size_of::<Box<str>>()).sum();
        cells + texts + self.cells.len() * size_of::<Cell>() + self.odd.len() * 48
    }
}

impl Column {
    /// The sort keys of the rows, and the place of each.
    pub fn ordered(&self) -> Option<(&Order, &Values, &[u32])> {
        let order = self.order.as_ref()?;
        match (&order.other, &self.places) {
            (Some((values, places)), _) => Some((order, values, places)),
            (None, Places::One(places)) => Some((order, &self.values, places)),
            (None, Places::Many(_)) => None,
        }
    }

    /// The first row that has the value of a place, found by the order of the field if it has one.
    pub fn row_with(&self, place: u32) -> Option<usize> {
        let Places::One(places) = &self.places else { return None };
        match &self.order {
            Some(Order { other: None, rows, valued }) => {
                let rows = &rows[..*valued];
                let at = rows.partition_point(|row| places[*row as usize] < place);
                let row = *rows.get(at)? as usize;
                (places[row] == place).then_some(row)
            }
            _ => places.iter().position(|known| *known == place),
        }
    }

    /// How many letters a test reads; none if only the database can decide it.
    pub fn effort(&self, test: &Test) -> Option<usize> {
        let letters = || self.values.cells.iter().map(|cell| cell.text().len()).sum::<usize>();
        match test {
            Test::Like(pattern) | Test::NotLike(pattern) => {
                Some(letters() * Pattern::read(pattern).effort())
            }
            // The collation of the database decides which letters are one letter capital and small.
            Test::LikeAnyCase(pattern) if !pattern.is_ascii() => None,
            Test::LikeAnyCase(pattern) => Some(letters() * Pattern::read(pattern).effort()),
            _ => Some(self.values.cells.len()),
        }
    }

    /// For each row, whether the test holds.
    pub fn matches(&self, test: &Test) -> Vec<bool> {
        let passing = self.passing(test);
        let others = holds_for_others(test);
        let passes = |place: u32| passing.get(place as usize).copied().unwrap_or_default();
        match &self.places {
            Places::One(places) => places.iter().map(|place| passes(*place) != others).collect(),
            Places::Many(lists) => lists
                .iter()
                .map(|places| places.iter().any(|place| passes(*place)) != others)
                .collect(),
        }
    }

    /// Whether the test holds for one row: looks at the distinct values, not at the other rows.
    pub fn matches_at(&self, test: &Test, row: usize) -> bool {
        let passing = self.passing(test);
        let passes = |place: &u32| passing.get(*place as usize).copied().unwrap_or_default();
        let is_any = match &self.places {
            Places::One(places) => passes(&places[row]),
            Places::Many(lists) => lists[row].iter().any(passes),
        };
        is_any != holds_for_others(test)
    }

    /// For each value, whether the test is true.
    fn passing(&self, test: &Test) -> Vec<bool> {
        let cells = &self.values.cells;
        let mut passing = vec![false; cells.len()];
        let from = |scalar| self.values.from(&Cell::from_scalar(scalar, self.shape)) as usize;
        let after = |scalar| {
            let value = Cell::from_scalar(scalar, self.shape);
            cells.partition_point(|cell| cell.compare(&value).is_le())
        };
        match test {
            Test::Equal(value) | Test::NotEqual(value) => {
                passing[from(value)..after(value)].fill(true);
            }
            Test::OneOf(list) => {
                for value in list {
                    passing[from(value)..after(value)].fill(true);
                }
            }
            Test::Null | Test::NotNull => passing.fill(true),
            Test::Above(value) => passing[after(value)..].fill(true),
            Test::AtLeast(value) => passing[from(value)..].fill(true),
            Test::Below(value) => passing[..from(value)].fill(true),
            Test::AtMost(value) => passing[..after(value)].fill(true),
            Test::Like(pattern) | Test::NotLike(pattern) => {
                let pattern = Pattern::read(pattern);
                self.mark(&mut passing, |_, text| pattern.fits(text));
            }
            Test::LikeAnyCase(pattern) => {
                let pattern = Pattern::read(&pattern.to_ascii_lowercase());
                self.mark(&mut passing, |place, text| {
                    pattern.fits(self.small.get(place).and_then(Option::as_deref).unwrap_or(text))
                });
            }
            Test::StartsWith(start) => {
                self.mark(&mut passing, |_, text| text.starts_with(start));
            }
        }
        passing
    }

    fn mark(&self, passing: &mut [bool], fits: impl Fn(usize, &str) -> bool) {
        for (place, (passing, cell)) in passing.iter_mut().zip(&self.values.cells).enumerate() {
            *passing = fits(place, cell.text());
        }
    }

    /// About how many bytes it takes up.
    pub fn weight(&self) -> usize {
        let places = match &self.places {
            Places::One(places) => places.len() * size_of::<u32>(),
            Places::Many(lists) => lists.iter().map(|list| 16 + list.len() * 4).sum(),
        };
        let small = self.small.iter().map(|small| 16 + small.as_deref().map_or(0, str::len));
        let small: usize = small.sum();
        let order = self.order.as_ref().map_or(0, |order| {
            let other = order.other.as_ref();
            let other = other.map_or(0, |(values, places)| values.weight() + places.len() * 4);
            other + order.rows.len() * 4
        });
        self.values.weight() + places + small + order
    }
}

/// Whether a test holds for the rows without the values that it names.
fn holds_for_others(test: &Test) -> bool {
    matches!(test, Test::NotEqual(_) | Test::NotLike(_) | Test::Null)
}
