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
        Column::reference("platform", "platforms", "The platform it belongs to.").required(),
        Column::text("borrower", 120, "Who borrows."),
        Column::text("category", 120, "What the platform calls it."),
        Column::choice_of("sector", texts::<LoanSector>, "The sector of its loans."),
        Column::choice_of("region", texts::<Region>, "Where it lends."),
        Column::choice_of("collateral_type", texts::<CollateralType>, "What secures it."),
        Column::reference("network", "networks", "The network it lives on."),
        Column::text("address", 200, "Its address."),
        Column::text("predecessor_address", 200, "The address it was moved from."),
        Column::text("currency", 20, "The currency it lends in."),
        Column::choice_of("status", texts::<Status>, "Where it stands."),
        Column::date("launched_on", "When it began."),
        Column::text("asset_maturity", 60, "How long its loans run."),
        Column::reference("senior_asset", "assets", "The token of its senior tranche."),
        Column::reference("junior_asset", "assets", "The token of its junior tranche."),
        Column::decimal("capacity_amount", "The most it takes."),
        Column::decimal("funded_amount", "What was put in."),
        Column::decimal("financed_amount", "What it has financed in all."),
        Column::integer("financing_count", 0, 100_000_000, "How many financings it has made."),
        Column::ratio("senior_rate", "The yearly rate of the senior tranche."),
        Column::integer("lock_up_days", 0, 36_500, "How long money is bound.").unit("days"),
        Column::count("loan_count", "t.loan_count", "Its loans."),
        Column::url("website", "The borrower's site."),
        Column::text("note", 500, "What readers should know."),
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
        Column::reference("pool", "pools", "The pool that made it."),
        Column::reference("platform", "platforms", "The platform it was made through.").required(),
        Column::reference("network", "networks", "The network it is kept on."),
        Column::reference("issuer", "issuers", "Who issued it."),
        Column::reference("asset", "assets", "The asset it belongs to."),
        Column::text("address", 200, "Its address."),
        Column::text("borrower", 120, "Who borrows."),
        Column::choice_of("status", texts::<Status>, "Where it stands.").required(),
        Column::text("status_as_told", 60, "The status in the platform's own words."),
        Column::instant_of(
            "status_changed_at",
            "t.status_changed_at",
            "When the status was last seen to change.",
        ),
        Column::choice_of("sector", texts::<LoanSector>, "The sector of the borrower."),
        Column::choice_of("region", texts::<Region>, "Where the borrower sits."),
        Column::choice_of("collateral_type", texts::<CollateralType>, "What secures it."),
        Column::text("collateral_note", 300, "The security in words."),
        Column::text("currency", 20, "The currency it is made in.").required(),
        Column::decimal("principal_amount", "What was agreed.").required(),
        Column::decimal("drawn_amount", "What was drawn."),
        Column::decimal("outstanding_amount", "What is drawn and not yet paid back."),
        Column::ratio("interest_rate", "The yearly rate."),
        Column::ratio("late_fee_rate", "The yearly rate on late payments."),
        Column::ratio("default_rate", "The yearly rate after a default."),
        Column::choice("term_type", &["open_term", "closed_term"], "Whether it has an end."),
        Column::choice(
            "amortization",
            &["bullet", "balloon", "interest_only", "amortizing"],
            "How principal is paid back.",
        ),
        Column::integer("payment_interval_days", 1, 3660, "The days between payments.")
            .unit("days"),
        Column::integer("payment_count", 0, 10_000, "How many payments there are."),
        Column::date("originated_on", "When it was agreed."),
        Column::date("starts_on", "When it starts."),
        Column::date("ends_on", "When it ends."),
        Column::date("next_payment_on", "When the next payment is due."),
        Column::integer("days_late", 0, 100_000, "For how long a payment is missing.").unit("days"),
        Column::slug_from(
            "asset_class_slug",
            "asset_classes",
            "asset_class.slug",
            "The class of its asset.",
        ),
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
        Column::reference("loan", "loans", "The loan.").required(),
        Column::integer("number", 1, 10_000, "Its number.").required(),
        Column::date("due_on", "When it is due.").required(),
        Column::decimal("principal_amount", "Principal that is due.").required(),
        Column::decimal("interest_amount", "Interest that is due.").required(),
        Column::decimal("paid_amount", "What was paid."),
        Column::date("paid_on", "When it was paid."),
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
        Column::reference("loan", "loans", "The loan.").required(),
        Column::choice_of(
            "from_status",
            texts::<Status>,
            "Where it stood; nothing when it was first seen.",
        ),
        Column::choice_of("status", texts::<Status>, "Where it stands since.").required(),
        Column::instant("changed_at", "When the change was seen.").required(),
    ],
};
