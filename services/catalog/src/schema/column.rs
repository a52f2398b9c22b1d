//! The columns of a kind of record: their types, their names, and constructors for declarations.

use proto::codec::Choice;

use super::Kind;

/// One column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name in files and answers.
    pub name: &'static str,
    pub column_type: ColumnType,
    /// Its description, shown to readers.
    pub about: &'static str,
    /// Whether every record has a value.
    pub required: bool,
    /// Whether no two records share a value.
    pub unique: bool,
    pub unit: Option<&'static str>,
}

/// The type of the values of a column.
#[derive(Clone, Copy, Debug)]
pub enum ColumnType {
    /// Text, with its largest number of letters.
    Text(usize),
    /// The address of a page.
    Url,
    /// A colour such as `#0a1b2c`.
    Color,
    /// A SHA-256 digest: 64 hexadecimal digits in small letters.
    Sha256,
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
    /// A time to the second.
    Instant,
    /// One of a few words.
    Choice(Choices),
    /// Several values, none twice.
    List(Item),
    /// Another record.
    Reference(&'static Kind, ReferenceForm),
    /// A value that the database derives; files do not contain it.
    Derived(DerivedType, &'static str),
    /// The number of other records that refer to this record `x`, as `count(…) FROM … WHERE …`. It is stored, and
    /// updated after each change.
    Count(&'static str),
}

#[derive(Clone, Copy, Debug)]
pub enum DerivedType {
    /// A whole number.
    Integer,
    /// Yes or no.
    Boolean,
    /// A word that is not the slug of a record.
    Word,
    /// The slug of a record.
    Slug(&'static Kind),
    /// Slugs of records.
    Slugs(&'static Kind),
    /// Some of a few words.
    Words(Choices),
    /// A time to the second.
    Instant,
}

/// The words of a choice.
#[derive(Clone, Copy, Debug)]
pub enum Choices {
    /// Listed in the declaration.
    Words(&'static [&'static str]),
    /// The values of an enumeration in `proto`.
    Enumeration(&'static [Choice]),
}

/// The type of the items of a list.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// Text, with its largest number of letters.
    Text(usize),
    /// Some of a few words.
    Words(&'static [&'static str]),
    /// Some of a few words, each with an amount: `cash: 1000.00`.
    Amounts(&'static [&'static str]),
    /// Addresses of pages.
    Url,
    /// Slugs of other records.
    Slugs(&'static Kind),
    /// Codes of other records.
    Codes(&'static Kind),
}

/// How a reference is written in files and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceForm {
    /// `x_slug` in files; `x_id`, `x_slug` and `x_name` in answers.
    Record,
    /// `x_code` in files; `x_code` and `x_name` in answers.
    Code,
    /// `x`, which holds the slug.
    Slug,
}

impl ReferenceForm {
    /// The column that identifies the records of the other table.
    pub fn key(self) -> &'static str {
        if self == Self::Code { "code" } else { "slug" }
    }
}

impl Choices {
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Self::Words(words) => words.to_vec(),
            Self::Enumeration(choices) => choices.iter().map(|choice| choice.value).collect(),
        }
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
            ColumnType::Reference(_, ReferenceForm::Record) => format!("{}_slug", self.name),
            ColumnType::Reference(_, ReferenceForm::Code) => format!("{}_code", self.name),
            _ => self.name.to_owned(),
        }
    }

    /// Whether files and editors write it.
    pub fn is_written(&self) -> bool {
        !matches!(self.column_type, ColumnType::Derived(..) | ColumnType::Count(_))
    }

    pub fn is_list(&self) -> bool {
        matches!(self.column_type, ColumnType::List(_))
    }

    /// The kind that it refers to, and the column that identifies records there.
    pub fn refers_to(&self) -> Option<(&'static Kind, &'static str)> {
        match self.column_type {
            ColumnType::Reference(kind, shows) => Some((kind, shows.key())),
            ColumnType::List(Item::Slugs(kind)) => Some((kind, "slug")),
            ColumnType::List(Item::Codes(kind)) => Some((kind, "code")),
            _ => None,
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
        choices: &'static [Choice],
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Choice(Choices::Enumeration(choices)), about)
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
        kind: &'static Kind,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::List(Item::Slugs(kind)), about)
    }

    pub(crate) const fn codes(
        name: &'static str,
        kind: &'static Kind,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::List(Item::Codes(kind)), about)
    }

    pub(crate) const fn reference(
        name: &'static str,
        kind: &'static Kind,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Reference(kind, ReferenceForm::Record), about)
    }

    pub(crate) const fn code(name: &'static str, kind: &'static Kind, about: &'static str) -> Self {
        Self::new(name, ColumnType::Reference(kind, ReferenceForm::Code), about)
    }

    pub(crate) const fn slug_of(
        name: &'static str,
        kind: &'static Kind,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Reference(kind, ReferenceForm::Slug), about)
    }

    pub(crate) const fn amounts(
        name: &'static str,
        words: &'static [&'static str],
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::List(Item::Amounts(words)), about)
    }

    pub(crate) const fn sha256(name: &'static str, about: &'static str) -> Self {
        Self::new(name, ColumnType::Sha256, about)
    }

    pub(crate) const fn count(name: &'static str, sql: &'static str, about: &'static str) -> Self {
        Self::new(name, ColumnType::Count(sql), about).unit("count").required()
    }

    pub(crate) const fn count_from(
        name: &'static str,
        sql: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Derived(DerivedType::Integer, sql), about)
            .unit("count")
            .required()
    }

    pub(crate) const fn boolean_from(
        name: &'static str,
        sql: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Derived(DerivedType::Boolean, sql), about)
    }

    pub(crate) const fn word_from(
        name: &'static str,
        sql: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Derived(DerivedType::Word, sql), about)
    }

    pub(crate) const fn slug_from(
        name: &'static str,
        kind: &'static Kind,
        sql: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Derived(DerivedType::Slug(kind), sql), about)
    }

    pub(crate) const fn slugs_from(
        name: &'static str,
        kind: &'static Kind,
        sql: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Derived(DerivedType::Slugs(kind), sql), about)
    }

    pub(crate) const fn words_from(
        name: &'static str,
        words: Choices,
        sql: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, ColumnType::Derived(DerivedType::Words(words), sql), about)
    }

    pub(crate) const fn instant_from(
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
