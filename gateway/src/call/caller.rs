//! The callers of procedures: the user whose session a request carries, or the API key that a program sends.

use std::net::IpAddr;
use std::sync::Arc;

use ipnet::IpNet;
use kit::error::Problem;
use kit::grpc::Audience;
use kit::peers::Person;
use proto::access::v1::CheckApiKeyResponse;
use proto::identity::v1::User;
use tokio::time::Instant;

use super::policies::ceiling::Ceiling;
use super::policies::confirmation::{LONGEST_EXPORTING, LONGEST_READING, unconfirmed};
use super::policies::holder::Holder;
use super::principal::Principal;
use super::refusal_texts::key_address;

/// The caller of a request who has proved who they are.
#[derive(Clone, Debug)]
pub enum Authenticated {
    User(Arc<Caller>),
    Key(Arc<KeyCaller>),
}

/// A signed-in user.
#[derive(Debug)]
pub struct Caller {
    pub user: User,
    /// The user as services are to believe it: the statement that every call of a procedure carries.
    pub person: Arc<Person>,
    /// The holder of the roles by which policies decide for the user.
    pub holder: Arc<Holder>,
}

/// A program with an API key. No person makes its calls, so that services receive no statement about one.
#[derive(Debug)]
pub struct KeyCaller {
    /// The part of the key that is no secret.
    pub id: Arc<str>,
    /// The organization in which it acts, whose plan pays for it.
    pub organization_id: String,
    /// The owner of the key, below the ceiling of its scopes.
    pub holder: Arc<Holder>,
    /// From where it may be used; empty for everywhere.
    networks: Box<[IpNet]>,
    pub expires_at: i64,
    /// When the service access was asked for it.
    pub confirmed_at: Instant,
}

impl Authenticated {
    pub fn user(&self) -> Option<&Arc<Caller>> {
        match self {
            Self::User(caller) => Some(caller),
            Self::Key(_) => None,
        }
    }

    pub fn key(&self) -> Option<&Arc<KeyCaller>> {
        match self {
            Self::User(_) => None,
            Self::Key(key) => Some(key),
        }
    }

    /// The holder of the roles by which policies decide.
    pub fn holder(&self) -> &Arc<Holder> {
        match self {
            Self::User(caller) => &caller.holder,
            Self::Key(key) => &key.holder,
        }
    }

    /// The readers among whom licences count the caller. A key has no role of a session, and so never that of an administrator.
    pub fn audience(&self) -> Audience {
        match self {
            Self::User(caller) => Audience::from_role(Some(caller.user.role())),
            Self::Key(_) => Audience::Members,
        }
    }

    pub fn principal(&self) -> Principal {
        match self {
            Self::User(caller) => Principal::User(caller.user.id.clone()),
            Self::Key(key) => Principal::Key(Arc::clone(&key.id)),
        }
    }
}

impl Caller {
    /// The owner of a session, with the number of changes of role and state, and the end of the time in which the sign-in is fresh.
    pub fn new(session_id: String, user: User, role_epoch: i64, fresh_until: i64) -> Self {
        let person = Person {
            user_id: user.id.clone(),
            organization_id: user.organization.as_ref().map(|organization| organization.id.clone()),
            role: user.role(),
            role_epoch,
            session_id,
            fresh_until,
        };
        let holder = Arc::new(Holder::from_user(&user));
        Self { user, person: Arc::new(person), holder }
    }
}

impl KeyCaller {
    /// A key as the service access answered for it, when it was asked at this instant.
    pub fn new(answer: CheckApiKeyResponse, confirmed_at: Instant) -> Result<Self, Problem> {
        let ceiling = Ceiling::compile(&answer.scopes).map_err(|errors| {
            Problem::internal(format!("the scopes of an API key cannot be used: {errors:?}"))
        })?;
        // Leaving one out could open the key to all networks.
        let networks: Result<Box<[IpNet]>, _> =
            answer.ip_cidrs.iter().map(|network| network.parse()).collect();
        let organization_id = answer.organization_id;
        let holder = Holder {
            user_id: answer.user_id,
            organization_id: Some(organization_id.clone()),
            ceiling,
        };
        Ok(Self {
            id: answer.key_id.into(),
            organization_id,
            holder: Arc::new(holder),
            networks: networks.map_err(Problem::internal)?,
            expires_at: answer.expires_at,
            confirmed_at,
        })
    }

    /// Refuses the key from outside of its networks.
    pub fn check_address(&self, address: IpAddr) -> Result<(), Problem> {
        let address = address.to_canonical();
        let is_allowed = self.networks.is_empty()
            || self.networks.iter().any(|network| network.contains(&address));
        if is_allowed { Ok(()) } else { Err(key_address()) }
    }

    /// Refuses data by a key that the service has not confirmed for too long: it may have been revoked meanwhile.
    pub fn check_confirmation(&self, is_export: bool) -> Result<(), Problem> {
        let longest = if is_export { LONGEST_EXPORTING } else { LONGEST_READING };
        if self.confirmed_at.elapsed() <= longest { Ok(()) } else { Err(unconfirmed()) }
    }
}
