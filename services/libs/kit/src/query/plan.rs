//! A query validated against the registry, independent of SQL.

use prost::Message as _;
use proto::codec::Text;
use proto::query::v1::query_value::Kind;
use proto::query::v1::{Filter, Operator, Query, QueryValue, Sort, SortDirection};
use time::Time;

use super::error::{Fault, QueryError};
use super::registry::{Field, FieldType, Meaning, Resource};
use super::scope;
use super::value::{self, Scalar};
use crate::grpc::{self, Purpose};
use crate::query_limits::{DEEPEST_FILTER, MOST_CONDITIONS, MOST_FILTER_VALUES};

#[derive(Debug, PartialEq)]
pub enum Condition {
    /// All parts are true.
    All(Vec<Self>),
    /// At least one part is true.
    Any(Vec<Self>),
    /// The part is not true.
    Not(Box<Self>),
    /// A field passes a test.
    Is(&'static Field, Test),
}

#[derive(Debug, PartialEq)]
pub enum Test {
    /// Equals the value, or is a list that contains it.
    Equal(Scalar),
    /// Does not equal the value, or has none.
    NotEqual(Scalar),
    /// Has no value.
    Null,
    /// Has a value.
    NotNull,
    /// Equals one of the values, or is a list that contains one.
    OneOf(Vec<Scalar>),
    /// Greater than the value.
    Above(Scalar),
    /// At least the value.
    AtLeast(Scalar),
    /// Less than the value.
    Below(Scalar),
    /// At most the value.
    AtMost(Scalar),
    /// Matches the pattern.
    Like(String),
    /// Matches the pattern, ignoring case.
    LikeAnyCase(String),
    /// Does not match the pattern, or has no value.
    NotLike(String),
    /// Starts with the text.
    StartsWith(String),
}

/// The sort order, without the key that breaks ties.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SortOrder {
    pub field: &'static Field,
    /// Largest first.
    pub descending: bool,
}

/// Validates a filter; no filter is true for every row.
pub(super) fn filter(
    resource: &'static Resource,
    query: &Query,
) -> Result<Option<Condition>, QueryError> {
    filter_within(resource, query, scope::condition(resource))
}

/// The same among the rows that a scope shows.
pub(super) fn filter_within(
    resource: &'static Resource,
    query: &Query,
    by_scope: Option<Condition>,
) -> Result<Option<Condition>, QueryError> {
    let mut reader = Reader { resource, conditions: 0 };
    let filter =
        query.filter.as_ref().map(|filter| reader.read(filter, "filter", 1)).transpose()?;
    let known = query.as_of.as_deref().map(|at| known_condition(resource, at)).transpose()?;
    let mut all: Vec<Condition> =
        known.into_iter().chain(of_licences(resource)).chain(by_scope).chain(filter).collect();
    Ok(if all.len() > 1 { Some(Condition::All(all)) } else { all.pop() })
}

/// The conditions for rows that the reader of the request may have, by the licences and by the scope.
pub(super) fn reader_conditions(resource: &'static Resource) -> impl Iterator<Item = Condition> {
    of_licences(resource).chain(scope::condition(resource))
}

fn of_licences(resource: &'static Resource) -> impl Iterator<Item = Condition> {
    let reader = grpc::reader();
    resource.fields.iter().filter_map(move |field| match field.meaning {
        Meaning::VisibleTo => {
            let words = reader.visible().map(|word| Scalar::Text(word.to_owned()));
            Some(Condition::Is(field, Test::OneOf(words.collect())))
        }
        Meaning::Redistributable if reader.purpose == Purpose::File => {
            Some(Condition::Is(field, Test::Equal(Scalar::Bool(true))))
        }
        _ => None,
    })
}

/// A condition for the rows that were known at an instant, or at the end of a day.
fn known_condition(resource: &'static Resource, at: &str) -> Result<Condition, QueryError> {
    let (path, value) = ("as_of", QueryValue::text(at));
    let fields = resource.fields.iter().filter(|field| field.meaning == Meaning::KnownSince);
    let conditions: Result<Vec<Condition>, Fault> =
        fields.map(|field| Ok(Condition::Is(field, on_or_before(field, &value)?))).collect();
    let conditions = conditions.map_err(|_| {
        let expected = "a day such as \"2026-01-31\" or a moment such as \"2026-01-31T12:00:00Z\"";
        Fault::Value(expected.to_owned()).at(path, None)
    })?;
    if conditions.is_empty() {
        let why = "is not supported here: when these rows became known is not recorded";
        return Err(Fault::Misplaced(why).at(path, None));
    }
    Ok(Condition::All(conditions))
}

