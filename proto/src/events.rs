//! The streams and events of the bus: publisher and consumer import the same line.

use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);
const MIB: i64 = 1 << 20;

/// A JetStream stream and its bounds.
#[derive(Debug)]
pub struct Stream {
    /// `EVT_<SERVICE>`.
    pub name: &'static str,
    /// The subjects it keeps.
    pub subjects: &'static str,
    /// How long an event can be replayed from the stream.
    pub max_age: Duration,
    /// The most it may take on disk; past it, publishing is refused.
    pub max_bytes: i64,
    /// How long a repeated event id is recognised by the server.
    pub duplicate_window: Duration,
}

/// Events of identity.
pub static IDENTITY: Stream = Stream {
    name: "EVT_IDENTITY",
    subjects: "evt.identity.>",
    max_age: DAY.saturating_mul(30),
    max_bytes: 256 * MIB,
    duplicate_window: DAY,
};

/// Events of profiles.
pub static PROFILES: Stream = Stream {
    name: "EVT_PROFILES",
    subjects: "evt.profiles.>",
    max_age: DAY.saturating_mul(30),
    max_bytes: 128 * MIB,
    duplicate_window: DAY,
};

/// Events of analytics.
pub static ANALYTICS: Stream = Stream {
    name: "EVT_ANALYTICS",
    subjects: "evt.analytics.>",
    max_age: DAY.saturating_mul(7),
    max_bytes: 512 * MIB,
    duplicate_window: Duration::from_mins(10),
};

/// What could not be handled, with the reason.
pub static DEAD_LETTERS: Stream = Stream {
    name: "DLQ",
    subjects: "dlq.>",
    max_age: DAY.saturating_mul(90),
    max_bytes: 256 * MIB,
    duplicate_window: DAY,
};

/// Every stream.
pub static STREAMS: &[&Stream] = &[&IDENTITY, &PROFILES, &ANALYTICS, &DEAD_LETTERS];

/// A message that travels on the bus.
pub trait Event: prost::Message + Default + Clone + 'static {
    /// Where it is kept.
    const STREAM: &'static Stream;
    /// `evt.<service>.<entity>.<past tense>.v<major>`.
    const SUBJECT: &'static str;
    /// The full name of its definition.
    const SCHEMA: &'static str;

    /// The CloudEvents type: the subject without `evt.`.
    fn ce_type() -> &'static str {
        Self::SUBJECT.strip_prefix("evt.").unwrap_or(Self::SUBJECT)
    }
}

macro_rules! events {
    ($($message:ty, $schema:literal, $stream:ident, $subject:literal;)*) => {
        $(impl Event for $message {
            const STREAM: &'static Stream = &$stream;
            const SUBJECT: &'static str = $subject;
            const SCHEMA: &'static str = $schema;
        })*
        /// Every subject with its stream and the name of its definition.
        pub static EVENTS: &[(&str, &Stream, &str)] = &[$(($subject, &$stream, $schema),)*];
    };
}

events! {
    crate::identity::v1::UserCreated, "identity.v1.UserCreated", IDENTITY, "evt.identity.user.created.v1";
    crate::identity::v1::UserUpdated, "identity.v1.UserUpdated", IDENTITY, "evt.identity.user.updated.v1";
    crate::identity::v1::OrganizationCreated, "identity.v1.OrganizationCreated", IDENTITY, "evt.identity.organization.created.v1";
    crate::identity::v1::OrganizationUpdated, "identity.v1.OrganizationUpdated", IDENTITY, "evt.identity.organization.updated.v1";
    crate::identity::v1::MembershipCreated, "identity.v1.MembershipCreated", IDENTITY, "evt.identity.membership.created.v1";
    crate::identity::v1::MembershipChanged, "identity.v1.MembershipChanged", IDENTITY, "evt.identity.membership.changed.v1";
    crate::identity::v1::MembershipRemoved, "identity.v1.MembershipRemoved", IDENTITY, "evt.identity.membership.removed.v1";
    crate::identity::v1::InvitationCreated, "identity.v1.InvitationCreated", IDENTITY, "evt.identity.invitation.created.v1";
    crate::identity::v1::InvitationResent, "identity.v1.InvitationResent", IDENTITY, "evt.identity.invitation.resent.v1";
    crate::identity::v1::InvitationAccepted, "identity.v1.InvitationAccepted", IDENTITY, "evt.identity.invitation.accepted.v1";
    crate::identity::v1::InvitationDeclined, "identity.v1.InvitationDeclined", IDENTITY, "evt.identity.invitation.declined.v1";
    crate::identity::v1::InvitationRevoked, "identity.v1.InvitationRevoked", IDENTITY, "evt.identity.invitation.revoked.v1";
    crate::identity::v1::SessionStarted, "identity.v1.SessionStarted", IDENTITY, "evt.identity.session.started.v1";
    crate::identity::v1::SessionRevoked, "identity.v1.SessionRevoked", IDENTITY, "evt.identity.session.revoked.v1";
    crate::profiles::v1::ProfileUpdated, "profiles.v1.ProfileUpdated", PROFILES, "evt.profiles.profile.updated.v1";
    crate::profiles::v1::OnboardingCompleted, "profiles.v1.OnboardingCompleted", PROFILES, "evt.profiles.onboarding.completed.v1";
    crate::profiles::v1::PreferencesUpdated, "profiles.v1.PreferencesUpdated", PROFILES, "evt.profiles.preferences.updated.v1";
    crate::analytics::v1::ProductEventTracked, "analytics.v1.ProductEventTracked", ANALYTICS, "evt.analytics.product_event.tracked.v1";
}

/// A durable consumer.
#[derive(Debug)]
pub struct Durable {
    /// `<consumer>__<purpose>`.
    pub name: &'static str,
    /// The stream it reads.
    pub stream: &'static Stream,
    /// The one subject it wants.
    pub subject: &'static str,
}

/// Gives every new user an empty profile.
pub static PROFILES_NEW_USERS: Durable = Durable {
    name: "profiles__new_users",
    stream: &IDENTITY,
    subject: <crate::identity::v1::UserCreated as Event>::SUBJECT,
};
