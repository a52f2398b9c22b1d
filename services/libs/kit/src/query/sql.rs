//! A validated query as SQL, in which all input of the caller is bound and none is part of the text.

use sqlx::postgres::PgRow;
use sqlx::{Postgres, QueryBuilder, Row as _};

use super::plan::{Condition, SortOrder, Test};
use super::registry::{Field, FieldType, Resource};
use super::scope::Mask;
use super::value::Scalar;

/// A statement as it grows.
pub(super) type Statement = QueryBuilder<Postgres>;

/// The names of the columns that a page has beside its row's own.
pub(super) const ORDER_COLUMN: &str = "query_order";
pub(super) const KEY_COLUMN: &str = "query_key";
const MET_COLUMN: &str = "query_met";

/// The begin of a page.
#[derive(Debug)]
pub(super) enum From<'a> {
    /// After a number of rows.
    Offset(i64),
    /// After a row, among those that have a value to sort by.
    After { order: &'a str, key: &'a str },
    /// After a key, among those that have no value to sort by; at their beginning without one.
    Tail { key: Option<&'a str> },
}

/// Rows in an order.
pub(super) struct Rows {
    pub resource: &'static Resource,
    /// The field that breaks ties.
    pub key: &'static Field,
    pub condition: Option<Condition>,
    pub by: SortOrder,
    /// The fields that are left out of the rows of an answer.
    pub mask: Option<Mask>,
}

impl Rows {
    /// The statement of a page, after a word such as EXPLAIN.
    pub(super) fn page(&self, verb: &str, from: &From<'_>, limit: i64) -> Statement {
        let (order, key) = (order_expression(self.by.field), order_expression(self.key));
        let mut out = Statement::new(verb);
        out.push("SELECT ").push(self.resource.columns);
        out.push(format_args!(", {order}::text AS {ORDER_COLUMN}, {key}::text AS {KEY_COLUMN}"));
        write_mask(&mut out, self.mask.as_ref());
        out.push(" FROM ").push(self.resource.from).push(" WHERE ");
        write_condition(&mut out, self.condition.as_ref());
        self.write_start(&mut out, from);
        self.write_order(&mut out);
        out.push(" LIMIT ").push_bind(limit);
        if let From::Offset(rows @ 1..) = from {
            out.push(" OFFSET ").push_bind(*rows);
        }
        out
    }

    fn write_start(&self, out: &mut Statement, from: &From<'_>) {
        let (order, key) = (order_expression(self.by.field), order_expression(self.key));
        let beyond = if self.by.descending { "<" } else { ">" };
        match *from {
            From::Offset(_) => {}
            From::After { order: value, key: key_value } if self.by.field != self.key => {
                out.push(format_args!(" AND ({order}, {key}) {beyond} ("));
                cast(out, self.by.field, value);
                out.push(", ");
                cast(out, self.key, key_value);
                out.push(")");
            }
            From::After { key: value, .. } => {
                out.push(format_args!(" AND {key} {beyond} "));
                cast(out, self.key, value);
            }
            From::Tail { key: after } => {
                out.push(format_args!(" AND {order} IS NULL"));
                if let Some(value) = after {
                    out.push(format_args!(" AND {key} {beyond} "));
                    cast(out, self.key, value);
                }
            }
        }
    }

    /// Rows without a value come last in either direction. If every row has a value, the clause is left out, so
    /// that an index serves both directions.
    pub(super) fn write_order(&self, out: &mut Statement) {
        let field = self.by.field;
        let direction = if self.by.descending { " DESC" } else { "" };
        let nulls = if self.by.descending && field.nullable { " NULLS LAST" } else { "" };
        out.push(format_args!(" ORDER BY {}{direction}{nulls}", order_expression(field)));
        if field != self.key {
            out.push(format_args!(", {}{direction}", order_expression(self.key)));
        }
    }

