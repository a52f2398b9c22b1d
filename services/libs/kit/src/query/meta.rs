//! The declaration of a resource as an answer.

use proto::query::v1::{FieldMeta, ResourceMeta, Sort, ValidValue};
use sqlx::PgConnection;

use super::error::QueryFailure;
use super::registry::{Field, FieldType, Resource, ValidValues};

/// The most values from a field's table.
const MOST_VALID_VALUES: usize = 1000;

#[derive(sqlx::FromRow)]
struct ValueRow {
    value: String,
    label: String,
}

/// The metadata of a resource: its fields, their operators and their values.
pub async fn meta(
    conn: &mut PgConnection,
    resource: &'static Resource,
) -> Result<ResourceMeta, QueryFailure> {
    let mut meta = declared(resource);
    for (field, of) in meta.fields.iter_mut().zip(resource.fields) {
        if let ValidValues::Table(statement) = of.values {
            field.valid_values = table(conn, statement).await?;
        }
    }
    Ok(meta)
}

/// The metadata as far as the declaration has it: without values that are in tables.
pub fn declared(resource: &'static Resource) -> ResourceMeta {
    let order = resource.order;
    ResourceMeta {
        resource: resource.name.to_owned(),
        key: resource.key.to_owned(),
        default_sort: Some(Sort {
            field: order.field.to_owned(),
            direction: order.direction.into(),
        }),
        fields: resource.fields.iter().map(field_meta).collect(),
        referenced_by: Vec::new(),
    }
}

async fn table(
    conn: &mut PgConnection,
    statement: &'static str,
) -> Result<Vec<ValidValue>, QueryFailure> {
    let rows: Vec<ValueRow> = sqlx::query_as(statement).fetch_all(conn).await?;
    let values = rows.into_iter().take(MOST_VALID_VALUES);
    Ok(values
        .map(|ValueRow { value, label }| ValidValue { value, label, meaning: String::new() })
        .collect())
}

fn field_meta(field: &Field) -> FieldMeta {
    let valid_values = match field.values {
        ValidValues::Choices(choices) => choices
            .iter()
            .map(|choice| ValidValue {
                value: choice.value.to_owned(),
                label: choice.label.to_owned(),
                meaning: choice.meaning.to_owned(),
            })
            .collect(),
        ValidValues::Any | ValidValues::Table(_) => Vec::new(),
    };
    let item_type = match field.kind {
        FieldType::List(element) => Some(element.item().wire_type().into()),
        _ => None,
    };
    FieldMeta {
        name: field.name.to_owned(),
        r#type: field.kind.wire_type().into(),
        item_type,
        unit: field.unit.map(str::to_owned),
        description: field.description.to_owned(),
        nullable: field.nullable,
        operators: field.operators().iter().map(|operator| (*operator).into()).collect(),
        valid_values,
        sortable: field.sortable,
        groupable: field.groupable,
        aggregate_functions: field.functions.iter().map(|function| (*function).into()).collect(),
        refers_to: field.refers_to.map(str::to_owned),
        derived: field.is_derived(),
    }
}
