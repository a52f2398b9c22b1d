//! The keys of cached answers: equal for equal queries.

use sha2::{Digest, Sha256};

use crate::call::access::Entitlement;
use crate::call::input::Input;

/// The digest of a query: procedure, input, entitlement and day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of a query. The day is part of it, since a query without a date means the present day.
    pub fn new(
        procedure: &str,
        entitlement: &Entitlement,
        day: i64,
        input: Option<&Input<'_>>,
    ) -> Self {
        let mut text = Vec::with_capacity(256);
        let Entitlement { role, plan, features } = entitlement;
        let number = |number: Option<i32>| i64::from(number.unwrap_or(-1));
        let numbers = [number(role.map(i32::from)), number(plan.map(i32::from)), day];
        for number in numbers.into_iter().chain(features.iter().map(|one| *one as i64)) {
            text.extend_from_slice(&number.to_be_bytes());
        }
        // Ends the list of features: no feature has this number.
        text.extend_from_slice(&u64::MAX.to_be_bytes());
        text.extend_from_slice(procedure.as_bytes());
        text.push(0);
        if let Some(input) = input {
            write(&mut text, input);
        }
        Self(Sha256::digest(&text).into())
    }
}

/// The input, with the members of each object sorted.
fn write(out: &mut Vec<u8>, input: &Input<'_>) {
    match input {
        Input::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| name);
            out.push(b'{');
            for (name, value) in members {
                text(out, name);
                write(out, value);
            }
            out.push(b'}');
        }
        Input::List(items) => {
            out.push(b'[');
            for item in items {
                write(out, item);
                out.push(b',');
            }
            out.push(b']');
        }
        Input::Text(value) => text(out, value),
        Input::Null => out.extend_from_slice(b"null"),
        Input::Bool(value) => out.extend_from_slice(value.to_string().as_bytes()),
        Input::Number(number) => out.extend_from_slice(number.to_string().as_bytes()),
    }
}

/// A text with its length before it, so that it cannot be confused with what follows.
fn text(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    out.extend_from_slice(&(text.len() as u64).to_be_bytes());
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use proto::identity::v1::{Feature, PlanType, Role};
    use serde_json::{Value, json};

    use super::*;

    fn key(input: &Value) -> Key {
        Key::new("assets.list", &Entitlement::default(), 1, Some(&input.clone().into()))
    }

    #[test]
    fn the_order_of_members_does_not_matter() {
        let text = r#"{"b":{"y":[1,2],"x":null},"a":"1"}"#;
        let turned = r#"{"a":"1","b":{"x":null,"y":[1,2]}}"#;
        let read = |text: &str| key(&serde_json::from_str(text).unwrap());
        assert_eq!(read(text), read(turned));
    }

    #[test]
    fn everything_else_matters() {
        let inputs = [
            json!(null),
            json!({}),
            json!([]),
            json!(""),
            json!("{}"),
            json!([1, 2]),
            json!([2, 1]),
            json!([12]),
            json!([[1], 2]),
            json!({"a": 1}),
            json!({"a": "1"}),
            json!({"a": 1, "b": 1}),
            json!({"a": {"b": 1}}),
            json!(["a", "b"]),
            json!(["ab"]),
            json!({"a\u{0}b": 1}),
            json!(true),
            json!(1),
            json!(1.5),
        ];
        let mut keys: Vec<Key> = inputs.iter().map(key).collect();
        let free = Entitlement {
            role: Some(Role::Customer),
            plan: Some(PlanType::Free),
            ..Default::default()
        };
        let premium = Entitlement { plan: Some(PlanType::PremiumAllAccess), ..free.clone() };
        let admin = Entitlement { role: Some(Role::Admin), ..free.clone() };
        let featured = Entitlement { features: vec![Feature::EnableAdminTools], ..free.clone() };
        for entitlement in [&free, &premium, &admin, &featured] {
            keys.push(Key::new("assets.list", entitlement, 1, Some(&json!({}).into())));
        }
        let anonymous = Entitlement::default();
        keys.push(Key::new("assets.list", &anonymous, 1, None));
        keys.push(Key::new("assets.list", &anonymous, 2, None));
        keys.push(Key::new("tokens.list", &anonymous, 1, None));
        let count = keys.len();
        keys.sort_unstable_by_key(|key| key.0);
        keys.dedup();
        assert_eq!(keys.len(), count);
    }
}
