//! Groups of the rows in memory.

use std::collections::BTreeMap;

use proto::query::v1::{
    AggregateFunction, GroupRow, Interval, ListGroupsResponse, Query, QueryValue,
};
use time::{Date, Duration, Month};

use super::super::error::QueryError;
use super::super::groups::{self, GroupBy, GroupOrder, Groups};
use super::super::registry::{Field, FieldType};
use super::Snapshot;
use super::cell::Cell;
use super::column::{Column, NONE, Places};

/// A group as it grows.
#[derive(Clone, Default)]
struct Group {
    count: u64,
    covered: u64,
    sum: i128,
    /// The places of the smallest and the largest value.
    ends: Option<(u32, u32)>,
}

/// The groups of rows: their names in order, and the group of each value.
struct Names {
    texts: Vec<String>,
    of_place: Vec<u32>,
}

impl<T> Snapshot<T> {
    /// Answers a query for groups; none if only the database can.
    pub fn groups(&self, query: &Query) -> Result<Option<ListGroupsResponse>, QueryError> {
        let groups = groups::check(self.resource, query)?;
        let condition = groups.condition.as_ref();
        if !self.can_tell(condition) || !self.can_measure(&groups) {
            return Ok(None);
        }
        let measure = groups.measure.map(|(field, _)| self.column(field));
        let by = match groups.by {
            Some(by) => match self.names(by) {
                Some(names) => Some((self.column(by.0), names)),
                None => return Ok(None),
            },
            None => None,
        };
        let matching = condition.map(|condition| self.matches(condition));
        let rows = (0..self.rows.len() as u32)
            .filter(|row| matching.as_ref().is_none_or(|matching| matching[*row as usize]));
        let mut found: BTreeMap<u32, Group> = BTreeMap::new();
        if by.is_none() {
            found.insert(NONE, Group::default());
        }
        for row in rows {
            match &by {
                None => add(found.entry(NONE).or_default(), measure, row),
                Some((column, names)) => {
                    each_place(column, row, |place| {
                        let name = names.of_place.get(place as usize).copied().unwrap_or(NONE);
                        add(found.entry(name).or_default(), measure, row);
                    });
                }
            }
        }
        let group_count = found.len() as u64;
        let mut found: Vec<(u32, Group)> = found.into_iter().collect();
        put_in_order(&mut found, &groups);
        let texts = by.as_ref().map(|(_, names)| names.texts.as_slice()).unwrap_or_default();
        let results = found
            .into_iter()
            .take(groups.limit as usize)
            .map(|(name, group)| row(&groups, texts.get(name as usize), &group, measure))
            .collect();
        Ok(Some(ListGroupsResponse { results, group_count }))
    }

    /// Whether the aggregate does not depend on the arithmetic of the database, as sums and means of decimals do.
    fn can_measure(&self, groups: &Groups) -> bool {
        let Some((field, function)) = groups.measure else { return true };
        let ends = matches!(function, AggregateFunction::Min | AggregateFunction::Max);
        let whole = field.kind == FieldType::Int;
        let plain = || field.kind != FieldType::Decimal || self.column(field).values.is_plain();
        (whole && function == AggregateFunction::Sum) || (ends && plain())
    }

    fn names(&self, (field, interval): GroupBy) -> Option<Names> {
        let values = &self.column(field).values;
        if let Some(interval) = interval {
            return intervals(&values.cells, interval);
        }
        if !values.is_plain() {
            return None;
        }
        let places = 0..values.cells.len() as u32;
        Some(Names {
            texts: places.clone().map(|place| values.text(place)).collect(),
            of_place: places.collect(),
        })
    }
}

/// The spans of time that days and moments fall into.
fn intervals(cells: &[Cell], interval: Interval) -> Option<Names> {
    let mut names = Names { texts: Vec::new(), of_place: Vec::with_capacity(cells.len()) };
    for cell in cells {
        let day = match cell {
            Cell::Date(day) => *day,
            Cell::Instant(moment) => moment.date(),
            _ => return None,
        };
        let text = begin(day, interval)?.to_string();
        if names.texts.last() != Some(&text) {
            names.texts.push(text);
        }
        names.of_place.push(names.texts.len() as u32 - 1);
    }
    Some(names)
}

