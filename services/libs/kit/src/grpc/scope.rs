//! The scope of an answer: the data that policies allow the caller, stated by the gateway with each call, and applied by the
//! service that answers.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use http::{HeaderMap, HeaderValue};
use prost::Message as _;
use proto::access::v1::{
    Condition, ConditionOperator, Dimension, Endpoint, FieldMode, Fields, Scope,
};

use crate::error::{ErrorCode, Problem};

const HEADER: &str = "assay-scope-bin";
/// The most bytes of a scope: with the other headers of a call it fits into the 16 KiB that a server accepts.
pub const LARGEST_SCOPE: usize = 8 << 10;
/// The services that apply scopes. Every other one refuses a call with a scope, since it would answer everything.
const APPLIED_BY: [&str; 1] = ["/catalog.v1.Catalog/"];

tokio::task_local! {
    static SCOPE: Option<Arc<Scope>>;
}

/// Runs work within a scope, or for everything without one; calls within it say so.
pub async fn scoped_to<F: Future>(scope: Option<Arc<Scope>>, work: F) -> F::Output {
    SCOPE.scope(scope, work).await
}

/// The scope of the current request; none if it is for everything.
pub fn scope() -> Option<Arc<Scope>> {
    SCOPE.try_with(Clone::clone).unwrap_or_default()
}

/// States the present scope in a call.
pub(super) fn write(headers: &mut HeaderMap) {
    let Some(scope) = scope() else { return };
    let text = STANDARD_NO_PAD.encode(scope.encode_to_vec());
    let value = HeaderValue::from_str(&text).expect("base64 is plain text");
    headers.insert(HEADER, value);
}

/// The scope that a call of this path states. A scope that cannot be read or is not applied there refuses the call.
pub(super) fn read(headers: &HeaderMap, path: &str) -> Result<Option<Arc<Scope>>, Problem> {
    let Some(text) = headers.get(HEADER) else { return Ok(None) };
    if !APPLIED_BY.iter().any(|service| path.starts_with(service)) {
        let message = "The service cannot answer a part of its data";
        return Err(Problem::new(ErrorCode::Forbidden, "access.scope", message));
    }
    let bytes = STANDARD_NO_PAD.decode(text).ok();
    let scope = bytes.and_then(|bytes| Scope::decode(&*bytes).ok()).filter(is_known);
    let scope = scope.ok_or_else(|| Problem::invalid("scope_invalid", "The scope is not valid"))?;
    Ok(Some(Arc::new(scope)))
}

/// Whether all of its words are known: a part of a newer release could not be applied.
fn is_known(scope: &Scope) -> bool {
    let permissions = scope.permissions.iter().map(|one| (&one.r#where, one.fields.as_ref()));
    let exclusions = scope.exclusions.iter().map(|one| (&one.r#where, one.fields.as_ref()));
    scope.endpoint() != Endpoint::Unspecified
        && permissions.chain(exclusions).all(|(conditions, fields)| {
            conditions.iter().all(is_known_condition) && fields.is_none_or(has_known_mode)
        })
}

fn is_known_condition(condition: &Condition) -> bool {
    condition.dimension() != Dimension::Unspecified
        && condition.operator() != ConditionOperator::Unspecified
        && !condition.ids.is_empty()
}

fn has_known_mode(fields: &Fields) -> bool {
    match fields.mode() {
        FieldMode::All => fields.names.is_empty(),
        FieldMode::Only | FieldMode::Except => true,
        FieldMode::Unspecified => false,
    }
}

#[cfg(test)]
mod tests {
    use proto::access::v1::{Exclusion, Permission};

    use super::*;

    const LISTS: &str = "/catalog.v1.Catalog/ListRows";

    fn stablecoins() -> Scope {
        let condition = Condition {
            dimension: Dimension::AssetClass.into(),
            operator: ConditionOperator::In.into(),
            ids: vec![28],
        };
        let fields = Fields { mode: FieldMode::Except.into(), names: vec!["website".to_owned()] };
        Scope {
            endpoint: Endpoint::Assets.into(),
            permissions: vec![Permission { r#where: vec![condition], ..Permission::default() }],
            exclusions: vec![Exclusion { fields: Some(fields), ..Exclusion::default() }],
        }
    }

    async fn stated(scope: Option<Scope>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        scoped_to(scope.map(Arc::new), async { write(&mut headers) }).await;
        headers
    }

    #[tokio::test]
    async fn a_scope_survives_the_wire() {
        assert_eq!(scope(), None);
        assert_eq!(read(&stated(None).await, LISTS).unwrap(), None);
        let headers = stated(Some(stablecoins())).await;
        assert_eq!(read(&headers, LISTS).unwrap().as_deref(), Some(&stablecoins()));
    }

    #[tokio::test]
    async fn a_service_that_applies_none_refuses_the_call() {
        let headers = stated(Some(stablecoins())).await;
        for path in ["/timeseries.v1.Timeseries/GetSeries", "/catalog.v1.CatalogImport/Begin"] {
            assert_eq!(read(&headers, path).unwrap_err().reason, "access.scope", "{path}");
        }
    }

    #[tokio::test]
    async fn a_scope_with_an_unknown_word_refuses_the_call() {
        let mut unknown = vec![Scope::default()];
        for change in [
            |scope: &mut Scope| scope.endpoint = 99,
            |scope: &mut Scope| scope.permissions[0].r#where[0].dimension = 99,
            |scope: &mut Scope| scope.permissions[0].r#where[0].operator = 99,
            |scope: &mut Scope| scope.permissions[0].r#where[0].ids.clear(),
            |scope: &mut Scope| scope.exclusions[0].fields.as_mut().unwrap().mode = 99,
        ] {
            let mut scope = stablecoins();
            change(&mut scope);
            unknown.push(scope);
        }
        for scope in unknown {
            let refusal = read(&stated(Some(scope.clone())).await, LISTS).unwrap_err();
            assert_eq!(refusal.reason, "scope_invalid", "{scope:?}");
        }
        let mut headers = HeaderMap::new();
        headers.insert(HEADER, HeaderValue::from_static("?"));
        assert!(read(&headers, LISTS).is_err());
    }
}
