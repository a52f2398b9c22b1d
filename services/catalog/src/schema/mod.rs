//! What a record is made of, written once: reading, importing and editing all follow it.

mod accept;
mod wire;

use proto::codec::Text;

pub use accept::{Expected, Raw, accept, slug};
pub use wire::{DerivedType, fields, from_clause, label, resource};

/// A kind of record and the table that keeps it. Every table also has an id, a slug and a name, where the
/// record comes from, and when it changed.
#[derive(Debug)]
pub struct Kind {
    /// The name of one, as in `evt.catalog.<one>.created.v1`.
    pub one: &'static str,
    /// The table, which is also the name of the resource and of its file.
    pub table: &'static str,
    /// The shape of slugs.
    pub slug: Slug,
    /// The field that lists are sorted by, and whether downwards.
    pub sort: (&'static str, bool),
    /// Joins beside those of the references, for derived columns.
    pub joins: &'static str,
    /// Everything between the head and the tail.
    pub columns: &'static [Column],
}

/// The shape of a slug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slug {
    /// Words of small letters and digits, joined by hyphens.
    Plain,
    /// The same, but none of these: pages of their own have the addresses.
    PlainBut(&'static [&'static str]),
    /// The same, joined by underscores.
    Underscore,
    /// A network and an address, as the network writes it.
    Address,
}

/// One column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name in files and answers.
    pub name: &'static str,
    /// What its values are.
    pub column_type: ColumnType,
    /// What it says.
    pub about: &'static str,
    /// Whether every record has it.
    pub required: bool,
    /// Whether no two records share a value.
    pub unique: bool,
    /// The unit of its values.
    pub unit: Option<&'static str>,
}

/// What the values of a column are.
#[derive(Clone, Copy, Debug)]
pub enum ColumnType {
    /// Text of at most so many letters.
    Text(usize),
    /// The address of a page.
    Url,
    /// A colour such as `#0a1b2c`.
    Color,
    /// A whole number between two others.
    Integer(i64, i64),
    /// A number between two others.
    Number(f64, f64),
    /// An amount, not negative.
    Decimal,
    /// A fraction: 0.05 is five percent.
    Ratio,
    /// Yes or no.
    Boolean,
    /// A day.
    Date,
    /// A moment.
    Instant,
    /// One of a few words.
    Choice(Choices),
    /// Several values, none twice.
    List(Item),
    /// Another record.
    Reference(&'static str, Shows),
    /// What the database knows from elsewhere; no file gives it.
    Derived(DerivedType, &'static str),
}

/// The words of a choice.
#[derive(Clone, Copy, Debug)]
pub enum Choices {
    /// Given here.
    Words(&'static [&'static str]),
    /// Given by an enumeration of the definitions.
    Enumeration(fn() -> Vec<&'static str>),
}

/// What the items of a list are.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// Text of at most so many letters.
    Text(usize),
    /// Some of a few words.
    Words(&'static [&'static str]),
    /// Addresses of pages.
    Url,
    /// Slugs of other records.
    Slugs(&'static str),
    /// Codes of other records.
    Codes(&'static str),
}

/// How a reference is written in files and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// `x_slug` in files; `x_id`, `x_slug` and `x_name` in answers.
    Record,
    /// `x_code` in files; `x_code` and `x_name` in answers.
    Code,
    /// `x`, which holds the slug.
    Slug,
}

impl Shows {
    /// The column of the other table that names its records.
    pub fn key(self) -> &'static str {
        if self == Self::Code { "code" } else { "slug" }
    }
}

/// The words of an enumeration of the definitions.
pub fn texts<E: Text>() -> Vec<&'static str> {
    E::VALUES.iter().map(|(_, text)| *text).collect()
}

impl Choices {
    /// The words.
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Self::Words(words) => words.to_vec(),
            Self::Enumeration(words) => words(),
        }
    }
}

impl Kind {
    /// Whether files and people write it: the others follow from what they write.
    pub fn is_written(&self) -> bool {
        !matches!(self.table, "companies" | "loan_status_changes")
    }

    /// The columns that files and people write.
    pub fn written(&self) -> impl Iterator<Item = &'static Column> {
        self.columns.iter().filter(|column| !matches!(column.column_type, ColumnType::Derived(..)))
    }

    /// The column of this name in a file.
    pub fn column(&self, filed: &str) -> Option<&'static Column> {
        self.written().find(|column| column.filed() == filed)
    }

    /// The tables that its references lead to.
    pub fn refers_to(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().filter_map(|column| match column.column_type {
            ColumnType::Reference(table, _)
            | ColumnType::List(Item::Slugs(table) | Item::Codes(table)) => Some(table),
            _ => None,
        })
    }
}

