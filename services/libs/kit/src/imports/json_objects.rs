//! Reads JSON objects of imported files, and refuses a repeated key, of which libraries keep the last value without a word.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The keys and values of an object, in its order; those of a repeated key, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonObject<V>(Vec<(String, V)>);

/// The key of an object that has several values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the key {0:?} is repeated")]
pub struct RepeatedKey(pub String);

impl<V> JsonObject<V> {
    /// The keys and values, where no key is repeated.
    pub fn unique(self) -> Result<Vec<(String, V)>, RepeatedKey> {
        match self.repeated() {
            Some(key) => Err(RepeatedKey(key)),
            None => Ok(self.0),
        }
    }

    fn repeated(&self) -> Option<String> {
        let mut known = HashSet::new();
        let mut keys = self.0.iter().map(|(key, _)| key.as_str());
        keys.find(|key| !known.insert(*key)).map(str::to_owned)
    }
}

/// For `deserialize_with`: refuses an object with a repeated key.
pub fn unique_keys<'de, D, V>(deserializer: D) -> Result<BTreeMap<String, V>, D::Error>
where
    D: Deserializer<'de>,
    V: Deserialize<'de>,
{
    let entries = JsonObject::<V>::deserialize(deserializer)?.unique().map_err(D::Error::custom)?;
    Ok(entries.into_iter().collect())
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for JsonObject<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

struct Entries<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for Entries<V> {
    type Value = JsonObject<V>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(JsonObject(entries))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn an_object_is_taken_where_its_keys_differ(keys in prop::collection::vec("[ab\"]{1,2}", 0..6)) {
            let members = keys.iter().enumerate();
            let members: Vec<String> =
                members.map(|(at, key)| format!("{}:{at}", serde_json::json!(key))).collect();
            let text = format!("{{{}}}", members.join(","));
            let taken = serde_json::from_str::<JsonObject<usize>>(&text).unwrap().unique();
            let repeated = (0..keys.len()).find(|at| keys[..*at].contains(&keys[*at]));
            if let Some(at) = repeated {
                prop_assert_eq!(taken, Err(RepeatedKey(keys[at].clone())));
            } else {
                let expected: Vec<_> = keys.iter().cloned().zip(0..).collect();
                prop_assert_eq!(taken, Ok(expected));
            }
        }
    }

    #[test]
    fn other_values_are_no_objects() {
        for text in ["1", "[]", "null", "\"a\""] {
            assert!(serde_json::from_str::<JsonObject<usize>>(text).is_err(), "{text}");
        }
    }
}
