//! The holders of roles: a user who acts in an organization, an API key, or a visitor without a session.

use std::sync::Arc;

use proto::access::v1::GetPrincipalRequest;
use proto::identity::v1::User;

use super::ceiling::Ceiling;

/// The user and the organization whose roles a caller has; a visitor without a session has neither.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Holder {
    pub user_id: Option<String>,
    pub organization_id: Option<String>,
    /// The scopes of the key that calls.
    pub ceiling: Option<Arc<Ceiling>>,
}

impl Holder {
    /// A user in the organization in which they act.
    pub fn from_user(user: &User) -> Self {
        let organization_id = user.organization.as_ref().map(|organization| &organization.id);
        let organization_id = organization_id.cloned();
        Self { user_id: Some(user.id.clone()), organization_id, ceiling: None }
    }

    /// The ids that events name.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        [&self.user_id, &self.organization_id].into_iter().flatten().map(String::as_str)
    }

    pub fn to_request(&self) -> GetPrincipalRequest {
        let Self { user_id, organization_id, .. } = self.clone();
        GetPrincipalRequest { user_id, organization_id }
    }
}
