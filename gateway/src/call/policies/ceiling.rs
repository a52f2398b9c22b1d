//! The ceiling of an API key: the part of the data of its owner that it is for.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use policy::{CompiledPolicy, FieldError, key_scope};
use prost::Message as _;
use proto::access::v1::ApiKeyScope;
use sha2::{Digest as _, Sha256};

/// The scopes of a key, as policies that never allow more than roles do. Keys with equal scopes have equal ceilings.
#[derive(Debug)]
pub struct Ceiling {
    digest: [u8; 32],
    layer: [Vec<Arc<CompiledPolicy>>; 1],
}

impl Ceiling {
    /// The ceiling of these scopes; none without scopes, as the key is for everything then.
    pub fn compile(scopes: &[ApiKeyScope]) -> Result<Option<Arc<Self>>, Vec<FieldError>> {
        if scopes.is_empty() {
            return Ok(None);
        }
        let mut digest = Sha256::new();
        let mut policies = Vec::with_capacity(scopes.len());
        for scope in scopes {
            digest.update(scope.encode_length_delimited_to_vec());
            policies.push(Arc::new(CompiledPolicy::compile(&key_scope(scope), None)?));
        }
        Ok(Some(Arc::new(Self { digest: digest.finalize().into(), layer: [policies] })))
    }

    /// The policies below which the roles of the owner are.
    pub fn layers(&self) -> &[Vec<Arc<CompiledPolicy>>] {
        &self.layer
    }
}

impl PartialEq for Ceiling {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl Eq for Ceiling {}

impl Hash for Ceiling {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digest.hash(state);
    }
}
