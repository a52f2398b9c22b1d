//! The domain that a team claims, and the changes by the checks of its record.

use std::time::Duration;

use kit::db::Tx;
use kit::identity_limits::DOMAIN_CHECK_INTERVAL;
use proto::codec::Text;
use proto::identity::v1::{DomainCheckResult, DomainClaim, DomainClaimState};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{email_domain, public_domains, txt_records};
use crate::context::Context;
use crate::error::IdentityError;
use crate::secrets;

/// How long after a failure the record is checked again.
pub const CHECK_RETRY: Duration = Duration::from_hours(6);
/// How long a record may be missing before the proof ends: a move to another DNS provider takes a day or two.
pub const GRACE: Duration = Duration::from_hours(72);

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Claim {
    pub organization_id: Uuid,
    pub domain: String,
    pub token: String,
    state: String,
    claimed_at: OffsetDateTime,
    proved_at: Option<OffsetDateTime>,
    checked_at: Option<OffsetDateTime>,
    result: Option<String>,
    missed_at: Option<OffsetDateTime>,
}

impl Claim {
    /// Whether people of the domain may join.
    pub fn is_proved(&self) -> bool {
        self.state == DomainClaimState::Proved.text()
    }

    /// The claim as its owners see it.
    pub fn message(self) -> DomainClaim {
        let proved = self.is_proved();
        let ends = self.missed_at.filter(|_| proved).map(|since| since + GRACE);
        DomainClaim {
            state: DomainClaimState::from_text(&self.state).unwrap_or_default().into(),
            record_name: txt_records::record_name(&self.domain).unwrap_or_default(),
            record_value: txt_records::record_value(&self.token),
            domain: email_domain::to_unicode(&self.domain),
            claimed_at: kit::clock::milliseconds(self.claimed_at),
            proved_at: self.proved_at.map(kit::clock::milliseconds),
            checked_at: self.checked_at.map(kit::clock::milliseconds),
            result: self
                .result
                .and_then(|result| DomainCheckResult::from_text(&result))
                .map(Into::into),
            missed_at: self.missed_at.map(kit::clock::milliseconds),
            ends_at: ends.map(kit::clock::milliseconds),
        }
    }
}

/// The claim of a team.
pub async fn find(
    conn: &mut PgConnection,
    organization: Uuid,
) -> Result<Option<Claim>, IdentityError> {
    let found = sqlx::query_as("SELECT * FROM domain_claims WHERE organization_id = $1")
        .bind(organization)
        .fetch_optional(conn)
        .await?;
    Ok(found)
}

/// Claims a domain for a locked team, in place of an earlier claim. Claiming it again changes nothing.
pub async fn claim(
    ctx: &Context,
    tx: &mut Tx,
    organization: Uuid,
    domain: &str,
) -> Result<Claim, IdentityError> {
    if public_domains::is_public(tx, domain).await? {
        return Err(IdentityError::DomainPublic);
    }
    if txt_records::record_name(domain).is_none() {
        return Err(IdentityError::DomainRefused);
    }
    let former = find(tx, organization).await?;
    if let Some(same) = former.filter(|former| former.domain == domain) {
        return Ok(same);
    }
    if is_taken(tx, organization, domain).await? {
        return Err(IdentityError::DomainTaken);
    }
    withdraw(tx, organization).await?;
    let claim = sqlx::query_as(
        "INSERT INTO domain_claims (organization_id, domain, token, state, claimed_at)
         VALUES ($1, $2, $3, $4, $5)
         RETURNING *",
    )
    .bind(organization)
    .bind(domain)
    .bind(secrets::token()?)
    .bind(DomainClaimState::Pending.text())
    .bind(ctx.now())
    .fetch_one(&mut **tx)
    .await?;
    Ok(claim)
}

