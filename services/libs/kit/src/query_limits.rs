//! The limits of the query grammar, which the gateway and services that answer lists themselves apply, too.

/// Rows of a page that asks for no other number.
pub const USUAL_PAGE: u32 = 50;
/// The most rows of a page.
pub const LARGEST_PAGE: u32 = 1_000;
/// The last page that can be requested by number.
pub const LAST_PAGE: u32 = 1_000_000;

/// The longest text that a filter compares with, in characters.
pub const LONGEST_FILTER_TEXT: usize = 200;
/// The most values of which a filter accepts any.
pub const MOST_FILTER_VALUES: usize = 200;
/// The deepest nesting of a filter.
pub const DEEPEST_FILTER: usize = 6;
/// The most comparisons of a filter.
pub const MOST_CONDITIONS: usize = 64;

/// The groups of a list unless a query says otherwise.
pub const USUAL_GROUPS: u32 = 100;
/// The most groups of a list.
pub const MOST_GROUPS: u32 = 1_000;
