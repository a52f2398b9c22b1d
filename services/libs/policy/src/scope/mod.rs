//! Scopes: the data that a caller may receive in an action at an endpoint.

pub mod containment;
pub mod documents;
pub mod exclusion;
pub mod fingerprint;
pub mod limits;
pub mod narrowing;
pub mod normalization;
pub mod permission;
pub mod predicate;
pub mod rows;
pub mod selection;

use proto::access::v1::{Action, Endpoint};

use exclusion::Exclusion;
use fingerprint::Fingerprint;
use permission::Permission;

/// The most permissions and the most exclusions of a scope. Each is a part of a condition in SQL.
pub const MOST_PERMISSIONS: usize = 64;

/// A scope has too many permissions or exclusions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPermissions {
    pub endpoint: Endpoint,
    pub action: Action,
    pub count: usize,
}

/// The union of some permissions without some exclusions, in normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    endpoint: Endpoint,
    action: Action,
    permissions: Vec<Permission>,
    exclusions: Vec<Exclusion>,
    fingerprint: Fingerprint,
}

impl Scope {
    /// A scope in normal form.
    pub(crate) fn new(
        (endpoint, action): (Endpoint, Action),
        permissions: impl IntoIterator<Item = Permission>,
        exclusions: impl IntoIterator<Item = Exclusion>,
    ) -> Result<Self, TooManyPermissions> {
        let exclusions = normalization::exclusions(exclusions.into_iter().collect());
        let permissions =
            permissions.into_iter().filter_map(|permission| permission.without(&exclusions));
        let permissions = normalization::permissions(permissions.collect());
        let concerns = |exclusion: &Exclusion| {
            permissions.iter().any(|permission| exclusion.concerns(permission))
        };
        let exclusions: Vec<Exclusion> = exclusions.into_iter().filter(concerns).collect();
        let count = permissions.len().max(exclusions.len());
        if count > MOST_PERMISSIONS {
            return Err(TooManyPermissions { endpoint, action, count });
        }
        let fingerprint = Fingerprint::new(&permissions, &exclusions);
        Ok(Self { endpoint, action, permissions, exclusions, fingerprint })
    }

    /// The scope of both, permission by permission; `self` decides the endpoint and the action. Limits are the tighter
    /// ones.
    pub fn intersect(&self, ceiling: &Self) -> Result<Self, TooManyPermissions> {
        let pairs = self.permissions.iter().flat_map(|permission| {
            ceiling.permissions.iter().filter_map(|other| permission.and(other))
        });
        let exclusions = self.exclusions.iter().chain(&ceiling.exclusions).cloned();
        Self::new((self.endpoint, self.action), pairs, exclusions)
    }

    pub fn endpoint(&self) -> Endpoint {
        self.endpoint
    }

    pub fn action(&self) -> Action {
        self.action
    }

    /// The permissions, of which each allows its records, fields and days within its limits.
    pub fn permissions(&self) -> &[Permission] {
        &self.permissions
    }

    /// The records and fields that are taken away from all permissions.
    pub fn exclusions(&self) -> &[Exclusion] {
        &self.exclusions
    }

    /// Whether it allows nothing.
    pub fn is_empty(&self) -> bool {
        self.permissions.is_empty()
    }

    /// Whether it allows every field of every record and day. It may still have limits.
    pub fn is_unrestricted(&self) -> bool {
        let is_unrestricted = |permission: &Permission| permission.is_unrestricted();
        self.exclusions.is_empty() && self.permissions.iter().any(is_unrestricted)
    }

    /// Whether it shows every record, if not with all of its fields or on all days.
    pub fn shows_all_records(&self) -> bool {
        let hides = |exclusion: &Exclusion| exclusion.fields().is_all();
        self.permissions.iter().any(|permission| permission.conditions().is_empty())
            && !self.exclusions.iter().any(hides)
    }

    /// Whether it withholds fields of records that it shows.
    pub fn withholds_fields(&self) -> bool {
        self.permissions.iter().any(|permission| !permission.fields().is_all())
            || self.exclusions.iter().any(|exclusion| !exclusion.fields().is_all())
    }

    /// A digest of everything on which the content of an answer depends: conditions, fields, days, the limits of rows and
    /// exclusions. Scopes with one fingerprint have the same answers.
    pub fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint.bytes()
    }
}
