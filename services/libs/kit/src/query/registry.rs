//! The declaration of a resource, written as data by the service that owns it.

use proto::codec::Choice;
use proto::query::v1::{self, AggregateFunction, Operator, SortDirection};

use super::scope::Scoping;

/// A list of rows that callers may filter, sort, page and group.
///
/// Its texts are pieces of SQL and must come from the source code.
#[derive(Debug)]
pub struct Resource {
    /// Its name everywhere: `assets`.
    pub name: &'static str,
    /// The FROM clause. Joins must not multiply rows: one row for each key.
    pub from: &'static str,
    /// The SELECT list of a row; its names are those that the row's `FromRow` reads.
    pub columns: &'static str,
    /// The unique field that every row has. It breaks ties, so that pages are stable.
    pub key: &'static str,
    pub order: Order,
    /// How scopes of policies select its rows; none where no policy is about them.
    pub scoping: Option<Scoping>,
    /// All fields that a query can use.
    pub fields: &'static [Field],
}

impl Resource {
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Everything that is known of a row: its fields, and the attributes by which scopes select it.
    pub(super) fn stored(&self) -> impl Iterator<Item = &'static Field> + use<> {
        let scoping = self.scoping.as_ref();
        let attributes = scoping.map(|scoping| scoping.attributes).unwrap_or_default();
        self.fields.iter().chain(attributes.iter().map(|(_, field)| field))
    }
}

/// A field and a direction of sorting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub field: &'static str,
    /// Ascending or descending.
    pub direction: SortDirection,
}

impl Order {
    /// Smallest first.
    pub const fn ascending(field: &'static str) -> Self {
        Self { field, direction: SortDirection::Asc }
    }

    /// Largest first.
    pub const fn descending(field: &'static str) -> Self {
        Self { field, direction: SortDirection::Desc }
    }
}

/// The type of a field, and with it the type of its SQL expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldType {
    /// Words for people; `text`, compared letter by letter.
    Text,
    /// A whole number; `smallint`, `integer` or `bigint`.
    Int,
    /// A number; `numeric` or `double precision`.
    Decimal,
    /// True or false.
    Bool,
    /// A day; `date`.
    Date,
    /// A moment; `timestamptz`.
    Instant,
    /// One of the choices of the declaration; `text`.
    Enum,
    /// The number of an entity; `bigint` or `integer`.
    Id,
    /// The id of a record without a number; `uuid`.
    Uuid,
    /// The name of an entity in addresses; `text`.
    Slug,
    /// Several values, such as the slugs of an asset's networks; `text[]` or `bigint[]`.
    List(Element),
}

/// The type of a list's items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// Items of a `text[]`.
    Text,
    /// Items of a `text[]`, each one of the choices of the declaration.
    Enum,
    /// Items of a `text[]`.
    Slug,
    /// Items of a `bigint[]`.
    Id,
}

impl Element {
    pub const fn item(self) -> FieldType {
        match self {
            Self::Text => FieldType::Text,
            Self::Enum => FieldType::Enum,
            Self::Slug => FieldType::Slug,
            Self::Id => FieldType::Id,
        }
    }
}

impl FieldType {
    pub fn wire_type(self) -> v1::FieldType {
        match self {
            Self::Text => v1::FieldType::Text,
            Self::Int => v1::FieldType::Int,
            Self::Decimal => v1::FieldType::Decimal,
            Self::Bool => v1::FieldType::Bool,
            Self::Date => v1::FieldType::Date,
            Self::Instant => v1::FieldType::Instant,
            Self::Enum => v1::FieldType::Enum,
            Self::Id | Self::Uuid => v1::FieldType::Id,
            Self::Slug => v1::FieldType::Slug,
            Self::List(_) => v1::FieldType::List,
        }
    }
}

/// The values that a field may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValidValues {
    /// Any of the type.
    Any,
    /// One of these; any other value is refused.
    Choices(&'static [Choice]),
    /// The values in a table: a statement that returns `value` and `label`, both text. They are listed but not enforced: an
    /// unknown value matches no row.
    Table(&'static str),
}

/// The meaning of a field for its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// One of its values.
    Value,
    /// A value that the service sets, so that files and forms have none.
    Derived,
    /// The moment since which the row is known.
    KnownSince,
    /// The readers who may see the row, by the licence of its data.
    VisibleTo,
    /// Whether the row may be part of files, as the licence of its data says.
    Redistributable,
}

