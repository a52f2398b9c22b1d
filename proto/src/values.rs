//! The JSON form of a value that may be of any kind.

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::{Config, TS};

use crate::query::v1::query_value::Kind;
use crate::query::v1::{QueryValue, QueryValues};

impl QueryValue {
    pub fn text(text: impl Into<String>) -> Self {
        Self { kind: Some(Kind::Text(text.into())) }
    }

    #[expect(clippy::needless_pass_by_value, reason = "a number is as good as a reference to it")]
    pub fn number(digits: impl ToString) -> Self {
        Self { kind: Some(Kind::Number(digits.to_string())) }
    }

    /// True or false.
    pub fn flag(flag: bool) -> Self {
        Self { kind: Some(Kind::Flag(flag)) }
    }

    pub fn list(items: impl IntoIterator<Item = Self>) -> Self {
        Self { kind: Some(Kind::List(QueryValues { items: items.into_iter().collect() })) }
    }

    /// No value.
    pub fn null() -> Self {
        Self { kind: None }
    }
}

impl Serialize for QueryValue {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match &self.kind {
            None => out.serialize_unit(),
            Some(Kind::Text(text)) => out.serialize_str(text),
            Some(Kind::Flag(flag)) => out.serialize_bool(*flag),
            Some(Kind::List(list)) => out.collect_seq(&list.items),
            Some(Kind::Number(digits)) => number(digits, out),
        }
    }
}

/// A number of JSON has as many digits as a reader keeps of it.
fn number<S: Serializer>(digits: &str, out: S) -> Result<S::Ok, S::Error> {
    if let Ok(whole) = digits.parse::<i64>() {
        return out.serialize_i64(whole);
    }
    match digits.parse::<f64>() {
        Ok(number) if number.is_finite() => out.serialize_f64(number),
        _ => out.serialize_unit(),
    }
}

impl<'de> Deserialize<'de> for QueryValue {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_any(AnyValue { nested: false })
    }
}

/// Reads a value; a list holds no lists.
struct AnyValue {
    nested: bool,
}

impl<'de> Visitor<'de> for AnyValue {
    type Value = QueryValue;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("a text, a number, true or false, null, or a list of texts or numbers")
    }

    fn visit_unit<E>(self) -> Result<QueryValue, E> {
        Ok(QueryValue::null())
    }

    fn visit_bool<E>(self, flag: bool) -> Result<QueryValue, E> {
        Ok(QueryValue::flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<QueryValue, E> {
        Ok(QueryValue::number(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<QueryValue, E> {
        Ok(QueryValue::number(number))
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<QueryValue, E> {
        if number.is_finite() {
            Ok(QueryValue::number(number))
        } else {
            Err(E::custom("not a number"))
        }
    }

    fn visit_str<E>(self, text: &str) -> Result<QueryValue, E> {
        Ok(QueryValue::text(text))
    }

    fn visit_string<E>(self, text: String) -> Result<QueryValue, E> {
        Ok(QueryValue::text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<QueryValue, A::Error> {
        if self.nested {
            return Err(A::Error::custom("a list within a list"));
        }
        let mut list = Vec::new();
        while let Some(item) = items.next_element::<Item>()? {
            list.push(item.0);
        }
        Ok(QueryValue::list(list))
    }
}

struct Item(QueryValue);

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_any(AnyValue { nested: true }).map(Item)
    }
}

impl TS for QueryValue {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "QueryValue".to_owned()
    }

    fn inline(_: &Config) -> String {
        "string | number | boolean | null | Array<string | number>".to_owned()
    }

    fn decl(config: &Config) -> String {
        format!("type QueryValue = {};", Self::inline(config))
    }

    fn decl_concrete(config: &Config) -> String {
        Self::decl(config)
    }

    fn output_path() -> Option<std::path::PathBuf> {
        Some("QueryValue.ts".into())
    }
}
