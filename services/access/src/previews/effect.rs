//! The difference between what roles allow before and after a change.

use std::collections::BTreeSet;
use std::sync::Arc;

use policy::Scope;
use proto::access::v1::{ActionAtEndpoint, Policy, Preview};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::error::AccessError;
use crate::escalation::HeldPolicy;
use crate::holders;
use crate::scopes::{self, Scopes};

/// A role with its policies before and after the change.
pub struct RoleChange {
    pub role: Uuid,
    pub before: Vec<HeldPolicy>,
    pub after: Vec<HeldPolicy>,
}

/// The effect on all roles together, and on the number of those who hold them.
pub async fn effect(
    conn: &mut PgConnection,
    changes: Vec<RoleChange>,
    now: i64,
) -> Result<Preview, AccessError> {
    let (mut adds, mut removes, mut roles) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for change in changes {
        let (added, removed) = difference(&change, now)?;
        if !added.is_empty() || !removed.is_empty() {
            roles.push(change.role);
        }
        adds.extend(added);
        removes.extend(removed);
    }
    let (users, organizations) = holders::count::count(conn, &roles).await?;
    let cells = |cells: BTreeSet<(i32, i32)>| {
        cells.into_iter().map(|(endpoint, action)| ActionAtEndpoint { action, endpoint }).collect()
    };
    Ok(Preview {
        roles: roles.len().try_into().unwrap_or(i32::MAX),
        users,
        organizations,
        adds: cells(adds),
        removes: cells(removes),
    })
}

type Cells = Vec<(i32, i32)>;

/// The actions at endpoints, as numbers, whose scope after the change is not contained in that before, and the other way round.
fn difference(change: &RoleChange, now: i64) -> Result<(Cells, Cells), AccessError> {
    let scopes = |held: &[HeldPolicy]| Scopes::new(held.iter().map(from_everywhere).collect());
    let (before, after) = (scopes(&change.before)?, scopes(&change.after)?);
    let (mut added, mut removed) = (Vec::new(), Vec::new());
    for cell in scopes::cells() {
        let (before, after) = (before.at(cell, now), after.at(cell, now));
        let numbers = (cell.0.into(), cell.1.into());
        if exceeds(after, before) {
            added.push(numbers);
        }
        if exceeds(before, after) {
            removed.push(numbers);
        }
    }
    Ok((added, removed))
}

/// Whether a scope allows anything that another one does not.
fn exceeds(scope: Option<&Arc<Scope>>, other: Option<&Arc<Scope>>) -> bool {
    scope.is_some_and(|scope| other.is_none_or(|other| !other.contains(scope)))
}

/// The policy as it is for callers in its networks.
fn from_everywhere(held: &HeldPolicy) -> HeldPolicy {
    let policy = Policy { ip_cidrs: Vec::new(), ..held.policy.clone() };
    HeldPolicy { policy, ..held.clone() }
}
