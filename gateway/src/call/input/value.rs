//! The input of a call, parsed without copying its texts.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

/// Members that are compared one by one, which for few is the quickest.
const FEW: usize = 16;
/// The only failure of a text that is JSON.
const TWICE: &str = "an object has a name twice";

/// A value of JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Input<'t> {
    Null,
    /// `true` or `false`
    Bool(bool),
    Number(Number),
    Text(Cow<'t, str>),
    List(Vec<Self>),
    /// An object. A text that has a name twice is refused: readers of JSON differ in which of the values they take.
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
        if has_a_name_twice(&members) {
            return Err(A::Error::custom(TWICE));
        }
        Ok(Input::Object(members))
    }
}

fn has_a_name_twice(members: &[Member<'_>]) -> bool {
    if members.len() <= FEW {
        let is_known = |at: usize| members[..at].iter().any(|(name, _)| *name == members[at].0);
        return (1..members.len()).any(is_known);
    }
    let mut names = HashSet::with_capacity(members.len());
    !members.iter().all(|(name, _)| names.insert(name.as_ref()))
}

#[derive(Deserialize)]
struct Name<'t>(#[serde(borrow)] Cow<'t, str>);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Texts of values, in which texts have escapes.
    fn texts() -> impl Strategy<Value = String> {
        let text = "\"([abé]|\\\\n|\\\\u00e9){0,3}\"";
        // Of each letter only one form, so that different names stay different.
        let name = "\"([abc]|\\\\n|\\\\u00e9){0,3}\"";
        let number =
            prop_oneof![any::<i64>().prop_map(|one| one.to_string()), "-?[1-9]\\.[1-9]e[1-9]"];
        let one = prop_oneof![Just("null".to_owned()), Just("true".to_owned()), number, text];
        one.prop_recursive(4, 60, 24, move |part| {
            let list = proptest::collection::vec(part.clone(), 0..4);
            let members = proptest::collection::btree_map(name, part, 0..24);
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
    fn a_name_that_is_there_twice_is_refused() {
        let is_read = |text: &str| serde_json::from_str::<Input<'_>>(text).is_ok();
        assert!(is_read(r#"{"a":1,"b":{"a":1}}"#));
        for twice in [
            r#"{"a":1,"a":1}"#,
            r#"{"a":1,"b":2,"a":3}"#,
            r#"{"é":1,"\u00e9":1}"#,
            r#"[{"b":{"a":1,"a":2}}]"#,
        ] {
            assert!(!is_read(twice), "{twice}");
        }
        let many = |names: usize| {
            let members: Vec<String> =
                (0..50_000).map(|at| format!("\"{}\":{at}", at % names)).collect();
            format!("{{{}}}", members.join(","))
        };
        assert!(is_read(&many(50_000)) && !is_read(&many(49_999)));
    }
}