/// Whether another team has proved the domain.
async fn is_taken(tx: &mut Tx, organization: Uuid, domain: &str) -> Result<bool, IdentityError> {
    let taken = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM organizations WHERE domain = $1 AND id <> $2)",
    )
    .bind(domain)
    .bind(organization)
    .fetch_one(&mut **tx)
    .await?;
    Ok(taken)
}

/// Rewrites the claim of a locked team in ASCII: earlier releases kept the spelling in which it was typed. A team keeps its
/// proof, unless another team has proved the domain in its other spelling.
pub async fn rewrite_in_ascii(tx: &mut Tx, organization: Uuid) -> Result<(), IdentityError> {
    let Some(claim) = find(tx, organization).await? else { return Ok(()) };
    let Some(domain) = email_domain::to_ascii(&claim.domain) else {
        return withdraw(tx, organization).await;
    };
    if is_taken(tx, organization, &domain).await? {
        return withdraw(tx, organization).await;
    }
    sqlx::query("UPDATE domain_claims SET domain = $2 WHERE organization_id = $1")
        .bind(organization)
        .bind(&domain)
        .execute(&mut **tx)
        .await?;
    if claim.is_proved() { open(tx, organization, Some(&domain)).await } else { Ok(()) }
}

/// Deletes the claim of a locked team and closes the team to the domain.
pub async fn withdraw(tx: &mut Tx, organization: Uuid) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM domain_claims WHERE organization_id = $1")
        .bind(organization)
        .execute(&mut **tx)
        .await?;
    open(tx, organization, None).await
}

/// Writes down the result of a check for a locked team; returns the claim, or none if it was replaced meanwhile.
pub async fn record(
    ctx: &Context,
    tx: &mut Tx,
    checked: &Claim,
    result: DomainCheckResult,
) -> Result<Option<Claim>, IdentityError> {
    let organization = checked.organization_id;
    let Some(known) = find(tx, organization).await?.filter(|known| known.token == checked.token)
    else {
        return Ok(None);
    };
    let now = ctx.now();
    let after = match result {
        DomainCheckResult::Found => Claim {
            proved_at: known.proved_at.filter(|_| known.is_proved()).or(Some(now)),
            state: DomainClaimState::Proved.text().to_owned(),
            missed_at: None,
            ..known.clone()
        },
        // Without an answer nothing is known; and while DNS is away, nobody gets a mail at the domain either.
        DomainCheckResult::Missing | DomainCheckResult::Different if known.is_proved() => {
            let since = known.missed_at.unwrap_or(now);
            let lost = now - since >= GRACE;
            let state = if lost { DomainClaimState::Lost } else { DomainClaimState::Proved };
            Claim { state: state.text().to_owned(), missed_at: Some(since), ..known.clone() }
        }
        _ => known.clone(),
    };
    let wait = if result == DomainCheckResult::Found { DOMAIN_CHECK_INTERVAL } else { CHECK_RETRY };
    let recorded: Claim = sqlx::query_as(
        "UPDATE domain_claims
         SET state = $2, proved_at = $3, missed_at = $4, checked_at = $5, result = $6, next_check_at = $7
         WHERE organization_id = $1
         RETURNING *",
    )
    .bind(organization)
    .bind(&after.state)
    .bind(after.proved_at)
    .bind(after.missed_at)
    .bind(now)
    .bind(result.text())
    .bind(after.is_proved().then(|| ctx.after(wait)))
    .fetch_one(&mut **tx)
    .await?;
    let domain = recorded.is_proved().then_some(recorded.domain.as_str());
    open(tx, organization, domain).await?;
    Ok(Some(recorded))
}

/// Opens the team to a domain, or closes it, unless it is so already.
async fn open(tx: &mut Tx, organization: Uuid, domain: Option<&str>) -> Result<(), IdentityError> {
    let present: Option<String> =
        sqlx::query_scalar("SELECT domain FROM organizations WHERE id = $1")
            .bind(organization)
            .fetch_one(&mut **tx)
            .await?;
    if present.as_deref() == domain {
        return Ok(());
    }
    email_domain::write(tx, organization, domain).await
}
