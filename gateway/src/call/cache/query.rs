//! A query as the cache sees it.

use crate::call::access::Entitlement;
use crate::call::domain::Domain;
use crate::call::input::Input;

/// A query, and everything that its answer may depend on.
#[derive(Clone, Copy)]
pub struct CacheQuery<'q> {
    pub procedure: &'static str,
    /// The data that its answers are made of; nothing where they may not be cached.
    pub made_of: &'static [Domain],
    /// The data that it changes.
    pub changes: Option<Domain>,
    /// The caller's entitlement.
    pub entitlement: &'q Entitlement,
    pub input: Option<&'q Input<'q>>,
}
