//! Decodes a value into the type of its procedure, exactly as the contract says.

use std::slice;

use kit::error::Problem;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess,
    Visitor,
};
use serde_json::Number;

use super::refusal::Refusal;
use super::value::{Input, Member};
use crate::call::output::is_nothing;

/// The input of a call, as the contract of its procedure says.
pub fn decode<T: DeserializeOwned + 'static>(input: Option<&Input<'_>>) -> Result<T, Problem> {
    let input = match input {
        _ if is_nothing::<T>() => &Input::Null,
        Some(input) => input,
        None => return Err(Problem::invalid("input_missing", "This procedure needs an input")),
    };
    read(input).map_err(|refusal| Problem::invalid("input_invalid", refusal.to_string()))
}

/// Decodes a whole value.
pub(super) fn read<T: DeserializeOwned>(input: &Input<'_>) -> Result<T, Refusal> {
    T::deserialize(Reader(input))
}

/// A value that is being decoded.
struct Reader<'i>(&'i Input<'i>);

impl Reader<'_> {
    fn list<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let Input::List(items) = self.0 else { return Err(Refusal::expected("a list")) };
        visitor.visit_seq(Items::new(items))
    }

    fn object<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let Input::Object(fields) = self.0 else { return Err(Refusal::expected("an object")) };
        visitor.visit_map(Fields::new(fields))
    }

    fn text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let Input::Text(text) = self.0 else { return Err(Refusal::expected("a text")) };
        visitor.visit_str(text)
    }

    fn whole<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Input::Number(number) if !number.is_f64() => visit_number(number, visitor),
            _ => Err(Refusal::expected("a whole number")),
        }
    }

    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Input::Number(number) => visit_number(number, visitor),
            _ => Err(Refusal::expected("a number")),
        }
    }
}

fn visit_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Refusal> {
    if let Some(number) = number.as_u64() {
        visitor.visit_u64(number)
    } else if let Some(number) = number.as_i64() {
        visitor.visit_i64(number)
    } else {
        visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN))
    }
}

/// Several methods that are served alike.
macro_rules! alike {
    ($($method:ident)+ => $served:ident) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
            self.$served(visitor)
        }
    )+};
}

// Derived deserializers accept a list for an object, and an object for an enumeration value, which no contract
// allows. This one accepts objects and texts only, and refuses anything else with its place and a sentence for
// people.
impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Refusal;

    alike!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 => whole);
    alike!(deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 => whole);
    alike!(deserialize_f32 deserialize_f64 => number);
    alike!(deserialize_char deserialize_str deserialize_string deserialize_identifier => text);
    alike!(deserialize_seq deserialize_bytes deserialize_byte_buf => list);
    alike!(deserialize_map => object);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Input::Null => visitor.visit_unit(),
            Input::Bool(value) => visitor.visit_bool(*value),
            Input::Number(number) => visit_number(number, visitor),
            Input::Text(text) => visitor.visit_str(text),
            Input::List(items) => visitor.visit_seq(Items::new(items)),
            Input::Object(fields) => visitor.visit_map(Fields::new(fields)),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let Input::Bool(value) = self.0 else { return Err(Refusal::expected("true or false")) };
        visitor.visit_bool(*value)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        if self.0.is_null() { visitor.visit_unit() } else { Err(Refusal::expected("null")) }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.list(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.list(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.object(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let Input::Text(text) = self.0 else { return Err(Refusal::unknown_value(variants)) };
        let text: StrDeserializer<'_, Refusal> = text.as_ref().into_deserializer();
        visitor.visit_enum(text)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_unit()
    }
}

/// The items of a list; a refusal within one names its index.
struct Items<'i> {
    rest: slice::Iter<'i, Input<'i>>,
    next: usize,
}

impl<'i> Items<'i> {
    fn new(items: &'i [Input<'i>]) -> Self {
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

/// The fields of an object; a refusal within one names the field.
struct Fields<'i> {
    rest: slice::Iter<'i, Member<'i>>,
    /// The value of the name that was read last.
    field: Option<&'i Member<'i>>,
}

impl<'i> Fields<'i> {
    fn new(fields: &'i [Member<'i>]) -> Self {
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
