//! Loans, their payments and the changes of their status.

use std::collections::HashMap;

use kit::db::DbError;
use proto::access::v1::{Dimension, Endpoint};
use proto::catalog::v1::{CollateralType, LoanSector, Region, Status};
use proto::codec::Text as _;
use serde_json::{Map, Value};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::CLASS_OF_ASSET;
use super::asset_classes::ASSET_CLASSES;
use super::assets::ASSETS;
use super::issuers::ISSUERS;
use super::loan_status;
use super::networks::NETWORKS;
use super::platforms::PLATFORMS;
use super::pools::POOLS;
use crate::schema::{
    Attribute, CheckedRecord, Column, ExpectedForm, History, Kind, Refusal, Rules, Slug, Writer,
    message,
};

/// The time of the last change of status of each loan.
const TIME_OF_STATUS: &str = "
    UPDATE loans AS t SET status_changed_at = d.changed_at, updated_at = $1
    FROM (SELECT loan_id, max(changed_at) AS changed_at FROM loan_status_changes GROUP BY loan_id) AS d
    WHERE d.loan_id = t.id AND t.status_changed_at IS DISTINCT FROM d.changed_at
    RETURNING t.id";

/// A loan originated by a pool or a platform.
pub static LOANS: Kind = Kind {
    one: "loan",
    table: "loans",
    message: message!(Loan as loan: LoanCreated, LoanUpdated, LoanDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: CLASS_OF_ASSET,
    columns: &[
        Column::reference("pool", &POOLS, "Pool that originated the loan."),
        Column::reference("platform", &PLATFORMS, "Platform that originated the loan.").required(),
        Column::reference("network", &NETWORKS, "Network on which the loan is recorded."),
        Column::reference("issuer", &ISSUERS, "Issuer."),
        Column::reference("asset", &ASSETS, "Asset that the loan belongs to."),
        Column::text("address", 200, "Contract address."),
        Column::text("borrower", 120, "Borrower."),
        Column::choice_of("status", Status::CHOICES, "Status.").required(),
        Column::text("stated_status", 60, "Status in the wording of the platform."),
        Column::instant_from(
            "status_changed_at",
            "t.status_changed_at",
            "Time of the last observed change of status.",
        ),
        Column::choice_of("sector", LoanSector::CHOICES, "Sector of the borrower."),
        Column::choice_of("region", Region::CHOICES, "Region of the borrower."),
        Column::choice_of("collateral_type", CollateralType::CHOICES, "Type of collateral."),
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
        Column::slug_from("asset_class_slug", &ASSET_CLASSES, "asset_class.slug", "Asset class."),
    ],
    rules: Rules {
        derive: Some(TIME_OF_STATUS),
        history: Some(&STATUS_HISTORY),
        check: Some(|tx, records, _| Box::pin(refused_steps(tx, records))),
        endpoints: &[Endpoint::Loans],
        attributes: &[
            (Dimension::AssetClass, Attribute::Id("asset.asset_class_id")),
            (Dimension::Platform, Attribute::Id("t.platform_id")),
            (Dimension::Network, Attribute::Id("t.network_id")),
            (Dimension::Issuer, Attribute::Id("t.issuer_id")),
            (Dimension::Protocol, Attribute::Id("t.platform_id")),
            (Dimension::Asset, Attribute::Id("t.asset_id")),
            (Dimension::Region, Attribute::Region("t.region")),
        ],
        ..Rules::USUAL
    },
};

static STATUS_HISTORY: History = History {
    kind: &LOAN_STATUS_CHANGES,
    owner_column: "loan_id",
    extend: |tx, loans, now| Box::pin(record_status_changes(tx, loans, now)),
};

/// The attributes of records that belong to a loan.
const ATTRIBUTES_OF_LOAN: &[(Dimension, Attribute)] = &[
    (
        Dimension::AssetClass,
        Attribute::Id(
            "(SELECT of_id.asset_class_id FROM assets AS of_id WHERE of_id.id = loan.asset_id)",
        ),
    ),
    (Dimension::Platform, Attribute::Id("loan.platform_id")),
    (Dimension::Network, Attribute::Id("loan.network_id")),
    (Dimension::Issuer, Attribute::Id("loan.issuer_id")),
    (Dimension::Protocol, Attribute::Id("loan.platform_id")),
    (Dimension::Asset, Attribute::Id("loan.asset_id")),
    (Dimension::Region, Attribute::Region("loan.region")),
];

/// A payment of a loan's schedule.
pub static LOAN_PAYMENTS: Kind = Kind {
    one: "loan_payment",
    table: "loan_payments",
    message: message!(LoanPayment as loan_payment: LoanPaymentCreated, LoanPaymentUpdated, LoanPaymentDeleted),
    slug: Slug::Plain,
    sort: ("due_on", false),
    joins: "",
    columns: &[
        Column::reference("loan", &LOANS, "Loan.").required(),
        Column::integer("number", 1, 10_000, "Payment number.").required(),
        Column::date("due_on", "Due date.").required(),
        Column::decimal("principal_amount", "Principal due.").required(),
        Column::decimal("interest_amount", "Interest due.").required(),
        Column::decimal("paid_amount", "Amount paid."),
        Column::date("paid_on", "Payment date."),
    ],
    rules: Rules { endpoints: &[Endpoint::Loans], attributes: ATTRIBUTES_OF_LOAN, ..Rules::USUAL },
};

/// A change of the status of a loan.
pub static LOAN_STATUS_CHANGES: Kind = Kind {
    one: "loan_status_change",
    table: "loan_status_changes",
    message: message!(LoanStatusChange as loan_status_change: LoanStatusChangeCreated, LoanStatusChangeUpdated, LoanStatusChangeDeleted),
    slug: Slug::Plain,
    sort: ("changed_at", true),
    joins: "",
    columns: &[
        Column::reference("loan", &LOANS, "Loan.").required(),
        Column::choice_of(
            "from_status",
            Status::CHOICES,
            "Previous status; empty for the first observation.",
        ),
        Column::choice_of("status", Status::CHOICES, "New status.").required(),
        Column::instant("changed_at", "Time at which the change was observed.").required(),
    ],
    rules: Rules {
        writer: Writer::History,
        endpoints: &[Endpoint::Loans],
        attributes: ATTRIBUTES_OF_LOAN,
        ..Rules::USUAL
    },
};

/// The records whose status the loan may not take from its present one.
async fn refused_steps(
    conn: &mut PgConnection,
    records: &[CheckedRecord],
) -> Result<Vec<Refusal>, DbError> {
    let slugs: Vec<&str> = records.iter().map(|(_, record)| text(record, "slug")).collect();
    let rows: Vec<(String, String)> =
        sqlx::query_as("SELECT slug, status FROM loans WHERE slug = ANY($1)")
            .bind(slugs)
            .fetch_all(conn)
            .await?;
    let known = |(slug, status): (String, String)| Some((slug, Status::from_text(&status)?));
    let present: HashMap<String, Status> = rows.into_iter().filter_map(known).collect();
    let refusal = |(line, record): &CheckedRecord| {
        let found = text(record, "status");
        let expected =
            refused_step(*present.get(text(record, "slug"))?, Status::from_text(found)?)?;
        Some(Refusal { line: *line, column: "status", found: found.to_owned(), expected })
    };
    Ok(records.iter().filter_map(refusal).collect())
}

fn text<'a>(record: &'a Map<String, Value>, column: &str) -> &'a str {
    record.get(column).and_then(Value::as_str).unwrap_or_default()
}

