//! Numbers over time, without database, wire or runtime: calendars, columns, sums, derived measures and rollups.

mod aggregates;
mod calendar;
mod columns;
mod derived;
pub mod measures;
mod membership;
mod numbers;
mod rollups;
mod snapshots;
pub mod thresholds;

pub use aggregates::aggregate::{Aggregate, AggregateGroup, Numbers};
pub use aggregates::calculation::{Block, BlockSum, Calculation};
pub use aggregates::combine::{Combination, Member};
pub use aggregates::combiner::{Combiner, combiner};
pub use aggregates::contribution::{Contribution, Interval, MemberValue};
pub use aggregates::facts::{AggregateFacts, GroupFacts, MemberStarts, UndisclosedShares};
pub use aggregates::newest::Newest;
pub use aggregates::withheld_stretches::{Stretch, withheld};
pub use calendar::axis::Axis;
pub use calendar::day::{self, Day};
pub use calendar::frequency::Frequency;
pub use calendar::intervals::{end_of, start_of};
pub use columns::changes::{CHANGE_PERIODS, Change, amounts, changes, value_before};
pub use columns::column::{Column, Entry, PartialSum};
pub use columns::monthly_average::{
    average_carry, average_carry_on, average_day, average_qualifiers,
};
pub use columns::qualifiers::{
    QualifiedRun, Qualifier, mark_last_partial, qualifiers, runs_with_values,
};
pub use columns::resample::{Mode, resample};
pub use columns::withheld_reasons;
pub use derived::derived_measures;
pub use derived::formulas::{DerivedValues, Formula, derive};
pub use derived::reinvestment::Reinvestment;
pub use derived::value_selection::{CarriedColumn, InputValue, ValueSelection};
pub use membership::class_history::{ClassHistory, ClassPeriods};
pub use membership::dimension::{DIMENSIONS, Dimension};
pub use membership::filter::SeriesFilter;
pub use membership::refusals::Refusal;
pub use membership::yield_refusals::YieldRefusal;
pub use membership::{members, selection};
pub use numbers::cached_text::CachedText;
pub use numbers::concentration_index::ConcentrationIndex;
pub use numbers::decimals::MOST_DIGITS;
pub use numbers::exact_sum::ExactSum;
pub use numbers::herfindahl_index;
pub use numbers::json::numbers;
pub use rollups::cache::{CachedRollup, RollupKey, RollupMaker};
pub use rollups::rollup::Rollup;
pub use snapshots::class_days::ClassDays;
pub use snapshots::query_columns::Columns;
pub use snapshots::series::{Origin, Series, Subject};
pub use snapshots::snapshot::{Generation, Snapshot};
pub use snapshots::{differing_sources, ranks};
