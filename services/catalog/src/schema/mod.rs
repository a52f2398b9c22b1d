//! Types of which the declarations of `kinds` consist; reading, importing and editing follow them.

mod cell;
mod column;
mod fields;
mod message;
mod record;

use std::fmt;

use futures::future::BoxFuture;
use kit::db::DbError;
use serde_json::{Map, Value};
use sqlx::PgConnection;
use time::OffsetDateTime;

pub use cell::{Expected, Raw, accept, slug};
pub use column::{Choices, Column, ColumnType, DerivedType, Item, Shows};
pub use fields::{fields, from_clause, resource};
pub(crate) use message::message;
pub use message::{Change, Deleted, Events, Message, by_ids};
pub use record::Row;

/// A kind of record and its table. Every table also has an id, a slug, a name, the source of the record, and the
/// time of its last change.
pub struct Kind {
    /// The name of one record, as in `evt.catalog.<one>.created.v1`.
    pub one: &'static str,
    /// The table, which is also the name of the resource and of its file.
    pub table: &'static str,
    /// The message of a record and its events.
    pub message: Message,
    /// The form of slugs.
    pub slug: Slug,
    /// The field by which lists are sorted, and whether in descending order.
    pub sort: (&'static str, bool),
    /// Joins for derived columns, besides those of the references.
    pub joins: &'static str,
    /// The columns that the kind has besides those of every table.
    pub columns: &'static [Column],
    /// Everything in which it differs from most kinds.
    pub rules: Rules,
}

/// The form of a slug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slug {
    /// Words of small letters and digits, joined by hyphens.
    Plain,
    /// The same without these words, which are the addresses of other pages.
    PlainBut(&'static [&'static str]),
    /// The same, joined by underscores.
    Underscore,
    /// A network and an address, as the network writes it.
    Address,
}

/// The rules of a kind that not every kind has. Each has one place that applies it, to any kind that declares it.
#[derive(Clone, Copy)]
pub struct Rules {
    /// Who writes the records.
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
    /// Checks that no single column can make.
    pub check: Option<Check>,
    /// Whether a licence may keep its records from readers: no other record refers to them, and none counts them.
    pub may_be_restricted: bool,
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
        check: None,
        may_be_restricted: false,
    };

    /// The rules of most kinds of which licences may restrict the records.
    pub const RESTRICTABLE: Self = Self { may_be_restricted: true, ..Self::USUAL };
}

/// Who writes the records of a kind.
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
    /// The line of the record.
    pub line: usize,
    /// The column of the value.
    pub column: &'static str,
    /// The value, as far as it is shown.
    pub found: String,
    /// The value that was expected instead.
    pub expected: Expected,
}

impl Kind {
    /// Whether files and editors write its records.
    pub fn is_written(&self) -> bool {
        self.rules.writer == Writer::FilesAndEditors
    }

    /// The columns that files and editors write.
    pub fn written(&self) -> impl Iterator<Item = &'static Column> {
        self.columns.iter().filter(|column| column.is_written())
    }

    pub fn refers_to(&self) -> impl Iterator<Item = &'static Kind> {
        self.columns.iter().filter_map(|column| column.refers_to().map(|(kind, _)| kind))
    }

    /// The list that a field is about: of several lists the one that the field is named after, else the first.
    pub fn list_of(&self, field: &str) -> &'static str {
        let mut lists = self.rules.lists.iter().map(|(name, _)| *name);
        let first = lists.clone().next().unwrap_or(self.table);
        lists.find(|name| field.starts_with(name.trim_end_matches('s'))).unwrap_or(first)
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table
    }
}

/// The table alone: kinds refer to each other.
impl fmt::Debug for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Kind").field("table", &self.table).finish_non_exhaustive()
    }
}
