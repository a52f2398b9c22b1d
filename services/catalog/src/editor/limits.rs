//! The limits of the verbs of editors.

/// Changes of a page of a history that asks for no other number.
pub const USUAL_CHANGES: u32 = 50;
/// The most changes of a page.
pub const MOST_CHANGES: u32 = 200;
/// The most records that one call saves.
pub const MOST_RECORDS: usize = 100;
