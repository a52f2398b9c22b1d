//! The message of a kind of record: how records become JSON, and how changes of them are published.

use futures::future::BoxFuture;
use kit::db::DbError;
use kit::query::{self, ListPage, QueryFailure, Resource, Snapshot};
use proto::query::v1::{Query, QueryValue};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::{AssertSqlSafe, PgConnection};

use super::record::{JsonRow, MessageRow, Row, narrowed};

/// An operation on the database within a call.
type Answer<'a, T, E = QueryFailure> = BoxFuture<'a, Result<T, E>>;

/// Reads all records of a resource, to be held in memory; `None` if they exceed this number of bytes.
type Load =
    for<'a> fn(&'a mut PgConnection, &'static Resource, usize) -> Answer<'a, Option<Snapshot<Row>>>;

/// Reads a page of a resource.
type List =
    for<'a> fn(&'a mut PgConnection, &'static Resource, &'a Query) -> Answer<'a, ListPage<Row>>;

/// Reads the record of which a field has this value.
type Get = for<'a> fn(
    &'a mut PgConnection,
    &'static Resource,
    &'static str,
    &'a QueryValue,
) -> Answer<'a, Option<Row>>;

/// Publishes the present state of records that were added or changed.
type PublishChanged = for<'a> fn(
    &'a mut PgConnection,
    &'static Resource,
    Change,
    &'a [i64],
) -> Answer<'a, (), DbError>;

/// Publishes that records were removed.
type PublishDeleted =
    for<'a> fn(&'a mut PgConnection, &'a [DeletedRecord]) -> Answer<'a, (), DbError>;

/// Operations that depend on the message of a kind, made by [`message!`].
pub struct Message {
    /// Reads the records into memory.
    pub load: Load,
    /// Reads a page from the database.
    pub list: List,
    /// Reads one record from the database.
    pub get: Get,
    /// The events of the kind; a view has none.
    pub events: Option<Events>,
}

/// Publishes changes in their own transaction.
pub struct Events {
    /// Publishes records that were added or changed.
    pub changed: PublishChanged,
    /// Publishes records that were removed.
    pub deleted: PublishDeleted,
}

/// How a record changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It was added.
    Created,
    /// It differs from before.
    Updated,
}

/// A removed record.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct DeletedRecord {
    pub id: i64,
    pub slug: String,
    pub name: String,
}

impl Message {
    /// The operations for records whose message is `M`.
    pub const fn new<M>(events: Option<Events>) -> Self
    where
        M: DeserializeOwned + Serialize + Send + Unpin + 'static,
    {
        Self {
            load: |conn, resource, most| Box::pin(load::<M>(conn, resource, most)),
            list: |conn, resource, query| Box::pin(list::<M>(conn, resource, query)),
            get: |conn, resource, field, value| Box::pin(get::<M>(conn, resource, field, value)),
            events,
        }
    }
}

async fn load<M: DeserializeOwned + Serialize + 'static>(
    conn: &mut PgConnection,
    resource: &'static Resource,
    most: usize,
) -> Result<Option<Snapshot<Row>>, QueryFailure> {
    let snapshot = Snapshot::<JsonRow<M>>::load(conn, resource, most, JsonRow::weight).await?;
    Ok(snapshot.map(|snapshot| snapshot.map(JsonRow::into_json)))
}

async fn list<M: DeserializeOwned + Serialize>(
    conn: &mut PgConnection,
    resource: &'static Resource,
    query: &Query,
) -> Result<ListPage<Row>, QueryFailure> {
    let page = query::list::<JsonRow<M>>(conn, resource, query).await?;
    let rows = page.rows.into_iter().map(JsonRow::into_json).collect();
    Ok(ListPage { rows, pagination: page.pagination, withheld: page.withheld })
}

async fn get<M: DeserializeOwned + Serialize>(
    conn: &mut PgConnection,
    resource: &'static Resource,
    field: &'static str,
    value: &QueryValue,
) -> Result<Option<Row>, QueryFailure> {
    let record = query::get_narrowed::<JsonRow<M>>(conn, resource, field, value).await?;
    let record = record.map(|(record, withheld)| narrowed(record.into_json(), &withheld));
    Ok(record.transpose()?)
}

/// The records of these ids, in no order.
pub async fn by_ids<M: DeserializeOwned + Send + Unpin>(
    conn: &mut PgConnection,
    resource: &'static Resource,
    ids: &[i64],
) -> Result<Vec<M>, sqlx::Error> {
    let Resource { columns, from, .. } = resource;
    let statement = format!("SELECT {columns} FROM {from} WHERE t.id = ANY($1)");
    let rows: Vec<MessageRow<M>> =
        sqlx::query_as(AssertSqlSafe(statement)).bind(ids).fetch_all(conn).await?;
    Ok(rows.into_iter().map(|record| record.0).collect())
}

/// Declares the message of a kind, the field that holds it in its events, and the events.
macro_rules! message {
    ($message:ident) => {
        $crate::schema::Message::new::<proto::catalog::v1::$message>(None)
    };
    ($message:ident as $field:ident: $created:ident, $updated:ident, $deleted:ident) => {
        $crate::schema::Message::new::<proto::catalog::v1::$message>(Some($crate::schema::Events {
            changed: |tx, resource, change, ids| {
                Box::pin(async move {
                    use proto::catalog::v1;
                    use $crate::schema::{Change, by_ids};
                    for record in by_ids::<v1::$message>(tx, resource, ids).await? {
                        let $field = Some(record);
                        match change {
                            Change::Created => {
                                let event = v1::$created { $field };
                                kit::outbox::publish(tx, &event).await?;
                            }
                            Change::Updated => {
                                let event = v1::$updated { $field };
                                kit::outbox::publish(tx, &event).await?;
                            }
                        }
                    }
                    Ok(())
                })
            },
            deleted: |tx, records| {
                Box::pin(async move {
                    for $crate::schema::DeletedRecord { id, slug, name } in records.iter().cloned()
                    {
                        let event = proto::catalog::v1::$deleted { id, slug, name };
                        kit::outbox::publish(tx, &event).await?;
                    }
                    Ok(())
                })
            },
        }))
    };
}

pub(crate) use message;
