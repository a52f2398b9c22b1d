//! The query grammar of every resource: filter, sort, page and group by the fields that its service declares once,
//! and by nothing else.

mod counts;
mod cursor;
mod error;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod get;
mod groups;
mod list;
mod meta;
mod plan;
mod registry;
mod scope;
mod shown_rows;
mod snapshot;
mod sql;
#[cfg(test)]
mod tests;
mod value;

pub use counts::Counts;
pub use error::{Fault, QueryError, QueryFailure};
pub use get::{get, get_narrowed};
pub use groups::groups;
#[cfg(feature = "testing")]
pub use list::explain;
pub use list::{ListPage, list, list_counted, list_shown, texts};
pub use meta::{meta, shown_meta};
pub use registry::{
    Element, Field, FieldType, Meaning, Order, Resource, ValidValues, operators_of,
};
pub use scope::{Scoping, WithheldFields, without};
pub use shown_rows::{ShownRecords, ShownRows};
pub use snapshot::{FirstRows, Snapshot};
