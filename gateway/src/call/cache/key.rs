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
        let Entitlement { audience, scope } = entitlement;
        text.push(*audience as u8);
        text.push(u8::from(scope.is_some()));
        text.extend_from_slice(&scope.unwrap_or_default());
        text.extend_from_slice(&day.to_be_bytes());
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
    use kit::grpc::Audience;
    use policy::{HeldRole, PolicyDirectory, PolicySet, Scope};
    use proptest::prelude::*;
    use proto::access::v1::*;
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
        let of = |audience, scope| Entitlement { audience, scope };
        let entitlements = [
            of(Audience::Everybody, Some([0; 32])),
            of(Audience::Everybody, Some([1; 32])),
            of(Audience::Members, None),
            of(Audience::Members, Some([1; 32])),
            of(Audience::Administrators, Some([1; 32])),
        ];
        for entitlement in &entitlements {
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
    /// Some permissions for assets: of all or some classes, with limits of rows and of rates.
    fn permissions() -> impl Strategy<Value = Vec<Policy>> {
        let limits = (prop::option::of(1_i64..3), prop::option::of(1_i32..3));
        let one = (prop::sample::subsequence(vec![27, 28], 0..=2), limits);
        let policy = |(ids, (rows_per_response, requests_per_second)): (Vec<i64>, _)| Policy {
            status: PolicyStatus::Active.into(),
            effect: Effect::Allow.into(),
            actions: vec![Action::List.into()],
            endpoints: vec![Endpoint::Assets.into()],
            r#where: (!ids.is_empty())
                .then(|| Condition {
                    dimension: Dimension::AssetClass.into(),
                    operator: ConditionOperator::In.into(),
                    ids,
                })
                .into_iter()
                .collect(),
            limits: Some(Limits { rows_per_response, requests_per_second, ..Limits::default() }),
            ..Policy::default()
        };
        proptest::collection::vec(one.prop_map(policy), 1..3)
    }

    fn set(policies: Vec<Policy>) -> PolicySet {
        let id = |place: usize| format!("policy-{place}");
        let named = policies.into_iter().enumerate();
        let policies: Vec<Policy> = named
            .map(|(place, policy)| Policy { id: id(place), name: id(place), ..policy })
            .collect();
        let status = AccessStatus::Active.into();
        let role = AccessRole { id: "role".to_owned(), status, ..AccessRole::default() };
        let assignments: Vec<_> = (0..policies.len())
            .map(|place| PolicyAssignment {
                id: id(place),
                role_id: "role".to_owned(),
                policy_id: id(place),
                status,
                ..PolicyAssignment::default()
            })
            .collect();
        let directory = PolicyDirectory::compile(&[role], &assignments, &policies).unwrap();
        PolicySet::compile(&directory, &[HeldRole::new("role", None, None)], &[]).unwrap()
    }

    fn content(scope: &Scope) -> Vec<String> {
        let mut parts: Vec<String> = scope
            .permissions()
            .iter()
            .map(|one| format!("{:?} {:?}", one.conditions(), one.limits().of_rows()))
            .collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    proptest! {
        #[test]
        fn callers_share_answers_if_and_only_if_their_scopes_have_the_same_content(
            one in permissions(),
            other in permissions(),
        ) {
            let sets = [set(one), set(other)];
            let scopes = sets.each_ref().map(|set| {
                set.decide(Endpoint::Assets, Action::List, 0, None).scope().unwrap()
            });
            let [one, other] = scopes.map(|scope| {
                let scope = Some(scope.fingerprint());
                let entitlement = Entitlement { audience: Audience::Members, scope };
                Key::new("assets.list", &entitlement, 1, None)
            });
            prop_assert_eq!(one == other, content(scopes[0]) == content(scopes[1]));
        }
    }
}