/// The first day of the span that a day lies in.
fn begin(day: Date, interval: Interval) -> Option<Date> {
    match interval {
        Interval::Week => {
            day.checked_sub(Duration::days(day.weekday().number_days_from_monday().into()))
        }
        Interval::Month => day.replace_day(1).ok(),
        Interval::Year => Date::from_calendar_date(day.year(), Month::January, 1).ok(),
        Interval::Day | Interval::Unspecified => Some(day),
    }
}

/// A row belongs to the group of each of its items, and without items to the group without a value.
fn each_place(column: &Column, row: u32, mut then: impl FnMut(u32)) {
    match &column.places {
        Places::One(places) => then(places[row as usize]),
        Places::Many(lists) if lists[row as usize].is_empty() => then(NONE),
        Places::Many(lists) => lists[row as usize].iter().copied().for_each(then),
    }
}

fn add(group: &mut Group, measure: Option<&Column>, row: u32) {
    group.count += 1;
    let Some(column) = measure else { return };
    let Places::One(places) = &column.places else { return };
    let place = places[row as usize];
    if place == NONE {
        return;
    }
    group.covered += 1;
    if let Cell::Int(number) = column.values.cells[place as usize] {
        group.sum += i128::from(number);
    }
    let (least, most) = group.ends.unwrap_or((place, place));
    group.ends = Some((least.min(place), most.max(place)));
}

/// The sort key of groups; groups without it come last in either direction.
fn put_in_order(found: &mut [(u32, Group)], groups: &Groups) {
    let function = groups.measure.map(|(_, function)| function);
    let number = |(name, group): &(u32, Group)| -> Option<i128> {
        match groups.order {
            GroupOrder::Group => (*name != NONE).then(|| i128::from(*name)),
            GroupOrder::Count => Some(i128::from(group.count)),
            GroupOrder::Value => aggregate_value(group, function?),
        }
    };
    // Names are in order already, that of none last, and stay so among equals.
    found.sort_by(|one, other| match (number(one), number(other)) {
        (Some(one), Some(other)) if groups.descending => other.cmp(&one),
        (Some(one), Some(other)) => one.cmp(&other),
        (one, other) => one.is_none().cmp(&other.is_none()),
    });
}

/// The sum, or the place of the value.
fn aggregate_value(group: &Group, function: AggregateFunction) -> Option<i128> {
    let (least, most) = group.ends?;
    Some(match function {
        AggregateFunction::Sum => group.sum,
        AggregateFunction::Min => least.into(),
        _ => most.into(),
    })
}

fn row(
    groups: &Groups,
    name: Option<&String>,
    group: &Group,
    measure: Option<&Column>,
) -> GroupRow {
    let value = match (groups.measure, measure) {
        (Some((field, function)), Some(column)) => {
            aggregate_value(group, function).map(|value| text(field, function, value, column))
        }
        _ => None,
    };
    GroupRow {
        group: Some(groups::value_from_text(groups.group_kind(), name.cloned())),
        count: group.count,
        covered: group.covered,
        value: value.map_or_else(
            || Some(QueryValue::null()),
            |text| Some(groups::value_from_text(groups.value_kind(), Some(text))),
        ),
    }
}

fn text(field: &Field, function: AggregateFunction, value: i128, column: &Column) -> String {
    if function == AggregateFunction::Sum {
        return value.to_string();
    }
    match &column.values.cells[value as usize] {
        // As milliseconds since 1970, which is how a moment travels.
        Cell::Instant(moment) if field.kind == FieldType::Instant => {
            moment.unix_timestamp_nanos().div_euclid(1_000_000).to_string()
        }
        _ => column.values.text(value as u32),
    }
}
