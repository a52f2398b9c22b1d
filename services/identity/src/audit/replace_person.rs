//! Replaces an erased user in audit entries by a pseudonym.

use kit::db::Tx;
use uuid::Uuid;

use crate::error::IdentityError;

/// Replaces the id, the address and the name of a user, and the name of their personal organization.
///
/// The pseudonym is random and stored nowhere else: it connects the entries of one person, and leads to nobody.
pub async fn replace_person(
    tx: &mut Tx,
    user: Uuid,
    personal_organization: Option<Uuid>,
    email: &str,
    name: Option<&str>,
) -> Result<(), IdentityError> {
    let pseudonym = kit::id::new();
    let digits = pseudonym.simple().to_string();
    // The digits before them hold the time.
    let label = format!("Erased user {}", &digits[20..]);
    // A name of two letters is part of other words.
    let name_in_notes = name.filter(|name| name.chars().count() > 2);
    // A trigger refuses every other change of an entry.
    sqlx::query("SELECT set_config('identity.erases_user', 'on', true)").execute(&mut **tx).await?;
    sqlx::query(
        "UPDATE audit_entries SET
             actor_email = CASE WHEN actor_id = $1 THEN $3 ELSE actor_email END,
             user_email = CASE WHEN user_id = $1 THEN $3 ELSE user_email END,
             organization_name = CASE
                 WHEN organization_id = $4 OR organization_name IN ($5, $6) THEN $3
                 ELSE organization_name END,
             changes = (
                 SELECT coalesce(jsonb_agg(jsonb_build_object(
                     'field', change -> 'field',
                     'before', (SELECT coalesce(jsonb_agg(CASE
                         WHEN value IN ($5, $6) OR (organization_id = $4 AND change ->> 'field' = 'name')
                         THEN $3 ELSE value END), '[]')
                         FROM jsonb_array_elements_text(change -> 'before') AS value),
                     'after', (SELECT coalesce(jsonb_agg(CASE
                         WHEN value IN ($5, $6) OR (organization_id = $4 AND change ->> 'field' = 'name')
                         THEN $3 ELSE value END), '[]')
                         FROM jsonb_array_elements_text(change -> 'after') AS value)
                 ) ORDER BY place), '[]')
                 FROM jsonb_array_elements(changes) WITH ORDINALITY AS listed (change, place)),
             note = replace(replace(note, $5, $3), coalesce($7, $5), $3),
             actor_id = CASE WHEN actor_id = $1 THEN $2 ELSE actor_id END,
             user_id = CASE WHEN user_id = $1 THEN $2 ELSE user_id END
         WHERE actor_id = $1 OR user_id = $1 OR organization_id = $4",
    )
    .bind(user)
    .bind(pseudonym)
    .bind(label)
    .bind(personal_organization)
    .bind(email)
    .bind(name)
    .bind(name_in_notes)
    .execute(&mut **tx)
    .await?;
    Ok(())
}
