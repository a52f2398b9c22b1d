//! The scopes of API keys in the form of policies.

use proto::access::v1::{ApiKeyScope, Effect, Policy};

/// The name by which answers and logs list scopes of keys among the policies that narrow them.
const NAME: &str = "key_scope";

/// A policy that allows what a scope names. Keys and policies follow the same rules, and a scope is a ceiling, which never allows
/// more than roles do.
pub fn key_scope(scope: &ApiKeyScope) -> Policy {
    Policy {
        id: NAME.to_owned(),
        name: NAME.to_owned(),
        effect: Effect::Allow.into(),
        actions: scope.actions.clone(),
        endpoints: scope.endpoints.clone(),
        r#where: scope.r#where.clone(),
        ..Policy::default()
    }
}
