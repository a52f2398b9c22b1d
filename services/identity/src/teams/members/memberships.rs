//! The only place where memberships are added, changed and ended, each with its event in the caller's transaction.

use kit::db::Tx;
use kit::outbox;
use kit::security_log::{Entry, Event};
use proto::codec::Text;
use proto::identity::v1::{
    MembershipChanged, MembershipCreated, MembershipRemoved, MembershipRole,
};
use uuid::Uuid;

use crate::change_events;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::limits;

pub struct Membership {
    pub id: Uuid,
    pub role: MembershipRole,
}

/// The membership of a user.
pub async fn find(
    tx: &mut Tx,
    organization: Uuid,
    user: Uuid,
) -> Result<Option<Membership>, IdentityError> {
    let found: Option<(Uuid, String)> = sqlx::query_as(
        "SELECT id, role FROM memberships WHERE organization_id = $1 AND user_id = $2",
    )
    .bind(organization)
    .bind(user)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found.map(|(id, role)| Membership {
        id,
        role: MembershipRole::from_text(&role).unwrap_or(MembershipRole::Member),
    }))
}

/// Refuses a member beyond the limit of the team.
pub async fn check_room(tx: &mut Tx, organization: Uuid) -> Result<(), IdentityError> {
    let members: i64 =
        sqlx::query_scalar("SELECT count(*) FROM memberships WHERE organization_id = $1")
            .bind(organization)
            .fetch_one(&mut **tx)
            .await?;
    if members < limits::MOST_TEAM_MEMBERS { Ok(()) } else { Err(IdentityError::TeamFull) }
}

/// Refuses an organization beyond the limit of the user.
pub async fn check_teams(tx: &mut Tx, user: Uuid) -> Result<(), IdentityError> {
    let teams: i64 = sqlx::query_scalar("SELECT count(*) FROM memberships WHERE user_id = $1")
        .bind(user)
        .fetch_one(&mut **tx)
        .await?;
    if teams < limits::MOST_ORGANIZATIONS { Ok(()) } else { Err(IdentityError::TooManyTeams) }
}

/// Adds the user. The caller has locked the team and the user.
pub async fn add(
    ctx: &Context,
    tx: &mut Tx,
    organization: Uuid,
    user: Uuid,
    role: MembershipRole,
) -> Result<(), IdentityError> {
    check_room(tx, organization).await?;
    check_teams(tx, user).await?;
    let id = kit::id::new();
    sqlx::query(
        "INSERT INTO memberships (id, user_id, organization_id, role, created_at)
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(id)
    .bind(user)
    .bind(organization)
    .bind(role.text())
    .bind(ctx.now())
    .execute(&mut **tx)
    .await?;
    let created = MembershipCreated {
        membership_id: id.to_string(),
        organization_id: organization.to_string(),
        user_id: user.to_string(),
        role: role.into(),
    };
    outbox::publish(tx, &created).await?;
    log(tx, organization, user, Some(role));
    Ok(())
}

/// Changes the role of the member; the last owner stays an owner.
pub async fn change(
    tx: &mut Tx,
    organization: Uuid,
    user: Uuid,
    known: &Membership,
    role: MembershipRole,
) -> Result<(), IdentityError> {
    if known.role == role {
        return Ok(());
    }
    keep_an_owner(tx, organization, user, known.role).await?;
    sqlx::query("UPDATE memberships SET role = $2 WHERE id = $1")
        .bind(known.id)
        .bind(role.text())
        .execute(&mut **tx)
        .await?;
    let changed = MembershipChanged {
        membership_id: known.id.to_string(),
        organization_id: organization.to_string(),
        user_id: user.to_string(),
        role: role.into(),
    };
    outbox::publish(tx, &changed).await?;
    log(tx, organization, user, Some(role));
    Ok(change_events::user_updated(tx, user).await?)
}

/// Ends the membership; if the team was active, the personal organization becomes active.
pub async fn end(
    ctx: &Context,
    tx: &mut Tx,
    organization: Uuid,
    user: Uuid,
    known: &Membership,
) -> Result<(), IdentityError> {
    keep_an_owner(tx, organization, user, known.role).await?;
    sqlx::query(
        "UPDATE users SET updated_at = $3, organization_id = (
             SELECT o.id FROM organizations o JOIN memberships m ON m.organization_id = o.id
             WHERE m.user_id = $1 AND o.scope = 'personal')
         WHERE id = $1 AND organization_id = $2",
    )
    .bind(user)
    .bind(organization)
    .bind(ctx.now())
    .execute(&mut **tx)
    .await?;
    delete(tx, organization, user, known).await?;
    Ok(change_events::user_updated(tx, user).await?)
}

/// Deletes the membership of a user whose active organization is another one, or who is erased.
pub async fn delete(
    tx: &mut Tx,
    organization: Uuid,
    user: Uuid,
    known: &Membership,
) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM memberships WHERE id = $1").bind(known.id).execute(&mut **tx).await?;
    let removed = MembershipRemoved {
        membership_id: known.id.to_string(),
        organization_id: organization.to_string(),
        user_id: user.to_string(),
    };
    outbox::publish(tx, &removed).await?;
    log(tx, organization, user, None);
    Ok(())
}

fn log(tx: &mut Tx, organization: Uuid, user: Uuid, role: Option<MembershipRole>) {
    let role = role.map(Text::text);
    tx.log(Entry::success(Event::MemberChanged { organization, user, role }));
}

/// Records a removed member, who can return by an invitation only.
pub async fn keep_out(
    ctx: &Context,
    tx: &mut Tx,
    organization: Uuid,
    user: Uuid,
) -> Result<(), IdentityError> {
    sqlx::query(
        "INSERT INTO removed_members (organization_id, user_id, removed_at)
         VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    )
    .bind(organization)
    .bind(user)
    .bind(ctx.now())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Deletes the record of a removed member.
pub async fn forget_removal(
    tx: &mut Tx,
    organization: Uuid,
    user: Uuid,
) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM removed_members WHERE organization_id = $1 AND user_id = $2")
        .bind(organization)
        .bind(user)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Makes the organization the user's active one.
pub async fn activate(
    ctx: &Context,
    tx: &mut Tx,
    organization: Uuid,
    user: Uuid,
) -> Result<(), IdentityError> {
    sqlx::query("UPDATE users SET organization_id = $2, updated_at = $3 WHERE id = $1")
        .bind(user)
        .bind(organization)
        .bind(ctx.now())
        .execute(&mut **tx)
        .await?;
    Ok(change_events::user_updated(tx, user).await?)
}

// The team is locked: if two owners leave at once, the second finds that the first has left. An owner whose account is to
// be erased is as good as gone.
async fn keep_an_owner(
    tx: &mut Tx,
    organization: Uuid,
    user: Uuid,
    role: MembershipRole,
) -> Result<(), IdentityError> {
    if role != MembershipRole::Owner {
        return Ok(());
    }
    let another: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM memberships AS m
                        WHERE m.organization_id = $1 AND m.role = 'owner' AND m.user_id <> $2
                          AND NOT EXISTS (SELECT FROM erasures AS e WHERE e.user_id = m.user_id))",
    )
    .bind(organization)
    .bind(user)
    .fetch_one(&mut **tx)
    .await?;
    if another { Ok(()) } else { Err(IdentityError::LastOwner) }
}
