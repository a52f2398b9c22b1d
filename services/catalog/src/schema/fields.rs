//! The fields of a kind in the query grammar, and the statements that read them.

use kit::licence;
use kit::query::{Element, Field, FieldType, Order, Resource, Scoping};
use proto::access::v1::Dimension;
use proto::codec::{Choice, Text as _};

use super::{Attribute, Choices, Column, ColumnType, DerivedType, Item, Kind, ReferenceForm};

/// Longer texts are not grouped by.
const GROUPABLE_TEXT: usize = 60;

/// The resource of a kind under a name; `only` is a condition on its rows.
///
/// Called once for each resource of the process: the texts that it builds are never freed.
pub fn resource(name: &'static str, kind: &'static Kind, only: Option<&str>) -> Resource {
    let fields = fields(kind);
    let columns: Vec<String> =
        fields.iter().map(|field| format!("{} AS {}", selected(field), field.name)).collect();
    let (sort, downwards) = kind.sort;
    Resource {
        name,
        from: keep(from_clause(kind, only)),
        columns: keep(columns.join(", ")),
        key: "id",
        order: if downwards { Order::descending(sort) } else { Order::ascending(sort) },
        scoping: Some(Scoping { endpoints: kind.rules.endpoints, attributes: attributes(kind) }),
        fields: Box::leak(fields.into_boxed_slice()),
    }
}

/// The attributes by which scopes select the records.
fn attributes(kind: &Kind) -> &'static [(Dimension, Field)] {
    let attribute = |(dimension, attribute): &(Dimension, Attribute)| {
        let (name, sql) = (dimension.text(), keep(attribute.sql()));
        let field = if attribute.is_list() {
            Field::list(name, Element::Id, sql)
        } else {
            Field::id(name, sql)
        };
        (*dimension, field.nullable())
    };
    let attributes: Vec<_> = kind.rules.attributes.iter().map(attribute).collect();
    Box::leak(attributes.into_boxed_slice())
}

/// The table joined with those that its references show.
pub fn from_clause(kind: &Kind, only: Option<&str>) -> String {
    let table = match only {
        Some(condition) => format!("(SELECT * FROM {} WHERE {condition})", kind.table),
        None => kind.table.to_owned(),
    };
    let mut from = format!("{table} AS t");
    for column in kind.columns {
        if let ColumnType::Reference(other, _) = column.column_type {
            let name = column.name;
            from = format!("{from} LEFT JOIN {} AS {name} ON {name}.id = t.{name}_id", other.table);
        }
    }
    format!("{from} {}", kind.joins).trim_end().to_owned()
}

/// Every field of an answer, in the order of the definition.
pub fn fields(kind: &Kind) -> Vec<Field> {
    let mut fields = vec![
        Field::id("id", "t.id").describe("Identifier of the record.").sortable().derived(),
        Field::slug("slug", "t.slug").describe("Slug of the record, used in addresses.").sortable(),
        Field::text("name", "t.name").describe("Name.").sortable_as("t.sort_name"),
    ];
    for column in kind.columns {
        fields.extend(column_fields(kind, column));
    }
    fields.extend([
        Field::text("source", "t.source").describe("Source of the record."),
        Field::text("licence", "t.licence").describe("Licence of the source.").groupable(),
        Field::date("retrieved_on", "t.retrieved_on").describe("Date of retrieval.").sortable(),
        Field::bool("is_sample", "(t.origin = 'sample')")
            .describe("Whether the record is fictional sample data.")
            .groupable()
            .derived(),
        Field::instant("updated_at", "t.updated_at")
            .describe("Time of the last change.")
            .sortable()
            .ranged()
            .derived(),
    ]);
    if kind.rules.may_be_restricted {
        fields.extend([
            licence::visible_to("t.visible_to"),
            licence::is_redistributable("t.is_redistributable"),
        ]);
    }
    fields
}

