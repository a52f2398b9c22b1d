//! The declaration of a kind of record: its table, its columns, and the facts that follow from them.

use std::fmt;

use super::{Column, Message, Rules, Slug, Writer};

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

impl Kind {
    /// Whether files and editors write its records.
    pub fn is_written(&self) -> bool {
        self.rules.writer == Writer::FilesAndEditors
    }

    /// The columns that files and editors write.
    pub fn written_columns(&self) -> impl Iterator<Item = &'static Column> {
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
