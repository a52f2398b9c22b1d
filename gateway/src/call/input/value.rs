//! The input of a call, parsed without copying its texts.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

/// Members that are compared one by one, which for few is the quickest.
const FEW: usize = 16;

/// A value of JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Input<'t> {
    Null,
    /// `true` or `false`
    Bool(bool),
    Number(Number),
    Text(Cow<'t, str>),
    List(Vec<Self>),
    /// An object, whose names are there once each.
    Object(Vec<Member<'t>>),
}

/// A part of an object.
pub type Member<'t> = (Cow<'t, str>, Input<'t>);

impl Input<'_> {
    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }
}

impl From<Value> for Input<'static> {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Number(number) => Self::Number(number),
            Value::String(text) => Self::Text(text.into()),
            Value::Array(items) => Self::List(items.into_iter().map(Self::from).collect()),
            Value::Object(members) => {
                let members = members.into_iter();
                Self::Object(members.map(|(name, value)| (name.into(), value.into())).collect())
            }
        }
    }
}

impl<'t> Deserialize<'t> for Input<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Whole)
    }
}

struct Whole;

impl<'t> Visitor<'t> for Whole {
    type Value = Input<'t>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Input<'t>, E> {
        Ok(Input::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Input<'t>, E> {
        Ok(Input::Bool(value))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Input<'t>, E> {
        Ok(Input::Number(number.into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Input<'t>, E> {
        Ok(Input::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Input<'t>, E> {
        Ok(Number::from_f64(number).map_or(Input::Null, Input::Number))
    }

    fn visit_borrowed_str<E>(self, text: &'t str) -> Result<Input<'t>, E> {
        Ok(Input::Text(text.into()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Input<'t>, E> {
        Ok(Input::Text(text.to_owned().into()))
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut items: A) -> Result<Input<'t>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Input::List(list))
    }

    fn visit_map<A: MapAccess<'t>>(self, mut fields: A) -> Result<Input<'t>, A::Error> {
        let mut members: Vec<Member<'t>> = Vec::new();
        while let Some((Name(name), value)) = fields.next_entry()? {
            members.push((name, value));
        }
        Ok(Input::Object(once(members)))
    }
}

/// Each name once: the last value of a name counts, as it does for every reader of JSON.
fn once(members: Vec<Member<'_>>) -> Vec<Member<'_>> {
    let is_new = |at: usize| members[..at].iter().all(|(name, _)| *name != members[at].0);
    if members.len() <= FEW && (1..members.len()).all(is_new) {
        return members;
    }
    let mut places = HashMap::with_capacity(members.len());
    let mut once: Vec<Member<'_>> = Vec::with_capacity(members.len());
    for (name, value) in members {
        let place = *places.entry(name.clone()).or_insert(once.len());
        match once.get_mut(place) {
            Some((_, known)) => *known = value,
            None => once.push((name, value)),
        }
    }
    once
}

#[derive(Deserialize)]
struct Name<'t>(#[serde(borrow)] Cow<'t, str>);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Texts of values, in which names are there more than once and texts have escapes.
    fn texts() -> impl Strategy<Value = String> {
        let text = "\"([abé]|\\\\n|\\\\u00e9){0,3}\"";
        let number =
            prop_oneof![any::<i64>().prop_map(|one| one.to_string()), "-?[1-9]\\.[1-9]e[1-9]"];
        let one = prop_oneof![Just("null".to_owned()), Just("true".to_owned()), number, text];
        one.prop_recursive(4, 60, 24, move |part| {
            let list = proptest::collection::vec(part.clone(), 0..4);
            let members = proptest::collection::vec((text, part), 0..24);
            prop_oneof![
                list.prop_map(|items| format!("[{}]", items.join(", "))),
                members.prop_map(|members| {
                    let members = members.iter().map(|(name, value)| format!("{name}:{value}"));
                    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn is_the_value_that_the_text_says(text in texts()) {
            let value: Value = serde_json::from_str(&text).unwrap();
            let input: Input<'_> = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(input, Input::from(value));
        }
    }

    #[test]
    fn of_many_names_each_is_there_once() {
        let members: Vec<String> =
            (0..50_000).map(|at| format!("\"{}\":{at}", at % 40_000)).collect();
        let text = format!("{{{}}}", members.join(","));
        let Input::Object(members) = serde_json::from_str(&text).unwrap() else { panic!("{text}") };
        assert_eq!(members.len(), 40_000);
        assert_eq!(members[7], ("7".into(), Input::Number(40_007.into())));
    }
}
