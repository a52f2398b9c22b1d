//! The parts of lists and objects; each refusal inside is told with the part's place.

use std::vec;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess};
use serde_json::{Map, Value};

use super::Reader;
use super::refusal::Refusal;

pub struct Items {
    rest: vec::IntoIter<Value>,
    next: usize,
}

impl Items {
    pub fn new(items: Vec<Value>) -> Self {
        Self { rest: items.into_iter(), next: 0 }
    }
}

impl<'de> SeqAccess<'de> for Items {
    type Error = Refusal;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refusal> {
        let Some(item) = self.rest.next() else { return Ok(None) };
        let at = self.next;
        self.next += 1;
        seed.deserialize(Reader(item)).map(Some).map_err(|refusal| refusal.within_item(at))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

pub struct Fields {
    rest: serde_json::map::IntoIter,
    /// The one whose name was read last.
    field: Option<(String, Value)>,
}

impl Fields {
    pub fn new(fields: Map<String, Value>) -> Self {
        Self { rest: fields.into_iter(), field: None }
    }
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Refusal;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refusal> {
        self.field = self.rest.next();
        let Some((key, _)) = &self.field else { return Ok(None) };
        let key: StrDeserializer<'_, Refusal> = key.as_str().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refusal> {
        let (key, value) =
            self.field.take().ok_or_else(|| Refusal::expected("a value behind each key"))?;
        seed.deserialize(Reader(value)).map_err(|refusal| refusal.within_field(&key))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
