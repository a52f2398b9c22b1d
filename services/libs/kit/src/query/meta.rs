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
    let mut fields = Vec::with_capacity(resource.fields.len());
    for field in resource.fields {
        let values = match field.values {
            ValidValues::Any => Vec::new(),
            ValidValues::Choices(choices) => choices
                .iter()
                .map(|choice| ValidValue {
                    value: choice.value.to_owned(),
                    label: choice.label.to_owned(),
                    meaning: choice.meaning.to_owned(),
                })
                .collect(),
            ValidValues::Table(statement) => table(conn, statement).await?,
        };
        fields.push(field_meta(field, values));
    }
    let order = resource.order;
    Ok(ResourceMeta {
        resource: resource.name.to_owned(),
        key: resource.key.to_owned(),
        default_sort: Some(Sort {
            field: order.field.to_owned(),
            direction: order.direction.into(),
        }),
        fields,
        referenced_by: Vec::new(),
    })
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

fn field_meta(field: &Field, valid_values: Vec<ValidValue>) -> FieldMeta {
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
