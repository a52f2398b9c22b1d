//! The visibility of records, in lists and their filters.

use proto::codec::Text as _;
use proto::timeseries::v1::Visibility;

/// The value in a message. A word of a newer release is unspecified, which allows nothing.
pub fn visibility(text: &str) -> Visibility {
    Visibility::from_text(text).unwrap_or_default()
}