fn column_fields(of: &Kind, column: &Column) -> Vec<Field> {
    let (name, sql) = (column.name, keep(format!("t.{}", column.name)));
    let field = match column.column_type {
        ColumnType::Reference(kind, form) => {
            let fields = reference_fields(column, kind, form).into_iter();
            // The scope may hide the other record of the kind.
            return fields
                .map(|field| if kind == of { field.of_others() } else { field })
                .collect();
        }
        ColumnType::Text(most) => {
            let field = Field::text(name, sql).sortable();
            if most <= GROUPABLE_TEXT { field.groupable().counted() } else { field }
        }
        ColumnType::Url | ColumnType::Color | ColumnType::Sha256 => Field::text(name, sql),
        ColumnType::Integer(..) => Field::int(name, sql).sortable().averaged(),
        ColumnType::Number(..) | ColumnType::Ratio => {
            Field::decimal(name, sql).sortable().averaged()
        }
        ColumnType::Decimal => Field::decimal(name, sql).sortable().measured(),
        ColumnType::Boolean => Field::bool(name, sql).sortable().groupable(),
        ColumnType::Date => Field::date(name, sql).sortable().groupable().ranged(),
        ColumnType::Instant => Field::instant(name, sql).sortable().groupable().ranged(),
        ColumnType::Choice(choices) => {
            Field::choice(name, sql, labelled(choices)).sortable().groupable()
        }
        ColumnType::List(item) => list_field(name, sql, item),
        ColumnType::Count(_) => Field::int(name, sql).sortable().measured().of_others(),
        ColumnType::Derived(derived, sql) => match derived {
            DerivedType::Integer => Field::int(name, sql).sortable().measured().of_others(),
            DerivedType::Boolean => Field::bool(name, sql).sortable().groupable(),
            DerivedType::Word => Field::text(name, sql).sortable().groupable().counted(),
            DerivedType::Slug(kind) => {
                naming(Field::slug(name, sql).sortable().groupable().counted(), kind, "slug")
            }
            DerivedType::Slugs(kind) => naming(slugs(name, sql), kind, "slug"),
            DerivedType::Words(choices) => words(name, sql, choices),
            DerivedType::Instant => Field::instant(name, sql).sortable().ranged(),
        },
    };
    let field = if column.is_written() { field } else { field.derived() };
    vec![finish(field, column)]
}

fn list_field(name: &'static str, sql: &'static str, item: Item) -> Field {
    match item {
        Item::Text(_) | Item::Url | Item::Amounts(_) => Field::list(name, Element::Text, sql),
        Item::Words(chosen) => words(name, sql, Choices::Words(chosen)),
        Item::Slugs(kind) => naming(slugs(name, sql), kind, "slug"),
        Item::Codes(kind) => naming(slugs(name, sql), kind, "code"),
    }
}

/// A row counts in the group of each of its items.
fn slugs(name: &'static str, sql: &'static str) -> Field {
    Field::list(name, Element::Slug, sql).groupable().counted()
}

fn words(name: &'static str, sql: &'static str, choices: Choices) -> Field {
    Field::list(name, Element::Enum, sql).groupable().choices(labelled(choices))
}

/// The id, slug and name of the other record, or fewer of them.
fn reference_fields(column: &Column, kind: &'static Kind, form: ReferenceForm) -> Vec<Field> {
    let name = column.name;
    let named = |suffix: &str| keep(format!("{name}_{suffix}"));
    let joined = |field: &str| keep(format!("{name}.{field}"));
    let key = Field::slug(
        if form == ReferenceForm::Slug { name } else { named(form.key()) },
        joined(form.key()),
    )
    .sortable()
    .groupable()
    .counted();
    let key = naming(key, kind, form.key());
    let id = Field::id(named("id"), keep(format!("t.{name}_id"))).groupable().derived();
    let title = Field::text(named("name"), joined("name"))
        .sortable_as(joined("sort_name"))
        .groupable()
        .derived();
    let fields = match form {
        ReferenceForm::Record => vec![id, key, title],
        ReferenceForm::Code => vec![key, title],
        ReferenceForm::Slug => vec![key],
    };
    fields.into_iter().map(|field| finish(field, column)).collect()
}

fn finish(field: Field, column: &Column) -> Field {
    let field = field.describe(column.about);
    let field = column.unit.map_or(field, |unit| field.unit(unit));
    let is_list = matches!(field.kind, FieldType::List(_));
    if column.required || is_list { field } else { field.nullable() }
}

/// Says that the values name records of a kind, and offers these as choices where they are few.
fn naming(field: Field, kind: &'static Kind, key: &str) -> Field {
    let field = field.refers_to(kind.list_of(field.name));
    if !kind.rules.are_choices {
        return field;
    }
    // A record that is only another name is no choice beside the record that it stands for.
    let only =
        kind.rules.alias.map_or_else(String::new, |alias| format!("WHERE {alias}_id IS NULL "));
    let table = kind.table;
    field.values_from(keep(format!(
        "SELECT {key} AS value, name AS label FROM {table} {only}ORDER BY sort_name, id"
    )))
}

/// The choices with their labels.
fn labelled(choices: Choices) -> &'static [Choice] {
    let choice = |word| Choice { value: word, label: keep(proto::label(word)), meaning: "" };
    match choices {
        Choices::Words(words) => {
            Box::leak(words.iter().copied().map(choice).collect::<Vec<_>>().into_boxed_slice())
        }
        Choices::Enumeration(choices) => choices,
    }
}

/// The expression of a field's value in an answer: days as text, amounts as numbers.
fn selected(field: &Field) -> String {
    match field.kind {
        FieldType::Date => format!("{}::text", field.sql),
        FieldType::Decimal => format!("{}::float8", field.sql),
        _ => field.sql.to_owned(),
    }
}

fn keep(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}
