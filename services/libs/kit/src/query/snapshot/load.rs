//! Reads all rows of a resource from the database.

use futures::TryStreamExt as _;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, FromRow, PgConnection, Row as _};

use super::super::error::QueryFailure;
use super::super::registry::{Field, FieldType, Resource};
use super::super::sql::{self, Statement};
use super::Snapshot;
use super::cell::{Cell, Shape};
use super::column::{Column, NONE, Order, Places, Values};

/// Texts as the database writes them, for each row.
type Texts = Vec<Option<Box<str>>>;

struct FieldTexts {
    shape: Shape,
    values: Texts,
    /// Where rows are put in order by something else.
    order: Option<Texts>,
}

/// The texts of all rows.
struct Rows<T> {
    rows: Vec<T>,
    fields: Vec<FieldTexts>,
}

impl<T> Snapshot<T>
where
    T: for<'row> FromRow<'row, PgRow> + Send + 'static,
{
    /// Reads all rows; none if they would exceed the memory limit. The caller limits the time, and loads again when
    /// rows have changed.
    pub async fn load(
        conn: &mut PgConnection,
        resource: &'static Resource,
        most: usize,
        weigh: fn(&T) -> usize,
    ) -> Result<Option<Self>, QueryFailure> {
        Self::load_by(conn, resource, statement(resource), most, weigh).await
    }

    /// Reads the rows of a statement that has the columns of [`statement`].
    pub(super) async fn load_by(
        conn: &mut PgConnection,
        resource: &'static Resource,
        statement: Statement,
        most: usize,
        weigh: fn(&T) -> usize,
    ) -> Result<Option<Self>, QueryFailure> {
        let shapes = shapes(conn, resource).await?;
        let read = read(conn, resource, &shapes, statement, (most, weigh)).await?;
        let Some((rows, weight)) = read else {
            return Ok(None);
        };
        // Thousands of rows are sorted many times: other work must not wait for that.
        let built = tokio::task::spawn_blocking(move || build(resource, rows)).await;
        let mut snapshot = built.map_err(|error| sqlx::Error::Decode(error.into()))??;
        for column in &mut snapshot.columns {
            if matches!(column.field.kind, FieldType::Text | FieldType::Slug) {
                make_small(conn, column).await?;
            }
        }
        snapshot.bytes = weight + snapshot.columns.iter().map(Column::weight).sum::<usize>();
        Ok((snapshot.bytes <= most).then_some(snapshot))
    }
}

/// The shape of each field's values: the declaration does not distinguish binary from decimal numbers.
async fn shapes(conn: &mut PgConnection, resource: &Resource) -> Result<Vec<Shape>, sqlx::Error> {
    let numbers = resource.fields.iter().filter(|field| field.kind == FieldType::Decimal);
    let types: Vec<String> =
        numbers.map(|field| format!("pg_typeof({})::text", field.sql)).collect();
    let statement =
        format!("SELECT ARRAY[{}]::text[] FROM {} LIMIT 1", types.join(", "), resource.from);
    let types: Option<Vec<String>> =
        sqlx::query_scalar(AssertSqlSafe(statement)).fetch_optional(conn).await?;
    let mut types = types.unwrap_or_default().into_iter();
    let shapes = resource.stored().map(|field| {
        let decimal = field.kind == FieldType::Decimal;
        let double = decimal && types.next().is_some_and(|kind| kind == "double precision");
        Shape { kind: field.kind, double }
    });
    Ok(shapes.collect())
}

async fn read<T>(
    conn: &mut PgConnection,
    resource: &'static Resource,
    shapes: &[Shape],
    mut statement: Statement,
    (most, weigh): (usize, fn(&T) -> usize),
) -> Result<Option<(Rows<T>, usize)>, sqlx::Error>
where
    T: for<'row> FromRow<'row, PgRow>,
{
    let empty = |(field, shape): (&Field, &Shape)| FieldTexts {
        shape: *shape,
        values: Vec::new(),
        order: field.order_sql.map(|_| Vec::new()),
    };
    let fields = resource.stored().zip(shapes).map(empty).collect();
    let mut read = Rows { rows: Vec::new(), fields };
    let (mut weight, own) = (0, resource.stored().count());
    let mut rows = statement.build().fetch(conn);
    while let Some(row) = rows.try_next().await? {
        let text = |at: usize| row.try_get::<Option<&str>, _>(at).map(|text| text.map(Into::into));
        // The columns of the snapshot stand behind those of the row.
        let mut at =
            row.len() - own - read.fields.iter().filter(|read| read.order.is_some()).count();
        for field in &mut read.fields {
            field.values.push(text(at)?);
            at += 1;
            if let Some(order) = &mut field.order {
                order.push(text(at)?);
                at += 1;
            }
        }
        let value = T::from_row(&row)?;
        weight += weigh(&value) + size_of::<T>();
        read.rows.push(value);
        if weight > most {
            return Ok(None);
        }
        // Rows that have arrived are read without a pause: on a thread of its own, other work would wait for all of them.
        tokio::task::consume_budget().await;
    }
    Ok(Some((read, weight)))
}

