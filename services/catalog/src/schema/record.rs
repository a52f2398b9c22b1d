//! Reads a row of the database as a message, and as the JSON of the message.

use std::marker::PhantomData;

use proto::codec;
use serde::Serialize;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor, value};
use sqlx::postgres::PgRow;
use sqlx::{Column as _, FromRow, Row as _, TypeInfo as _};
use time::OffsetDateTime;

/// The JSON of a record.
pub type Row = Box<[u8]>;

/// A record without the fields that the scope of its reader leaves out.
pub fn narrowed(row: Row, withheld: &[&str]) -> Result<Row, sqlx::Error> {
    if withheld.is_empty() {
        return Ok(row);
    }
    let row = kit::query::without(&row, withheld);
    row.map(Into::into).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// A message read from a row whose columns have the names of its fields.
pub struct MessageRow<M>(pub M);

impl<M: DeserializeOwned> FromRow<'_, PgRow> for MessageRow<M> {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let cells: Vec<(&str, Cell)> = row
            .columns()
            .iter()
            .map(|column| Ok((column.name(), cell(row, column)?)))
            .collect::<Result<_, sqlx::Error>>()?;
        let fields = MapDeserializer::<_, value::Error>::new(cells.into_iter());
        M::deserialize(fields).map(Self).map_err(|error| sqlx::Error::Decode(error.into()))
    }
}

/// A row as the JSON of its message.
pub struct JsonRow<M> {
    json: Row,
    message: PhantomData<fn() -> M>,
}

impl<M> JsonRow<M> {
    /// Its size in bytes.
    pub fn weight(&self) -> usize {
        self.json.len()
    }

    /// The JSON alone.
    pub fn into_json(self) -> Row {
        self.json
    }
}

impl<M: DeserializeOwned + Serialize> FromRow<'_, PgRow> for JsonRow<M> {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let record = MessageRow::<M>::from_row(row)?;
        let json =
            serde_json::to_vec(&record.0).map_err(|error| sqlx::Error::Decode(error.into()))?;
        Ok(Self { json: json.into(), message: PhantomData })
    }
}

/// A value on its way from a row to a message.
enum Cell {
    Null,
    Text(String),
    Texts(Vec<String>),
    Integer(i64),
    Number(f64),
    Flag(bool),
}

fn cell(row: &PgRow, column: &sqlx::postgres::PgColumn) -> Result<Cell, sqlx::Error> {
    let at = column.ordinal();
    Ok(match column.type_info().name() {
        "INT8" => row.try_get::<Option<i64>, _>(at)?.map_or(Cell::Null, Cell::Integer),
        "INT4" => row
            .try_get::<Option<i32>, _>(at)?
            .map_or(Cell::Null, |number| Cell::Integer(number.into())),
        "FLOAT8" => row.try_get::<Option<f64>, _>(at)?.map_or(Cell::Null, Cell::Number),
        "BOOL" => row.try_get::<Option<bool>, _>(at)?.map_or(Cell::Null, Cell::Flag),
        "TEXT[]" => row.try_get::<Option<Vec<String>>, _>(at)?.map_or(Cell::Null, Cell::Texts),
        "TIMESTAMPTZ" => match row.try_get::<Option<OffsetDateTime>, _>(at)? {
            Some(moment) => Cell::Text(
                codec::instant(kit::clock::milliseconds(moment))
                    .map_err(|error| sqlx::Error::Decode(error.into()))?,
            ),
            None => Cell::Null,
        },
        _ => row.try_get::<Option<String>, _>(at)?.map_or(Cell::Null, Cell::Text),
    })
}

impl IntoDeserializer<'_, value::Error> for Cell {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Cell {
    type Error = value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, value::Error> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Text(text) => visitor.visit_string(text),
            Self::Texts(texts) => visitor.visit_seq(SeqDeserializer::new(texts.into_iter())),
            Self::Integer(number) => visitor.visit_i64(number),
            Self::Number(number) => visitor.visit_f64(number),
            Self::Flag(flag) => visitor.visit_bool(flag),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, value::Error> {
        match self {
            Self::Null => visitor.visit_none(),
            some => visitor.visit_some(some),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, value::Error> {
        match self {
            Self::Text(text) => {
                let text: value::StringDeserializer<value::Error> = text.into_deserializer();
                text.deserialize_enum(name, variants, visitor)
            }
            other => other.deserialize_any(visitor),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
