//! Invitations as rows: found by token or by id, and claimed once.

use kit::db::Tx;
use proto::codec::Text;
use proto::identity::v1::{InvitationOffer, MembershipRole, TeamInvitation};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;
use crate::secrets;
use crate::teams::access;

/// Reads invitations as [`Row`]s.
macro_rules! select {
    ($which:literal) => {
        concat!(
            "SELECT i.id, i.organization_id, i.email, i.role, i.sent_at, i.expires_at,
                    o.name AS organization_name, u.email AS invited_by
             FROM invitations i
             JOIN organizations o ON o.id = i.organization_id
             LEFT JOIN users u ON u.id = i.invited_by ",
            $which
        )
    };
}

pub(super) use select;

/// An invitation with the names of its team and sender.
#[derive(sqlx::FromRow)]
pub struct Row {
    pub id: Uuid,
    pub organization_id: Uuid,
    pub email: String,
    role: String,
    sent_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
    organization_name: String,
    invited_by: Option<String>,
}

impl Row {
    pub fn role(&self) -> MembershipRole {
        MembershipRole::from_text(&self.role).unwrap_or(MembershipRole::Member)
    }

    /// The form for the owners of the team.
    pub fn entry(self, now: OffsetDateTime) -> TeamInvitation {
        TeamInvitation {
            id: self.id.to_string(),
            role: self.role().into(),
            email: self.email,
            invited_by: self.invited_by,
            sent_at: kit::clock::milliseconds(self.sent_at),
            expires_at: kit::clock::milliseconds(self.expires_at),
            expired: self.expires_at <= now,
        }
    }

    /// The form for the invited person.
    pub fn offer(self) -> InvitationOffer {
        InvitationOffer {
            id: self.id.to_string(),
            role: self.role().into(),
            organization_name: self.organization_name,
            invited_by: self.invited_by,
            expires_at: kit::clock::milliseconds(self.expires_at),
        }
    }
}

/// The two ways to name an invitation.
pub enum Key {
    /// The hashes under which the token may be stored.
    Token(Vec<Vec<u8>>),
    Id(Uuid),
}

impl Key {
    /// Exactly one of the two is required.
    pub fn parse(
        ctx: &Context,
        token: Option<&str>,
        id: Option<&str>,
    ) -> Result<Self, IdentityError> {
        match (token, id) {
            (Some(token), None) => {
                Ok(Self::Token(secrets::link_hashes(token, &ctx.config.auth_secret)))
            }
            (None, Some(id)) => {
                id.parse().map(Self::Id).map_err(|_| IdentityError::InvitationNotFound)
            }
            _ => Err(IdentityError::Invalid("token")),
        }
    }

    /// The current row of the invitation.
    pub async fn find(&self, tx: &mut Tx) -> Result<Option<Row>, IdentityError> {
        let (hashes, id) = match self {
            Self::Token(hashes) => (Some(hashes), None),
            Self::Id(id) => (None, Some(id)),
        };
        let found = sqlx::query_as(select!("WHERE i.token_hash = ANY($1) OR i.id = $2"))
            .bind(hashes)
            .bind(id)
            .fetch_optional(&mut **tx)
            .await?;
        Ok(found)
    }

    /// Refuses everybody but the invited person. Without the token, others do not learn that the invitation exists.
    pub fn check(&self, row: &Row, email: &str, now: OffsetDateTime) -> Result<(), IdentityError> {
        if row.email != email {
            return Err(match self {
                Self::Token(_) => IdentityError::InvitationForAnother,
                Self::Id(_) => IdentityError::InvitationNotFound,
            });
        }
        if row.expires_at <= now { Err(IdentityError::InvitationExpired) } else { Ok(()) }
    }
}

/// Deletes the invitation for its only answer. The team and the user stay locked.
pub async fn claim(
    ctx: &Context,
    tx: &mut Tx,
    user: Uuid,
    key: &Key,
) -> Result<Row, IdentityError> {
    let known = key.find(tx).await?.ok_or(IdentityError::InvitationNotFound)?;
    access::lock(tx, known.organization_id).await?;
    // Read again under the lock: it may have been answered, resent or revoked in the meantime.
    let row = key.find(tx).await?.ok_or(IdentityError::InvitationNotFound)?;
    let email = access::user(tx, user).await?.verified_email()?;
    key.check(&row, &email, ctx.now())?;
    sqlx::query("DELETE FROM invitations WHERE id = $1").bind(row.id).execute(&mut **tx).await?;
    Ok(row)
}
