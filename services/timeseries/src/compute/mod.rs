//! Numbers made of numbers. Nothing here knows a database or a wire.

mod axis;
mod combine;
mod counted;
mod derive;
mod resample;
mod sums;
mod threads;
mod withheld;

pub use axis::{Axis, start_of};
pub use combine::{BLOCK, Combined, Combiner, Member, combiner};
pub use counted::{Contribution, Counted, Interval};
pub use derive::{Derived, Formula, Held, Part, Take, derive};
pub use resample::{Mode, begin, resample};
pub use threads::each;
pub use withheld::{Stretch, withheld};
