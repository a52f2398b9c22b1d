//! Writes an audit entry in the transaction of the change that it describes, with the names and values from before.

use kit::db::Tx;
use kit::security_log::{self, Event, Principal};
use kit::text_lengths::LONGEST_NOTE;
use proto::codec::Text;
use proto::identity::v1::AuditAction;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use uuid::Uuid;

use crate::acting_administrator::Actor;
use crate::context::Context;
use crate::error::IdentityError;

/// The change of one field: its values before and after.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub field: String,
    pub before: Vec<String>,
    pub after: Vec<String>,
}

impl Change {
    /// The change of a field with one value.
    pub fn new(
        field: &str,
        before: impl IntoIterator<Item = impl Into<String>>,
        after: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        Self {
            field: field.to_owned(),
            before: before.into_iter().map(Into::into).collect(),
            after: after.into_iter().map(Into::into).collect(),
        }
    }
}

/// An audit entry: the action and its subject, with the names from before the change.
#[derive(Debug)]
pub struct Entry<'a> {
    pub action: AuditAction,
    pub user: Option<(Uuid, &'a str)>,
    pub organization: Option<(Uuid, &'a str)>,
    pub changes: Vec<Change>,
    pub note: Option<&'a str>,
}

impl<'a> Entry<'a> {
    /// About a user.
    pub fn of_user(action: AuditAction, id: Uuid, email: &'a str, changes: Vec<Change>) -> Self {
        Self { action, user: Some((id, email)), organization: None, changes, note: None }
    }

    /// About an organization.
    pub fn of_organization(
        action: AuditAction,
        id: Uuid,
        name: &'a str,
        changes: Vec<Change>,
    ) -> Self {
        Self { action, user: None, organization: Some((id, name)), changes, note: None }
    }

    /// About a user in an organization.
    pub fn of_member(
        action: AuditAction,
        user: (Uuid, &'a str),
        organization: (Uuid, &'a str),
        changes: Vec<Change>,
    ) -> Self {
        Self { action, user: Some(user), organization: Some(organization), changes, note: None }
    }
}

/// A valid note, or a refusal.
pub fn note(text: Option<&str>) -> Result<Option<&str>, IdentityError> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    match text {
        Some(text) if text.chars().count() > LONGEST_NOTE || text.contains(char::is_control) => {
            Err(IdentityError::Invalid("note"))
        }
        text => Ok(text),
    }
}

/// Writes the entry in the caller's transaction; without an actor it was the installation itself.
pub async fn record(
    ctx: &Context,
    tx: &mut Tx,
    actor: Option<&Actor>,
    entry: Entry<'_>,
) -> Result<(), IdentityError> {
    sqlx::query(
        "INSERT INTO audit_entries (id, made_at, actor_id, actor_email, action, user_id, user_email,
                                    organization_id, organization_name, changes, note, trace_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(kit::id::new())
    .bind(ctx.now())
    .bind(actor.map(|actor| actor.id))
    .bind(actor.map(|actor| &actor.email))
    .bind(entry.action.text())
    .bind(entry.user.map(|(id, _)| id))
    .bind(entry.user.map(|(_, email)| email))
    .bind(entry.organization.map(|(id, _)| id))
    .bind(entry.organization.map(|(_, name)| name))
    .bind(Json(entry.changes))
    .bind(entry.note)
    .bind(kit::telemetry::trace_id())
    .execute(&mut **tx)
    .await?;
    let done = Event::AdministratorAction {
        action: entry.action.text(),
        user: entry.user.map(|(id, _)| id),
        organization: entry.organization.map(|(id, _)| id),
    };
    let actor = actor.map(|actor| Principal::user(&actor.id.to_string()));
    tx.log(security_log::Entry::success(done).by(actor));
    Ok(())
}
