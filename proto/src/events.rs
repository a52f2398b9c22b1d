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

/// Events of catalog.
pub static CATALOG: Stream = Stream {
    name: "EVT_CATALOG",
    subjects: "evt.catalog.>",
    max_age: DAY.saturating_mul(365),
    max_bytes: 1024 * MIB,
    duplicate_window: DAY,
};

/// Events of timeseries.
pub static TIMESERIES: Stream = Stream {
    name: "EVT_TIMESERIES",
    subjects: "evt.timeseries.>",
    max_age: DAY.saturating_mul(30),
    max_bytes: 512 * MIB,
    duplicate_window: Duration::from_mins(10),
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
pub static STREAMS: &[&Stream] =
    &[&IDENTITY, &PROFILES, &CATALOG, &TIMESERIES, &ANALYTICS, &DEAD_LETTERS];

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
    crate::identity::v1::UserDeactivated, "identity.v1.UserDeactivated", IDENTITY, "evt.identity.user.deactivated.v1";
    crate::identity::v1::UserReactivated, "identity.v1.UserReactivated", IDENTITY, "evt.identity.user.reactivated.v1";
    crate::identity::v1::OrganizationCreated, "identity.v1.OrganizationCreated", IDENTITY, "evt.identity.organization.created.v1";
    crate::identity::v1::OrganizationUpdated, "identity.v1.OrganizationUpdated", IDENTITY, "evt.identity.organization.updated.v1";
    crate::identity::v1::OrganizationRemoved, "identity.v1.OrganizationRemoved", IDENTITY, "evt.identity.organization.removed.v1";
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
    crate::catalog::v1::NetworkCreated, "catalog.v1.NetworkCreated", CATALOG, "evt.catalog.network.created.v1";
    crate::catalog::v1::NetworkUpdated, "catalog.v1.NetworkUpdated", CATALOG, "evt.catalog.network.updated.v1";
    crate::catalog::v1::NetworkDeleted, "catalog.v1.NetworkDeleted", CATALOG, "evt.catalog.network.deleted.v1";
    crate::catalog::v1::AssetClassCreated, "catalog.v1.AssetClassCreated", CATALOG, "evt.catalog.asset_class.created.v1";
    crate::catalog::v1::AssetClassUpdated, "catalog.v1.AssetClassUpdated", CATALOG, "evt.catalog.asset_class.updated.v1";
    crate::catalog::v1::AssetClassDeleted, "catalog.v1.AssetClassDeleted", CATALOG, "evt.catalog.asset_class.deleted.v1";
    crate::catalog::v1::TaxonomyCreated, "catalog.v1.TaxonomyCreated", CATALOG, "evt.catalog.taxonomy.created.v1";
    crate::catalog::v1::TaxonomyUpdated, "catalog.v1.TaxonomyUpdated", CATALOG, "evt.catalog.taxonomy.updated.v1";
    crate::catalog::v1::TaxonomyDeleted, "catalog.v1.TaxonomyDeleted", CATALOG, "evt.catalog.taxonomy.deleted.v1";
    crate::catalog::v1::TaxonomyEntryCreated, "catalog.v1.TaxonomyEntryCreated", CATALOG, "evt.catalog.taxonomy_entry.created.v1";
    crate::catalog::v1::TaxonomyEntryUpdated, "catalog.v1.TaxonomyEntryUpdated", CATALOG, "evt.catalog.taxonomy_entry.updated.v1";
    crate::catalog::v1::TaxonomyEntryDeleted, "catalog.v1.TaxonomyEntryDeleted", CATALOG, "evt.catalog.taxonomy_entry.deleted.v1";
    crate::catalog::v1::MeasureCreated, "catalog.v1.MeasureCreated", CATALOG, "evt.catalog.measure.created.v1";
    crate::catalog::v1::MeasureUpdated, "catalog.v1.MeasureUpdated", CATALOG, "evt.catalog.measure.updated.v1";
    crate::catalog::v1::MeasureDeleted, "catalog.v1.MeasureDeleted", CATALOG, "evt.catalog.measure.deleted.v1";
    crate::catalog::v1::SectorCreated, "catalog.v1.SectorCreated", CATALOG, "evt.catalog.sector.created.v1";
    crate::catalog::v1::SectorUpdated, "catalog.v1.SectorUpdated", CATALOG, "evt.catalog.sector.updated.v1";
    crate::catalog::v1::SectorDeleted, "catalog.v1.SectorDeleted", CATALOG, "evt.catalog.sector.deleted.v1";
    crate::catalog::v1::CountryCreated, "catalog.v1.CountryCreated", CATALOG, "evt.catalog.country.created.v1";
    crate::catalog::v1::CountryUpdated, "catalog.v1.CountryUpdated", CATALOG, "evt.catalog.country.updated.v1";
    crate::catalog::v1::CountryDeleted, "catalog.v1.CountryDeleted", CATALOG, "evt.catalog.country.deleted.v1";
    crate::catalog::v1::IssuerCreated, "catalog.v1.IssuerCreated", CATALOG, "evt.catalog.issuer.created.v1";
    crate::catalog::v1::IssuerUpdated, "catalog.v1.IssuerUpdated", CATALOG, "evt.catalog.issuer.updated.v1";
    crate::catalog::v1::IssuerDeleted, "catalog.v1.IssuerDeleted", CATALOG, "evt.catalog.issuer.deleted.v1";
    crate::catalog::v1::ManagerCreated, "catalog.v1.ManagerCreated", CATALOG, "evt.catalog.manager.created.v1";
    crate::catalog::v1::ManagerUpdated, "catalog.v1.ManagerUpdated", CATALOG, "evt.catalog.manager.updated.v1";
    crate::catalog::v1::ManagerDeleted, "catalog.v1.ManagerDeleted", CATALOG, "evt.catalog.manager.deleted.v1";
    crate::catalog::v1::PlatformCreated, "catalog.v1.PlatformCreated", CATALOG, "evt.catalog.platform.created.v1";
    crate::catalog::v1::PlatformUpdated, "catalog.v1.PlatformUpdated", CATALOG, "evt.catalog.platform.updated.v1";
    crate::catalog::v1::PlatformDeleted, "catalog.v1.PlatformDeleted", CATALOG, "evt.catalog.platform.deleted.v1";
    crate::catalog::v1::ServiceProviderCreated, "catalog.v1.ServiceProviderCreated", CATALOG, "evt.catalog.service_provider.created.v1";
    crate::catalog::v1::ServiceProviderUpdated, "catalog.v1.ServiceProviderUpdated", CATALOG, "evt.catalog.service_provider.updated.v1";
    crate::catalog::v1::ServiceProviderDeleted, "catalog.v1.ServiceProviderDeleted", CATALOG, "evt.catalog.service_provider.deleted.v1";
    crate::catalog::v1::AssetProviderCreated, "catalog.v1.AssetProviderCreated", CATALOG, "evt.catalog.asset_provider.created.v1";
    crate::catalog::v1::AssetProviderUpdated, "catalog.v1.AssetProviderUpdated", CATALOG, "evt.catalog.asset_provider.updated.v1";
    crate::catalog::v1::AssetProviderDeleted, "catalog.v1.AssetProviderDeleted", CATALOG, "evt.catalog.asset_provider.deleted.v1";
    crate::catalog::v1::AssetCreated, "catalog.v1.AssetCreated", CATALOG, "evt.catalog.asset.created.v1";
    crate::catalog::v1::AssetUpdated, "catalog.v1.AssetUpdated", CATALOG, "evt.catalog.asset.updated.v1";
    crate::catalog::v1::AssetDeleted, "catalog.v1.AssetDeleted", CATALOG, "evt.catalog.asset.deleted.v1";
    crate::catalog::v1::TokenCreated, "catalog.v1.TokenCreated", CATALOG, "evt.catalog.token.created.v1";
    crate::catalog::v1::TokenUpdated, "catalog.v1.TokenUpdated", CATALOG, "evt.catalog.token.updated.v1";
    crate::catalog::v1::TokenDeleted, "catalog.v1.TokenDeleted", CATALOG, "evt.catalog.token.deleted.v1";
    crate::catalog::v1::PropertyCreated, "catalog.v1.PropertyCreated", CATALOG, "evt.catalog.property.created.v1";
    crate::catalog::v1::PropertyUpdated, "catalog.v1.PropertyUpdated", CATALOG, "evt.catalog.property.updated.v1";
    crate::catalog::v1::PropertyDeleted, "catalog.v1.PropertyDeleted", CATALOG, "evt.catalog.property.deleted.v1";
    crate::catalog::v1::SupplyAdjustmentCreated, "catalog.v1.SupplyAdjustmentCreated", CATALOG, "evt.catalog.supply_adjustment.created.v1";
    crate::catalog::v1::SupplyAdjustmentUpdated, "catalog.v1.SupplyAdjustmentUpdated", CATALOG, "evt.catalog.supply_adjustment.updated.v1";
    crate::catalog::v1::SupplyAdjustmentDeleted, "catalog.v1.SupplyAdjustmentDeleted", CATALOG, "evt.catalog.supply_adjustment.deleted.v1";
    crate::catalog::v1::InvestmentCreated, "catalog.v1.InvestmentCreated", CATALOG, "evt.catalog.investment.created.v1";
    crate::catalog::v1::InvestmentUpdated, "catalog.v1.InvestmentUpdated", CATALOG, "evt.catalog.investment.updated.v1";
    crate::catalog::v1::InvestmentDeleted, "catalog.v1.InvestmentDeleted", CATALOG, "evt.catalog.investment.deleted.v1";
    crate::catalog::v1::PoolCreated, "catalog.v1.PoolCreated", CATALOG, "evt.catalog.pool.created.v1";
    crate::catalog::v1::PoolUpdated, "catalog.v1.PoolUpdated", CATALOG, "evt.catalog.pool.updated.v1";
    crate::catalog::v1::PoolDeleted, "catalog.v1.PoolDeleted", CATALOG, "evt.catalog.pool.deleted.v1";
    crate::catalog::v1::LoanCreated, "catalog.v1.LoanCreated", CATALOG, "evt.catalog.loan.created.v1";
    crate::catalog::v1::LoanUpdated, "catalog.v1.LoanUpdated", CATALOG, "evt.catalog.loan.updated.v1";
    crate::catalog::v1::LoanDeleted, "catalog.v1.LoanDeleted", CATALOG, "evt.catalog.loan.deleted.v1";
    crate::catalog::v1::LoanPaymentCreated, "catalog.v1.LoanPaymentCreated", CATALOG, "evt.catalog.loan_payment.created.v1";
    crate::catalog::v1::LoanPaymentUpdated, "catalog.v1.LoanPaymentUpdated", CATALOG, "evt.catalog.loan_payment.updated.v1";
    crate::catalog::v1::LoanPaymentDeleted, "catalog.v1.LoanPaymentDeleted", CATALOG, "evt.catalog.loan_payment.deleted.v1";
    crate::catalog::v1::LoanStatusChangeCreated, "catalog.v1.LoanStatusChangeCreated", CATALOG, "evt.catalog.loan_status_change.created.v1";
    crate::catalog::v1::LoanStatusChangeUpdated, "catalog.v1.LoanStatusChangeUpdated", CATALOG, "evt.catalog.loan_status_change.updated.v1";
    crate::catalog::v1::LoanStatusChangeDeleted, "catalog.v1.LoanStatusChangeDeleted", CATALOG, "evt.catalog.loan_status_change.deleted.v1";
    crate::catalog::v1::JurisdictionCreated, "catalog.v1.JurisdictionCreated", CATALOG, "evt.catalog.jurisdiction.created.v1";
    crate::catalog::v1::JurisdictionUpdated, "catalog.v1.JurisdictionUpdated", CATALOG, "evt.catalog.jurisdiction.updated.v1";
    crate::catalog::v1::JurisdictionDeleted, "catalog.v1.JurisdictionDeleted", CATALOG, "evt.catalog.jurisdiction.deleted.v1";
    crate::catalog::v1::RegulatorCreated, "catalog.v1.RegulatorCreated", CATALOG, "evt.catalog.regulator.created.v1";
    crate::catalog::v1::RegulatorUpdated, "catalog.v1.RegulatorUpdated", CATALOG, "evt.catalog.regulator.updated.v1";
    crate::catalog::v1::RegulatorDeleted, "catalog.v1.RegulatorDeleted", CATALOG, "evt.catalog.regulator.deleted.v1";
    crate::catalog::v1::JurisdictionRuleCreated, "catalog.v1.JurisdictionRuleCreated", CATALOG, "evt.catalog.jurisdiction_rule.created.v1";
    crate::catalog::v1::JurisdictionRuleUpdated, "catalog.v1.JurisdictionRuleUpdated", CATALOG, "evt.catalog.jurisdiction_rule.updated.v1";
    crate::catalog::v1::JurisdictionRuleDeleted, "catalog.v1.JurisdictionRuleDeleted", CATALOG, "evt.catalog.jurisdiction_rule.deleted.v1";
    crate::catalog::v1::JurisdictionEventCreated, "catalog.v1.JurisdictionEventCreated", CATALOG, "evt.catalog.jurisdiction_event.created.v1";
    crate::catalog::v1::JurisdictionEventUpdated, "catalog.v1.JurisdictionEventUpdated", CATALOG, "evt.catalog.jurisdiction_event.updated.v1";
    crate::catalog::v1::JurisdictionEventDeleted, "catalog.v1.JurisdictionEventDeleted", CATALOG, "evt.catalog.jurisdiction_event.deleted.v1";
    crate::catalog::v1::DataPartnerCreated, "catalog.v1.DataPartnerCreated", CATALOG, "evt.catalog.data_partner.created.v1";
    crate::catalog::v1::DataPartnerUpdated, "catalog.v1.DataPartnerUpdated", CATALOG, "evt.catalog.data_partner.updated.v1";
    crate::catalog::v1::DataPartnerDeleted, "catalog.v1.DataPartnerDeleted", CATALOG, "evt.catalog.data_partner.deleted.v1";
    crate::catalog::v1::FeedCreated, "catalog.v1.FeedCreated", CATALOG, "evt.catalog.feed.created.v1";
    crate::catalog::v1::FeedUpdated, "catalog.v1.FeedUpdated", CATALOG, "evt.catalog.feed.updated.v1";
    crate::catalog::v1::FeedDeleted, "catalog.v1.FeedDeleted", CATALOG, "evt.catalog.feed.deleted.v1";
    crate::catalog::v1::ArticleCreated, "catalog.v1.ArticleCreated", CATALOG, "evt.catalog.article.created.v1";
    crate::catalog::v1::ArticleUpdated, "catalog.v1.ArticleUpdated", CATALOG, "evt.catalog.article.updated.v1";
    crate::catalog::v1::ArticleDeleted, "catalog.v1.ArticleDeleted", CATALOG, "evt.catalog.article.deleted.v1";
    crate::catalog::v1::CitationCreated, "catalog.v1.CitationCreated", CATALOG, "evt.catalog.citation.created.v1";
    crate::catalog::v1::CitationUpdated, "catalog.v1.CitationUpdated", CATALOG, "evt.catalog.citation.updated.v1";
    crate::catalog::v1::CitationDeleted, "catalog.v1.CitationDeleted", CATALOG, "evt.catalog.citation.deleted.v1";
    crate::timeseries::v1::ObservationsLoaded, "timeseries.v1.ObservationsLoaded", TIMESERIES, "evt.timeseries.observations.loaded.v1";
    crate::timeseries::v1::ObservationsRestated, "timeseries.v1.ObservationsRestated", TIMESERIES, "evt.timeseries.observations.restated.v1";
    crate::timeseries::v1::RecordsChanged, "timeseries.v1.RecordsChanged", TIMESERIES, "evt.timeseries.records.changed.v1";
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

macro_rules! subjects_of_numbers {
    ($($durable:ident $name:literal $event:ident;)*) => {
        $(
            /// Tells timeseries whom numbers may be about.
            pub static $durable: Durable = Durable {
                name: $name,
                stream: &CATALOG,
                subject: <crate::catalog::v1::$event as Event>::SUBJECT,
            };
        )*
    };
}

subjects_of_numbers! {
    TIMESERIES_ASSETS_CREATED "timeseries__assets_created" AssetCreated;
    TIMESERIES_ASSETS_UPDATED "timeseries__assets_updated" AssetUpdated;
    TIMESERIES_TOKENS_CREATED "timeseries__tokens_created" TokenCreated;
    TIMESERIES_TOKENS_UPDATED "timeseries__tokens_updated" TokenUpdated;
    TIMESERIES_NETWORKS_CREATED "timeseries__networks_created" NetworkCreated;
    TIMESERIES_NETWORKS_UPDATED "timeseries__networks_updated" NetworkUpdated;
    TIMESERIES_PLATFORMS_CREATED "timeseries__platforms_created" PlatformCreated;
    TIMESERIES_PLATFORMS_UPDATED "timeseries__platforms_updated" PlatformUpdated;
    TIMESERIES_POOLS_CREATED "timeseries__pools_created" PoolCreated;
    TIMESERIES_POOLS_UPDATED "timeseries__pools_updated" PoolUpdated;
    TIMESERIES_LOANS_CREATED "timeseries__loans_created" LoanCreated;
    TIMESERIES_LOANS_UPDATED "timeseries__loans_updated" LoanUpdated;
}
