//! The rows of a question, one page after the other.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use kit::aside::Aside;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::body::unwritten;
use crate::call::failure::{Code, Failure};
use crate::call::input::{self, Input};
use crate::call::pipeline::Admitted;
use crate::http_message::query::parameter;

/// Rows that are asked for at a time: few enough to be answered well within the time of a call.
const ROWS_PER_PAGE: u32 = 500;
/// The longest a file may take, however slow its reader is.
const LONGEST: Duration = Duration::from_mins(15);

/// A row by its fields, each as it was written.
pub type Row = HashMap<String, Box<RawValue>>;

/// Where the reading of a list stands.
pub struct Pages {
    list: Admitted,
    packing: Arc<Aside>,
    question: Map<String, Value>,
    next: Next,
    row_count: u64,
    until: Instant,
}

enum Next {
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
    pub fn new(list: Admitted, packing: Arc<Aside>, question: Map<String, Value>) -> Self {
        let until = Instant::now() + LONGEST;
        Self { list, packing, question, next: Next::First, row_count: 0, until }
    }

    /// How many rows there were when the first page was read.
    pub fn row_count(&self) -> u64 {
        self.row_count
    }

    /// The rows of the next page; nothing after the last.
    pub async fn next(&mut self) -> Result<Option<Vec<Row>>, Failure> {
        let place = match &self.next {
            Next::Nothing => return Ok(None),
            _ if Instant::now() > self.until => {
                return Err(Failure::new(Code::Timeout, "The file was received too slowly"));
            }
            Next::First => json!({"page": 1, "perPage": ROWS_PER_PAGE}),
            Next::After(cursor) => json!({"cursor": cursor, "perPage": ROWS_PER_PAGE}),
        };
        let mut question = self.question.clone();
        question.insert("pagination".to_owned(), place);
        let answer = self.list.call(&Value::Object(question).into()).await?.unwrap_or_default();
        let read = move || serde_json::from_slice::<Answer>(&answer);
        let answer = self.packing.run(read).await.map_err(unwritten)?.map_err(unreadable)?;
        if matches!(self.next, Next::First) {
            self.row_count = answer.pagination.result_count;
        }
        self.next = answer.pagination.next_cursor.map_or(Next::Nothing, Next::After);
        Ok(Some(answer.results))
    }
}

/// What is asked for by `query`.
pub fn question(asked: &str) -> Result<Map<String, Value>, Failure> {
    let text = parameter(asked, "query").unwrap_or_default();
    match value(&text)? {
        None => Ok(Map::new()),
        Some(Value::Object(question)) => Ok(question),
        Some(_) => Err(Failure::bad_request("query: expected an object")),
    }
}

/// A parameter as a value that can be changed; none where it is empty.
pub fn value(text: &str) -> Result<Option<Value>, Failure> {
    let input: Option<Input<'_>> = input::parse(text.as_bytes(), 0)?;
    input.iter().try_for_each(input::check_texts)?;
    input::parse(text.as_bytes(), 0)
}

/// An answer of ours that is not what its procedure says.
pub fn unreadable(error: serde_json::Error) -> Failure {
    Failure::logged("download", kit::error::Problem::internal(error))
}
