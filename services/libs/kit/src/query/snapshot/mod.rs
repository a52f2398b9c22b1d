//! All rows of a resource in memory, which answer the same queries without a database.

mod cell;
mod column;
mod first_rows;
mod groups;
mod load;
mod pattern;

use proto::query::v1::{Query, QueryValue};

use self::cell::Cell;
use self::column::{Column, NONE, Order, Values};
pub use self::first_rows::FirstRows;
use super::cursor::Cursor;
use super::error::{Fault, QueryError};
use super::list::{self, List, ListPage, Start};
use super::plan::{self, Condition};
use super::registry::{Field, Resource};
use super::scope::{Mask, WithheldFields};
use super::value;

/// Letters that one question may look at: some milliseconds of a thread that others wait for. The
/// database answers questions beyond that.
const MOST_EFFORT: usize = 16 << 20;

/// The rows of a resource as they were at one moment.
// For resources that are read far more often than they change and are small enough for memory. A snapshot answers
// what the database would answer from the same rows; tests send random queries to both. A few queries it leaves to
// the database.
pub struct Snapshot<T> {
    resource: &'static Resource,
    rows: Vec<T>,
    columns: Vec<Column>,
    key: usize,
    bytes: usize,
}

impl<T> Snapshot<T> {
    /// The same with something else for each row.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Snapshot<U> {
        let Self { resource, rows, columns, key, bytes } = self;
        Snapshot { resource, rows: rows.into_iter().map(change).collect(), columns, key, bytes }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// About how many bytes it takes up.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The row whose field has the value, such as the one of a slug, if the reader may have it.
    pub fn find(&self, field: &str, value: &QueryValue) -> Option<&T> {
        self.find_narrowed(field, value).map(|(row, _)| row)
    }

    /// The same with the fields that the scope of the caller leaves out of the row.
    pub fn find_narrowed(&self, field: &str, value: &QueryValue) -> Option<(&T, WithheldFields)> {
        let column = self.columns.iter().find(|column| column.field.name == field)?;
        let value = Cell::from_scalar(&value::scalar(column.field, value).ok()?, column.shape);
        let place = column.values.cells.binary_search_by(|cell| cell.compare(&value)).ok()?;
        let row = column.row_with(place as u32)?;
        let is_allowed = plan::reader_conditions(self.resource)
            .all(|condition| self.matches_at(&condition, row));
        let withheld = |mask: Mask| {
            let met = mask.conditions.iter().map(|condition| self.matches_at(condition, row));
            mask.withheld(&met.collect::<Vec<_>>())
        };
        is_allowed.then(|| {
            let withheld = Mask::new(self.resource).map(withheld);
            (&self.rows[row], withheld.unwrap_or_default())
        })
    }

    /// Answers one page; `None` if only the database can.
    pub fn list(&self, query: &Query) -> Result<Option<ListPage<&T>>, QueryError> {
        let list = list::check(self.resource, query)?;
        let Some(page) = self.page(&list)? else { return Ok(None) };
        let count = self.count(&list, &page);
        Ok(Some(self.list_page(&list, &page, count)))
    }

    /// The rows of a page, in order; `None` if only the database can find them.
    fn page(&self, list: &List) -> Result<Option<Page>, QueryError> {
        let condition = list.rows.condition.as_ref();
        let by = list.rows.by;
        let ordered = self.column(by.field).ordered();
        let (true, Some((order, values, places))) = (self.can_tell(condition), ordered) else {
            return Ok(None);
        };
        let matching = condition.map(|condition| self.matches(condition));
        let per_page = list.per_page as usize;
        let (passed, hidden, before) = match &list.start {
            Start::Page(page) => {
                let before = (*page as usize - 1) * per_page;
                (0, before, before as u64)
            }
            Start::After(cursor) => {
                let passed = self.passed((order, values, places), by.descending, by.field, cursor);
                let passed = passed.ok_or_else(|| Fault::Cursor.at("pagination.cursor", None))?;
                (passed, 0, cursor.before)
            }
        };
        let holds = |row: &u32| matching.as_ref().is_none_or(|matching| matching[*row as usize]);
        let rows = in_order(order, by.descending).skip(passed).filter(holds);
        let mut rows: Vec<u32> = rows.skip(hidden).take(per_page + 1).collect();
        let more = rows.len() > per_page;
        rows.truncate(per_page);
        Ok(Some(Page { rows, more, before, matching }))
    }

    /// How many rows there are in all, of which a page shows some.
    fn count(&self, list: &List, page: &Page) -> u64 {
        let matching = || {
            page.matching
                .as_ref()
                .map(|matching| matching.iter().filter(|matching| **matching).count())
        };
        match &list.start {
            Start::After(cursor) => cursor.count,
            Start::Page(_) => matching().unwrap_or(self.rows.len()) as u64,
        }
    }

    fn list_page(&self, list: &List, page: &Page, count: u64) -> ListPage<&T> {
        let last = page.rows.last().filter(|_| page.more);
        let ordered = self.column(list.rows.by.field).ordered();
        let next_cursor = last.zip(ordered).map(|(last, (_, values, places))| {
            let place = places[*last as usize];
            let text = (place != NONE).then(|| values.row_text(*last, place));
            list.cursor_at(text, self.key_text(*last), page.before + page.rows.len() as u64, count)
        });
        let pagination = list.pagination(page.before, count, next_cursor);
        let rows = page.rows.iter().map(|row| &self.rows[*row as usize]).collect();
        let withheld = list.rows.mask.as_ref().map(|mask| self.withheld(mask, &page.rows));
        ListPage { rows, pagination, withheld: withheld.unwrap_or_default() }
    }

