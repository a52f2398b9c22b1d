//! The files of an import, and their rows as points of series.

pub mod columns;
pub mod long_format;
pub mod point;
pub mod progress;
pub mod rows;
pub mod source;
pub mod table;
pub mod typed_table;
