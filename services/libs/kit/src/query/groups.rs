//! Groups of rows with their counts and the aggregate of a field.

use proto::codec::Text as _;
use proto::query::v1::{
    Aggregate, AggregateFunction, GroupRow, Interval, ListGroupsResponse, Query, QueryValue, Sort,
    SortDirection,
};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};

use super::error::{Fault, QueryError, QueryFailure};
use super::list::bounded;
use super::plan::{self, Condition};
use super::registry::{Field, FieldType, Resource};
use super::sql::{self, Statement};
use crate::query_limits::{MOST_GROUPS, USUAL_GROUPS};

/// A grouping field, and the time span of its groups.
pub(super) type GroupBy = (&'static Field, Option<Interval>);

/// A validated query for groups.
pub(super) struct Groups {
    resource: &'static Resource,
    pub(super) condition: Option<Condition>,
    pub(super) by: Option<GroupBy>,
    pub(super) measure: Option<(&'static Field, AggregateFunction)>,
    pub(super) order: GroupOrder,
    pub(super) descending: bool,
    pub(super) limit: u32,
}

/// The SQL of the columns of a group.
struct GroupColumns {
    count: String,
    covered: String,
    value: String,
}

/// The sort key of groups.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GroupOrder {
    Group,
    Count,
    Value,
}

/// Runs a query for groups. The caller limits its time.
pub async fn groups(
    conn: &mut PgConnection,
    resource: &'static Resource,
    query: &Query,
) -> Result<ListGroupsResponse, QueryFailure> {
    let groups = check(resource, query)?;
    let rows = groups.statement().build().fetch_all(conn).await?;
    let group_count: i64 = rows.first().map_or(Ok(0), |row| row.try_get("query_groups"))?;
    let results: Result<_, sqlx::Error> = rows.iter().map(|row| groups.row(row)).collect();
    Ok(ListGroupsResponse { results: results?, group_count: group_count as u64 })
}

pub(super) fn check(resource: &'static Resource, query: &Query) -> Result<Groups, QueryError> {
    if query.pagination.is_some() {
        let why = "groups are not paged: use aggregate.groupLimit";
        return Err(Fault::Misplaced(why).at("pagination", None));
    }
    let aggregate = query.aggregate.clone().unwrap_or_default();
    if aggregate.mode.is_some() {
        let why = "only for resources with a history";
        return Err(Fault::Misplaced(why).at("aggregate.mode", None));
    }
    let condition = plan::filter(resource, query)?;
    let by = by(resource, &aggregate)?;
    let measure = measure(resource, &aggregate)?;
    let (order, descending) = order(query.sort.as_ref(), by, measure.is_some())?;
    let path = "aggregate.groupLimit";
    let limit = bounded(aggregate.group_limit, USUAL_GROUPS, MOST_GROUPS, path)?;
    Ok(Groups { resource, condition, by, measure, order, descending, limit })
}

fn by(resource: &'static Resource, aggregate: &Aggregate) -> Result<Option<GroupBy>, QueryError> {
    let interval = aggregate.interval.map(|_| aggregate.interval());
    let Some(name) = &aggregate.group_by else {
        return match interval {
            Some(_) => Err(Fault::Missing.at("aggregate.groupBy", None)),
            None => Ok(None),
        };
    };
    let field = plan::named(resource, name, "aggregate.groupBy")?;
    if !field.groupable {
        let allowed = resource.fields.iter().filter(|field| field.groupable);
        let allowed = allowed.map(|field| field.name).collect();
        return Err(Fault::Group(allowed).at("aggregate.groupBy", Some(field.name)));
    }
    let path = "aggregate.interval";
    match (field.kind, interval) {
        (_, Some(Interval::Unspecified)) | (FieldType::Instant, None) => {
            Err(Fault::Missing.at(path, Some(field.name)))
        }
        (FieldType::Date | FieldType::Instant, _) | (_, None) => Ok(Some((field, interval))),
        (_, Some(_)) => Err(Fault::Misplaced("only for days and moments").at(path, None)),
    }
}

fn measure(
    resource: &'static Resource,
    aggregate: &Aggregate,
) -> Result<Option<(&'static Field, AggregateFunction)>, QueryError> {
    let function = aggregate.aggregate_function.map(|_| aggregate.aggregate_function());
    let (name, function) = match (&aggregate.field, function) {
        (None, None) => return Ok(None),
        (Some(name), Some(function)) if function != AggregateFunction::Unspecified => {
            (name, function)
        }
        (Some(_), _) => return Err(Fault::Missing.at("aggregate.aggregateFunction", None)),
        (None, Some(_)) => return Err(Fault::Missing.at("aggregate.field", None)),
    };
    let field = plan::named(resource, name, "aggregate.field")?;
    if !field.functions.contains(&function) {
        let allowed = field.functions.iter().map(|function| function.text()).collect();
        let fault = Fault::Function(allowed);
        return Err(fault.at("aggregate.aggregateFunction", Some(field.name)));
    }
    Ok(Some((field, function)))
}

/// The largest groups first; groups of time in chronological order.
fn order(
    sort: Option<&Sort>,
    by: Option<GroupBy>,
    has_measure: bool,
) -> Result<(GroupOrder, bool), QueryError> {
    let Some(sort) = sort else {
        let timely =
            by.is_some_and(|(field, _)| matches!(field.kind, FieldType::Date | FieldType::Instant));
        return Ok(match (timely, has_measure) {
            (true, _) => (GroupOrder::Group, false),
            (false, true) => (GroupOrder::Value, true),
            (false, false) => (GroupOrder::Count, true),
        });
    };
    let group = by.map(|(field, _)| field.name);
    let column = match sort.field.as_str() {
        name if Some(name) == group => GroupOrder::Group,
        "count" => GroupOrder::Count,
        "value" if has_measure => GroupOrder::Value,
        _ => {
            let value = has_measure.then_some("value");
            let allowed = ["count"].into_iter().chain(value).chain(group).collect();
            return Err(Fault::Order(allowed).at("sort.field", None));
        }
    };
    match sort.direction() {
        SortDirection::Unspecified => Err(Fault::Missing.at("sort.direction", None)),
        direction => Ok((column, direction == SortDirection::Desc)),
    }
}

impl Groups {
    fn statement(&self) -> Statement {
        let group =
            self.by.map_or("NULL".to_owned(), |(field, interval)| expression(field, interval));
        let mut out = Statement::new(format!("SELECT ({group})::text AS query_group, "));
        let GroupColumns { count, covered, value } = self.group_columns();
        let shown = match self.measure {
            // Instants are milliseconds since 1970 on the wire.
            Some((field, function))
                if field.kind == FieldType::Instant
                    && function != AggregateFunction::CountDistinct =>
            {
                format!("floor(extract(epoch FROM {value}) * 1000)::bigint::text")
            }
            _ => format!("({value})::text"),
        };
        out.push(format_args!(
            "{count} AS query_count, {covered} AS query_covered, {shown} AS query_value, \
             count(*) OVER () AS query_groups FROM {}",
            self.resource.from
        ));
        if let Some((Field { kind: FieldType::List(_), sql, .. }, _)) = self.by {
            // A row belongs to the group of each of its items, and without items to the group without a value.
            out.push(format_args!(" LEFT JOIN LATERAL unnest({sql}) AS query_item ON TRUE"));
        }
        if let Some((Field { kind: FieldType::List(_), sql, .. }, _)) = self.measure {
            out.push(format_args!(" LEFT JOIN LATERAL unnest({sql}) AS query_part ON TRUE"));
        }
        out.push(" WHERE ");
        sql::write_condition(&mut out, self.condition.as_ref());
        if self.by.is_some() {
            out.push(format_args!(" GROUP BY {group}"));
        }
        let order = match self.order {
            GroupOrder::Group => self.collated(&group),
            GroupOrder::Count => count,
            GroupOrder::Value => value,
        };
        let direction = if self.descending { " DESC" } else { "" };
        out.push(format_args!(" ORDER BY {order}{direction} NULLS LAST"));
        if self.by.is_some() && self.order != GroupOrder::Group {
            out.push(format_args!(", {} NULLS LAST", self.collated(&group)));
        }
        out.push(" LIMIT ");
        out.push_bind(i64::from(self.limit));
        out
    }

    /// The SQL of the aggregates. The items of a list multiply rows, which are then counted by distinct key.
    fn group_columns(&self) -> GroupColumns {
        let rows = "count(*)".to_owned();
        let Some((field, function)) = self.measure else {
            return GroupColumns {
                count: rows,
                covered: "0::bigint".to_owned(),
                value: "NULL::numeric".to_owned(),
            };
        };
        let sql = field.sql;
        match (field.kind, function) {
            (FieldType::List(_), _) => {
                let key = self.resource.field(self.resource.key).map_or("id", |key| key.sql);
                GroupColumns {
                    count: format!("count(DISTINCT {key})"),
                    covered: format!("count(DISTINCT {key}) FILTER (WHERE query_part IS NOT NULL)"),
                    value: "count(DISTINCT query_part)".to_owned(),
                }
            }
            (_, AggregateFunction::CountDistinct) => GroupColumns {
                count: rows,
                covered: format!("count({sql})"),
                value: format!("count(DISTINCT {sql})"),
            },
            _ => GroupColumns {
                count: rows,
                covered: format!("count({sql})"),
                value: format!("{}({sql})", function.text()),
            },
        }
    }

    /// Groups of texts are sorted by code points, the same on every machine.
    fn collated(&self, group: &str) -> String {
        let text = self.by.is_some_and(|(field, _)| sql::is_text(item(field)));
        if text { format!("({group}) COLLATE \"C\"") } else { group.to_owned() }
    }

    fn row(&self, row: &PgRow) -> Result<GroupRow, sqlx::Error> {
        let group: Option<String> = row.try_get("query_group")?;
        let value: Option<String> = row.try_get("query_value")?;
        let count: i64 = row.try_get("query_count")?;
        let covered: i64 = row.try_get("query_covered")?;
        Ok(GroupRow {
            group: Some(value_from_text(self.group_kind(), group)),
            count: count as u64,
            covered: covered as u64,
            value: Some(value_from_text(self.value_kind(), value)),
        })
    }

    /// The type of the groups' names.
    pub(super) fn group_kind(&self) -> FieldType {
        self.by.map_or(FieldType::Text, |(field, _)| match item(field) {
            FieldType::Instant => FieldType::Date,
            kind => kind,
        })
    }

    /// The type of the aggregate.
    pub(super) fn value_kind(&self) -> FieldType {
        self.measure.map_or(FieldType::Decimal, |(field, function)| {
            if function == AggregateFunction::CountDistinct { FieldType::Int } else { field.kind }
        })
    }
}

/// The type of the value that the rows of one group share.
fn item(field: &Field) -> FieldType {
    match field.kind {
        FieldType::List(element) => element.item(),
        kind => kind,
    }
}

fn expression(field: &Field, interval: Option<Interval>) -> String {
    let sql = field.sql;
    match (field.kind, interval) {
        (FieldType::List(_), _) => "query_item".to_owned(),
        (FieldType::Instant, Some(interval)) => {
            format!("date_trunc('{}', ({sql}) AT TIME ZONE 'UTC')::date", interval.text())
        }
        (FieldType::Date, Some(interval)) => {
            format!("date_trunc('{}', ({sql})::timestamp)::date", interval.text())
        }
        _ => format!("({sql})"),
    }
}

/// Converts a text of the database to a value.
pub(super) fn value_from_text(kind: FieldType, text: Option<String>) -> QueryValue {
    let Some(text) = text else { return QueryValue::null() };
    match kind {
        FieldType::Int | FieldType::Decimal | FieldType::Id => QueryValue::number(text),
        FieldType::Bool => QueryValue::flag(text == "true"),
        FieldType::Instant => {
            let moment = text.parse().ok().and_then(|moment| proto::codec::instant(moment).ok());
            moment.map_or_else(QueryValue::null, QueryValue::text)
        }
        _ => QueryValue::text(text),
    }
}
