//! A record in memory: its JSON, written once.

use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::FromRow;
use sqlx::postgres::PgRow;

use crate::store::Record;

/// The JSON of a record.
pub type Row = Box<[u8]>;

/// A row as the JSON of its message.
pub struct Json<M> {
    text: Row,
    message: PhantomData<fn() -> M>,
}

impl<M> Json<M> {
    /// Its bytes.
    pub fn weight(&self) -> usize {
        self.text.len()
    }

    /// The text alone.
    pub fn into_row(self) -> Row {
        self.text
    }
}

impl<M: DeserializeOwned + Serialize> FromRow<'_, PgRow> for Json<M> {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let record = Record::<M>::from_row(row)?;
        let text =
            serde_json::to_vec(&record.0).map_err(|error| sqlx::Error::Decode(error.into()))?;
        Ok(Self { text: text.into(), message: PhantomData })
    }
}
