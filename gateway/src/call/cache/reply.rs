//! The answer to a call: made for it, or shared.

use std::sync::Arc;

use bytes::Bytes;

use super::entry::CachedAnswer;
use crate::call::output::Output;

/// The answer to a call.
pub enum Reply {
    /// Made for this call.
    Fresh(Output),
    /// Shared by all equal queries.
    Cached(Arc<CachedAnswer>),
}

impl Reply {
    /// How long its JSON is.
    pub fn size(&self) -> usize {
        match self {
            Self::Fresh(output) => output.as_ref().map_or(0, Bytes::len),
            Self::Cached(answer) => answer.framed().len(),
        }
    }
}
