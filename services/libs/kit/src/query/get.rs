//! Reads one row by a unique field, such as a slug.

use proto::query::v1::QueryValue;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection};

use super::error::{Fault, QueryFailure};
use super::plan::{self, Condition, Test};
use super::registry::Resource;
use super::scope::{Mask, WithheldFields};
use super::sql::{self, Statement};
use super::value;

/// The row whose field has the value, such as a slug; none if there is no such row, or the reader may not have it.
///
/// The field must be unique: of several rows any may be returned.
pub async fn get<T>(
    conn: &mut PgConnection,
    resource: &'static Resource,
    field: &'static str,
    value: &QueryValue,
) -> Result<Option<T>, QueryFailure>
where
    T: for<'row> FromRow<'row, PgRow>,
{
    let found = get_narrowed(conn, resource, field, value).await?;
    Ok(found.map(|(row, _)| row))
}

/// The same with the fields that the scope of the caller leaves out of the row.
pub async fn get_narrowed<T>(
    conn: &mut PgConnection,
    resource: &'static Resource,
    field: &'static str,
    value: &QueryValue,
) -> Result<Option<(T, WithheldFields)>, QueryFailure>
where
    T: for<'row> FromRow<'row, PgRow>,
{
    let declared = plan::declared(resource, field);
    let value = match value::scalar(declared, value) {
        Ok(value) => value,
        // A text that is not a slug or an id matches no row.
        Err(Fault::Value(_) | Fault::Choice(_)) => return Ok(None),
        Err(fault) => return Err(fault.at(field, Some(declared.name)).into()),
    };
    let mut statement = Statement::new("SELECT ");
    let mask = Mask::new(resource);
    statement.push(resource.columns);
    sql::write_mask(&mut statement, mask.as_ref());
    statement.push(" FROM ").push(resource.from).push(" WHERE ");
    let condition = Condition::Is(declared, Test::Equal(value));
    let all = plan::reader_conditions(resource).chain([condition]).collect();
    sql::write_condition(&mut statement, Some(&Condition::All(all)));
    statement.push(" LIMIT 1");
    let row = statement.build().fetch_optional(conn).await?;
    let Some(row) = row else { return Ok(None) };
    let withheld = match &mask {
        Some(mask) => mask.withheld(&sql::met(&row, mask)?),
        None => WithheldFields::default(),
    };
    Ok(Some((T::from_row(&row)?, withheld)))
}
