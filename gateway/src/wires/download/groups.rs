//! A row for each value of the groups of an aggregate.

use proto::codec::Text;
use proto::timeseries::v1::{GetAggregateResponse, SeriesGroup, SeriesGroupBy, SeriesInterval};
use sheet::{CONVENTION, Cell, Column, Kind, yield_convention};

use super::origins::Origins;
use super::table::Table;
use super::{column_headers, qualifiers, series};
use crate::call::admitted_caller::AdmittedCaller;
use crate::call::cache::FileAnswer as _;
use crate::call::failure::Failure;
use crate::call::input::Input;
use crate::procedures::timeseries::{self, AggregateRows};
use crate::upstream::group_names::GroupNames;

/// A column with the cell of a value.
type GroupColumn = (&'static str, Kind, fn(&GroupValue<'_>) -> Cell);

/// The columns of the answer, before those of qualifiers and provenance.
const COLUMNS: [GroupColumn; 19] = [
    ("date", Kind::Day, |value| Cell::text(Some(value.date()))),
    ("to_date", Kind::Day, |value| value.last_day.clone()),
    ("measure_slug", Kind::Text, |value| Cell::text(Some(&value.answer.measure_slug))),
    ("unit", Kind::Text, |value| Cell::text(Some(&value.answer.unit))),
    (CONVENTION, Kind::Text, |value| Cell::text(yield_convention(&value.answer.measure_slug))),
    ("interval", Kind::Text, |value| {
        let interval = SeriesInterval::try_from(value.answer.interval).unwrap_or_default();
        Cell::text(Some(interval.text()))
    }),
    ("mode", Kind::Text, |value| value.query.mode.clone()),
    ("is_cohort", Kind::Truth, |value| value.query.is_cohort.clone()),
    ("filter", Kind::Text, |value| value.query.filter.clone()),
    ("group_by", Kind::Text, |value| Cell::text(Some(value.query.by.text()))),
    ("group", Kind::Text, |value| Cell::text(value.group.key.as_ref())),
    ("group_name", Kind::Text, |value| {
        Cell::text(value.group.key.as_ref().and_then(|key| value.names.get(key)))
    }),
    ("is_other", Kind::Truth, |value| Cell::Truth(value.group.is_other)),
    ("member_count", Kind::Integer, |value| Cell::Integer(value.group.member_count.into())),
    ("sample_count", Kind::Integer, |value| Cell::Integer(value.group.sample_count.into())),
    ("value", Kind::Number, |value| value.number(&value.group.values)),
    ("coverage", Kind::Number, |value| value.number(&value.group.coverage)),
    ("last_date", Kind::Day, |value| Cell::text(value.group.last_date.as_ref())),
    ("carry_days", Kind::Integer, |value| Cell::Integer(value.group.carry_days.into())),
];

/// The value of a group in an interval, with its answer.
struct GroupValue<'a> {
    answer: &'a GetAggregateResponse,
    query: &'a QueryCells,
    names: &'a GroupNames,
    group: &'a SeriesGroup,
    /// The position of the interval.
    at: usize,
    /// The last day of the interval.
    last_day: Cell,
}

/// The query as cells of each row: the mode, whether members are a constant cohort, the filter, and the dimension.
struct QueryCells {
    mode: Cell,
    is_cohort: Cell,
    filter: Cell,
    by: SeriesGroupBy,
}

/// Every value of the groups of a query, or of all members together if it has no groups.
pub async fn table(aggregate: &AdmittedCaller, input: &Input<'_>) -> Result<Table, Failure> {
    let rows = aggregate.call_with(input, timeseries::aggregate_rows).await?;
    let query = QueryCells::new(&rows);
    let bytes = rows.bytes();
    let AggregateRows { mut answer, names, origins, .. } = rows;
    let groups = std::mem::take(&mut answer.groups);
    let origins = Origins::new(origins);
    let count = answer.dates.len() * groups.len();
    let source = origins.sources();
    let provenance = [origins.of_all(false), origins.of_all(true)];
    let as_of = Cell::Integer(answer.known_at);
    let rows = (0..count).map(move |place| {
        let (group, at) = (&groups[place / answer.dates.len()], place % answer.dates.len());
        let last_day = series::last_day(&answer.dates, at, &answer.to);
        let value =
            GroupValue { answer: &answer, query: &query, names: &names, group, at, last_day };
        let mut cells = value.cells();
        cells.extend([as_of.clone(), source.clone()]);
        cells.extend_from_slice(&provenance[usize::from(group.has_sample)]);
        cells
    });
    Ok(Table::from_answer(columns(), count as u64, bytes, rows))
}

fn columns() -> Vec<Column> {
    let own = COLUMNS.map(|(name, kind, _)| (name, kind));
    own.into_iter()
        .chain(column_headers::VALUE_QUALIFIERS)
        .chain([("as_of", Kind::Instant), ("load_sources", Kind::Text)])
        .chain(column_headers::OF_ALL)
        .map(|(name, kind)| Column::new(name, kind))
        .collect()
}

impl QueryCells {
    fn new(AggregateRows { request, mode, by, .. }: &AggregateRows) -> Self {
        let filters = [&request.filter, &request.asset_filter]
            .map(|filter| filter.as_ref().and_then(|filter| serde_json::to_string(filter).ok()));
        let filter =
            filters.into_iter().flatten().reduce(|one, other| format!("{one} and {other}"));
        Self {
            mode: Cell::text(Some(mode.text())),
            is_cohort: Cell::Truth(request.is_cohort.unwrap_or_default()),
            filter: Cell::text(filter),
            by: *by,
        }
    }
}

impl GroupValue<'_> {
    fn date(&self) -> &str {
        &self.answer.dates[self.at]
    }

    /// The number of the interval in a list of the group.
    fn number(&self, list: &[f64]) -> Cell {
        Cell::number(list.get(self.at).copied().unwrap_or(f64::NAN))
    }

    fn cells(&self) -> Vec<Cell> {
        let value = self.group.values.get(self.at).copied();
        let last_day = self.last_day.clone();
        let qualified = qualifiers::cells(&self.group.qualifiers, value, self.date(), last_day);
        COLUMNS.iter().map(|(.., cell)| cell(self)).chain(qualified).collect()
    }
}
