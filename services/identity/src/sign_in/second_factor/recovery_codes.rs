//! Recovery codes: shown once, stored as HMAC, each for one sign-in.

use kit::db::Tx;
use rand::TryRng;
use rand::rngs::SysRng;
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;
use crate::secrets;

const CODES: usize = 10;
const LETTERS: usize = 12;
// 32 letters that nobody confuses on paper: without l, o, 0 and 1.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Replaces the codes of a user.
pub async fn replace(ctx: &Context, tx: &mut Tx, user: Uuid) -> Result<Vec<String>, IdentityError> {
    delete_all(tx, user).await?;
    let codes = (0..CODES).map(|_| code()).collect::<Result<Vec<String>, _>>()?;
    let hashes: Vec<String> = codes.iter().map(|code| hash(ctx, user, code)).collect();
    sqlx::query("INSERT INTO recovery_codes (code_hash, user_id) SELECT unnest($1::text[]), $2")
        .bind(hashes)
        .bind(user)
        .execute(&mut **tx)
        .await?;
    Ok(codes)
}

/// Uses a code of the user; returns how many are left.
pub async fn redeem(
    ctx: &Context,
    tx: &mut Tx,
    user: Uuid,
    code: &str,
) -> Result<i64, IdentityError> {
    let redeemed = sqlx::query("DELETE FROM recovery_codes WHERE code_hash = $1 AND user_id = $2")
        .bind(hash(ctx, user, code))
        .bind(user)
        .execute(&mut **tx)
        .await?;
    if redeemed.rows_affected() == 0 {
        return Err(IdentityError::RecoveryCodeInvalid);
    }
    let left = sqlx::query_scalar("SELECT count(*) FROM recovery_codes WHERE user_id = $1")
        .bind(user)
        .fetch_one(&mut **tx)
        .await?;
    Ok(left)
}

/// Deletes the codes of a user.
pub async fn delete_all(tx: &mut Tx, user: Uuid) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM recovery_codes WHERE user_id = $1")
        .bind(user)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

// Three groups of four letters: 60 random bits.
fn code() -> Result<String, rand::rngs::SysError> {
    let mut bytes = [0_u8; LETTERS];
    SysRng.try_fill_bytes(&mut bytes)?;
    let letters = bytes.map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    Ok(groups.join("-"))
}

// People type codes with other spaces and capitals than they were shown.
fn hash(ctx: &Context, user: Uuid, code: &str) -> String {
    let letters: String = code
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(LETTERS + 1)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    secrets::proof(&ctx.config.auth_secret, &format!("recovery code|{user}|{letters}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_three_groups_and_never_the_same() {
        let one = code().unwrap();
        let groups: Vec<&str> = one.split('-').collect();
        assert_eq!(groups.iter().map(|group| group.len()).collect::<Vec<_>>(), [4, 4, 4]);
        assert!(groups.concat().bytes().all(|letter| ALPHABET.contains(&letter)));
        assert_ne!(one, code().unwrap());
    }
}
