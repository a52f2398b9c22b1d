//! The parts of lists and objects; each refusal inside is told with the part's place.

use std::slice;

use super::Reader;
use super::refusal::Refusal;
use super::value::{Input, Member};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess};

pub struct Items<'i> {
    rest: slice::Iter<'i, Input<'i>>,
    next: usize,
}

impl<'i> Items<'i> {
    pub fn new(items: &'i [Input<'i>]) -> Self {
        Self { rest: items.iter(), next: 0 }
    }
}

impl<'de> SeqAccess<'de> for Items<'_> {
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

pub struct Fields<'i> {
    rest: slice::Iter<'i, Member<'i>>,
    /// The one whose name was read last.
    field: Option<&'i Member<'i>>,
}

impl<'i> Fields<'i> {
    pub fn new(fields: &'i [Member<'i>]) -> Self {
        Self { rest: fields.iter(), field: None }
    }
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Refusal;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refusal> {
        self.field = self.rest.next();
        let Some((key, _)) = self.field else { return Ok(None) };
        let key: StrDeserializer<'_, Refusal> = key.as_ref().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refusal> {
        let (key, value) =
            self.field.take().ok_or_else(|| Refusal::expected("a value behind each key"))?;
        seed.deserialize(Reader(value)).map_err(|refusal| refusal.within_field(key))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
