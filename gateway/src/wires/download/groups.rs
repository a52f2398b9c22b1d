//! A row for each value of the groups of an aggregate.

use std::collections::HashMap;

use proto::codec::Text;
use proto::timeseries::v1::{GetAggregateResponse, SeriesGroup, SeriesGroupBy, SeriesInterval};
use sheet::Cell;

use super::origins::Origins;
use super::table::{Table, bytes_of_numbers};
use super::{column_headers, qualifiers, series};
use crate::call::failure::Failure;
use crate::call::input::Input;
use crate::call::pipeline::Admitted;
use crate::procedures::timeseries::{self, AggregateRows};

/// Every value of the groups of a query, or of all members together if it has no groups.
pub async fn table(aggregate: &Admitted, input: &Input<'_>) -> Result<Table, Failure> {
    let rows = aggregate.call_with(input, timeseries::aggregate_rows).await?;
    let context = query_cells(&rows);
    let bytes = bytes_of_numbers(&rows.answer);
    let AggregateRows { mut answer, by, names, origins, .. } = rows;
    let groups = std::mem::take(&mut answer.groups);
    let origins = Origins::new(origins);
    let count = answer.dates.len() * groups.len();
    let source = origins.sources();
    let provenance = [origins.of_all(false), origins.of_all(true)];
    let as_of = Cell::Integer(answer.known_at);
    let rows = (0..count).map(move |place| {
        let (group, at) = (&groups[place / answer.dates.len()], place % answer.dates.len());
        let mut cells = row(&answer, &context, (by, &names), group, at);
        cells.extend([as_of.clone(), source.clone()]);
        cells.extend_from_slice(&provenance[usize::from(group.has_sample)]);
        cells
    });
    Ok(Table::from_answer(column_headers::groups(), count as u64, bytes, rows))
}

/// The cells that say what the query was: the mode, whether members are a constant cohort, and the filter.
fn query_cells(AggregateRows { request, mode, .. }: &AggregateRows) -> [Cell; 3] {
    let filters = [&request.filter, &request.asset_filter]
        .map(|filter| filter.as_ref().and_then(|filter| serde_json::to_string(filter).ok()));
    let filter = filters.into_iter().flatten().reduce(|one, other| format!("{one} and {other}"));
    [
        Cell::text(Some(mode.text())),
        Cell::Truth(request.is_cohort.unwrap_or_default()),
        Cell::text(filter),
    ]
}

fn row(
    answer: &GetAggregateResponse,
    context: &[Cell; 3],
    (by, names): (SeriesGroupBy, &HashMap<String, String>),
    group: &SeriesGroup,
    at: usize,
) -> Vec<Cell> {
    let figure = |values: &[f64]| Cell::number(values.get(at).copied().unwrap_or(f64::NAN));
    let interval = SeriesInterval::try_from(answer.interval).unwrap_or_default().text();
    let (date, value) = (&answer.dates[at], group.values.get(at).copied());
    let last_day = series::last_day(&answer.dates, at, &answer.to);
    let mut cells = vec![
        Cell::text(Some(date)),
        last_day.clone(),
        Cell::text(Some(&answer.measure_slug)),
        Cell::text(Some(&answer.unit)),
        Cell::text(Some(interval)),
        context[0].clone(),
        context[1].clone(),
        context[2].clone(),
        Cell::text(Some(by.text())),
        Cell::text(group.key.as_ref()),
        Cell::text(group.key.as_ref().and_then(|key| names.get(key))),
        Cell::Truth(group.is_other),
        Cell::Integer(group.member_count.into()),
        figure(&group.values),
        figure(&group.coverage),
        Cell::text(group.last_date.as_ref()),
        Cell::Integer(group.carry_days.into()),
    ];
    cells.extend(qualifiers::cells(&group.qualifiers, value, date, last_day));
    cells
}
