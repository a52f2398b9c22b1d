//! Roles that users hold, in one organization or everywhere.

pub(crate) mod create;
pub(crate) mod end;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod update;

mod row;
mod save;

pub(crate) use row::Row;
pub(crate) use save::end as end_row;

use kit::db::Tx;
use proto::access::v1::UserRole;

use crate::administrators;
use crate::error::{AccessError, Refusal};
use crate::roles::SUPER_ADMINISTRATOR;
use crate::stamp::Stamp;

/// Refuses changes of the administrator's own roles, and those of super administrators by others.
async fn check_subject(
    tx: &mut Tx,
    stamp: &Stamp,
    user_role: &UserRole,
    role_name: &str,
) -> Result<(), AccessError> {
    let Some(actor) = stamp.actor else { return Ok(()) };
    if actor.to_string() == user_role.user_id {
        return Err(Refusal::OwnRoles.into());
    }
    if role_name == SUPER_ADMINISTRATOR && !administrators::is_super(tx, actor, stamp.now).await? {
        return Err(Refusal::SuperAdministratorRequired.into());
    }
    Ok(())
}