/// The statuses that were expected, if a loan cannot go from one to the other.
fn refused_step(from: Status, to: Status) -> Option<ExpectedForm> {
    if loan_status::may_become(from, to) {
        return None;
    }
    let allowed: Vec<&str> = loan_status::next(from).iter().map(|next| next.text()).collect();
    Some(match allowed.as_slice() {
        [] => format!("{}, which is final", from.text()),
        allowed => format!("{} or, from there, {}", from.text(), allowed.join(", ")),
    })
}

/// Adds the status of loans to their history where it changed. Sample loans bring a history of their own.
async fn record_status_changes(
    tx: &mut PgConnection,
    loans: &[i64],
    now: OffsetDateTime,
) -> Result<Vec<i64>, DbError> {
    Ok(sqlx::query_scalar(
        "WITH standing AS (
             SELECT DISTINCT ON (loan_id) loan_id, status FROM loan_status_changes
             WHERE loan_id = ANY($1) ORDER BY loan_id, changed_at DESC, id DESC
         ), counted AS (
             SELECT loan_id, count(*) AS steps FROM loan_status_changes
             WHERE loan_id = ANY($1) GROUP BY loan_id
         ), changed AS (
             UPDATE loans AS t SET status_changed_at = $2
             FROM loans AS l LEFT JOIN standing ON standing.loan_id = l.id
             WHERE t.id = l.id AND l.id = ANY($1) AND l.origin <> 'sample' AND standing.status IS DISTINCT FROM l.status
             RETURNING t.id, t.slug, t.name, t.sort_name, t.status, t.source, t.licence,
                       t.retrieved_on, t.origin, standing.status AS from_status
         )
         INSERT INTO loan_status_changes (slug, name, sort_name, loan_id, from_status, status,
             changed_at, source, licence, retrieved_on, origin, created_at, updated_at)
         SELECT left(c.slug, 100) || '-' || coalesce(counted.steps, 0) + 1, c.name, c.sort_name, c.id,
             c.from_status, c.status, $2, c.source, c.licence, c.retrieved_on, c.origin, $2, $2
         FROM changed AS c LEFT JOIN counted ON counted.loan_id = c.id
         RETURNING id",
    )
    .bind(loans)
    .bind(now)
    .fetch_all(tx)
    .await?)
}
