//! Turns a personal organization into a team, or a team with one member into the personal organization of that
//! member.

use std::sync::Arc;

use kit::db::Tx;
use kit::peers::Person;
use proto::codec::Text;
use proto::identity::v1::{
    AuditAction, OrganizationScope, SetOrganizationScopeRequest, SetOrganizationScopeResponse,
};
use uuid::Uuid;

use super::lock::{self, LockedOrganization};
use super::personal;
use crate::audit::{self, Change, Entry};
use crate::change_events;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::domain_access::claims;
use crate::teams::{members::memberships, name};

/// The only user of the personal organization, before or after the change.
#[derive(sqlx::FromRow)]
struct Holder {
    id: Uuid,
    email: String,
    name: Option<String>,
}

impl Holder {
    fn named(&self) -> (Uuid, &str) {
        (self.id, &self.email)
    }

    fn called(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.email)
    }
}

/// Sets the scope; the plan stays with the organization.
// Every user has exactly one personal organization, before and after: a user whose organization becomes a team gets a
// new one, and a user whose team becomes personal loses the previous one, which must be on the free plan. So each
// change undoes the other.
pub async fn set_scope(
    ctx: &Context,
    person: Arc<Person>,
    request: SetOrganizationScopeRequest,
) -> Result<SetOrganizationScopeResponse, IdentityError> {
    let scope = OrganizationScope::try_from(request.scope)
        .ok()
        .filter(|scope| *scope != OrganizationScope::Unspecified)
        .ok_or(IdentityError::Invalid("scope"))?;
    let mut tx = ctx.db.tx().await?;
    let subject = lock::organization(&mut tx, &person, &request.id).await?;
    if subject.personal == (scope == OrganizationScope::Personal) {
        return Ok(SetOrganizationScopeResponse { user_id: None });
    }
    let holder = if subject.personal {
        let name = name::parse(request.name.as_deref().unwrap_or(&subject.name))?;
        open(ctx, &mut tx, &subject, &name).await?
    } else {
        close(ctx, &mut tx, &subject).await?
    };
    change_events::user_updated(&mut tx, holder.id).await?;
    tx.commit().await?;
    Ok(SetOrganizationScopeResponse { user_id: Some(holder.id.to_string()) })
}

/// Turns it into a team of its user, who gets a new personal organization.
async fn open(
    ctx: &Context,
    tx: &mut Tx,
    subject: &LockedOrganization,
    name: &str,
) -> Result<Holder, IdentityError> {
    let holder = only_member(tx, subject.id).await?;
    memberships::check_teams(tx, holder.id).await?;
    write(ctx, tx, (subject, &holder), OrganizationScope::Team, name).await?;
    let id = kit::id::new();
    personal::create(ctx, tx, id, holder.called(), holder.id).await?;
    let change = Change::new("scope", [] as [&str; 0], [OrganizationScope::Personal.text()]);
    let action = AuditAction::OrganizationCreated;
    let entry = Entry::of_member(action, holder.named(), (id, holder.called()), vec![change]);
    audit::record(ctx, tx, Some(&subject.actor), entry).await?;
    Ok(holder)
}

/// Turns it into the personal organization of its only member, replacing the previous one.
async fn close(
    ctx: &Context,
    tx: &mut Tx,
    subject: &LockedOrganization,
) -> Result<Holder, IdentityError> {
    if claims::find(tx, subject.id).await?.is_some() {
        return Err(IdentityError::TeamOfDomain);
    }
    check_invitations(ctx, tx, subject.id).await?;
    let member = sole_member(tx, subject.id).await?;
    let former = personal::lock(tx, member).await?;
    former.check_free()?;
    let holder = only_member(tx, subject.id).await?;
    sqlx::query(
        "UPDATE users SET organization_id = $2, updated_at = $4
         WHERE id = $1 AND organization_id = $3",
    )
    .bind(holder.id)
    .bind(subject.id)
    .bind(former.id)
    .bind(ctx.now())
    .execute(&mut **tx)
    .await?;
    former.remove(tx).await?;
    let change = Change::new("scope", [OrganizationScope::Personal.text()], [] as [&str; 0]);
    let gone = (former.id, former.name.as_str());
    let action = AuditAction::OrganizationRemoved;
    let entry = Entry::of_member(action, holder.named(), gone, vec![change]);
    audit::record(ctx, tx, Some(&subject.actor), entry).await?;
    write(ctx, tx, (subject, &holder), OrganizationScope::Personal, holder.called()).await?;
    Ok(holder)
}

async fn write(
    ctx: &Context,
    tx: &mut Tx,
    (subject, holder): (&LockedOrganization, &Holder),
    scope: OrganizationScope,
    called: &str,
) -> Result<(), IdentityError> {
    let before =
        if subject.personal { OrganizationScope::Personal } else { OrganizationScope::Team };
    sqlx::query("UPDATE organizations SET scope = $2 WHERE id = $1")
        .bind(subject.id)
        .bind(scope.text())
        .execute(&mut **tx)
        .await?;
    name::write(tx, subject.id, called).await?;
    let mut changes = vec![Change::new("scope", [before.text()], [scope.text()])];
    if subject.name != called {
        changes.push(Change::new("name", [subject.name.as_str()], [called]));
    }
    let action = AuditAction::OrganizationScopeChanged;
    let entry = Entry::of_member(action, holder.named(), subject.named(), changes);
    audit::record(ctx, tx, Some(&subject.actor), entry).await
}

// Expired invitations are deleted with the team; an open one prevents the change.
async fn check_invitations(
    ctx: &Context,
    tx: &mut Tx,
    organization: Uuid,
) -> Result<(), IdentityError> {
    let open: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM invitations WHERE organization_id = $1 AND expires_at > $2)",
    )
    .bind(organization)
    .bind(ctx.now())
    .fetch_one(&mut **tx)
    .await?;
    if open {
        return Err(IdentityError::InvitationsOpen);
    }
    sqlx::query("DELETE FROM invitations WHERE organization_id = $1")
        .bind(organization)
        .execute(&mut **tx)
        .await?;
    sqlx::query("DELETE FROM removed_members WHERE organization_id = $1")
        .bind(organization)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The id of the only member.
async fn sole_member(tx: &mut Tx, organization: Uuid) -> Result<Uuid, IdentityError> {
    let members: Vec<Uuid> =
        sqlx::query_scalar("SELECT user_id FROM memberships WHERE organization_id = $1 LIMIT 2")
            .bind(organization)
            .fetch_all(&mut **tx)
            .await?;
    match members.as_slice() {
        [only] => Ok(*only),
        _ => Err(IdentityError::TeamOfSeveral),
    }
}

/// Locks the only member, after all organizations.
async fn only_member(tx: &mut Tx, organization: Uuid) -> Result<Holder, IdentityError> {
    let user = sole_member(tx, organization).await?;
    sqlx::query_as("SELECT id, email, name FROM users WHERE id = $1 FOR NO KEY UPDATE")
        .bind(user)
        .fetch_optional(&mut **tx)
        .await?
        .ok_or(IdentityError::UserNotFound)
}
