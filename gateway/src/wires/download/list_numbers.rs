//! Columns of numbers over time beside the rows of a list, as the list on the screen shows them.

use std::collections::BTreeMap;

use proto::codec::Text as _;
use proto::query::v1::Filter;
use proto::timeseries::v1::{RankedNumber, RankedSlug, SeriesGroupBy, SubjectKind};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use sheet::{CONVENTION, yield_convention};

use super::failures::unreadable;
use super::file_limits::MAX_NUMBERS;
use super::pages::{self, Row};
use crate::call::admitted_caller::AdmittedCaller;
use crate::call::failure::Failure;
use crate::call::pipeline::Pipeline;
use crate::http_message::query::parameter;
use crate::procedures::list_numbers::{self, ListNumbersQuery};

const MAX_NAME: usize = 60;
/// The largest number up to which `f64` represents every integer.
const MAX_INTEGER: f64 = 9_007_199_254_740_992.0;
/// The column that says whether sample data contribute to any number of a row, even where the record itself is real.
pub const ARE_SAMPLE: &str = "numbers_are_sample";

/// A column that qualifies a number: the end of its name, its type as in the metadata of lists, and its cell.
type Qualifier = (&'static str, &'static str, fn(&RankedSlug) -> Result<Box<RawValue>, Failure>);

/// The columns that qualify each number: its day, which is the last one of a sum over days, and how it came to be.
const NUMBER_QUALIFIERS: [Qualifier; 4] = [
    ("value_date", "date", |row| raw(&row.value_date)),
    ("is_carried", "bool", |row| raw(&row.is_carried)),
    ("is_partial", "bool", |row| raw(&row.is_partial)),
    ("is_average", "bool", |row| raw(&row.is_average)),
];

/// The parameter `numbers`: aggregates whose groups have the slugs of the rows as keys.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameter {
    subject_kind: String,
    group_by: String,
    #[serde(default)]
    filter: Option<Filter>,
    columns: BTreeMap<String, RankedNumber>,
}

/// The columns of numbers in a file.
pub struct Numbers {
    aggregate: AdmittedCaller,
    query: ListNumbersQuery,
    columns: BTreeMap<String, RankedNumber>,
    /// The conventions of the columns that are a yield or return, as the answers named their measures.
    conventions: BTreeMap<String, &'static str>,
}

impl Numbers {
    /// Parses the parameter `numbers`; none without it.
    pub fn parse(
        pipeline: &Pipeline,
        list: &AdmittedCaller,
        query: &str,
    ) -> Result<Option<Self>, Failure> {
        let Some(text) = parameter(query, "numbers") else { return Ok(None) };
        let refused = |message: String| Failure::bad_request(format!("numbers: {message}"));
        let value = pages::value(&text)?.unwrap_or_default();
        let numbers: Parameter =
            serde_json::from_value(value).map_err(|error| refused(error.to_string()))?;
        let kind = SubjectKind::from_text(&numbers.subject_kind);
        let by = SeriesGroupBy::from_text(&numbers.group_by);
        let (Some(kind), Some(by)) = (kind, by) else {
            return Err(refused("unknown kind or group".to_owned()));
        };
        let is_name = |name: &str| {
            (1..=MAX_NAME).contains(&name.len())
                && name.chars().all(|letter| {
                    letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_'
                })
        };
        let Parameter { filter, columns, .. } = numbers;
        if columns.is_empty()
            || columns.len() > MAX_NUMBERS
            || !columns.keys().all(|it| is_name(it))
        {
            let message = format!("1 to {MAX_NUMBERS} columns with plain names");
            return Err(refused(message));
        }
        // Numbers are aggregates, whichever list they stand beside.
        let Some(aggregate) = pipeline.procedure("timeseries.aggregate") else { return Ok(None) };
        let input = json!({ "subject_kind": kind.text() }).into();
        let aggregate = list.admit_to(aggregate, &input)?;
        let query = ListNumbersQuery { kind, by, filter };
        Ok(Some(Self { aggregate, query, columns, conventions: BTreeMap::new() }))
    }

    /// The caller as admitted to the numbers.
    pub fn reader(&self) -> &AdmittedCaller {
        &self.aggregate
    }

    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.columns.keys()
    }

    /// The names and types of the columns that qualify the number of a column, as known once rows were filled.
    pub fn qualifiers(&self, name: &str) -> Vec<(String, &'static str)> {
        if !self.columns.contains_key(name) {
            return Vec::new();
        }
        let own = NUMBER_QUALIFIERS.iter().map(|(end, r#type, _)| (*end, *r#type));
        let own = own.chain(self.conventions.get(name).map(|_| (CONVENTION, "text")));
        own.map(|(end, r#type)| (format!("{name}_{end}"), r#type)).collect()
    }

    /// Adds the numbers to rows. Without rows it still finds out which columns have a convention.
    pub async fn fill(&mut self, rows: &mut [Row]) -> Result<(), Failure> {
        let slug_of =
            |row: &Row| -> Option<String> { serde_json::from_str(row.get("slug")?.get()).ok() };
        let slugs: Vec<String> = rows.iter().filter_map(slug_of).collect();
        for (name, number) in &self.columns {
            let load = |context| list_numbers::load(context, &self.query, number, &slugs);
            let numbers = self.aggregate.answer(load).await?;
            let convention = convention(number, &numbers.measure_slug);
            if let Some(convention) = convention {
                self.conventions.insert(name.clone(), convention);
            }
            for row in &mut *rows {
                let Some(slug) = slug_of(row) else { continue };
                if numbers.has_sample(&slug) {
                    row.insert(ARE_SAMPLE.to_owned(), raw(&true)?);
                } else if !row.contains_key(ARE_SAMPLE) {
                    row.insert(ARE_SAMPLE.to_owned(), raw(&false)?);
                }
                let Some((ranked, value)) = numbers.get(&slug) else { continue };
                row.insert(name.clone(), figure(value)?);
                for (end, _, cell) in &NUMBER_QUALIFIERS {
                    row.insert(format!("{name}_{end}"), cell(ranked)?);
                }
                if let Some(convention) = convention {
                    row.insert(format!("{name}_{CONVENTION}"), raw(&convention)?);
                }
            }
        }
        Ok(())
    }
}

/// The convention of a yield or return that a column has as it is: not its change, its ratio, or another measure in its place.
fn convention(number: &RankedNumber, measure_slug: &str) -> Option<&'static str> {
    let RankedNumber { otherwise, under, since_days, against, .. } = number;
    let is_itself =
        otherwise.is_none() && under.is_none() && since_days.is_none() && against.is_none();
    yield_convention(measure_slug).filter(|_| is_itself)
}

/// A count is written without decimals.
fn figure(value: f64) -> Result<Box<RawValue>, Failure> {
    if value.fract() == 0.0 && value.abs() <= MAX_INTEGER {
        raw(&(value as i64))
    } else {
        raw(&value)
    }
}

fn raw(value: &impl serde::Serialize) -> Result<Box<RawValue>, Failure> {
    to_raw_value(value).map_err(unreadable)
}
