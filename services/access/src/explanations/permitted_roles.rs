//! Lists the roles that allow a call.

use std::collections::HashMap;
use std::sync::Arc;

use kit::peers::Person;
use policy::{HeldRole, Narrowing, PolicyDirectory, PolicySet};
use proto::access::v1::{
    ListPermittedRolesRequest, ListPermittedRolesResponse, PermittedRole, VisiblePart,
};
use uuid::Uuid;

use super::selection::selection;
use crate::context::Context;
use crate::error::AccessError;
use crate::gateway_reads::get_policies;
use crate::input::Checks;

/// The number of holders of a role.
#[derive(sqlx::FromRow)]
struct Holders {
    role_id: Uuid,
    users: i64,
    organizations: i64,
}

/// The active roles whose policies allow the call from everywhere, at least in part, with the number of those who hold them.
pub async fn list(
    ctx: &Context,
    _: Arc<Person>,
    request: ListPermittedRolesRequest,
) -> Result<ListPermittedRolesResponse, AccessError> {
    let mut checks = Checks::default();
    let action = checks.choice("action", request.action);
    let endpoint = checks.choice("endpoint", request.endpoint);
    let selection = selection(&mut checks, &request.selected);
    let selection = checks.finish(selection)?;
    let now = ctx.clock.now_milliseconds();
    let mut tx = ctx.db.snapshot(kit::grpc::remaining()).await?;
    let known = get_policies::with_effect(&mut tx).await?;
    let holders: Vec<Holders> = sqlx::query_as(
        "SELECT r.id AS role_id,
             (SELECT count(DISTINCT user_id) FROM user_roles WHERE role_id = r.id) AS users,
             (SELECT count(*) FROM organization_roles WHERE role_id = r.id) AS organizations
         FROM roles AS r WHERE r.status = 'active'",
    )
    .fetch_all(&mut *tx)
    .await?;
    tx.rollback().await?;
    let holders: HashMap<String, Holders> =
        holders.into_iter().map(|count| (count.role_id.to_string(), count)).collect();
    let directory = PolicyDirectory::compile(&known.roles, &known.assignments, &known.policies)
        .map_err(|errors| AccessError::Stored(format!("{errors:?}")))?;
    let mut results = Vec::new();
    for role in &known.roles {
        let held = [HeldRole::new(&role.id, None, None)];
        let Ok(set) = PolicySet::compile(&directory, &held, &[]) else { continue };
        let Some(scope) = set.decide(endpoint, action, now, None).scope() else { continue };
        let visibility = match scope.narrow(&selection, now) {
            Narrowing::Inside => VisiblePart::All,
            Narrowing::Narrowed(_) => VisiblePart::Part,
            Narrowing::Outside(_) => continue,
        };
        let count = holders.get(&role.id);
        results.push(PermittedRole {
            role_id: role.id.clone(),
            role_name: role.name.clone(),
            visibility: visibility.into(),
            users: count.map_or(0, |count| count.users),
            organizations: count.map_or(0, |count| count.organizations),
        });
    }
    results.sort_by(|one, other| one.role_name.cmp(&other.role_name));
    Ok(ListPermittedRolesResponse { results })
}