    /// The fields that are left out of each of some rows.
    fn withheld(&self, mask: &Mask, rows: &[u32]) -> Vec<WithheldFields> {
        let met: Vec<Vec<bool>> =
            mask.conditions.iter().map(|condition| self.matches(condition)).collect();
        let of_row = |row: &u32| met.iter().map(|met| met[*row as usize]).collect();
        mask.of_rows(rows.iter().map(of_row))
    }

    /// The texts of a field of all rows of a filter, as in [`list::texts`]; none if only the database can answer.
    pub fn texts(
        &self,
        query: &Query,
        field: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Option<Vec<String>>, QueryError> {
        let condition = plan::filter(self.resource, query)?;
        let column = self.column(plan::declared(self.resource, field));
        let (true, Some((order, values, places))) =
            (self.can_tell(condition.as_ref()), column.ordered())
        else {
            return Ok(None);
        };
        let matching = condition.as_ref().map(|condition| self.matches(condition));
        let holds = |row: &&u32| matching.as_ref().is_none_or(|matching| matching[**row as usize]);
        let rows = &order.rows[..order.valued];
        let passed = match after.map(|after| Cell::read(column.shape, after)) {
            None => 0,
            Some(Some(after)) => rows.partition_point(|row| {
                values.cells[places[*row as usize] as usize].compare(&after).is_le()
            }),
            Some(None) => return Ok(None),
        };
        let rows = rows[passed..].iter().filter(holds).take(limit);
        Ok(Some(rows.map(|row| values.row_text(*row, places[*row as usize])).collect()))
    }

    fn column(&self, field: &Field) -> &Column {
        let column = self.columns.iter().find(|column| column.field == field);
        column.expect("every field of the resource has a column")
    }

    fn key_text(&self, row: u32) -> String {
        match self.columns[self.key].ordered() {
            Some((_, values, places)) => values.row_text(row, places[row as usize]),
            None => String::new(),
        }
    }

    /// How many rows of the order lie before the one after a cursor.
    fn passed(
        &self,
        (order, values, places): (&Order, &Values, &[u32]),
        descending: bool,
        field: &Field,
        cursor: &Cursor,
    ) -> Option<usize> {
        let key = &self.columns[self.key];
        let last_key = Cell::read(key.shape, &cursor.key)?;
        let last = match &cursor.order {
            Some(text) => Some(Cell::read(self.column(field).shape, text)?),
            None => None,
        };
        let (_, key_values, keys) = key.ordered()?;
        let against = |row: &u32| {
            let ties = || key_values.cells[keys[*row as usize] as usize].compare(&last_key);
            match (&last, places[*row as usize]) {
                (None, _) | (_, NONE) => ties(),
                (Some(last), place) => values.cells[place as usize].compare(last).then_with(ties),
            }
        };
        let (valued, missing) = order.rows.split_at(order.valued);
        let part = if last.is_some() { valued } else { missing };
        let passed = if descending {
            part.len() - part.partition_point(|row| against(row).is_lt())
        } else {
            part.partition_point(|row| against(row).is_le())
        };
        Some(if last.is_some() { passed } else { order.valued + passed })
    }

    /// Whether a condition means the same here, and is not too much work.
    fn can_tell(&self, condition: Option<&Condition>) -> bool {
        let effort = condition.map_or(Some(0), |condition| self.effort(condition));
        effort.is_some_and(|effort| effort <= MOST_EFFORT)
    }

    fn effort(&self, condition: &Condition) -> Option<usize> {
        match condition {
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().map(|part| self.effort(part)).sum()
            }
            Condition::Not(part) => self.effort(part),
            Condition::Is(field, test) => Some(self.column(field).effort(test)? + self.rows.len()),
        }
    }

    /// For each row, whether it matches the condition.
    fn matches(&self, condition: &Condition) -> Vec<bool> {
        match condition {
            Condition::All(parts) => self.together(parts, true, |all, part| *all &= part),
            Condition::Any(parts) => self.together(parts, false, |any, part| *any |= part),
            Condition::Not(part) => {
                self.matches(part).into_iter().map(|matches| !matches).collect()
            }
            Condition::Is(field, test) => self.column(field).matches(test),
        }
    }

    /// Whether one row matches the condition.
    fn matches_at(&self, condition: &Condition, row: usize) -> bool {
        match condition {
            Condition::All(parts) => parts.iter().all(|part| self.matches_at(part, row)),
            Condition::Any(parts) => parts.iter().any(|part| self.matches_at(part, row)),
            Condition::Not(part) => !self.matches_at(part, row),
            Condition::Is(field, test) => self.column(field).matches_at(test, row),
        }
    }

    fn together(
        &self,
        parts: &[Condition],
        start: bool,
        join: impl Fn(&mut bool, bool),
    ) -> Vec<bool> {
        let mut matching = vec![start; self.rows.len()];
        for part in parts {
            for (matching, part) in matching.iter_mut().zip(self.matches(part)) {
                join(matching, part);
            }
        }
        matching
    }
}

/// Some rows by their places.
struct Page {
    rows: Vec<u32>,
    /// Whether others follow.
    more: bool,
    /// How many there are before them.
    before: u64,
    /// For each row, whether it matches the filter; none if all do.
    matching: Option<Vec<bool>>,
}

/// Rows without a value last in either direction.
fn in_order(order: &Order, descending: bool) -> Box<dyn Iterator<Item = u32> + '_> {
    let (valued, missing) = order.rows.split_at(order.valued);
    if descending {
        Box::new(valued.iter().rev().chain(missing.iter().rev()).copied())
    } else {
        Box::new(valued.iter().chain(missing).copied())
    }
}
