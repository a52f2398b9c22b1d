//! A row for each of the largest holders of a token.

use proto::codec::Text as _;
use proto::timeseries::v1::{AddressKind, GetTopHoldersResponse, TopHolder};
use sheet::Cell;

use super::column_headers;
use super::table::Table;
use crate::call::admitted_caller::AdmittedCaller;
use crate::call::cache::FileAnswer as _;
use crate::call::failure::Failure;
use crate::call::input::Input;
use crate::procedures::timeseries;

/// The holders that answer a query, with their provenance.
pub async fn table(top: &AdmittedCaller, input: &Input<'_>) -> Result<Table, Failure> {
    let mut answer = top.call_with(input, timeseries::top_holders).await?;
    let bytes = answer.bytes();
    let holders = std::mem::take(&mut answer.results);
    let count = holders.len() as u64;
    let rows = holders.into_iter().map(move |holder| row(&answer, &holder));
    Ok(Table::from_answer(column_headers::holders(), count, bytes, rows))
}

fn row(answer: &GetTopHoldersResponse, holder: &TopHolder) -> Vec<Cell> {
    let load = answer.load.as_ref();
    let address_kind = holder.address_kind.and_then(|kind| AddressKind::try_from(kind).ok());
    vec![
        Cell::text(Some(&answer.token_slug)),
        Cell::text(Some(&answer.token_name)),
        Cell::text(answer.date.as_ref()),
        Cell::Integer(holder.rank.into()),
        Cell::text(Some(&holder.address)),
        Cell::Truth(holder.is_issuer),
        Cell::text(Some(&holder.balance_raw)),
        Cell::number(holder.balance),
        Cell::number(holder.share),
        holder.value_dollar.map_or(Cell::Nothing, Cell::number),
        Cell::text(address_kind.map(|kind| kind.text().to_owned()).as_ref()),
        Cell::text(load.map(|load| &load.source)),
        Cell::text(load.map(|load| &load.licence)),
        Cell::text(load.and_then(|load| load.attribution.as_ref())),
        load.map_or(Cell::Nothing, |load| Cell::Integer(load.id)),
        answer.known_at.map_or(Cell::Nothing, Cell::Integer),
        Cell::text(load.map(|load| &load.method_version)),
        Cell::Truth(answer.is_sample),
    ]
}
