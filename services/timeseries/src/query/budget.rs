//! The memory of answers: each takes its share before it is calculated, and returns it when it is sent.

use kit::budget::{Held, LONGEST_MEMORY_WAIT};

use crate::context::Context;
use crate::error::TimeseriesError;

/// A value while it is calculated and written: sums with their counts, the numbers, and the text in two copies.
const ANSWER_VALUE: usize = 96;
/// A group or a series without its values.
const ANSWER_LINE: usize = 1_024;

/// Takes the memory for a number of groups or series over a number of intervals.
pub async fn take(ctx: &Context, lines: usize, intervals: usize) -> Result<Held, TimeseriesError> {
    take_bytes(ctx, lines * (intervals * ANSWER_VALUE + ANSWER_LINE)).await
}

/// Takes memory for an answer, and waits for it if others hold it.
pub async fn take_bytes(ctx: &Context, bytes: usize) -> Result<Held, TimeseriesError> {
    ctx.answers.take(bytes, LONGEST_MEMORY_WAIT).await.ok_or(TimeseriesError::Busy)
}

/// Holds a text, and the copy of it that is on its way, until the answer is sent.
pub fn hold_text(mut held: Held, text: &[u8]) {
    held.correct(2 * text.len());
    kit::grpc::hold(held);
}
