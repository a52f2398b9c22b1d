//! The scope of an answer: the data that policies allow the caller, stated by the gateway with each call, and applied by the
//! service that answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

tokio::task_local! {
    static STATED: Option<Stated>;
}

/// The scope of a request, and whether the work on it has looked at it.
struct Stated {
    scope: Arc<Scope>,
    is_applied: AtomicBool,
}

/// Runs work within a scope, or for everything without one; calls within it say so.
pub async fn scoped_to<F: Future>(scope: Option<Arc<Scope>>, work: F) -> F::Output {
    STATED.scope(scope.map(Stated::new), work).await
}

/// The scope of the current request, which the caller of this function applies; none if the request is for everything.
pub fn scope() -> Option<Arc<Scope>> {
    let scope = STATED.try_with(|stated| {
        let stated = stated.as_ref()?;
        stated.is_applied.store(true, Ordering::Relaxed);
        Some(Arc::clone(&stated.scope))
    });
    scope.unwrap_or_default()
}

/// Runs work within a scope, and returns whether it has been applied. An answer without that may have everything.
pub(super) async fn applied<F: Future>(scope: Option<Arc<Scope>>, work: F) -> (F::Output, bool) {
    let work = async {
        let output = work.await;
        let is_applied = STATED.with(|stated| {
            stated.as_ref().is_none_or(|stated| stated.is_applied.load(Ordering::Relaxed))
        });
        (output, is_applied)
    };
    scoped_to(scope, work).await
}

/// The refusal of a call whose scope was not applied.
pub(super) fn not_applied() -> Problem {
    let message = "The service cannot answer a part of its data";
    Problem::new(ErrorCode::Forbidden, "access.scope", message)
}

/// States the present scope in a call.
pub(super) fn write(headers: &mut HeaderMap) {
    let bytes = STATED.try_with(|stated| Some(stated.as_ref()?.scope.encode_to_vec()));
    let Some(bytes) = bytes.unwrap_or_default() else { return };
    let value = HeaderValue::from_str(&STANDARD_NO_PAD.encode(bytes));
    headers.insert(HEADER, value.expect("base64 is plain text"));
}

/// The scope that a call states; one that cannot be read refuses the call.
pub(super) fn read(headers: &HeaderMap) -> Result<Option<Arc<Scope>>, Problem> {
    let Some(text) = headers.get(HEADER) else { return Ok(None) };
    let bytes = STANDARD_NO_PAD.decode(text).ok();
    let scope = bytes.and_then(|bytes| Scope::decode(&*bytes).ok()).filter(is_known);
    let scope = scope.ok_or_else(|| Problem::invalid("scope_invalid", "The scope is not valid"))?;
    Ok(Some(Arc::new(scope)))
}

impl Stated {
    fn new(scope: Arc<Scope>) -> Self {
        Self { scope, is_applied: AtomicBool::new(false) }
    }
}

/// Whether all of its words are known: a part of a newer release could not be applied.
fn is_known(scope: &Scope) -> bool {
    let permissions = scope.permissions.iter().map(|one| (&one.r#where, one.fields.as_ref()));
    let exclusions = scope.exclusions.iter().map(|one| (&one.r#where, one.fields.as_ref()));
    scope.endpoint() != Endpoint::Unspecified
        && scope.further.iter().all(|further| further.further.is_empty() && is_known(further))
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
            hides_others: false,
            further: Vec::new(),
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
        assert_eq!(read(&stated(None).await).unwrap(), None);
        let headers = stated(Some(stablecoins())).await;
        assert_eq!(read(&headers).unwrap().as_deref(), Some(&stablecoins()));
    }

    #[tokio::test]
    async fn an_answer_that_ignores_its_scope_is_noticed() {
        let stated = || Some(Arc::new(stablecoins()));
        assert!(!applied(stated(), async {}).await.1);
        assert!(!applied(stated(), async { write(&mut HeaderMap::new()) }).await.1);
        assert!(applied(stated(), async { drop(scope()) }).await.1);
        assert!(applied(None, async {}).await.1);
        assert_eq!(not_applied().reason, "access.scope");
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
            |scope: &mut Scope| scope.further = vec![Scope::default()],
        ] {
            let mut scope = stablecoins();
            change(&mut scope);
            unknown.push(scope);
        }
        for scope in unknown {
            let refusal = read(&stated(Some(scope.clone())).await).unwrap_err();
            assert_eq!(refusal.reason, "scope_invalid", "{scope:?}");
        }
        let mut headers = HeaderMap::new();
        headers.insert(HEADER, HeaderValue::from_static("?"));
        assert!(read(&headers).is_err());
    }
}
