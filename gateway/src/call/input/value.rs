//! The input of a call, parsed without copying its texts.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
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

impl<'t> Input<'t> {
    /// A member of an object that is not null.
    pub fn member(&self, name: &str) -> Option<&Input<'t>> {
        let Self::Object(members) = self else { return None };
        let found = members.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        found.filter(|value| !value.is_null())
    }

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
        deserializer.deserialize_any(InputVisitor)
    }
}

struct InputVisitor;

impl<'t> Visitor<'t> for InputVisitor {
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
        match repeated(&members) {
            Some(name) => Err(A::Error::custom(format_args!("the name {name:?} is there twice"))),
            None => Ok(Input::Object(members)),
        }
    }
}

/// A name that is there more than once: readers of JSON do not agree which of its values counts.
fn repeated<'m>(members: &'m [Member<'_>]) -> Option<&'m str> {
    if members.len() <= FEW {
        let is_known = |at: usize| members[..at].iter().any(|(name, _)| *name == members[at].0);
        return (1..members.len()).find(|at| is_known(*at)).map(|at| &*members[at].0);
    }
    let mut names = HashSet::with_capacity(members.len());
    members.iter().map(|(name, _)| &**name).find(|name| !names.insert(*name))
}

#[derive(Deserialize)]
struct Name<'t>(#[serde(borrow)] Cow<'t, str>);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Texts of values, in which texts have escapes, and whether an object in them repeats a name.
    fn texts() -> impl Strategy<Value = (String, bool)> {
        let text = "\"([abé]|\\\\n|\\\\u00e9){0,3}\"";
        let number =
            prop_oneof![any::<i64>().prop_map(|one| one.to_string()), "-?[1-9]\\.[1-9]e[1-9]"];
        let one = prop_oneof![Just("null".to_owned()), Just("true".to_owned()), number, text];
        one.prop_map(|text| (text, false)).prop_recursive(4, 60, 24, move |part| {
            let list = proptest::collection::vec(part.clone(), 0..4);
            let members = proptest::collection::vec((text, part), 0..24);
            prop_oneof![
                list.prop_map(|items| {
                    let repeats = items.iter().any(|(_, repeats)| *repeats);
                    let items: Vec<String> = items.into_iter().map(|(text, _)| text).collect();
                    (format!("[{}]", items.join(", ")), repeats)
                }),
                members.prop_map(|members| {
                    let names: HashSet<String> = members
                        .iter()
                        .map(|(name, _)| serde_json::from_str(name).unwrap())
                        .collect();
                    let inner = members.iter().any(|(_, (_, repeats))| *repeats);
                    let repeats = inner || names.len() < members.len();
                    let members: Vec<String> = members
                        .into_iter()
                        .map(|(name, (value, _))| format!("{name}:{value}"))
                        .collect();
                    (format!("{{{}}}", members.join(",")), repeats)
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn is_the_value_that_the_text_says_and_none_where_a_name_is_repeated(
            (text, repeats) in texts()
        ) {
            let value: Value = serde_json::from_str(&text).unwrap();
            let input = serde_json::from_str::<Input<'_>>(&text);
            if repeats {
                prop_assert!(input.unwrap_err().to_string().contains("is there twice"));
            } else {
                prop_assert_eq!(input.unwrap(), Input::from(value));
            }
        }
    }

    #[test]
    fn of_many_names_each_is_there_once() {
        let object = |names: usize| {
            let members: Vec<String> =
                (0..50_000).map(|at| format!("\"{}\":{at}", at % names)).collect();
            format!("{{{}}}", members.join(","))
        };
        assert!(serde_json::from_str::<Input<'_>>(&object(50_000)).is_ok());
        assert!(serde_json::from_str::<Input<'_>>(&object(49_999)).is_err());
    }
}
