//! A row for each cohort of the holders of a token on each day.

use proto::timeseries::v1::{GetOriginsResponse, HolderCohort, HolderDay};
use sheet::Cell;

use super::column_headers;
use super::origins::Origins;
use super::table::Table;
use crate::call::admitted_caller::AdmittedCaller;
use crate::call::cache::FileAnswer as _;
use crate::call::failure::Failure;
use crate::call::input::Input;
use crate::procedures::timeseries;

/// The cohorts that answer a query, with the provenance of all balances that they follow from.
pub async fn table(cohorts: &AdmittedCaller, input: &Input<'_>) -> Result<Table, Failure> {
    let answer = cohorts.call_with(input, timeseries::holder_cohorts).await?;
    let bytes = answer.bytes();
    let count = answer.results.iter().map(|day| day.cohorts.len() as u64).sum();
    let token = [Cell::text(Some(answer.token_slug)), Cell::text(Some(answer.token_name))];
    let loads = answer.loads;
    let origins = Origins::new(GetOriginsResponse { loads, ..GetOriginsResponse::default() });
    let sources = [origins.sources()].into_iter().chain(origins.of_all(answer.is_sample));
    let sources: Vec<Cell> = sources.collect();
    let rows = answer.results.into_iter().flat_map(move |day| {
        let row = |cohort: &HolderCohort| [&token[..], &cells(&day, cohort), &sources].concat();
        day.cohorts.iter().map(row).collect::<Vec<Vec<Cell>>>()
    });
    Ok(Table::from_answer(column_headers::holder_cohorts(), count, bytes, rows))
}

fn cells(day: &HolderDay, cohort: &HolderCohort) -> Vec<Cell> {
    let number = |number: Option<f64>| number.map_or(Cell::Nothing, Cell::number);
    vec![
        Cell::text(Some(&day.date)),
        Cell::text(Some(&cohort.month)),
        Cell::Truth(cohort.is_from_start),
        Cell::Integer(cohort.holder_count.into()),
        Cell::number(cohort.units),
        Cell::Integer(day.known_count.into()),
        Cell::Truth(day.is_complete),
        number(day.circulating),
        number(day.other_units),
        Cell::Integer(day.known_at),
    ]
}
