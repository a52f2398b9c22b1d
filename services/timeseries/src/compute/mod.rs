//! Numbers made of numbers. Nothing here knows a database or a wire.

mod axis;
mod combine;
mod resample;

pub use axis::{Axis, start_of};
pub use combine::{Combined, Combiner, Member, combiner};
pub use resample::{Mode, resample};
