//! Refuses changes by which an administrator would give others more access than they have, or weaken a denial.

mod grant;
mod held_policies;

use kit::db::Tx;
use kit::peers::Person;
use uuid::Uuid;

pub(crate) use grant::{Grant, HeldPolicy, within};
pub(crate) use held_policies::{Terms, assignments_of_policy, policies_of_role, terms};

use crate::administrators;
use crate::error::{AccessError, Refusal};
use crate::principals;
use crate::scopes::{self, Scopes};
use crate::stamp::Stamp;

/// Refuses the change unless the administrator is a super administrator, or it takes away no denial and everything that it adds
/// is contained in what the administrator has at this moment.
pub(crate) async fn check(
    tx: &mut Tx,
    (person, stamp): (&Person, &Stamp),
    grant: Grant,
) -> Result<(), AccessError> {
    let Some(actor) = stamp.actor else { return Ok(()) };
    if administrators::is_super(tx, actor, stamp.now).await? {
        return Ok(());
    }
    let now = kit::clock::milliseconds(stamp.now);
    if grant.weakens_denial(now) {
        return Err(Refusal::DenialWeakened.into());
    }
    let added = grant.added_permissions();
    if added.is_empty() {
        return Ok(());
    }
    let added = Scopes::new(added)?;
    let own = own_policies(tx, actor, person, stamp).await?;
    // What cannot be evaluated gives nothing.
    let is_contained = Scopes::new(own).is_ok_and(|own| {
        scopes::cells().all(|cell| match added.at(cell, now) {
            Some(granted) => own.at(cell, now).is_some_and(|own| own.contains(granted)),
            None => true,
        })
    });
    if is_contained { Ok(()) } else { Err(Refusal::Escalation.into()) }
}

/// Refuses a role with more different permissions than are evaluated together: its holders would have nothing.
pub(crate) async fn check_size(tx: &mut Tx, role: Uuid) -> Result<(), AccessError> {
    Scopes::new(policies_of_role(tx, role).await?).map(drop)
}

/// Everything that the administrator has in the organization in which they act.
async fn own_policies(
    tx: &mut Tx,
    actor: Uuid,
    person: &Person,
    stamp: &Stamp,
) -> Result<Vec<HeldPolicy>, AccessError> {
    let organization = person.organization_id.as_deref().and_then(|id| id.parse().ok());
    let mut own = Vec::new();
    for role in principals::roles(tx, Some(actor), organization, stamp.now).await? {
        let policies = held_policies::of_active_role(tx, role.role_id).await?;
        let [start, end] =
            [role.starts_at, role.expires_at].map(|at| at.map(kit::clock::milliseconds));
        own.extend(within(&policies, start, end));
    }
    Ok(own)
}
