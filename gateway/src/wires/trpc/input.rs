//! The inputs of the calls of a request: read once, and only when a call needs one.

use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use tokio::sync::OnceCell;

use crate::call::body_bytes::BodyBytes;
use crate::call::failure::{Code, Failure};
use crate::call::input::{self, Input};
use crate::call::refusal_texts::too_many_bodies;
use crate::call::visitor::Visitor;
use crate::http_message::body::{BodyError, Incoming};
use crate::http_message::size_limits::MAX_BODY;

/// The text of a request that holds its inputs.
pub enum Source {
    /// The query parameter; empty without one.
    Query(String),
    Body(Box<Body>),
}

/// A body, and its bytes once a call has read them.
pub struct Body {
    unread: Mutex<Option<Incoming>>,
    budgets: Arc<BodyBytes>,
    bytes: OnceCell<Result<Bytes, Failure>>,
}

impl Source {
    /// A body that has not been read yet, and the budgets for it.
    pub fn body(body: Incoming, budgets: Arc<BodyBytes>) -> Self {
        let unread = Mutex::new(Some(body));
        Self::Body(Box::new(Body { unread, budgets, bytes: OnceCell::new() }))
    }

    async fn text(&self, visitor: &Visitor) -> Result<&[u8], Failure> {
        match self {
            Self::Query(text) => Ok(text.as_bytes()),
            Self::Body(body) => body.read(visitor).await,
        }
    }

    /// The body, if no call has read it.
    pub fn unread(self) -> Option<Incoming> {
        match self {
            Self::Query(_) => None,
            Self::Body(body) => body.unread.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }
}

impl Body {
    async fn read(&self, visitor: &Visitor) -> Result<&[u8], Failure> {
        let read = || async {
            let unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner).take();
            match unread {
                Some(body) => {
                    let read = self.budgets.collect(visitor.sender(), body, MAX_BODY).await;
                    read.map_err(failure)
                }
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
    /// Inputs that have not been read yet.
    pub fn new(source: &'t Source, batch: bool) -> Self {
        Self { source, batch, parsed: OnceCell::new() }
    }

    /// Takes the input of one call; `None` where the client sent none.
    pub async fn get(&self, index: usize, visitor: &Visitor) -> Result<Option<Input<'t>>, Failure> {
        // The object around the inputs of a batch is part of none of them.
        let enclosing = usize::from(self.batch);
        let parse =
            || async { input::parse(self.source.text(visitor).await?, enclosing).map(Mutex::new) };
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
            let message = format!("The body must not exceed {} MiB", MAX_BODY >> 20);
            Failure::new(Code::PayloadTooLarge, message)
        }
        BodyError::TooSlow => Failure::new(Code::Timeout, "The body was received too slowly"),
        BodyError::Busy => too_many_bodies(),
        BodyError::Broken => Failure::bad_request("The body was interrupted"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> Source {
        Source::Query(text.to_owned())
    }

    fn visitor() -> Visitor {
        Visitor::new(None, [192, 0, 2, 1].into())
    }

    #[tokio::test]
    async fn distinguishes_a_missing_input_from_null() {
        let alone = |text| async move {
            Inputs::new(&query(text), false).get(0, &visitor()).await.unwrap().is_some()
        };
        assert!(!alone("").await);
        assert!(alone("null").await);
        let source = query(r#"{"0":null,"7":"a"}"#);
        let batch = Inputs::new(&source, true);
        assert_eq!(batch.get(0, &visitor()).await.unwrap(), Some(Input::Null));
        assert_eq!(batch.get(1, &visitor()).await.unwrap(), None);
        assert_eq!(batch.get(7, &visitor()).await.unwrap(), Some(Input::Text("a".into())));
    }

    #[tokio::test]
    async fn a_batch_wants_an_object() {
        for text in ["[1]", "\"0\"", "null", "1"] {
            assert!(Inputs::new(&query(text), true).get(0, &visitor()).await.is_err(), "{text}");
        }
    }
}
