//! The data that identity keeps about a person, section by section.

use kit::personal_data::bounded_list;
use proto::personal_data::v1::Section;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;

/// A section, and the statement that reads its rows; `$1` is the user. Hashes of secrets are left out, and so are the names and
/// addresses of other people.
pub struct OwnSection {
    name: &'static str,
    columns: &'static [&'static str],
    rows: &'static str,
}

pub static OWN_SECTIONS: [OwnSection; 17] = [
    OwnSection {
        name: "account",
        columns: &[
            "id",
            "email",
            "email_verified_at",
            "name",
            "image",
            "role",
            "features",
            "second_factor",
            "organization_id",
            "created_at",
            "updated_at",
            "deactivated_at",
        ],
        rows: "SELECT id, email, email_verified_at, name, image, role, features, second_factor,
                      organization_id, created_at, updated_at, deactivated_at
               FROM users WHERE id = $1",
    },
    OwnSection {
        name: "erasure_request",
        columns: &["requested_at", "due_at"],
        rows: "SELECT requested_at, due_at FROM erasures WHERE user_id = $1",
    },
    OwnSection {
        name: "sessions",
        columns: &[
            "id",
            "method",
            "second_factor",
            "user_agent",
            "network",
            "created_at",
            "last_seen_at",
            "expires_at",
        ],
        rows: "SELECT id, method, second_factor, user_agent, network, created_at, last_seen_at, expires_at
               FROM sessions WHERE user_id = $1 ORDER BY created_at, id",
    },
    OwnSection {
        name: "sign_in_links",
        columns: &["created_at", "expires_at"],
        rows: "SELECT t.created_at, t.expires_at
               FROM email_tokens AS t
               JOIN users AS u ON u.email = t.email AND u.email_verified_at IS NOT NULL
               WHERE u.id = $1 ORDER BY t.created_at",
    },
    OwnSection {
        name: "unfinished_sign_ins",
        columns: &["method", "attempts", "expires_at"],
        rows: "SELECT method, attempts, expires_at
               FROM pending_sign_ins WHERE user_id = $1 ORDER BY expires_at",
    },
    OwnSection {
        name: "passkeys",
        columns: &["id", "name", "created_at", "last_used_at"],
        rows: "SELECT id, name, created_at, last_used_at
               FROM passkeys WHERE user_id = $1 ORDER BY created_at, id",
    },
    OwnSection {
        name: "passkey_registrations",
        columns: &["expires_at"],
        rows: "SELECT expires_at FROM passkey_challenges WHERE user_id = $1 ORDER BY expires_at",
    },
    OwnSection {
        name: "recovery_codes",
        columns: &["unused"],
        rows: "SELECT count(*) AS unused FROM recovery_codes WHERE user_id = $1",
    },
    OwnSection {
        name: "linked_accounts",
        columns: &["id", "provider", "subject", "email", "created_at"],
        rows: "SELECT id, provider, subject, email, created_at
               FROM accounts WHERE user_id = $1 ORDER BY created_at, id",
    },
    OwnSection {
        name: "memberships",
        columns: &["organization_id", "organization", "scope", "plan", "role", "joined_at"],
        rows: "SELECT m.organization_id, o.name AS organization, o.scope, p.type AS plan, m.role,
                      m.created_at AS joined_at
               FROM memberships AS m
               JOIN organizations AS o ON o.id = m.organization_id
               JOIN plans AS p ON p.organization_id = o.id
               WHERE m.user_id = $1 ORDER BY m.created_at, m.id",
    },
    OwnSection {
        name: "removals_from_teams",
        columns: &["organization_id", "organization", "removed_at"],
        rows: "SELECT r.organization_id, o.name AS organization, r.removed_at
               FROM removed_members AS r JOIN organizations AS o ON o.id = r.organization_id
               WHERE r.user_id = $1 ORDER BY r.removed_at",
    },
    OwnSection {
        name: "dismissed_team_offers",
        columns: &["organization_id", "organization", "dismissed_at"],
        rows: "SELECT d.organization_id, o.name AS organization, d.dismissed_at
               FROM dismissed_offers AS d JOIN organizations AS o ON o.id = d.organization_id
               WHERE d.user_id = $1 ORDER BY d.dismissed_at",
    },
    OwnSection {
        name: "invitations_received",
        columns: &["id", "organization_id", "organization", "role", "sent_at", "expires_at"],
        rows: "SELECT i.id, i.organization_id, o.name AS organization, i.role, i.sent_at, i.expires_at
               FROM invitations AS i
               JOIN organizations AS o ON o.id = i.organization_id
               JOIN users AS u ON u.email = i.email AND u.email_verified_at IS NOT NULL
               WHERE u.id = $1 ORDER BY i.sent_at, i.id",
    },
    OwnSection {
        name: "invitations_sent",
        columns: &["id", "organization_id", "organization", "email", "role", "sent_at", "expires_at"],
        rows: "SELECT i.id, i.organization_id, o.name AS organization, i.email, i.role, i.sent_at,
                      i.expires_at
               FROM invitations AS i JOIN organizations AS o ON o.id = i.organization_id
               WHERE i.invited_by = $1 ORDER BY i.sent_at, i.id",
    },
    OwnSection {
        name: "exports",
        columns: &["id", "state", "requested_at", "expires_at"],
        rows: "SELECT id, state, requested_at, expires_at
               FROM exports WHERE user_id = $1 ORDER BY requested_at, id",
    },
    OwnSection {
        name: "changes_about_you",
        columns: &["id", "made_at", "action", "organization_id", "organization", "changes", "note"],
        rows: "SELECT id, made_at, action, organization_id, organization_name AS organization, changes,
                      note
               FROM audit_entries WHERE user_id = $1 ORDER BY made_at DESC, id",
    },
    OwnSection {
        name: "changes_by_you",
        columns: &[
            "id",
            "made_at",
            "action",
            "user_id",
            "organization_id",
            "organization",
            "changes",
            "note",
        ],
        rows: "SELECT id, made_at, action, user_id, organization_id,
                      organization_name AS organization, changes, note
               FROM audit_entries WHERE actor_id = $1 ORDER BY made_at DESC, id",
    },
];

impl OwnSection {
    /// Reads the section of a person, with rows of at most `most_bytes`.
    pub async fn read(
        &self,
        ctx: &Context,
        user: Uuid,
        most_bytes: usize,
    ) -> Result<Section, IdentityError> {
        let statement = AssertSqlSafe(bounded_list(self.rows));
        let (rows_json, left_out): (String, i64) = sqlx::query_as(statement)
            .bind(user)
            .bind(i64::try_from(most_bytes).unwrap_or(i64::MAX))
            .fetch_one(&mut *ctx.db.conn().await?)
            .await?;
        Ok(Section {
            name: self.name.to_owned(),
            columns: self.columns.iter().map(|column| (*column).to_owned()).collect(),
            rows_json,
            left_out,
        })
    }
}
