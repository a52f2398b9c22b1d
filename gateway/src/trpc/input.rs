//! The input of calls: read once, only when a call needs it, and bounded.

use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use serde_json::Value;
use tokio::sync::OnceCell;

use super::envelope::{Code, Failure};
use crate::intake::body::{self, BodyError, Incoming};

/// The deepest nesting of one input.
pub const DEEPEST: usize = 100;
/// The largest body.
pub const LARGEST_BODY: usize = 1 << 20;

/// Where the inputs of a request come from.
pub enum Source {
    /// The query parameter.
    Query(Option<String>),
    /// The body.
    Body(Mutex<Option<Incoming>>),
}

/// The inputs of all calls of a request.
pub struct Inputs {
    source: Source,
    batch: bool,
    parsed: OnceCell<Result<Mutex<Option<Value>>, Failure>>,
}

impl Inputs {
    /// Inputs that nobody has read yet.
    pub fn new(source: Source, batch: bool) -> Self {
        Self { source, batch, parsed: OnceCell::new() }
    }

    /// The input of one call, which takes it; `None` where the client sent none.
    pub async fn of(&self, index: usize) -> Result<Option<Value>, Failure> {
        let parse = || async { self.parse().await.map(Mutex::new) };
        let parsed = self.parsed.get_or_init(parse).await;
        let whole = parsed.as_ref().map_err(Clone::clone)?;
        match &mut *whole.lock().unwrap_or_else(PoisonError::into_inner) {
            value if !self.batch => Ok(value.take()),
            None => Ok(None),
            Some(Value::Object(by_index)) => Ok(by_index.remove(&index.to_string())),
            Some(_) => Err(Failure::bad_request("The input of a batch must be an object")),
        }
    }

    /// The body, if no call asked for it.
    pub fn unread(self) -> Option<Incoming> {
        match self.source {
            Source::Query(_) => None,
            Source::Body(body) => body.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }

    async fn parse(&self) -> Result<Option<Value>, Failure> {
        match &self.source {
            Source::Query(text) => {
                parse(text.as_deref().unwrap_or_default().as_bytes(), self.batch)
            }
            Source::Body(body) => {
                let body = body.lock().unwrap_or_else(PoisonError::into_inner).take();
                let bytes = match body {
                    Some(body) => body::collect(body, LARGEST_BODY).await.map_err(failure)?,
                    None => Bytes::new(),
                };
                parse(&bytes, self.batch)
            }
        }
    }
}

fn failure(error: BodyError) -> Failure {
    match error {
        BodyError::TooLarge => Failure::new(Code::PayloadTooLarge, "The body may hold 1 MiB"),
        BodyError::TooSlow => Failure::new(Code::Timeout, "The body came too slowly"),
        BodyError::Broken => Failure::bad_request("The body broke off"),
    }
}

/// Reads a text as the input of one call, or of all of a batch.
pub fn parse(bytes: &[u8], batch: bool) -> Result<Option<Value>, Failure> {
    if bytes.is_empty() {
        return Ok(None);
    }
    // The object around the inputs of a batch is not part of any of them.
    // Few brackets cannot nest deeply, and counting them is quick.
    if brackets(bytes) > DEEPEST && depth(bytes) > DEEPEST + usize::from(batch) {
        return Err(Failure::bad_request(format!("The input is nested deeper than {DEEPEST}")));
    }
    let value = serde_json::from_slice(bytes).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        Failure::bad_request(format!("The input is not JSON: line {line}, column {column}"))
    })?;
    Ok(Some(value))
}

/// How many open, within strings as well.
fn brackets(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| matches!(byte, b'[' | b'{')).count()
}

/// How deep brackets nest outside of strings, whether or not the text is valid JSON.
fn depth(bytes: &[u8]) -> usize {
    let (mut now, mut deepest) = (0_usize, 0_usize);
    let (mut in_string, mut escaped) = (false, false);
    for byte in bytes {
        match (in_string, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_string = !in_string,
            (false, b'[' | b'{') => {
                now += 1;
                deepest = deepest.max(now);
            }
            (false, b']' | b'}') => now = now.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str, batch: bool) -> Inputs {
        Inputs::new(Source::Query(Some(text.to_owned())), batch)
    }

    #[tokio::test]
    async fn tells_nothing_from_null() {
        assert_eq!(query("", false).of(0).await.unwrap(), None);
        assert_eq!(query("null", false).of(0).await.unwrap(), Some(Value::Null));
        let batch = query(r#"{"0":null,"7":1}"#, true);
        assert_eq!(batch.of(0).await.unwrap(), Some(Value::Null));
        assert_eq!(batch.of(1).await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_batch_wants_an_object() {
        for text in ["[1]", "\"0\"", "null", "1"] {
            assert!(query(text, true).of(0).await.is_err(), "{text}");
        }
    }

    #[tokio::test]
    async fn bounds_the_depth() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(query(&nested(DEEPEST), false).of(0).await.is_ok());
        assert!(query(&nested(DEEPEST + 1), false).of(0).await.is_err());
        let batch = |levels| format!("{{\"0\":{}}}", nested(levels));
        assert!(query(&batch(DEEPEST), true).of(0).await.is_ok());
        assert!(query(&batch(DEEPEST + 1), true).of(0).await.is_err());
        assert!(query(&"[".repeat(1 << 20), false).of(0).await.is_err());
    }

    #[test]
    fn brackets_in_strings_do_not_nest() {
        assert_eq!(depth(br#"{"a":"[[[\"[[["}"#), 1);
        assert_eq!(depth(br#"{"a\\":[]}"#), 2);
    }
}
