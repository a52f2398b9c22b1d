//! Checks the text of a key that a program sent.

use kit::api_key;
use proto::access::v1::{ApiKeyStatus, CheckApiKeyRequest, CheckApiKeyResponse};

use super::peppers;
use super::row::Row;
use crate::context::Context;
use crate::error::AccessError;

/// A key with its code.
#[derive(sqlx::FromRow)]
pub struct Stored {
    #[sqlx(flatten)]
    pub row: Row,
    pub mac: Vec<u8>,
    pub pepper: String,
    is_deactivated: bool,
}

/// The owner and the scopes of a key that can be used. All others are refused with the same reason.
pub async fn check(
    ctx: &Context,
    request: CheckApiKeyRequest,
) -> Result<CheckApiKeyResponse, AccessError> {
    let stored = by_text(ctx, &request.secret).await?.ok_or(AccessError::KeyInvalid)?;
    let (row, now) = (&stored.row, ctx.clock.now());
    if row.status() != ApiKeyStatus::Active || !row.is_open(now) || stored.is_deactivated {
        return Err(AccessError::KeyInvalid);
    }
    renew(ctx, &stored, &request.secret).await?;
    let key = stored.row.key();
    Ok(CheckApiKeyResponse {
        key_id: key.id,
        user_id: key.user_id,
        organization_id: key.organization_id,
        scopes: key.scopes,
        ip_cidrs: key.ip_cidrs,
        expires_at: key.expires_at,
    })
}

/// The key of a text, whether or not it can be used. An unknown one takes as long as a known one.
pub async fn by_text(ctx: &Context, text: &str) -> Result<Option<Stored>, AccessError> {
    let Some(known) = api_key::parse(text) else { return Ok(None) };
    let stored: Option<Stored> = sqlx::query_as(
        "SELECT k.*, d.user_id IS NOT NULL AS is_deactivated
         FROM api_keys AS k LEFT JOIN deactivated_users AS d ON d.user_id = k.user_id
         WHERE k.id = $1",
    )
    .bind(known.id)
    .fetch_optional(&mut *ctx.db.conn().await?)
    .await?;
    let (accepted, present) = (ctx.peppers.accepted(), ctx.peppers.present());
    let is_of = |stored: &Stored| {
        accepted.iter().find(|pepper| peppers::fingerprint(pepper) == stored.pepper)
    };
    let pepper = stored.as_ref().and_then(is_of).unwrap_or(&present);
    let mac = stored.as_ref().map_or(&[][..], |stored| stored.mac.as_slice());
    let is_right = peppers::is_mac(pepper, text, mac);
    Ok(stored.filter(|_| is_right))
}

/// Replaces a code of an earlier pepper by one of the present pepper, so that the earlier one can be forgotten.
async fn renew(ctx: &Context, stored: &Stored, text: &str) -> Result<(), AccessError> {
    let present = ctx.peppers.present();
    let fingerprint = peppers::fingerprint(&present);
    if fingerprint == stored.pepper {
        return Ok(());
    }
    sqlx::query("UPDATE api_keys SET mac = $2, pepper = $3 WHERE id = $1 AND pepper = $4")
        .bind(&stored.row.id)
        .bind(peppers::mac(&present, text))
        .bind(fingerprint)
        .bind(&stored.pepper)
        .execute(&mut *ctx.db.conn().await?)
        .await?;
    Ok(())
}
