//! Loads the rows of a query page by page.

use std::collections::HashMap;
use std::sync::Arc;

use kit::low_priority::LowPriorityThreads;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::failures::{unreadable, unwritten};
use super::file_limits::ROWS_PER_PAGE;
use crate::call::admitted_caller::AdmittedCaller;
use crate::call::failure::Failure;
use crate::call::input::{self, Input};
use crate::http_message::query::parameter;

/// The fields of a row, each as its JSON text.
pub type Row = HashMap<String, Box<RawValue>>;

/// The pages of a list that are still to be loaded.
pub struct Pages {
    list: AdmittedCaller,
    packing: Arc<LowPriorityThreads>,
    query: Map<String, Value>,
    next: NextPage,
    row_count: u64,
}

enum NextPage {
    First,
    After(String),
    Nothing,
}

#[derive(Deserialize)]
struct Answer {
    results: Vec<Row>,
    pagination: Pagination,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Pagination {
    result_count: u64,
    next_cursor: Option<String>,
}

impl Pages {
    /// Begins before the first page.
    pub fn new(
        list: AdmittedCaller,
        packing: Arc<LowPriorityThreads>,
        query: Map<String, Value>,
    ) -> Self {
        Self { list, packing, query, next: NextPage::First, row_count: 0 }
    }

    /// How many rows the list had when its first page was loaded.
    pub fn row_count(&self) -> u64 {
        self.row_count
    }

    /// The rows of the next page; none after the last.
    pub async fn next(&mut self) -> Result<Option<Vec<Row>>, Failure> {
        let place = match &self.next {
            NextPage::Nothing => return Ok(None),
            NextPage::First => json!({"page": 1, "perPage": ROWS_PER_PAGE}),
            NextPage::After(cursor) => json!({"cursor": cursor, "perPage": ROWS_PER_PAGE}),
        };
        let mut query = self.query.clone();
        query.insert("pagination".to_owned(), place);
        let answer = self.list.call(&Value::Object(query).into()).await?.unwrap_or_default();
        let read = move || serde_json::from_slice::<Answer>(&answer);
        let answer = self.packing.run(read).await.map_err(unwritten)?.map_err(unreadable)?;
        if matches!(self.next, NextPage::First) {
            self.row_count = answer.pagination.result_count;
        }
        self.next = answer.pagination.next_cursor.map_or(NextPage::Nothing, NextPage::After);
        Ok(Some(answer.results))
    }
}

/// Parses the parameter `query`.
pub fn query_parameter(query: &str) -> Result<Map<String, Value>, Failure> {
    let text = parameter(query, "query").unwrap_or_default();
    match value(&text)? {
        None => Ok(Map::new()),
        Some(Value::Object(query)) => Ok(query),
        Some(_) => Err(Failure::bad_request("query: expected an object")),
    }
}

/// Parses a parameter as JSON; none if it is empty.
pub fn value(text: &str) -> Result<Option<Value>, Failure> {
    let input: Option<Input<'_>> = input::parse(text.as_bytes(), 0)?;
    input.iter().try_for_each(input::check_texts)?;
    input::parse(text.as_bytes(), 0)
}
