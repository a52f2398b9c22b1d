//! Pools and loans.

use proto::catalog::v1::{CollateralType, LoanSector, Region, Status};

use super::CLASS_OF_ASSET;
use crate::schema::{Column, Entity, Slug, texts};

/// Money that is lent out together.
pub static POOLS: Entity = Entity {
    one: "pool",
    table: "pools",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::reference("platform", "platforms", "Platform of the pool.").required(),
        Column::text("borrower", 120, "Borrower."),
        Column::text("category", 120, "Category used by the platform."),
        Column::choice_of("sector", texts::<LoanSector>, "Sector of the loans."),
        Column::choice_of("region", texts::<Region>, "Lending region."),
        Column::choice_of("collateral_type", texts::<CollateralType>, "Type of collateral."),
        Column::reference("network", "networks", "Network of the pool."),
        Column::text("address", 200, "Contract address."),
        Column::text("predecessor_address", 200, "Previous contract address."),
        Column::text("currency", 20, "Lending currency."),
        Column::choice_of("status", texts::<Status>, "Status."),
        Column::date("launched_on", "Launch date."),
        Column::text("asset_maturity", 60, "Typical loan term."),
        Column::reference("senior_asset", "assets", "Token of the senior tranche."),
        Column::reference("junior_asset", "assets", "Token of the junior tranche."),
        Column::decimal("capacity_amount", "Maximum capacity."),
        Column::decimal("funded_amount", "Capital contributed by lenders."),
        Column::decimal("financed_amount", "Cumulative amount financed."),
        Column::integer("financing_count", 0, 100_000_000, "Number of financings."),
        Column::ratio("senior_rate", "Annual rate of the senior tranche."),
        Column::integer("lock_up_days", 0, 36_500, "Lock-up period.").unit("days"),
        Column::count("loan_count", "t.loan_count", "Number of loans."),
        Column::url("website", "Website of the borrower."),
        Column::text("note", 500, "Notes for readers."),
    ],
};

/// A loan that a pool or a platform has made.
pub static LOANS: Entity = Entity {
    one: "loan",
    table: "loans",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: CLASS_OF_ASSET,
    columns: &[
        Column::reference("pool", "pools", "Pool that originated the loan."),
        Column::reference("platform", "platforms", "Platform that originated the loan.").required(),
        Column::reference("network", "networks", "Network on which the loan is recorded."),
        Column::reference("issuer", "issuers", "Issuer."),
        Column::reference("asset", "assets", "Asset that the loan belongs to."),
        Column::text("address", 200, "Contract address."),
        Column::text("borrower", 120, "Borrower."),
        Column::choice_of("status", texts::<Status>, "Status.").required(),
        Column::text("status_as_told", 60, "Status in the wording of the platform."),
        Column::instant_of(
            "status_changed_at",
            "t.status_changed_at",
            "Time of the last observed change of status.",
        ),
        Column::choice_of("sector", texts::<LoanSector>, "Sector of the borrower."),
        Column::choice_of("region", texts::<Region>, "Region of the borrower."),
        Column::choice_of("collateral_type", texts::<CollateralType>, "Type of collateral."),
        Column::text("collateral_note", 300, "Description of the collateral."),
        Column::text("currency", 20, "Loan currency.").required(),
        Column::decimal("principal_amount", "Agreed principal.").required(),
        Column::decimal("drawn_amount", "Principal drawn."),
        Column::decimal("outstanding_amount", "Outstanding principal."),
        Column::ratio("interest_rate", "Annual interest rate."),
        Column::ratio("late_fee_rate", "Annual rate on late payments."),
        Column::ratio("default_rate", "Annual rate after default."),
        Column::choice(
            "term_type",
            &["open_term", "closed_term"],
            "Whether the term is open or fixed.",
        ),
        Column::choice(
            "amortization",
            &["bullet", "balloon", "interest_only", "amortizing"],
            "Repayment type.",
        ),
        Column::integer("payment_interval_days", 1, 3660, "Days between payments.").unit("days"),
        Column::integer("payment_count", 0, 10_000, "Number of payments."),
        Column::date("originated_on", "Origination date."),
        Column::date("starts_on", "Start date."),
        Column::date("ends_on", "Maturity date."),
        Column::date("next_payment_on", "Due date of the next payment."),
        Column::integer("days_late", 0, 100_000, "Days since the oldest missed payment was due.")
            .unit("days"),
        Column::slug_from("asset_class_slug", "asset_classes", "asset_class.slug", "Asset class."),
    ],
};

/// A payment of a loan's schedule.
pub static LOAN_PAYMENTS: Entity = Entity {
    one: "loan_payment",
    table: "loan_payments",
    slug: Slug::Plain,
    sort: ("due_on", false),
    joins: "",
    columns: &[
        Column::reference("loan", "loans", "Loan.").required(),
        Column::integer("number", 1, 10_000, "Payment number.").required(),
        Column::date("due_on", "Due date.").required(),
        Column::decimal("principal_amount", "Principal due.").required(),
        Column::decimal("interest_amount", "Interest due.").required(),
        Column::decimal("paid_amount", "Amount paid."),
        Column::date("paid_on", "Payment date."),
    ],
};

/// That a loan went from one status to another.
pub static LOAN_STATUS_CHANGES: Entity = Entity {
    one: "loan_status_change",
    table: "loan_status_changes",
    slug: Slug::Plain,
    sort: ("changed_at", true),
    joins: "",
    columns: &[
        Column::reference("loan", "loans", "Loan.").required(),
        Column::choice_of(
            "from_status",
            texts::<Status>,
            "Previous status; empty for the first observation.",
        ),
        Column::choice_of("status", texts::<Status>, "New status.").required(),
        Column::instant("changed_at", "Time at which the change was observed.").required(),
    ],
};
