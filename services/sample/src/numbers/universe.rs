//! The assets, pools and loans of the sample universe, as far as numbers depend on them.

use engine::day::{self, Day};

use crate::table::{Row, TODAY, Table};
use crate::{loan_history, underlyings};

use super::class_parameters::{self, ClassParameters};

/// Everybody.
pub struct Universe {
    /// In the order in which the universe has them.
    pub assets: Vec<Asset>,
    /// Pools of loans.
    pub pools: Vec<Pool>,
    pub loans: Vec<Loan>,
}

pub struct Asset {
    pub slug: String,
    pub name: String,
    pub shape: ClassParameters,
    pub launch: Day,
    /// The market or the share that its worth follows, where it is not its own, and how much of it one unit is.
    pub follows: Option<(String, f64)>,
    /// The currency that it is denominated in, if it is not the dollar.
    pub currency: Option<String>,
    /// Whether its income is distributed, rather than added to its worth.
    pub distributes: bool,
    /// The master fund in which a feeder fund invests everything.
    pub master: Option<Box<Asset>>,
    /// The yearly fee of a feeder fund or a fund of bills, as a fraction.
    pub fee: f64,
    /// Whether it was wound down.
    pub is_over: bool,
    /// The event in its history.
    pub incident: Incident,
    pub tokens: Vec<Token>,
}

pub struct Token {
    pub slug: String,
    pub name: String,
    pub decimals: u32,
    /// Whether it cannot leave its platform.
    pub is_represented: bool,
    pub is_on_chain: bool,
}

/// An event in the history of an asset. Days are fixed, so that nothing of it depends on the present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incident {
    /// Nothing.
    Steady,
    /// A coin loses its peg for two weeks.
    Depeg(Day),
    /// A borrower does not pay, and the net asset value is marked down.
    Default(Day),
    /// Net asset values of whole weeks, from one day to another, were published too high, and corrected on a third.
    Restatement(Day, Day, Day),
    /// Nothing was recorded from one day to another.
    Outage(Day, Day),
    /// No market named a price from one day to another.
    NoPrice(Day, Day),
}

pub struct Pool {
    pub slug: String,
    pub name: String,
    pub launch: Day,
    pub capacity: f64,
    pub is_closed: bool,
    /// The places of its loans.
    pub loans: Vec<usize>,
}

pub struct Loan {
    pub slug: String,
    pub name: String,
    pub start: Day,
    /// The day on which it is due to end.
    pub end: Day,
    pub principal: f64,
    pub is_drawn: bool,
    pub rate: f64,
    /// Principal that was paid back, by day.
    pub paid: Vec<(Day, f64)>,
    /// The first day on which a payment was due that was not made by the day on which records stand still.
    pub missed: Option<Day>,
    /// The days on which it went into default and out of it.
    pub defaulted: Option<Day>,
    pub liquidated: Option<Day>,
    /// The day on which what its liquidation left owing was written off.
    pub written_off: Option<Day>,
}

fn text(row: &Row, column: &str) -> String {
    row.cell(column).unwrap_or_default().to_owned()
}

fn number(row: &Row, column: &str) -> f64 {
    row.cell(column).and_then(|cell| cell.parse().ok()).unwrap_or_default()
}

fn date(row: &Row, column: &str) -> Day {
    row.cell(column).and_then(|cell| day::parse(cell.get(..10)?)).unwrap_or_else(today)
}

/// The day on which the records of the universe stand still.
pub fn today() -> Day {
    day::from_date(TODAY)
}

impl Universe {
    /// Reads the tables of a universe.
    pub fn from_tables(tables: &[Table]) -> Self {
        let rows = |name: &str| {
            let table = tables.iter().find(move |table| table.name == name);
            table.map(|table| table.rows.as_slice()).unwrap_or_default()
        };
        let mut assets: Vec<Asset> =
            rows("assets").iter().map(|row| asset(row, rows("assets"), rows("tokens"))).collect();
        assign_incidents(&mut assets, rows("assets"));
        let loans: Vec<Loan> = rows("loans")
            .iter()
            .map(|row| loan(row, rows("loan_payments"), rows("loan_status_changes")))
            .collect();
        let pools = rows("pools").iter().map(|row| pool(row, rows("loans"))).collect();
        Self { assets, pools, loans }
    }

    /// Without everybody but some assets and their tokens.
    pub fn with_assets(tables: &[Table], slugs: &[&str]) -> Self {
        let mut universe = Self::from_tables(tables);
        universe.assets.retain(|asset| slugs.contains(&asset.slug.as_str()));
        (universe.pools, universe.loans) = (Vec::new(), Vec::new());
        universe
    }
}