/// The statement that reads all rows.
pub(super) fn statement(resource: &Resource) -> Statement {
    let mut out = Statement::new("SELECT ");
    out.push(resource.columns);
    for (at, field) in resource.stored().enumerate() {
        let sql = field.sql;
        let text = match field.kind {
            FieldType::List(_) => format!("to_json({sql})::text"),
            _ => format!("({sql})::text"),
        };
        out.push(format_args!(", {text} AS query_value_{at}"));
        if field.order_sql.is_some() {
            out.push(format_args!(", {}::text AS query_order_{at}", sql::order_expression(field)));
        }
    }
    out.push(" FROM ").push(resource.from);
    out
}

fn build<T>(resource: &'static Resource, read: Rows<T>) -> Result<Snapshot<T>, sqlx::Error> {
    let mut columns = Vec::with_capacity(resource.fields.len());
    for (field, read) in resource.stored().zip(read.fields) {
        columns.push(column(field, read)?);
    }
    let key = resource.fields.iter().position(|field| field.name == resource.key);
    let key = key.expect("the key is a field; `testing::resource` checks it");
    arrange(&mut columns, key, read.rows.len());
    Ok(Snapshot { resource, rows: read.rows, columns, key, bytes: 0 })
}

fn column(field: &'static Field, read: FieldTexts) -> Result<Column, sqlx::Error> {
    let shape = read.shape;
    let cells = |texts: &Texts| -> Result<Vec<Option<Cell>>, sqlx::Error> {
        let cell = |text: &str| {
            Cell::read(shape, text).ok_or_else(|| {
                sqlx::Error::Decode(format!("{} holds another type", field.name).into())
            })
        };
        texts.iter().map(|text| text.as_deref().map(cell).transpose()).collect()
    };
    let other = match read.order {
        Some(texts) => Some(Values::from_rows(cells(&texts)?, texts)),
        None => None,
    };
    let cells = cells(&read.values)?;
    let (values, places) = if let FieldType::List(_) = field.kind {
        let (values, places) = Values::of_items(cells);
        (values, Places::Many(places))
    } else {
        let (values, places) = Values::from_rows(cells, read.values);
        (values, Places::One(places))
    };
    let order = field.sortable.then(|| Order { other, rows: Vec::new(), valued: 0 });
    Ok(Column { field, shape, values, places, small: Vec::new(), order })
}

/// Sorts the rows in every order that a query can use.
fn arrange(columns: &mut [Column], key: usize, count: usize) {
    let Places::One(keys) = &columns[key].places else { return };
    let keys = keys.clone();
    for column in columns {
        let Some((_, _, places)) = column.ordered() else { continue };
        // No value is the last place of all.
        let mut rows: Vec<u32> = (0..count as u32).collect();
        rows.sort_unstable_by_key(|row| (places[*row as usize], keys[*row as usize]));
        let valued = places.iter().filter(|place| **place != NONE).count();
        if let Some(order) = &mut column.order {
            (order.rows, order.valued) = (rows, valued);
        }
    }
}

/// Has the database write the texts of a field in small letters.
async fn make_small(conn: &mut PgConnection, column: &mut Column) -> Result<(), sqlx::Error> {
    let large = |text: &str| text.bytes().any(|byte| byte.is_ascii_uppercase() || byte >= 128);
    let cells = column.values.cells.iter().enumerate();
    let (places, texts): (Vec<i64>, Vec<&str>) = cells
        .map(|(place, cell)| (place as i64, cell.text()))
        .filter(|(_, text)| large(text))
        .unzip();
    if texts.is_empty() {
        return Ok(());
    }
    let small: Vec<(i64, String)> = sqlx::query_as(
        "SELECT place, lower(text COLLATE \"default\")
         FROM unnest($1::bigint[], $2::text[]) AS t (place, text)",
    )
    .bind(&places)
    .bind(&texts)
    .fetch_all(conn)
    .await?;
    column.small = vec![None; column.values.cells.len()];
    for (place, text) in small {
        column.small[place as usize] = Some(text.into());
    }
    Ok(())
}
