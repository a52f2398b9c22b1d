//! The events of the security log, each with fields of its own.

use serde_json::Value;
use uuid::Uuid;

pub const NAMES: [&str; 21] = [
    "sign_in",
    "link_sent",
    "link_used",
    "linked_account_changed",
    "factor_changed",
    "session_ended",
    "step_up",
    "administrator_appointed",
    "role_changed",
    "domain_changed",
    "member_changed",
    "invitation_sent",
    "administrator_action",
    "api_key_changed",
    "erasure_changed",
    "data_exported",
    "call_refused",
    "request_refused",
    "limit_hit",
    "rpc_refused",
    "handshake_refused",
];

const LONGEST_WORD: usize = 100;

/// An event. Texts are words of the code; data that a client or another program sends is named by ids only.
#[derive(Clone, Debug)]
pub enum Event {
    /// A sign-in by any method.
    SignIn { method: &'static str },
    /// A sign-in link was requested by mail.
    LinkSent,
    /// A sign-in link was opened.
    LinkUsed,
    /// An account of a provider was linked to a user, or removed.
    LinkedAccountChanged { user: Uuid, provider: String, change: &'static str },
    /// A passkey of a user, the recovery codes or the demand of a second factor changed.
    FactorChanged { user: Uuid, factor: &'static str, change: &'static str },
    /// Sessions of a user were ended before their time.
    SessionEnded { user: Uuid, sessions: usize, cause: &'static str },
    /// A signed-in user proved again who they are.
    StepUp { method: &'static str },
    /// A user became an administrator.
    AdministratorAppointed { user: Uuid },
    /// A user got another role than that of an administrator.
    RoleChanged { user: Uuid, role: &'static str },
    /// A team was opened to an e-mail domain; without one, it was closed.
    DomainChanged { organization: Uuid, domain: Option<String> },
    /// A member was added, changed or, without a role, removed.
    MemberChanged { organization: Uuid, user: Uuid, role: Option<&'static str> },
    /// An invitation to a team was mailed, for the first time or again.
    InvitationSent { organization: Uuid, invitation: Uuid, role: &'static str },
    /// A change that the audit history of administrators records.
    AdministratorAction { action: &'static str, user: Option<Uuid>, organization: Option<Uuid> },
    /// An API key was created, changed, replaced, revoked or found in public.
    ApiKeyChanged { action: &'static str, user: Option<Uuid>, organization: Option<Uuid> },
    /// The erasure of an account was requested, cancelled or carried out.
    ErasureChanged { user: Uuid, change: &'static str },
    /// A user downloaded an export of their data.
    DataExported { user: Uuid, format: &'static str },
    /// A caller may not use a procedure.
    CallRefused { procedure: &'static str, wire: &'static str },
    /// A request was refused before its call was known.
    RequestRefused { route: &'static str },
    /// A caller exceeded a limit, which is the reason.
    LimitHit { operation: &'static str },
    /// A call between services was refused.
    RpcRefused { rpc: &'static str, peer: Option<String>, cause: &'static str },
    /// A connection to the port of a service showed no valid certificate.
    HandshakeRefused { cause: &'static str },
}

impl Event {
    /// The name in lines and metrics.
    pub fn name(&self) -> &'static str {
        match self {
            Self::SignIn { .. } => "sign_in",
            Self::LinkSent => "link_sent",
            Self::LinkUsed => "link_used",
            Self::LinkedAccountChanged { .. } => "linked_account_changed",
            Self::FactorChanged { .. } => "factor_changed",
            Self::SessionEnded { .. } => "session_ended",
            Self::StepUp { .. } => "step_up",
            Self::AdministratorAppointed { .. } => "administrator_appointed",
            Self::RoleChanged { .. } => "role_changed",
            Self::DomainChanged { .. } => "domain_changed",
            Self::MemberChanged { .. } => "member_changed",
            Self::InvitationSent { .. } => "invitation_sent",
            Self::AdministratorAction { .. } => "administrator_action",
            Self::ApiKeyChanged { .. } => "api_key_changed",
            Self::ErasureChanged { .. } => "erasure_changed",
            Self::DataExported { .. } => "data_exported",
            Self::CallRefused { .. } => "call_refused",
            Self::RequestRefused { .. } => "request_refused",
            Self::LimitHit { .. } => "limit_hit",
            Self::RpcRefused { .. } => "rpc_refused",
            Self::HandshakeRefused { .. } => "handshake_refused",
        }
    }

    /// The fields that only this event has; a value that is not known is null.
    pub(super) fn fields(&self) -> Vec<(&'static str, Value)> {
        match self {
            Self::SignIn { method } | Self::StepUp { method } => vec![("method", text(method))],
            Self::LinkSent | Self::LinkUsed => Vec::new(),
            Self::LinkedAccountChanged { user, provider, change } => vec![
                ("user", id(user)),
                ("provider", word(provider).into()),
                ("change", text(change)),
            ],
            Self::FactorChanged { user, factor, change } => {
                vec![("user", id(user)), ("factor", text(factor)), ("change", text(change))]
            }
            Self::SessionEnded { user, sessions, cause } => {
                vec![("user", id(user)), ("sessions", (*sessions).into()), ("cause", text(cause))]
            }
            Self::AdministratorAppointed { user } => vec![("user", id(user))],
            Self::RoleChanged { user, role } => vec![("user", id(user)), ("role", text(role))],
            Self::DomainChanged { organization, domain } => vec![
                ("organization", id(organization)),
                ("domain", domain.as_deref().map(domain_name).into()),
            ],
            Self::MemberChanged { organization, user, role } => vec![
                ("organization", id(organization)),
                ("user", id(user)),
                ("role", (*role).into()),
            ],
            Self::InvitationSent { organization, invitation, role } => vec![
                ("organization", id(organization)),
                ("invitation", id(invitation)),
                ("role", text(role)),
            ],
            Self::AdministratorAction { action, user, organization }
            | Self::ApiKeyChanged { action, user, organization } => vec![
                ("action", text(action)),
                ("user", user.map(|user| user.to_string()).into()),
                ("organization", organization.map(|one| one.to_string()).into()),
            ],
            Self::ErasureChanged { user, change } => {
                vec![("user", id(user)), ("change", text(change))]
            }
            Self::DataExported { user, format } => {
                vec![("user", id(user)), ("format", text(format))]
            }
            Self::CallRefused { procedure, wire } => {
                vec![("procedure", text(procedure)), ("wire", text(wire))]
            }
            Self::RequestRefused { route } => vec![("route", text(route))],
            Self::LimitHit { operation } => vec![("operation", text(operation))],
            Self::RpcRefused { rpc, peer, cause } => vec![
                ("rpc", text(rpc)),
                ("peer", peer.as_deref().map(word).into()),
                ("cause", text(cause)),
            ],
            Self::HandshakeRefused { cause } => vec![("cause", text(cause))],
        }
    }

    /// The other program that caused the event.
    pub(super) fn peer(&self) -> Option<&str> {
        match self {
            Self::RpcRefused { peer, .. } => peer.as_deref(),
            _ => None,
        }
    }
}

fn text(text: &str) -> Value {
    text.into()
}

fn id(id: &Uuid) -> Value {
    id.to_string().into()
}

/// A short word: no address, no line break and no markup survives.
pub(super) fn word(text: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    text.chars().take(LONGEST_WORD).map(|letter| if plain(letter) { letter } else { '_' }).collect()
}

fn domain_name(text: &str) -> String {
    let parts: Vec<String> = text.split('.').map(word).collect();
    parts.join(".").chars().take(LONGEST_WORD).collect()
}
