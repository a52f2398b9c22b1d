//! The roles of a caller with their assignments and policies, also those without effect.

use proto::access::v1::{AccessRole, Policy, PolicyAssignment, PolicyStatus};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::error::AccessError;
use crate::{assignments, policies, roles};

/// The roles of a caller with everything that they lead to.
#[derive(Debug, Default)]
pub struct Documents {
    pub roles: Vec<AccessRole>,
    pub assignments: Vec<PolicyAssignment>,
    pub policies: Vec<Policy>,
}

/// The documents of these roles, with a policy in the place of the one that has its id, if there is one.
pub async fn of_roles(
    conn: &mut PgConnection,
    held: &[Uuid],
    draft: Option<Policy>,
) -> Result<Documents, AccessError> {
    let roles: Vec<roles::Row> =
        sqlx::query_as("SELECT * FROM roles WHERE id = ANY($1) ORDER BY id")
            .bind(held)
            .fetch_all(&mut *conn)
            .await?;
    let assignments: Vec<assignments::Row> =
        sqlx::query_as("SELECT * FROM policy_assignments WHERE role_id = ANY($1) ORDER BY id")
            .bind(held)
            .fetch_all(&mut *conn)
            .await?;
    let policies: Vec<policies::Row> = sqlx::query_as(
        "SELECT * FROM policies
         WHERE id IN (SELECT policy_id FROM policy_assignments WHERE role_id = ANY($1)) ORDER BY id",
    )
    .bind(held)
    .fetch_all(&mut *conn)
    .await?;
    let mut policies: Vec<Policy> = policies.into_iter().map(policies::Row::policy).collect();
    if let Some(draft) = draft {
        policies.iter_mut().filter(|policy| policy.id == draft.id).for_each(|policy| {
            policy.clone_from(&draft);
            // As it would be once it is saved as active.
            policy.status = PolicyStatus::Active.into();
        });
    }
    Ok(Documents {
        roles: roles.into_iter().map(roles::Row::role).collect(),
        assignments: assignments.into_iter().map(assignments::Row::assignment).collect(),
        policies,
    })
}