    /// The statement that returns the texts of a field, sorted, after a given one.
    pub(super) fn texts(
        resource: &Resource,
        condition: Option<&Condition>,
        field: &Field,
        after: Option<&str>,
        limit: i64,
    ) -> Statement {
        let order = order_expression(field);
        let mut out = Statement::new(format!("SELECT {order}::text FROM "));
        out.push(resource.from).push(" WHERE ");
        write_condition(&mut out, condition);
        if let Some(after) = after {
            out.push(format_args!(" AND {order} > "));
            cast(&mut out, field, after);
        }
        out.push(format_args!(" ORDER BY {order} LIMIT ")).push_bind(limit);
        out
    }

    pub(super) fn count(&self) -> Statement {
        let mut out = Statement::new("SELECT count(*) FROM ");
        out.push(self.resource.from).push(" WHERE ");
        write_condition(&mut out, self.condition.as_ref());
        out
    }
}

/// The expression that rows are put in order by. Texts go letter by letter, the same on every machine.
pub(super) fn order_expression(field: &Field) -> String {
    let sql = field.order_sql.unwrap_or(field.sql);
    if is_text(field.kind) { format!("({sql}) COLLATE \"C\"") } else { format!("({sql})") }
}

pub(super) fn is_text(kind: FieldType) -> bool {
    matches!(kind, FieldType::Text | FieldType::Slug | FieldType::Enum)
}

/// A value that an earlier answer contained as text.
fn cast(out: &mut Statement, field: &Field, value: &str) {
    out.push("CAST(");
    out.push_bind(value.to_owned());
    out.push(match field.kind {
        FieldType::Text | FieldType::Slug | FieldType::Enum | FieldType::List(_) => " AS text)",
        FieldType::Int | FieldType::Id => " AS bigint)",
        FieldType::Decimal => " AS numeric)",
        FieldType::Bool => " AS boolean)",
        FieldType::Date => " AS date)",
        FieldType::Instant => " AS timestamptz)",
        FieldType::Uuid => " AS uuid)",
    });
}

/// Writes a column that says which conditions of a mask the row meets, with a digit for each.
pub(super) fn write_mask(out: &mut Statement, mask: Option<&Mask>) {
    let conditions = mask.map(|mask| mask.conditions.as_slice()).unwrap_or_default();
    for (at, condition) in conditions.iter().enumerate() {
        out.push(if at == 0 { ", CASE WHEN " } else { " || CASE WHEN " });
        write_condition(out, Some(condition));
        out.push(" THEN '1' ELSE '0' END");
    }
    if !conditions.is_empty() {
        out.push(format_args!(" AS {MET_COLUMN}"));
    }
}

/// The conditions of a mask that a row meets.
pub(super) fn met(row: &PgRow, mask: &Mask) -> Result<Vec<bool>, sqlx::Error> {
    if mask.conditions.is_empty() {
        return Ok(Vec::new());
    }
    let digits: &str = row.try_get(MET_COLUMN)?;
    Ok(digits.bytes().map(|digit| digit == b'1').collect())
}

/// Writes which rows a statement reads.
pub(super) fn write_condition(out: &mut Statement, condition: Option<&Condition>) {
    match condition {
        None => {
            out.push("TRUE");
        }
        Some(Condition::All(parts)) => write_parts(out, parts, " AND ", "TRUE"),
        Some(Condition::Any(parts)) => write_parts(out, parts, " OR ", "FALSE"),
        Some(Condition::Not(part)) => {
            out.push("(");
            write_condition(out, Some(&**part));
            out.push(" IS NOT TRUE)");
        }
        Some(Condition::Is(field, test)) => {
            out.push("(");
            if matches!(field.kind, FieldType::List(_)) {
                write_list_test(out, field, test);
            } else {
                write_test(out, field, test);
            }
            out.push(")");
        }
    }
}

fn write_parts(out: &mut Statement, parts: &[Condition], between: &str, empty: &str) {
    if parts.is_empty() {
        out.push(empty);
        return;
    }
    out.push("(");
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            out.push(between);
        }
        write_condition(out, Some(part));
    }
    out.push(")");
}

