//! The calls that gateways reported, with their callers, for a day.

use std::collections::HashMap;

use kit::db::{DbError, Tx};
use proto::access::v1::{DecidedCalls, DecisionOutcome, NarrowedAnswers};
use proto::codec::Text;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::AccessError;

/// Adds the calls. Where a user was erased meanwhile, a random id stands in the place of theirs.
pub async fn add(
    tx: &mut Tx,
    calls: Vec<DecidedCalls>,
    now: OffsetDateTime,
) -> Result<(), AccessError> {
    if calls.is_empty() {
        return Ok(());
    }
    let erased = erased(tx, &calls).await?;
    let id = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<Uuid>().ok());
    let mut rows = Columns::default();
    for one in calls {
        let outcome = one.outcome();
        if outcome == DecisionOutcome::Unspecified || one.calls <= 0 {
            continue;
        }
        let user = id(&one.user_id).map(|user| *erased.get(&user).unwrap_or(&user));
        let needs = serde_json::to_string(&one.needs);
        let format = one.export_format.map(|_| one.export_format().text());
        let refusal = (outcome == DecisionOutcome::Refused)
            .then(|| one.refusal.clone().unwrap_or_else(|| "unknown".to_owned()));
        rows.ids.push(kit::id::new());
        // The clock of the gateway may be ahead.
        rows.minutes.push(kit::clock::from_milliseconds(one.minute_at).min(now));
        rows.users.push(user);
        rows.organizations.push(id(&one.organization_id));
        rows.needs.push(needs.map_err(|error| AccessError::Stored(error.to_string()))?);
        rows.narrowed_answers.push(narrowed_answers(&one).text());
        rows.formats.push(format);
        rows.outcomes.push(outcome.text());
        rows.refusals.push(refusal);
        rows.calls.push(one.calls);
        rows.keys.push(one.key_id);
    }
    rows.insert(tx).await
}

/// The answers to callers with a part of the data; a gateway of another version may not say it.
fn narrowed_answers(call: &DecidedCalls) -> NarrowedAnswers {
    match call.narrowed_answers() {
        NarrowedAnswers::Unspecified => NarrowedAnswers::None,
        known => known,
    }
}

/// The rows of a statement, column by column.
#[derive(Default)]
struct Columns {
    ids: Vec<Uuid>,
    minutes: Vec<OffsetDateTime>,
    users: Vec<Option<Uuid>>,
    organizations: Vec<Option<Uuid>>,
    keys: Vec<Option<String>>,
    needs: Vec<String>,
    narrowed_answers: Vec<&'static str>,
    formats: Vec<Option<&'static str>>,
    outcomes: Vec<&'static str>,
    refusals: Vec<Option<String>>,
    calls: Vec<i64>,
}

impl Columns {
    async fn insert(self, tx: &mut Tx) -> Result<(), AccessError> {
        sqlx::query(
            "INSERT INTO decided_calls (id, minute_at, user_id, organization_id, key_id, needs,
                                        narrowed_answers, export_format, outcome, refusal, calls)
             SELECT id, minute_at, user_id, organization_id, key_id, needs::jsonb, narrowed_answers,
                    export_format, outcome, refusal, calls
             FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::text[],
                         $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                         $11::bigint[])
                 AS r (id, minute_at, user_id, organization_id, key_id, needs, narrowed_answers,
                       export_format, outcome, refusal, calls)",
        )
        .bind(self.ids)
        .bind(self.minutes)
        .bind(self.users)
        .bind(self.organizations)
        .bind(self.keys)
        .bind(self.needs)
        .bind(self.narrowed_answers)
        .bind(self.formats)
        .bind(self.outcomes)
        .bind(self.refusals)
        .bind(self.calls)
        .execute(&mut **tx)
        .await?;
        Ok(())
    }
}

/// A random id for each of the callers who were erased. Waits for an erasure that is under way, and not for other changes.
async fn erased(tx: &mut Tx, calls: &[DecidedCalls]) -> Result<HashMap<Uuid, Uuid>, AccessError> {
    let users: Vec<Uuid> =
        calls.iter().filter_map(|one| one.user_id.as_deref()?.parse().ok()).collect();
    sqlx::query("SELECT FROM access_epoch FOR KEY SHARE").execute(&mut **tx).await?;
    let erased: Vec<Uuid> =
        sqlx::query_scalar("SELECT user_id FROM erased_users WHERE user_id = ANY($1)")
            .bind(users)
            .fetch_all(&mut **tx)
            .await?;
    Ok(erased.into_iter().map(|user| (user, kit::id::new())).collect())
}

/// Puts a pseudonym in the place of an erased user.
pub async fn replace_person(tx: &mut Tx, user: Uuid, pseudonym: Uuid) -> Result<(), DbError> {
    sqlx::query("UPDATE decided_calls SET user_id = $2 WHERE user_id = $1")
        .bind(user)
        .bind(pseudonym)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