/// A condition as bytes; equal conditions have equal bytes.
pub(super) fn chosen(resource: &Resource, query: &Query) -> Vec<u8> {
    let mut bytes = query.filter.as_ref().map(Filter::encode_to_vec).unwrap_or_default();
    if let Some(at) = &query.as_of {
        bytes.push(0);
        bytes.extend_from_slice(at.as_bytes());
    }
    if resource.fields.iter().any(|field| field.meaning == Meaning::VisibleTo) {
        bytes.push(0);
        bytes.push(grpc::reader().place() as u8);
    }
    if let Some(scope) = grpc::scope() {
        bytes.push(0);
        bytes.extend_from_slice(&scope.encode_to_vec());
    }
    bytes
}

/// Validates a sort order.
pub(super) fn order(
    resource: &'static Resource,
    sort: Option<&Sort>,
) -> Result<SortOrder, QueryError> {
    let Some(sort) = sort else {
        let field = declared(resource, resource.order.field);
        // The order would show the values that are left out of some rows.
        if !scope::may_name(resource, field) {
            return Ok(SortOrder { field: declared(resource, resource.key), descending: false });
        }
        return Ok(SortOrder {
            field,
            descending: resource.order.direction == SortDirection::Desc,
        });
    };
    let field = named(resource, &sort.field, "sort.field")?;
    if !field.sortable {
        let allowed = resource.fields.iter().filter(|field| field.sortable);
        let allowed = allowed.map(|field| field.name).collect();
        return Err(Fault::Order(allowed).at("sort.field", Some(field.name)));
    }
    match sort.direction() {
        SortDirection::Unspecified => Err(Fault::Missing.at("sort.direction", None)),
        direction => Ok(SortOrder { field, descending: direction == SortDirection::Desc }),
    }
}

/// A field that the declaration itself names.
pub(super) fn declared(resource: &'static Resource, name: &str) -> &'static Field {
    resource.field(name).expect("a declaration names its own fields; `testing::resource` checks it")
}

/// A field that a query names.
pub(super) fn named(
    resource: &'static Resource,
    name: &str,
    path: &str,
) -> Result<&'static Field, QueryError> {
    let field = resource.field(name).ok_or_else(|| {
        let known = resource.fields.iter().map(|field| field.name).collect();
        Fault::UnknownField(name.to_owned(), known).at(path, None)
    })?;
    if scope::may_name(resource, field) {
        Ok(field)
    } else {
        Err(Fault::Withheld.at(path, Some(field.name)))
    }
}

struct Reader {
    resource: &'static Resource,
    conditions: usize,
}

impl Reader {
    fn read(&mut self, filter: &Filter, path: &str, depth: usize) -> Result<Condition, QueryError> {
        if depth > DEEPEST_FILTER {
            return Err(Fault::Deep(DEEPEST_FILTER).at(path, None));
        }
        match filter.operator() {
            Operator::Unspecified => Err(Fault::Missing.at(&format!("{path}.operator"), None)),
            Operator::And => Ok(Condition::All(self.parts(filter, path, depth)?)),
            Operator::Or if filter.filters.is_empty() => {
                Err(Fault::Missing.at(&format!("{path}.filters"), None))
            }
            Operator::Or => Ok(Condition::Any(self.parts(filter, path, depth)?)),
            operator => self.comparison(filter, operator, path),
        }
    }

    fn parts(
        &mut self,
        filter: &Filter,
        path: &str,
        depth: usize,
    ) -> Result<Vec<Condition>, QueryError> {
        let alone = "cannot be combined with filters";
        if filter.field.is_some() {
            return Err(Fault::Misplaced(alone).at(&format!("{path}.field"), None));
        }
        if filter.value.is_some() {
            return Err(Fault::Misplaced(alone).at(&format!("{path}.value"), None));
        }
        let parts = filter.filters.iter().enumerate();
        parts
            .map(|(at, part)| self.read(part, &format!("{path}.filters[{at}]"), depth + 1))
            .collect()
    }

