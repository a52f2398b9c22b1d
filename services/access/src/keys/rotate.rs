//! Replaces a key by a new one with the same values.

use std::sync::Arc;

use kit::api_key_limits::LONGEST_LIFE_OF_KEY;
use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, ApiKeyStatus, Change, KeyOverlap, NewApiKey, RevocationReason,
    RotateApiKeyRequest,
};
use proto::codec::Text;
use time::Duration;

use super::row::{self, Row};
use super::save::{self, Author};
use super::{owner, room, secret};
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;

/// Creates the new key. The other one ends now, or can be used until its programs have the new one.
pub async fn rotate(
    ctx: &Context,
    person: Arc<Person>,
    request: RotateApiKeyRequest,
) -> Result<NewApiKey, AccessError> {
    let mut checks = Checks::default();
    let overlap: KeyOverlap = checks.choice("overlap", request.overlap);
    checks.finish(())?;
    owner::check(ctx, &person, &request.id).await?;
    let mut tx = ctx.db.tx().await?;
    let author = Author::of_person(&mut tx, &ctx.clock, &person).await?;
    let before = row::lock_open(&mut tx, &request.id, request.version, author.now).await?;
    if before.is_disabled_by_administrator {
        return Err(AccessError::KeyDisabledByAdministrator);
    }
    if before.successor_id.is_some() {
        return Err(AccessError::KeyReplaced);
    }
    let new = secret::make(&ctx.peppers, before.is_test)?;
    let life = (before.expires_at - before.created_at).min(LONGEST_LIFE_OF_KEY);
    let row = Row {
        id: new.id.clone(),
        record_id: kit::id::new(),
        version: 1,
        last_four: new.last_four.clone(),
        created_at: author.now,
        created_by: author.actor(),
        expires_at: author.now + life,
        last_used_at: None,
        status: ApiKeyStatus::Active.text().to_owned(),
        ..before.clone()
    };
    save::insert(&mut tx, &author, &row, &new).await?;
    let replaced = Row { successor_id: Some(row.id.clone()), ..before.clone() };
    let (after, change) = match length(overlap) {
        None => (replaced.revoked(RevocationReason::Rotated, author.now), Change::Ended),
        Some(length) => {
            let expires_at = replaced.expires_at.min(author.now + length);
            (Row { expires_at, ..replaced }, Change::Updated)
        }
    };
    let change = (AccessAuditAction::ApiKeyRotated, change);
    save::update(&mut tx, &author, (&before, after), change).await?;
    // The new key takes the place of the other one, unless that was disabled and had none.
    room::check(&mut tx, row.user_id, row.organization_id, author.now).await?;
    tx.commit().await?;
    Ok(NewApiKey { key: Some(row.key()), secret: new.text })
}

/// How long the replaced key can still be used.
fn length(overlap: KeyOverlap) -> Option<Duration> {
    match overlap {
        KeyOverlap::Unspecified | KeyOverlap::None => None,
        KeyOverlap::Hour => Some(Duration::HOUR),
        KeyOverlap::Day => Some(Duration::DAY),
        KeyOverlap::Week => Some(Duration::WEEK),
    }
}
