//! Starts a session, and finds the one that a browser already has.

use kit::db::Tx;
use kit::outbox;
use kit::security_log::{self, Entry, Event, Network, Principal};
use kit::text_lengths::LONGEST_USER_AGENT;
use proto::codec::Text;
use proto::identity::v1::{SessionStarted, SignInMethod, SignedIn, Visitor};
use time::OffsetDateTime;
use uuid::Uuid;

use super::revoke::{self, SessionSelector};
use crate::context::Context;
use crate::error::IdentityError;
use crate::{ip_network, secrets};

/// The session that a browser already has.
#[derive(sqlx::FromRow)]
pub struct CurrentSession {
    pub id: Uuid,
    pub user_id: Uuid,
    pub expires_at: OffsetDateTime,
    authenticated_at: Option<OffsetDateTime>,
}

impl CurrentSession {
    /// Whether its sign-in is recent enough for changes that need a fresh one.
    pub fn is_fresh(&self, ctx: &Context) -> bool {
        is_fresh(ctx, self.authenticated_at)
    }
}

/// A finished sign-in.
pub struct NewSession {
    pub user: Uuid,
    pub method: SignInMethod,
    pub visitor: Option<Visitor>,
    /// Whether a passkey or a recovery code was part of it.
    pub second_factor: bool,
    /// When the user proved who they are; none if a provider does not name the time.
    pub authenticated_at: Option<OffsetDateTime>,
}

/// The valid session of a token.
pub async fn current_session(
    ctx: &Context,
    tx: &mut Tx,
    token: Option<&str>,
) -> Result<Option<CurrentSession>, IdentityError> {
    let Some(token) = token else { return Ok(None) };
    let found = sqlx::query_as(
        "SELECT id, user_id, expires_at, authenticated_at FROM sessions
         WHERE token_hash = $1 AND expires_at > $2 AND created_at > $3",
    )
    .bind(secrets::session_hash(token))
    .bind(ctx.now())
    .bind(earliest(ctx))
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found)
}

/// Starts a session for the user; only the caller knows its token. All ways to sign in end here. The session that the
/// browser had ends: a browser keeps one, and the former would live on without an owner.
pub async fn start(
    ctx: &Context,
    tx: &mut Tx,
    new: NewSession,
    replaced: Option<CurrentSession>,
) -> Result<SignedIn, IdentityError> {
    let NewSession { user, method, visitor, second_factor, authenticated_at } = new;
    let visitor = visitor.unwrap_or_default();
    let sign_in = |entry: Entry| {
        let principal = Principal::user(&user.to_string());
        entry.by(Some(principal)).at(Network::parse(&visitor.address))
    };
    let event = Event::SignIn { method: method.text() };
    check_active(tx, user).await.inspect_err(|error| {
        if matches!(error, IdentityError::AccountDeactivated) {
            security_log::write(sign_in(Entry::refused(event.clone(), error.reason())));
        }
    })?;
    if let Some(replaced) = replaced {
        if replaced.user_id == user && is_fresh(ctx, authenticated_at) {
            tx.log(sign_in(Entry::success(Event::StepUp { method: method.text() })));
        }
        let former = SessionSelector::Replaced { user: replaced.user_id, id: replaced.id };
        revoke::remove(tx, former, Some(&visitor)).await?;
    }
    let token = secrets::token()?;
    let id = kit::id::new();
    let expires_at = extended(ctx, ctx.now());
    sqlx::query(
        "INSERT INTO sessions (id, token_hash, user_id, method, user_agent, network,
                               created_at, last_seen_at, expires_at, second_factor,
                               authenticated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10)",
    )
    .bind(id)
    .bind(secrets::session_hash(&token))
    .bind(user)
    .bind(method.text())
    .bind(printable(&visitor.user_agent))
    .bind(ip_network::prefix(&visitor.address))
    .bind(ctx.now())
    .bind(expires_at)
    .bind(second_factor)
    .bind(authenticated_at)
    .execute(&mut **tx)
    .await?;
    let started = SessionStarted {
        session_id: id.to_string(),
        user_id: user.to_string(),
        method: method.into(),
    };
    outbox::publish(tx, &started).await?;
    tx.log(sign_in(Entry::success(event)));
    Ok(SignedIn {
        session_token: Some(token),
        expires_at: kit::clock::milliseconds(expires_at),
        second_factor_token: None,
    })
}

/// Until when a user who proved at this time who they are may make changes that need a fresh sign-in; never if it is not
/// known.
pub fn fresh_until(ctx: &Context, authenticated_at: Option<OffsetDateTime>) -> OffsetDateTime {
    let fresh = ctx.config.step_up_max_age.try_into().unwrap_or(time::Duration::MAX);
    authenticated_at.map_or(OffsetDateTime::UNIX_EPOCH, |at| at.saturating_add(fresh))
}

/// Whether the user proved a moment ago who they are.
pub fn is_fresh(ctx: &Context, authenticated_at: Option<OffsetDateTime>) -> bool {
    ctx.now() < fresh_until(ctx, authenticated_at)
}

/// The end of a session that is extended now; its sign-in limits it.
pub fn extended(ctx: &Context, signed_in_at: OffsetDateTime) -> OffsetDateTime {
    ctx.after(ctx.config.session_max_age).min(absolute_end(ctx, signed_in_at))
}

/// The end beyond which no use extends a session.
pub fn absolute_end(ctx: &Context, signed_in_at: OffsetDateTime) -> OffsetDateTime {
    let absolute = ctx.config.session_absolute_max_age.try_into().unwrap_or(time::Duration::MAX);
    signed_in_at.saturating_add(absolute)
}

/// Sessions of an earlier sign-in have ended. Stored ends alone would keep what a shorter setting should end.
pub fn earliest(ctx: &Context) -> OffsetDateTime {
    let absolute = ctx.config.session_absolute_max_age.try_into().unwrap_or(time::Duration::MAX);
    // The database holds no moment before 4713 BC.
    ctx.now().saturating_sub(absolute).max(OffsetDateTime::UNIX_EPOCH)
}

/// Refuses a deactivated user. Waits for a concurrent deactivation: either it ends the new session, or the session is
/// refused here.
pub async fn check_active(tx: &mut Tx, user: Uuid) -> Result<(), IdentityError> {
    let deactivated: bool =
        sqlx::query_scalar("SELECT deactivated_at IS NOT NULL FROM users WHERE id = $1 FOR SHARE")
            .bind(user)
            .fetch_one(&mut **tx)
            .await?;
    if deactivated { Err(IdentityError::AccountDeactivated) } else { Ok(()) }
}

// Sent by the client: control characters are removed and the length is limited.
fn printable(user_agent: &str) -> String {
    user_agent.chars().filter(|letter| !letter.is_control()).take(LONGEST_USER_AGENT).collect()
}