fn asset(row: &Row, assets: &[Row], tokens: &[Row]) -> Asset {
    let slug = text(row, "slug");
    let master = row.cell("master_slug");
    let master = master
        .and_then(|slug| assets.iter().find(|other| other.cell("slug") == Some(slug)))
        .map(|master| Box::new(asset(master, assets, tokens)));
    let class = text(row, "asset_class_slug");
    let shape = class_parameters::for_class(&class);
    let is_after_fee = master.is_some() || shape.over_bill;
    let tokens = tokens.iter().filter(|token| token.cell("asset_slug") == Some(slug.as_str()));
    Asset {
        fee: if is_after_fee { number(row, "management_fee_bps") / 10_000.0 } else { 0.0 },
        master,
        name: text(row, "name"),
        shape,
        launch: date(row, "inception_on"),
        follows: match row.cell("peg_currency").or(row.cell("underlying_ticker")) {
            Some("USD") => None,
            Some(name) => Some((name.to_owned(), 1.0)),
            None => {
                let commodity = row.cell("unit").and_then(underlyings::commodity);
                commodity.map(|commodity| (commodity.market.to_owned(), commodity.quantity))
            }
        },
        currency: row
            .cell("denomination_currency")
            .filter(|currency| *currency != "USD")
            .map(str::to_owned),
        distributes: row.cell("distributes_income") == Some("true"),
        is_over: row.cell("status") != Some("active"),
        incident: Incident::Steady,
        tokens: tokens
            .map(|token| Token {
                slug: text(token, "slug"),
                name: text(token, "name"),
                decimals: number(token, "decimals") as u32,
                is_represented: token.cell("tokenization_type") == Some("represented"),
                is_on_chain: token.cell("network_slug").is_some(),
            })
            .collect(),
        slug,
    }
}

/// Each incident happens to the oldest asset of a class.
fn assign_incidents(assets: &mut [Asset], rows: &[Row]) {
    let day = |text: &str| day::parse(text).unwrap_or_default();
    let incidents = [
        ("stablecoins", Incident::Depeg(day("2025-03-10"))),
        ("private-credit", Incident::Default(day("2026-02-13"))),
        (
            "treasury-products",
            Incident::Restatement(day("2026-03-02"), day("2026-03-15"), day("2026-03-20")),
        ),
        ("commodities", Incident::Outage(day("2025-08-11"), day("2025-08-22"))),
        ("public-equity", Incident::NoPrice(day("2026-05-04"), day("2026-05-06"))),
    ];
    for (class, incident) in incidents {
        let of_class = (0..assets.len()).filter(|at| {
            let asset = &assets[*at];
            rows[*at].cell("asset_class_slug") == Some(class)
                && !asset.is_over
                && (class == "public-equity"
                    || asset.follows.as_ref().is_none_or(|(market, _)| market == "gold"))
        });
        if let Some(oldest) = of_class.min_by_key(|at| assets[*at].launch) {
            assets[oldest].incident = incident;
        }
    }
}

fn pool(row: &Row, loans: &[Row]) -> Pool {
    let of_pool = loans.iter().enumerate();
    let of_pool = of_pool.filter(|(_, loan)| loan.cell("pool_slug") == row.cell("slug"));
    Pool {
        slug: text(row, "slug"),
        name: text(row, "name"),
        launch: date(row, "launched_on"),
        capacity: number(row, "capacity_amount"),
        is_closed: row.cell("status") == Some("closed"),
        loans: of_pool.map(|(at, _)| at).collect(),
    }
}

fn loan(row: &Row, payments: &[Row], steps: &[Row]) -> Loan {
    let slug = text(row, "slug");
    let is_of = |other: &&Row| other.cell("loan_slug") == Some(slug.as_str());
    let step = |status: &str| {
        let mut steps = steps.iter().filter(is_of);
        steps.find(|step| step.cell("status") == Some(status)).map(|step| date(step, "changed_at"))
    };
    let missed = payments
        .iter()
        .filter(is_of)
        .filter(|payment| payment.cell("paid_on").is_none())
        .map(|payment| date(payment, "due_on"))
        .min()
        .filter(|due| *due < today());
    let liquidated = step("liquidated");
    let written_off = liquidated.map(|on| on + loan_history::WRITTEN_OFF_AFTER as Day);
    Loan {
        name: text(row, "name"),
        start: date(row, "starts_on"),
        end: date(row, "ends_on"),
        principal: number(row, "principal_amount"),
        is_drawn: row.cell("drawn_amount").is_some(),
        rate: number(row, "interest_rate"),
        paid: payments
            .iter()
            .filter(is_of)
            .filter(|payment| payment.cell("paid_on").is_some())
            .map(|payment| (date(payment, "paid_on"), number(payment, "principal_amount")))
            .collect(),
        // A loan that is late when records stand still is in default later.
        defaulted: step("defaulted")
            .or_else(|| missed.map(|due| due + loan_history::DEFAULT_AFTER as Day)),
        missed,
        liquidated,
        // The universe stands still: what is not written off by now is not written off later.
        written_off: written_off.filter(|on| *on <= today()),
        slug,
    }
}