fn write_test(out: &mut Statement, field: &Field, test: &Test) {
    out.push("(");
    out.push(field.sql);
    out.push(")");
    match test {
        Test::Equal(value) => bind_after(out, " = ", value),
        Test::NotEqual(value) if field.nullable => bind_after(out, " IS DISTINCT FROM ", value),
        Test::NotEqual(value) => bind_after(out, " <> ", value),
        Test::Above(value) => bind_after(out, " > ", value),
        Test::AtLeast(value) => bind_after(out, " >= ", value),
        Test::Below(value) => bind_after(out, " < ", value),
        Test::AtMost(value) => bind_after(out, " <= ", value),
        Test::Null => drop(out.push(" IS NULL")),
        Test::NotNull => drop(out.push(" IS NOT NULL")),
        Test::OneOf(values) => {
            out.push(" = ANY(");
            bind_all(out, values);
            out.push(")");
        }
        Test::Like(pattern) => drop(out.push(" LIKE ").push_bind(pattern.clone())),
        // The database's own collation decides which letters are one letter capital and small.
        Test::LikeAnyCase(pattern) => {
            out.push(" COLLATE \"default\" ILIKE ").push_bind(pattern.clone());
        }
        Test::StartsWith(text) => drop(out.push(" ^@ ").push_bind(text.clone())),
        Test::NotLike(pattern) => {
            out.push(" NOT LIKE ").push_bind(pattern.clone());
            if field.nullable {
                out.push(format_args!(" OR ({}) IS NULL", field.sql));
            }
        }
    }
}

/// A list equals what it holds; one without items has no value.
fn write_list_test(out: &mut Statement, field: &Field, test: &Test) {
    let sql = field.sql;
    match test {
        Test::Equal(value) => {
            out.push(format_args!("({sql}) @> ARRAY["));
            bind(out, value);
            out.push("]");
        }
        Test::NotEqual(value) => {
            out.push(format_args!("NOT coalesce(({sql}) @> ARRAY["));
            bind(out, value);
            out.push("], FALSE)");
        }
        Test::OneOf(values) => {
            out.push(format_args!("({sql}) && "));
            bind_all(out, values);
        }
        Test::NotNull => drop(out.push(format_args!("coalesce(cardinality({sql}), 0) > 0"))),
        _ => drop(out.push(format_args!("coalesce(cardinality({sql}), 0) = 0"))),
    }
}

fn bind_after(out: &mut Statement, operator: &str, value: &Scalar) {
    out.push(operator);
    bind(out, value);
}

fn bind(out: &mut Statement, value: &Scalar) {
    match value {
        Scalar::Text(text) => drop(out.push_bind(text.clone())),
        Scalar::Int(number) => drop(out.push_bind(*number)),
        Scalar::Bool(flag) => drop(out.push_bind(*flag)),
        Scalar::Date(day) => drop(out.push_bind(*day)),
        Scalar::Instant(moment) => drop(out.push_bind(*moment)),
        Scalar::Uuid(id) => drop(out.push_bind(*id)),
        Scalar::Decimal(digits) => {
            out.push("CAST(").push_bind(digits.clone()).push(" AS numeric)");
        }
    }
}

/// Several values of one type as an array.
fn bind_all(out: &mut Statement, values: &[Scalar]) {
    macro_rules! all {
        ($kind:ident) => {
            values
                .iter()
                .filter_map(|value| match value {
                    Scalar::$kind(value) => Some(value.clone()),
                    _ => None,
                })
                .collect::<Vec<_>>()
        };
    }
    match values.first() {
        Some(Scalar::Int(_)) => drop(out.push_bind(all!(Int))),
        Some(Scalar::Bool(_)) => drop(out.push_bind(all!(Bool))),
        Some(Scalar::Date(_)) => drop(out.push_bind(all!(Date))),
        Some(Scalar::Instant(_)) => drop(out.push_bind(all!(Instant))),
        Some(Scalar::Uuid(_)) => drop(out.push_bind(all!(Uuid))),
        Some(Scalar::Decimal(_)) => {
            out.push("CAST(").push_bind(all!(Decimal)).push(" AS numeric[])");
        }
        Some(Scalar::Text(_)) | None => drop(out.push_bind(all!(Text))),
    }
}