/// The rows of which a field tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Its own.
    Row,
    /// Others, which it counts or names, so that it is left out where a scope hides some of them.
    Others,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name everywhere, in snake_case.
    pub name: &'static str,
    /// The type of its values.
    pub kind: FieldType,
    /// The unit, such as `usd`, `fraction` or `bps`.
    pub unit: Option<&'static str>,
    /// One sentence for people.
    pub description: &'static str,
    /// The SQL expression of its value.
    pub sql: &'static str,
    /// The SQL expression for sorting, of the same type, if it is not the value itself.
    pub order_sql: Option<&'static str>,
    /// Whether a row may have no value.
    pub nullable: bool,
    /// Its meaning for the row.
    pub meaning: Meaning,
    /// The values that it can have.
    pub values: ValidValues,
    /// Whether rows can be sorted by it.
    pub sortable: bool,
    /// Whether rows can be grouped by it.
    pub groupable: bool,
    /// The aggregate functions for its values.
    pub functions: &'static [AggregateFunction],
    /// The list of the records that its values name.
    pub refers_to: Option<&'static str>,
    /// The rows of which it tells.
    pub subject: Subject,
}

impl Field {
    const fn new(name: &'static str, kind: FieldType, sql: &'static str) -> Self {
        Self {
            name,
            kind,
            unit: None,
            description: "",
            sql,
            order_sql: None,
            nullable: false,
            meaning: Meaning::Value,
            values: ValidValues::Any,
            sortable: false,
            groupable: false,
            functions: &[],
            refers_to: None,
            subject: Subject::Row,
        }
    }

    /// The number of an entity, or of a related one.
    pub const fn id(name: &'static str, sql: &'static str) -> Self {
        Self::new(name, FieldType::Id, sql)
    }

    /// The id of a record without a number.
    pub const fn uuid(name: &'static str, sql: &'static str) -> Self {
        Self::new(name, FieldType::Uuid, sql)
    }

    /// The name of an entity in addresses.
    pub const fn slug(name: &'static str, sql: &'static str) -> Self {
        Self::new(name, FieldType::Slug, sql)
    }

    /// Words for people.
    pub const fn text(name: &'static str, sql: &'static str) -> Self {
        Self::new(name, FieldType::Text, sql)
    }

    /// A whole number.
    pub const fn int(name: &'static str, sql: &'static str) -> Self {
        Self::new(name, FieldType::Int, sql)
    }

    /// A number.
    pub const fn decimal(name: &'static str, sql: &'static str) -> Self {
        Self::new(name, FieldType::Decimal, sql)
    }

    /// True or false.
    pub const fn bool(name: &'static str, sql: &'static str) -> Self {
        Self::new(name, FieldType::Bool, sql)
    }

    /// A day.
    pub const fn date(name: &'static str, sql: &'static str) -> Self {
        Self::new(name, FieldType::Date, sql)
    }

    /// A moment.
    pub const fn instant(name: &'static str, sql: &'static str) -> Self {
        Self::new(name, FieldType::Instant, sql)
    }

    /// One of some choices.
    pub const fn choice(name: &'static str, sql: &'static str, choices: &'static [Choice]) -> Self {
        let mut field = Self::new(name, FieldType::Enum, sql);
        field.values = ValidValues::Choices(choices);
        field
    }

    /// Several values.
    pub const fn list(name: &'static str, element: Element, sql: &'static str) -> Self {
        Self::new(name, FieldType::List(element), sql)
    }

    /// Adds the description, one sentence.
    #[must_use]
    pub const fn describe(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// Adds the unit.
    #[must_use]
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = Some(unit);
        self
    }