impl Column {
    /// Its name in the table.
    pub fn stored(&self) -> String {
        match self.column_type {
            ColumnType::Reference(..) => format!("{}_id", self.name),
            _ => self.name.to_owned(),
        }
    }

    /// Its name in files.
    pub fn filed(&self) -> String {
        match self.column_type {
            ColumnType::Reference(_, Shows::Record) => format!("{}_slug", self.name),
            ColumnType::Reference(_, Shows::Code) => format!("{}_code", self.name),
            _ => self.name.to_owned(),
        }
    }

    const fn new(name: &'static str, column_type: ColumnType, about: &'static str) -> Self {
        Self { name, column_type, about, required: false, unique: false, unit: None }
    }

    pub(crate) const fn text(name: &'static str, most: usize, about: &'static str) -> Self {
        Self::new(name, ColumnType::Text(most), about)
    }

    pub(crate) const fn url(name: &'static str, about: &'static str) -> Self {
        Self::new(name, ColumnType::Url, about)
    }

    pub(crate) const fn color(name: &'static str, about: &'static str) -> Self {
        Self::new(name, ColumnType::Color, about)
    }

    pub(crate) const fn integer(
        name: &'static str,
        least: i64,
        most: i64,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Integer(least, most), about)
    }

    pub(crate) const fn number(
        name: &'static str,
        least: f64,
        most: f64,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Number(least, most), about)
    }

    pub(crate) const fn decimal(name: &'static str, about: &'static str) -> Self {
        Self::new(name, ColumnType::Decimal, about)
    }

    pub(crate) const fn ratio(name: &'static str, about: &'static str) -> Self {
        Self::new(name, ColumnType::Ratio, about).unit("ratio")
    }

    pub(crate) const fn boolean(name: &'static str, about: &'static str) -> Self {
        Self::new(name, ColumnType::Boolean, about)
    }

    pub(crate) const fn date(name: &'static str, about: &'static str) -> Self {
        Self::new(name, ColumnType::Date, about)
    }

    pub(crate) const fn instant(name: &'static str, about: &'static str) -> Self {
        Self::new(name, ColumnType::Instant, about)
    }

    pub(crate) const fn choice(
        name: &'static str,
        words: &'static [&'static str],
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Choice(Choices::Words(words)), about)
    }

    pub(crate) const fn choice_of(
        name: &'static str,
        words: fn() -> Vec<&'static str>,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Choice(Choices::Enumeration(words)), about)
    }

    pub(crate) const fn choices(
        name: &'static str,
        words: &'static [&'static str],
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::List(Item::Words(words)), about)
    }

    pub(crate) const fn list(name: &'static str, most: usize, about: &'static str) -> Self {
        Self::new(name, ColumnType::List(Item::Text(most)), about)
    }

    pub(crate) const fn urls(name: &'static str, about: &'static str) -> Self {
        Self::new(name, ColumnType::List(Item::Url), about)
    }

    pub(crate) const fn slugs(
        name: &'static str,
        table: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::List(Item::Slugs(table)), about)
    }

    pub(crate) const fn codes(
        name: &'static str,
        table: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::List(Item::Codes(table)), about)
    }

    pub(crate) const fn reference(
        name: &'static str,
        table: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Reference(table, Shows::Record), about)
    }

    pub(crate) const fn code(name: &'static str, table: &'static str, about: &'static str) -> Self {
        Self::new(name, ColumnType::Reference(table, Shows::Code), about)
    }

    pub(crate) const fn slug_of(
        name: &'static str,
        table: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Reference(table, Shows::Slug), about)
    }

    pub(crate) const fn count(name: &'static str, sql: &'static str, about: &'static str) -> Self {
        Self::new(name, ColumnType::Derived(DerivedType::Integer, sql), about)
            .unit("count")
            .required()
    }

    pub(crate) const fn slug_from(
        name: &'static str,
        table: &'static str,
        sql: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Derived(DerivedType::Slug(table), sql), about)
    }

    pub(crate) const fn slugs_from(
        name: &'static str,
        table: &'static str,
        sql: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Derived(DerivedType::Slugs(table), sql), about)
    }

    pub(crate) const fn words_from(
        name: &'static str,
        words: Choices,
        sql: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Derived(DerivedType::Words(words), sql), about)
    }

    pub(crate) const fn instant_of(
        name: &'static str,
        sql: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Derived(DerivedType::Instant, sql), about)
    }

    pub(crate) const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    pub(crate) const fn unique(mut self) -> Self {
        self.unique = true;
        self
    }

    pub(crate) const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = Some(unit);
        self
    }
}
