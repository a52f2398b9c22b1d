//! Loans, their payments and the changes of their status.

use proto::catalog::v1::{CollateralType, LoanSector, Region, Status};

use super::CLASS_OF_ASSET;
use crate::schema::{Column, Kind, Slug, texts};

/// A loan that a pool or a platform has made.
pub static LOANS: Kind = Kind {
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
pub static LOAN_PAYMENTS: Kind = Kind {
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
pub static LOAN_STATUS_CHANGES: Kind = Kind {
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
