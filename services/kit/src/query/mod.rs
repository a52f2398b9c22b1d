//! The one grammar that every resource is asked in.
//!
//! A service declares each [`Resource`] once, as data. What a caller may filter, sort and group by is what
//! the declaration names, and nothing else reaches the database.

mod registry;

pub use registry::{Choice, Element, Field, FieldType, Order, Resource, ValidValues, operators_of};
