//! The limits of files that are imported, and of the report about them.

/// The largest file that is read, in bytes.
pub const LARGEST_IMPORT_FILE: u64 = 256 << 20;
/// The longest text about a source.
pub const LONGEST_SOURCE: usize = 500;
pub const LONGEST_RECORD_NAME: usize = 300;
/// The longest form by which names are sorted: one letter may unfold into eighteen, and an index takes no more than 2,700 bytes.
pub const LONGEST_SORT_NAME: usize = 300;
/// The most faults of a file, and the most items of a list, that the report shows.
pub const MOST_SHOWN: usize = 50;
