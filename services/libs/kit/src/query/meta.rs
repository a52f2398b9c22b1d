//! The declaration of a resource as an answer.

use std::collections::HashSet;

use proto::query::v1::{FieldMeta, ResourceMeta, Sort, SortDirection, ValidValue};
use sqlx::PgConnection;

use super::error::QueryFailure;
use super::plan::{self, Condition};
use super::registry::{Field, FieldType, Resource, ValidValues};
use super::scope;
use super::sql::{self, Statement};
use crate::grpc;

/// The most values from a field's table.
const MOST_VALID_VALUES: usize = 1000;

#[derive(sqlx::FromRow)]
struct ValueRow {
    value: String,
    label: String,
}

/// The metadata of a resource: its fields, their operators and their values, as far as the scope of the caller shows them.
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
    if grpc::scope().is_some() {
        narrow(conn, resource, &mut meta).await?;
    }
    Ok(meta)
}

/// Leaves out fields that no row shows, the use of those that some rows lack, and values of tables that no visible row has.
async fn narrow(
    conn: &mut PgConnection,
    resource: &'static Resource,
    meta: &mut ResourceMeta,
) -> Result<(), QueryFailure> {
    for (field, of) in meta.fields.iter_mut().zip(resource.fields) {
        if !scope::may_name(resource, of) {
            field.operators.clear();
            field.valid_values.clear();
            field.aggregate_functions.clear();
            (field.sortable, field.groupable) = (false, false);
        } else if let ValidValues::Table(_) = of.values {
            let present = present_values(conn, resource, of).await?;
            field.valid_values.retain(|valid| present.contains(&valid.value));
        }
    }
    meta.fields.retain(|field| {
        resource.field(&field.name).is_some_and(|field| scope::is_shown(resource, field))
    });
    let order = plan::order(resource, None)?;
    let direction = if order.descending { SortDirection::Desc } else { SortDirection::Asc };
    meta.default_sort =
        Some(Sort { field: order.field.name.to_owned(), direction: direction.into() });
    Ok(())
}

/// The values of a field that visible rows have.
async fn present_values(
    conn: &mut PgConnection,
    resource: &'static Resource,
    field: &'static Field,
) -> Result<HashSet<String>, QueryFailure> {
    let is_list = matches!(field.kind, FieldType::List(_));
    let value = if is_list { "query_item" } else { field.sql };
    let mut out = Statement::new(format!("SELECT DISTINCT ({value})::text FROM {}", resource.from));
    if is_list {
        let items = field.sql;
        out.push(format_args!(" LEFT JOIN LATERAL unnest({items}) AS query_item ON TRUE"));
    }
    out.push(" WHERE ");
    let visible = Condition::All(plan::reader_conditions(resource).collect());
    sql::write_condition(&mut out, Some(&visible));
    let values: Vec<Option<String>> = out.build_query_scalar().fetch_all(conn).await?;
    Ok(values.into_iter().flatten().collect())
}

/// The same for a resource whose service applies scopes itself, and of which no field has its values from a table.
pub fn shown_meta(resource: &'static Resource) -> ResourceMeta {
    let mut meta = declared(resource);
    meta.fields.retain(|field| {
        resource.field(&field.name).is_some_and(|field| scope::is_shown(resource, field))
    });
    meta
}

/// The metadata as far as the declaration has it: without values that are in tables.
fn declared(resource: &'static Resource) -> ResourceMeta {
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
