//! Tells others what changed, in the transaction of the change.

use futures::future::BoxFuture;
use kit::db::DbError;
use kit::outbox;
use proto::catalog::v1;
use sqlx::PgConnection;

use super::by_ids;
use crate::schema::Kind;

/// What happened to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It was added.
    Created,
    /// It differs from before.
    Updated,
}

/// A record that is no more.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Gone {
    /// The number it had.
    pub id: i64,
    /// The slug it had.
    pub slug: String,
    /// What it was called.
    pub name: String,
}

macro_rules! kinds {
    ($($table:literal: $message:ident as $field:ident
        ($created:ident, $updated:ident, $deleted:ident);)*) => {
        /// Publishes the present state of records that were added or changed.
        pub fn announce<'a>(
            tx: &'a mut PgConnection,
            kind: &'static Kind,
            change: Change,
            ids: &'a [i64],
        ) -> BoxFuture<'a, Result<(), DbError>> {
            Box::pin(async move {
            if ids.is_empty() {
                return Ok(());
            }
            match kind.table {
                $($table => {
                    for record in by_ids::<v1::$message>(tx, kind, ids).await? {
                        let $field = Some(record);
                        match change {
                            Change::Created => {
                                outbox::publish(tx, &v1::$created { $field }).await?;
                            }
                            Change::Updated => {
                                outbox::publish(tx, &v1::$updated { $field }).await?;
                            }
                        }
                    }
                })*
                _ => {}
            }
            Ok(())
            })
        }

        /// Publishes that records are no more.
        pub fn announce_gone<'a>(
            tx: &'a mut PgConnection,
            kind: &'static Kind,
            gone: &'a [Gone],
        ) -> BoxFuture<'a, Result<(), DbError>> {
            Box::pin(async move {
            match kind.table {
                $($table => {
                    for Gone { id, slug, name } in gone.iter().cloned() {
                        let event = v1::$deleted { id, slug, name };
                        outbox::publish(tx, &event).await?;
                    }
                })*
                _ => {}
            }
            Ok(())
            })
        }
    };
}

kinds! {
    "networks": Network as network (NetworkCreated, NetworkUpdated, NetworkDeleted);
    "asset_classes": AssetClass as asset_class (AssetClassCreated, AssetClassUpdated, AssetClassDeleted);
    "taxonomies": Taxonomy as taxonomy (TaxonomyCreated, TaxonomyUpdated, TaxonomyDeleted);
    "taxonomy_entries": TaxonomyEntry as taxonomy_entry (TaxonomyEntryCreated, TaxonomyEntryUpdated, TaxonomyEntryDeleted);
    "measures": Measure as measure (MeasureCreated, MeasureUpdated, MeasureDeleted);
    "sectors": Sector as sector (SectorCreated, SectorUpdated, SectorDeleted);
    "countries": Country as country (CountryCreated, CountryUpdated, CountryDeleted);
    "issuers": Issuer as issuer (IssuerCreated, IssuerUpdated, IssuerDeleted);
    "managers": Manager as manager (ManagerCreated, ManagerUpdated, ManagerDeleted);
    "platforms": Platform as platform (PlatformCreated, PlatformUpdated, PlatformDeleted);
    "service_providers": ServiceProvider as service_provider (ServiceProviderCreated, ServiceProviderUpdated, ServiceProviderDeleted);
    "asset_providers": AssetProvider as asset_provider (AssetProviderCreated, AssetProviderUpdated, AssetProviderDeleted);
    "assets": Asset as asset (AssetCreated, AssetUpdated, AssetDeleted);
    "tokens": Token as token (TokenCreated, TokenUpdated, TokenDeleted);
    "properties": Property as property (PropertyCreated, PropertyUpdated, PropertyDeleted);
    "supply_adjustments": SupplyAdjustment as supply_adjustment (SupplyAdjustmentCreated, SupplyAdjustmentUpdated, SupplyAdjustmentDeleted);
    "investments": Investment as investment (InvestmentCreated, InvestmentUpdated, InvestmentDeleted);
    "pools": Pool as pool (PoolCreated, PoolUpdated, PoolDeleted);
    "loans": Loan as loan (LoanCreated, LoanUpdated, LoanDeleted);
    "loan_payments": LoanPayment as loan_payment (LoanPaymentCreated, LoanPaymentUpdated, LoanPaymentDeleted);
    "loan_status_changes": LoanStatusChange as loan_status_change (LoanStatusChangeCreated, LoanStatusChangeUpdated, LoanStatusChangeDeleted);
    "jurisdictions": Jurisdiction as jurisdiction (JurisdictionCreated, JurisdictionUpdated, JurisdictionDeleted);
    "regulators": Regulator as regulator (RegulatorCreated, RegulatorUpdated, RegulatorDeleted);
    "jurisdiction_rules": JurisdictionRule as jurisdiction_rule (JurisdictionRuleCreated, JurisdictionRuleUpdated, JurisdictionRuleDeleted);
    "jurisdiction_events": JurisdictionEvent as jurisdiction_event (JurisdictionEventCreated, JurisdictionEventUpdated, JurisdictionEventDeleted);
    "data_partners": DataPartner as data_partner (DataPartnerCreated, DataPartnerUpdated, DataPartnerDeleted);
    "feeds": Feed as feed (FeedCreated, FeedUpdated, FeedDeleted);
    "articles": Article as article (ArticleCreated, ArticleUpdated, ArticleDeleted);
    "citations": Citation as citation (CitationCreated, CitationUpdated, CitationDeleted);
}