    fn comparison(
        &mut self,
        filter: &Filter,
        operator: Operator,
        path: &str,
    ) -> Result<Condition, QueryError> {
        self.conditions += 1;
        if self.conditions > MOST_CONDITIONS {
            return Err(Fault::Many(MOST_CONDITIONS).at(path, None));
        }
        if !filter.filters.is_empty() {
            let why = "is allowed only with the operators and, or";
            return Err(Fault::Misplaced(why).at(&format!("{path}.filters"), None));
        }
        let at = format!("{path}.field");
        let name = filter.field.as_ref().ok_or_else(|| Fault::Missing.at(&at, None))?;
        let field = named(self.resource, name, &at)?;
        if !field.operators().contains(&operator) {
            let allowed = field.operators().iter().map(|operator| operator.text()).collect();
            return Err(Fault::Operator(allowed).at(&format!("{path}.operator"), Some(field.name)));
        }
        let at = format!("{path}.value");
        let value = filter.value.as_ref().ok_or_else(|| Fault::Missing.at(&at, None))?;
        let test = test(field, operator, value, &at)?;
        Ok(Condition::Is(field, test))
    }
}

fn test(
    field: &'static Field,
    operator: Operator,
    value: &QueryValue,
    path: &str,
) -> Result<Test, QueryError> {
    let scalar = || value::scalar(field, value);
    let pattern = || value::pattern(value);
    let test = match operator {
        Operator::Equals if value.kind.is_none() => null(field, Test::Null),
        Operator::NotEquals if value.kind.is_none() => null(field, Test::NotNull),
        Operator::In => return one_of(field, value, path),
        Operator::NotEquals => scalar().map(Test::NotEqual),
        Operator::Gt => scalar().map(Test::Above),
        Operator::Gte => scalar().map(Test::AtLeast),
        Operator::Lt => scalar().map(Test::Below),
        Operator::Lte => scalar().map(Test::AtMost),
        Operator::OnOrAfter => on_or_after(field, value),
        Operator::OnOrBefore => on_or_before(field, value),
        Operator::Like => pattern().map(Test::Like),
        Operator::Ilike => pattern().map(Test::LikeAnyCase),
        Operator::NotLike => pattern().map(Test::NotLike),
        Operator::StartsWith => match scalar() {
            Ok(Scalar::Text(text)) => Ok(Test::StartsWith(text)),
            Ok(_) => Err(Fault::Value(value::expected(FieldType::Text))),
            Err(fault) => Err(fault),
        },
        Operator::Equals | Operator::Unspecified | Operator::And | Operator::Or => {
            scalar().map(Test::Equal)
        }
    };
    test.map_err(|fault| fault.at(path, Some(field.name)))
}

/// A list without items has no value, so every list can be tested for null.
fn null(field: &Field, test: Test) -> Result<Test, Fault> {
    let may_be = field.nullable || matches!(field.kind, FieldType::List(_));
    if may_be { Ok(test) } else { Err(Fault::NeverNull) }
}

fn one_of(field: &'static Field, value: &QueryValue, path: &str) -> Result<Test, QueryError> {
    let Some(Kind::List(list)) = &value.kind else {
        return Err(Fault::Value("a list of values".to_owned()).at(path, Some(field.name)));
    };
    if list.items.is_empty() || list.items.len() > MOST_FILTER_VALUES {
        let fault = Fault::Value(format!("a list of 1 to {MOST_FILTER_VALUES} values"));
        return Err(fault.at(path, Some(field.name)));
    }
    let items = list.items.iter().enumerate().map(|(at, item)| {
        value::scalar(field, item)
            .map_err(|fault| fault.at(&format!("{path}[{at}]"), Some(field.name)))
    });
    Ok(Test::OneOf(items.collect::<Result<_, _>>()?))
}

fn on_or_after(field: &Field, value: &QueryValue) -> Result<Test, Fault> {
    match (field.kind, value::as_day(value)) {
        (FieldType::Instant, Some(day)) => {
            Ok(Test::AtLeast(Scalar::Instant(day.with_time(Time::MIDNIGHT).assume_utc())))
        }
        _ => value::scalar(field, value).map(Test::AtLeast),
    }
}

/// The last moment of a day that the database distinguishes from the next day.
fn on_or_before(field: &Field, value: &QueryValue) -> Result<Test, Fault> {
    match (field.kind, value::as_day(value)) {
        (FieldType::Instant, Some(day)) => {
            Ok(Test::AtMost(Scalar::Instant(day.with_time(Time::MAX).assume_utc())))
        }
        _ => value::scalar(field, value).map(Test::AtMost),
    }
}
