//! Adds a mail in the transaction of the change that it announces.

use kit::db::Tx;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::AccessError;

/// The news of a mail about a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyNotice {
    Unused,
    Disabled,
    Expiring,
    Leaked,
    DisabledByAdministrator,
    EnabledByAdministrator,
    RevokedByAdministrator,
}

/// The reader of a mail about a request for another plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanNotice {
    /// The operator, who answers the request.
    Requested,
    /// The person who asked.
    Received,
}

impl KeyNotice {
    pub const ALL: [Self; 7] = [
        Self::Unused,
        Self::Disabled,
        Self::Expiring,
        Self::Leaked,
        Self::DisabledByAdministrator,
        Self::EnabledByAdministrator,
        Self::RevokedByAdministrator,
    ];

    /// The stored word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unused => "unused",
            Self::Disabled => "disabled",
            Self::Expiring => "expiring",
            Self::Leaked => "leaked",
            Self::DisabledByAdministrator => "disabled_by_administrator",
            Self::EnabledByAdministrator => "enabled_by_administrator",
            Self::RevokedByAdministrator => "revoked_by_administrator",
        }
    }
}

impl PlanNotice {
    pub const ALL: [Self; 2] = [Self::Requested, Self::Received];

    /// The stored word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Requested => "plan_requested",
            Self::Received => "plan_request_received",
        }
    }
}

/// Adds a mail about a key.
pub async fn about_key(
    tx: &mut Tx,
    key_id: &str,
    notice: KeyNotice,
    found_at: Option<&str>,
    now: OffsetDateTime,
) -> Result<(), AccessError> {
    sqlx::query(
        "INSERT INTO notices (id, key_id, kind, found_at, created_at, next_attempt_at)
         VALUES ($1, $2, $3, $4, $5, $5)",
    )
    .bind(kit::id::new())
    .bind(key_id)
    .bind(notice.word())
    .bind(found_at)
    .bind(now)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Adds a mail about a request for another plan.
pub async fn about_plan(
    tx: &mut Tx,
    request_id: Uuid,
    notice: PlanNotice,
    now: OffsetDateTime,
) -> Result<(), AccessError> {
    sqlx::query(
        "INSERT INTO notices (id, plan_request_id, kind, created_at, next_attempt_at)
         VALUES ($1, $2, $3, $4, $4)",
    )
    .bind(kit::id::new())
    .bind(request_id)
    .bind(notice.word())
    .bind(now)
    .execute(&mut **tx)
    .await?;
    Ok(())
}
