//! What may be asked of a resource: its declaration, written as data by the service that owns it.

use proto::query::v1::{self, AggregateFunction, Operator, SortDirection};

/// A list of rows that callers may filter, sort, page and group.
///
/// Texts in it are pieces of SQL and come from the source code alone.
#[derive(Debug)]
pub struct Resource {
    /// Its name on every surface: `assets`.
    pub name: &'static str,
    /// What stands behind FROM. Joins must not multiply rows: one row for each key.
    pub from: &'static str,
    /// What stands behind SELECT for a row; its names are those that the row's `FromRow` reads.
    pub columns: &'static str,
    /// The field that no two rows share and every row has. It breaks ties, so that pages are stable.
    pub key: &'static str,
    /// The order of a question that names none.
    pub order: Order,
    /// Everything that may be asked; what is not here cannot be reached.
    pub fields: &'static [Field],
}

impl Resource {
    /// The field of a name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// A field and the direction that rows are put in by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The name of the field.
    pub field: &'static str,
    /// Up or down.
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

/// What the values of a field are, and so what its SQL expression yields.
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
    /// The id of what has no number; `uuid`.
    Uuid,
    /// The name of an entity in addresses; `text`.
    Slug,
    /// Several values, such as the slugs of an asset's networks; `text[]` or `bigint[]`.
    List(Element),
}

/// What the items of a list are.
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
    /// The type of one item.
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
    /// The type as it is told.
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

/// One of the values that a field may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// As it is kept and compared.
    pub value: &'static str,
    /// For people.
    pub label: &'static str,
    /// What it means; empty where the label says it.
    pub meaning: &'static str,
}

impl Choice {
    /// A value whose label says it.
    pub const fn new(value: &'static str, label: &'static str) -> Self {
        Self { value, label, meaning: "" }
    }

    /// The same with a sentence that explains it.
    #[must_use]
    pub const fn meaning(self, meaning: &'static str) -> Self {
        Self { meaning, ..self }
    }
}

/// The values that a field may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValidValues {
    /// Any of the type.
    Any,
    /// These; another one is refused.
    Choices(&'static [Choice]),
    /// Those that rows of a table name: a statement that answers `value` and `label`, both text. They are
    /// told and not enforced: a value that no row has finds nothing.
    Table(&'static str),
}

/// What a field says of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// One of its values.
    Value,
    /// Since when it is known: it was not known before.
    KnownSince,
}

/// One thing that may be asked of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name on every surface, snake_case.
    pub name: &'static str,
    /// What its values are.
    pub kind: FieldType,
    /// What it is measured in, such as `usd`, `fraction` or `bps`.
    pub unit: Option<&'static str>,
    /// One sentence for people.
    pub description: &'static str,
    /// The SQL expression of its value.
    pub sql: &'static str,
    /// The SQL expression that rows are put in order by, of the same type, where it is not the value.
    pub order_sql: Option<&'static str>,
    /// Whether a row may have no value.
    pub nullable: bool,
    /// What it says of its row.
    pub meaning: Meaning,
    /// Which values there are.
    pub values: ValidValues,
    /// Whether rows may be put in order by it.
    pub sortable: bool,
    /// Whether rows may be grouped by it.
    pub groupable: bool,
    /// What may be made of its values in a group.
    pub functions: &'static [AggregateFunction],
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
        }
    }

    /// The number of an entity, or of a related one.
    pub const fn id(name: &'static str, sql: &'static str) -> Self {
        Self::new(name, FieldType::Id, sql)
    }

    /// The id of what has no number.
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

    /// Says in one sentence what it is.
    #[must_use]
    pub const fn describe(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// Says what it is measured in.
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

    /// Its row was not known before that moment, so that rows can be asked for as they were known at an instant: those of
    /// which every such field has a moment that had come.
    #[must_use]
    pub const fn known_since(mut self) -> Self {
        self.meaning = Meaning::KnownSince;
        self
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

    /// Its values are told by a statement that answers `value` and `label`.
    #[must_use]
    pub const fn values_from(mut self, statement: &'static str) -> Self {
        self.values = ValidValues::Table(statement);
        self
    }

    /// A number that may be summed, averaged, and asked for its extremes.
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

    /// May be asked for its extremes, and for no sum: rates, days.
    #[must_use]
    pub const fn ranged(mut self) -> Self {
        self.functions = &[AggregateFunction::Min, AggregateFunction::Max];
        self
    }

    /// May be asked how many different values there are.
    #[must_use]
    pub const fn counted(mut self) -> Self {
        self.functions = &[AggregateFunction::CountDistinct];
        self
    }

    /// May be averaged and asked for its extremes, and for no sum: rates.
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
