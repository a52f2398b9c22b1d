//! The output of a procedure: JSON text that wires pass on unchanged.

use std::any::TypeId;
use std::marker::PhantomData;

use bytes::Bytes;
use kit::error::Problem;
use serde::Serialize;

/// Bytes that most outputs fit into, so that writing them need not move them.
const USUAL_SIZE: usize = 1536;

/// The JSON text of an output; none of a procedure that returns nothing.
pub type Output = Option<Bytes>;

/// JSON text that the service which owns the data has written already: the JSON of `O`.
pub struct Json<O> {
    text: Bytes,
    shape: PhantomData<fn() -> O>,
}

impl<O> Json<O> {
    /// The text as the service wrote it; no byte of it is copied.
    pub fn written(text: Bytes) -> Self {
        Self { text, shape: PhantomData }
    }

    pub(super) fn into_output(self) -> Result<Output, Problem> {
        if self.text.is_empty() {
            return Err(Problem::internal("a service answered without a text"));
        }
        Ok(Some(self.text))
    }
}

pub(super) fn to_output<O: Serialize + 'static>(output: &O) -> Result<Output, Problem> {
    if is_nothing::<O>() {
        return Ok(None);
    }
    let mut json = Vec::with_capacity(USUAL_SIZE);
    serde_json::to_writer(&mut json, output).map_err(Problem::internal)?;
    Ok(Some(json.into()))
}

/// Whether a type stands for "no input" or "no output".
pub(super) fn is_nothing<T: 'static>() -> bool {
    TypeId::of::<T>() == TypeId::of::<()>()
}