    /// A row may have no value.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.nullable = true;
        self
    }

    /// The moment since which the row is known. A query for the state of an instant selects the rows whose fields of this
    /// kind are all at or before it.
    #[must_use]
    pub const fn known_since(mut self) -> Self {
        self.meaning = Meaning::KnownSince;
        self
    }

    /// The readers who may see the row: a `proto::timeseries::v1::Visibility` as text. A query returns only rows that
    /// its reader may see.
    #[must_use]
    pub const fn visible_to(mut self) -> Self {
        self.meaning = Meaning::VisibleTo;
        self
    }

    /// Whether the row may be part of files. Every query for a file is limited to such rows.
    #[must_use]
    pub const fn redistributable(mut self) -> Self {
        self.meaning = Meaning::Redistributable;
        self
    }

    /// Its values name records of this list.
    #[must_use]
    pub const fn refers_to(mut self, list: &'static str) -> Self {
        self.refers_to = Some(list);
        self
    }

    /// It counts or names other rows.
    #[must_use]
    pub const fn of_others(mut self) -> Self {
        self.subject = Subject::Others;
        self
    }

    /// The service sets its values: files and forms have none.
    #[must_use]
    pub const fn derived(mut self) -> Self {
        self.meaning = Meaning::Derived;
        self
    }

    /// Whether the service sets its values. The terms of licences come from manifests, not from rows or forms.
    pub fn is_derived(&self) -> bool {
        self.meaning != Meaning::Value
    }

    /// Rows may be put in order by it.
    #[must_use]
    pub const fn sortable(mut self) -> Self {
        self.sortable = true;
        self
    }

    /// Rows may be put in order by it, as another expression of the same type says: names without regard to
    /// capitals and accents.
    #[must_use]
    pub const fn sortable_as(mut self, order_sql: &'static str) -> Self {
        self.sortable = true;
        self.order_sql = Some(order_sql);
        self
    }

    /// Rows may be grouped by it.
    #[must_use]
    pub const fn groupable(mut self) -> Self {
        self.groupable = true;
        self
    }

    /// Its items are some choices, of a list of them.
    #[must_use]
    pub const fn choices(mut self, choices: &'static [Choice]) -> Self {
        self.values = ValidValues::Choices(choices);
        self
    }

    /// Its values are listed by a statement that returns `value` and `label`.
    #[must_use]
    pub const fn values_from(mut self, statement: &'static str) -> Self {
        self.values = ValidValues::Table(statement);
        self
    }

    /// A number with sum, average, minimum and maximum.
    #[must_use]
    pub const fn measured(mut self) -> Self {
        self.functions = &[
            AggregateFunction::Sum,
            AggregateFunction::Avg,
            AggregateFunction::Min,
            AggregateFunction::Max,
        ];
        self
    }

    /// Has a minimum and a maximum but no sum, such as rates and days.
    #[must_use]
    pub const fn ranged(mut self) -> Self {
        self.functions = &[AggregateFunction::Min, AggregateFunction::Max];
        self
    }

    /// Its distinct values can be counted.
    #[must_use]
    pub const fn counted(mut self) -> Self {
        self.functions = &[AggregateFunction::CountDistinct];
        self
    }

    /// Has an average, a minimum and a maximum but no sum, such as rates.
    #[must_use]
    pub const fn averaged(mut self) -> Self {
        self.functions = &[AggregateFunction::Avg, AggregateFunction::Min, AggregateFunction::Max];
        self
    }

    /// The comparisons that it allows.
    pub fn operators(&self) -> &'static [Operator] {
        operators_of(self.kind)
    }
}

/// The comparisons of a type.
pub fn operators_of(kind: FieldType) -> &'static [Operator] {
    use Operator::{
        Equals, Gt, Gte, Ilike, In, Like, Lt, Lte, NotEquals, NotLike, OnOrAfter, OnOrBefore,
        StartsWith,
    };
    match kind {
        FieldType::Text | FieldType::Slug => {
            &[Equals, NotEquals, In, Like, Ilike, NotLike, StartsWith]
        }
        FieldType::Int | FieldType::Decimal => &[Equals, NotEquals, In, Gt, Gte, Lt, Lte],
        FieldType::Bool => &[Equals, NotEquals],
        FieldType::Date => &[Equals, NotEquals, In, Gt, Gte, Lt, Lte, OnOrAfter, OnOrBefore],
        FieldType::Instant => &[Equals, NotEquals, Gt, Gte, Lt, Lte, OnOrAfter, OnOrBefore],
        FieldType::Enum | FieldType::Id | FieldType::Uuid | FieldType::List(_) => {
            &[Equals, NotEquals, In]
        }
    }
}
