//! The rules that a kind of record may declare: its writer, lists, history, check and exceptions from the usual.

use std::collections::HashMap;

use futures::future::BoxFuture;
use kit::db::DbError;
use proto::access::v1::{Dimension, Endpoint};
use serde_json::{Map, Value};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::{Attribute, ExpectedForm, Kind};

/// The rules of a kind that not every kind has. Each has one place that applies it, to any kind that declares it.
#[derive(Clone, Copy)]
pub struct Rules {
    pub writer: Writer,
    /// Lists under other names than the table's, each with the condition on its records; empty for one list of all.
    pub lists: &'static [(&'static str, &'static str)],
    /// Whether the records are few enough to be offered as the choices of a field that refers to them.
    pub are_choices: bool,
    /// The reference from a record that is only another name to the record that it stands for.
    pub alias: Option<&'static str>,
    /// Ids below this one are reserved for files; the table assigns the others.
    pub first_assigned_id: i64,
    /// The condition on imported records that files name: pruning leaves the others.
    pub pruned: &'static str,
    /// A statement that updates what follows from other tables and returns the ids of changed records; `$1` is now.
    pub derive: Option<&'static str>,
    /// The kind that keeps the history of the records.
    pub history: Option<&'static History>,
    /// The changes that editors may make to sample records; others are refused.
    pub sample_edits: Option<&'static SampleEdits>,
    /// Checks that no single column can make.
    pub check: Option<Check>,
    /// Whether a licence may keep its records from readers: no other record refers to them, and none counts them.
    pub may_be_restricted: bool,
    /// The endpoints of policies that are about the records.
    pub endpoints: &'static [Endpoint],
    /// The attributes in the dimensions of these endpoints. A record without one in a dimension meets no condition on it.
    pub attributes: &'static [(Dimension, Attribute)],
}

impl Rules {
    /// The rules of most kinds.
    pub const USUAL: Self = Self {
        writer: Writer::FilesAndEditors,
        lists: &[],
        are_choices: false,
        alias: None,
        first_assigned_id: 10_000,
        pruned: "TRUE",
        derive: None,
        history: None,
        sample_edits: None,
        check: None,
        may_be_restricted: false,
        endpoints: &[Endpoint::Reference],
        attributes: &[],
    };

    /// The rules of most kinds of which licences may restrict the records.
    pub const RESTRICTABLE: Self = Self { may_be_restricted: true, ..Self::USUAL };
}

/// The writer of the records of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writer {
    FilesAndEditors,
    /// The service, as the history of another kind.
    History,
    /// The database, as a materialized view.
    View,
}

/// Adds to the history of the records of these ids; the time is now.
pub type Extend = for<'a> fn(
    &'a mut PgConnection,
    &'a [i64],
    OffsetDateTime,
) -> BoxFuture<'a, Result<Vec<i64>, DbError>>;

/// Records that are written and removed with the records that they belong to.
pub struct History {
    pub kind: &'static Kind,
    /// The column with the id of the record that they belong to.
    pub owner_column: &'static str,
    /// Adds to the history of records that were added or changed; returns the ids of what it added.
    pub extend: Extend,
}

/// The changes that editors may make to sample records, and what keeps them when the sample universe is loaded again.
pub struct SampleEdits {
    /// The columns that they may change, as files name them.
    pub columns: &'static [&'static str],
    /// Reads the cells of records before editors changed them.
    pub generated: Generated,
    /// Adds to a change what follows from it, or refuses it.
    pub complete: Complete,
    /// Reads the cells that loads keep.
    pub edited: Edited,
}

/// Reads the generated cells of records of these ids, by the ids.
pub type Generated = for<'a> fn(
    &'a mut PgConnection,
    &'a [i64],
)
    -> BoxFuture<'a, Result<HashMap<i64, Map<String, Value>>, DbError>>;

/// Completes the changed cells of a record from the known and the generated ones; the error is the column without a value.
pub type Complete = fn(
    &mut Map<String, Value>,
    &Map<String, Value>,
    Option<&Map<String, Value>>,
) -> Result<(), &'static str>;

/// The slug of a sample record and the cells that an editor gave it, by their columns.
pub type EditedCells = (String, Vec<(&'static str, String)>);

/// Reads the cells that editors gave to sample records.
pub type Edited =
    for<'a> fn(&'a mut PgConnection) -> BoxFuture<'a, Result<Vec<EditedCells>, DbError>>;

/// A record by the names of its table's columns, with the line of the file that it comes from.
pub type CheckedRecord = (usize, Map<String, Value>);

/// Checks records whose values fit their columns; the time is now.
pub type Check = for<'a> fn(
    &'a mut PgConnection,
    &'a [CheckedRecord],
    OffsetDateTime,
) -> BoxFuture<'a, Result<Vec<Refusal>, DbError>>;

/// A value that a check refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub line: usize,
    /// The column of the value.
    pub column: &'static str,
    /// The value, as far as it is shown.
    pub found: String,
    /// The value that was expected instead.
    pub expected: ExpectedForm,
}
