//! Recovery codes: shown once, stored as HMAC, each for one sign-in.

use kit::config::Secret;
use kit::db::Tx;
use kit::security_log::{self, Entry, Event, Principal};
use rand::TryRng;
use rand::rngs::SysRng;
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;
use crate::rate_window::RATE_WINDOW;
use crate::secrets;

const CODES: usize = 10;
// 120 random bits: as many as a hash without a work factor needs.
const LETTERS: usize = 24;
// Two sign-ins of five attempts. Passkeys go on beyond it, so that nobody locks a user out.
const ATTEMPTS_PER_USER: u32 = 10;
// 32 letters that nobody confuses on paper: without l, o, 0 and 1.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Replaces the codes of a user.
pub async fn replace(ctx: &Context, tx: &mut Tx, user: Uuid) -> Result<Vec<String>, IdentityError> {
    delete_all(tx, user).await?;
    let codes = (0..CODES).map(|_| code()).collect::<Result<Vec<String>, _>>()?;
    let secret = ctx.config.auth_secret.present();
    let hashes: Vec<String> = codes.iter().map(|code| hash(&secret, user, code)).collect();
    sqlx::query("INSERT INTO recovery_codes (code_hash, user_id) SELECT unnest($1::text[]), $2")
        .bind(hashes)
        .bind(user)
        .execute(&mut **tx)
        .await?;
    Ok(codes)
}

/// Counts an attempt with a code of the user, in all sign-ins together.
pub async fn limit(ctx: &Context, user: Uuid) -> Result<(), IdentityError> {
    let key = format!("recovery-code:user:{user}");
    if !ctx.config.signin_limits || ctx.limit(&key, ATTEMPTS_PER_USER, RATE_WINDOW).await {
        return Ok(());
    }
    let hit = Event::LimitHit { operation: "recovery_code" };
    let refused = Entry::refused(hit, "recovery_codes_per_user");
    security_log::write(refused.by(Some(Principal::user(&user.to_string()))));
    Err(IdentityError::TooManyAttempts)
}

/// Uses a code of the user; returns how many are left.
pub async fn redeem(
    ctx: &Context,
    tx: &mut Tx,
    user: Uuid,
    code: &str,
) -> Result<i64, IdentityError> {
    if delete(ctx, tx, user, &[code]).await? == 0 {
        return Err(IdentityError::RecoveryCodeInvalid);
    }
    let left = sqlx::query_scalar("SELECT count(*) FROM recovery_codes WHERE user_id = $1")
        .bind(user)
        .fetch_one(&mut **tx)
        .await?;
    Ok(left)
}

/// Deletes these codes of a user; returns how many there were.
pub async fn delete(
    ctx: &Context,
    tx: &mut Tx,
    user: Uuid,
    codes: &[impl AsRef<str>],
) -> Result<u64, IdentityError> {
    let accepted = ctx.config.auth_secret.accepted();
    let hashes: Vec<String> = codes
        .iter()
        .flat_map(|code| accepted.iter().map(move |secret| hash(secret, user, code.as_ref())))
        .collect();
    let deleted =
        sqlx::query("DELETE FROM recovery_codes WHERE code_hash = ANY($1) AND user_id = $2")
            .bind(hashes)
            .bind(user)
            .execute(&mut **tx)
            .await?;
    Ok(deleted.rows_affected())
}

/// Deletes the codes of a user.
pub async fn delete_all(tx: &mut Tx, user: Uuid) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM recovery_codes WHERE user_id = $1")
        .bind(user)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

// Six groups of four letters.
fn code() -> Result<String, rand::rngs::SysError> {
    let mut bytes = [0_u8; LETTERS];
    SysRng.try_fill_bytes(&mut bytes)?;
    let letters = bytes.map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    Ok(groups.join("-"))
}

// People type codes with other spaces and capitals than they were shown.
fn hash(secret: &Secret, user: Uuid, code: &str) -> String {
    let letters: String = code
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(LETTERS + 1)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    secrets::proof(secret, &format!("recovery code|{user}|{letters}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_120_random_bits_and_are_never_the_same() {
        let one = code().unwrap();
        let groups: Vec<&str> = one.split('-').collect();
        assert_eq!(groups.iter().map(|group| group.len()).collect::<Vec<_>>(), [4; 6]);
        assert_eq!(ALPHABET.iter().collect::<std::collections::HashSet<_>>().len(), 32);
        assert!(groups.concat().bytes().all(|letter| ALPHABET.contains(&letter)));
        assert_ne!(one, code().unwrap());
    }
}
