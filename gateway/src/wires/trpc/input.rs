//! The input of calls: read once, only when a call needs it, and bounded.

use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use serde::Deserialize;
use tokio::sync::OnceCell;

use super::envelope::{Code, Failure};
use crate::call::input::Input;
use crate::http_message::body::{self, BodyError, Incoming};

/// The deepest nesting of one input.
pub const DEEPEST: usize = 100;
/// The largest body.
pub const LARGEST_BODY: usize = 1 << 20;

/// The text of a request that holds its inputs.
pub enum Source {
    /// The query parameter; empty without one.
    Query(String),
    /// The body.
    Body(Box<Body>),
}

/// A body, and its bytes once a call asked for them.
#[derive(Default)]
pub struct Body {
    unread: Mutex<Option<Incoming>>,
    bytes: OnceCell<Result<Bytes, Failure>>,
}

impl Source {
    /// A body that nobody has read yet.
    pub fn body(body: Incoming) -> Self {
        Self::Body(Box::new(Body { unread: Mutex::new(Some(body)), ..Body::default() }))
    }

    async fn text(&self) -> Result<&[u8], Failure> {
        match self {
            Self::Query(text) => Ok(text.as_bytes()),
            Self::Body(body) => body.read().await,
        }
    }

    /// The body, if no call asked for it.
    pub fn unread(self) -> Option<Incoming> {
        match self {
            Self::Query(_) => None,
            Self::Body(body) => body.unread.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }
}

impl Body {
    async fn read(&self) -> Result<&[u8], Failure> {
        let read = || async {
            let unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner).take();
            match unread {
                Some(body) => body::collect(body, LARGEST_BODY).await.map_err(failure),
                None => Ok(Bytes::new()),
            }
        };
        let bytes = self.bytes.get_or_init(read).await.as_ref();
        bytes.map(AsRef::as_ref).map_err(Clone::clone)
    }
}

/// The inputs of all calls of a request.
pub struct Inputs<'t> {
    source: &'t Source,
    batch: bool,
    parsed: OnceCell<Result<Mutex<Option<Input<'t>>>, Failure>>,
}

impl<'t> Inputs<'t> {
    /// Inputs that nobody has read yet.
    pub fn new(source: &'t Source, batch: bool) -> Self {
        Self { source, batch, parsed: OnceCell::new() }
    }

    /// The input of one call, which takes it; `None` where the client sent none.
    pub async fn of(&self, index: usize) -> Result<Option<Input<'t>>, Failure> {
        let parse = || async { parse(self.source.text().await?, self.batch).map(Mutex::new) };
        let parsed = self.parsed.get_or_init(parse).await;
        let whole = parsed.as_ref().map_err(Clone::clone)?;
        match &mut *whole.lock().unwrap_or_else(PoisonError::into_inner) {
            input if !self.batch => Ok(input.take()),
            None => Ok(None),
            Some(Input::Object(by_index)) => {
                let name = index.to_string();
                let own = by_index.iter_mut().find(|(known, _)| *known == name);
                Ok(own.map(|(_, input)| std::mem::replace(input, Input::Null)))
            }
            Some(_) => Err(Failure::bad_request("The input of a batch must be an object")),
        }
    }
}

fn failure(error: BodyError) -> Failure {
    match error {
        BodyError::TooLarge => {
            Failure::new(Code::PayloadTooLarge, "The body must not exceed 1 MiB")
        }
        BodyError::TooSlow => Failure::new(Code::Timeout, "The body was received too slowly"),
        BodyError::Broken => Failure::bad_request("The body was interrupted"),
    }
}

/// Reads a text as the input of one call, or of all of a batch.
pub fn parse<'t, T: Deserialize<'t>>(bytes: &'t [u8], batch: bool) -> Result<Option<T>, Failure> {
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

    fn query(text: &str) -> Source {
        Source::Query(text.to_owned())
    }

    #[tokio::test]
    async fn tells_nothing_from_null() {
        let alone =
            |text| async move { Inputs::new(&query(text), false).of(0).await.unwrap().is_some() };
        assert!(!alone("").await);
        assert!(alone("null").await);
        let source = query(r#"{"0":null,"7":"a"}"#);
        let batch = Inputs::new(&source, true);
        assert_eq!(batch.of(0).await.unwrap(), Some(Input::Null));
        assert_eq!(batch.of(1).await.unwrap(), None);
        assert_eq!(batch.of(7).await.unwrap(), Some(Input::Text("a".into())));
    }

    #[tokio::test]
    async fn a_batch_wants_an_object() {
        for text in ["[1]", "\"0\"", "null", "1"] {
            assert!(Inputs::new(&query(text), true).of(0).await.is_err(), "{text}");
        }
    }

    #[test]
    fn bounds_the_depth() {
        let is_read = |text: String, batch| parse::<Input<'_>>(text.as_bytes(), batch).is_ok();
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(is_read(nested(DEEPEST), false));
        assert!(!is_read(nested(DEEPEST + 1), false));
        let batch = |levels| format!("{{\"0\":{}}}", nested(levels));
        assert!(is_read(batch(DEEPEST), true));
        assert!(!is_read(batch(DEEPEST + 1), true));
        assert!(!is_read("[".repeat(1 << 20), false));
    }

    #[test]
    fn brackets_in_strings_do_not_nest() {
        assert_eq!(depth(br#"{"a":"[[[\"[[["}"#), 1);
        assert_eq!(depth(br#"{"a\\":[]}"#), 2);
    }
}
