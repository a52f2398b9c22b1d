//! Fictional pools and loans, with their schedules.

use super::loan_history::{self, LoanTimeline};
use super::parties::Parties;
use super::random::{Random, SEED};
use super::table::{Row, Table, day, fraction, name, page, slug};

const POOL_COUNT: usize = 16;
/// The pool whose loans are all paid back.
const CLOSED_POOL: usize = 15;
/// Loans of each pool in earlier years, all of which have ended.
const EARLIER_LOANS_OF_A_POOL: usize = 2;
/// The number of earlier loans of which one was liquidated.
const EARLIER_LIQUIDATED: usize = 5;
/// How many loans stand where: most are paid on schedule or were paid back.
const BOOK: [(&str, usize); 9] = [
    ("active", 51),
    ("repaid", 12),
    ("late", 6),
    ("closed", 6),
    ("open", 4),
    ("funded", 4),
    ("full", 3),
    ("defaulted", 2),
    ("liquidated", 2),
];
/// A step through the book that has no factor in common with its length and spreads troubled loans over the pools.
const BOOK_STEP: usize = 13;
const SECTORS: [&str; 8] =
    ["invoice", "sme", "consumer", "real_estate", "trade", "fintech", "agriculture", "energy"];
const REGIONS: [&str; 7] =
    ["africa", "asia", "europe", "north_america", "latin_america", "middle_east", "oceania"];
const COLLATERAL: [&str; 5] = [
    "receivables_financing",
    "asset_backed_credit",
    "real_estate",
    "mortgages",
    "unsecured_credit",
];
const DAYS_BETWEEN_PAYMENTS: i64 = 30;
/// By how much the rate of the senior tranche is below that of the loans, the least and the most.
const SENIOR_MARGIN_BPS: [i64; 2] = [100, 400];

/// The slugs of pools, and the tables.
pub struct Credit {
    pub pools: Vec<String>,
    capacities: Vec<i64>,
    /// The day of the first loan of each pool.
    first_loans: Vec<i64>,
    senior_margins: Vec<i64>,
    tables: [Table; 4],
}

impl Credit {
    pub fn make(random: &mut Random, parties: &Parties) -> Self {
        let mut made = Self {
            pools: Vec::new(),
            capacities: Vec::new(),
            first_loans: Vec::new(),
            senior_margins: Vec::new(),
            tables: ["pools", "loans", "loan_payments", "loan_status_changes"].map(Table::new),
        };
        for number in 0..POOL_COUNT {
            made.pool(random, parties, number);
        }
        let book: Vec<(&str, usize)> = BOOK
            .iter()
            .flat_map(|(status, count)| (0..*count).map(|place| (*status, place)))
            .collect();
        let current = book.len();
        for number in 0..current {
            let (status, place) = book[number * BOOK_STEP % current];
            let ago = days_since_due(status, place);
            made.loan(random, parties, &Plan { number, pool: number % POOL_COUNT, status, ago });
        }
        // They have numbers of their own, so that nothing else changes with their count.
        let mut random = Random::from_parts(&[SEED, Random::hash("earlier loans")]);
        for number in 0..POOL_COUNT * EARLIER_LOANS_OF_A_POOL {
            let status = if number % EARLIER_LIQUIDATED == 3 { "liquidated" } else { "repaid" };
            let ago = 300 + (number as i64) * 27;
            let number = current + number;
            made.loan(
                &mut random,
                parties,
                &Plan { number, pool: number % POOL_COUNT, status, ago },
            );
        }
        let [pools, loans, ..] = &mut made.tables;
        for (number, row) in pools.rows.iter_mut().enumerate() {
            // A pool collects money for some weeks before it lends.
            let first = made.first_loans[number];
            row.0.push(("launched_on", day(first - random.between(20, 90))));
            // The junior tranche earns the rest, as it bears the first losses.
            let rate = average_rate_bps(&loans.rows, &made.pools[number]);
            row.0.push(("senior_rate", fraction(rate - made.senior_margins[number])));
        }
        made
    }

    pub fn tables(self) -> [Table; 4] {
        self.tables
    }

    fn pool(&mut self, random: &mut Random, parties: &Parties, number: usize) {
        let sector = SECTORS[number % SECTORS.len()];
        let words = format!("{} Pool {}", label(sector), number + 1);
        let capacity = random.between(20, 400) * 100_000;
        self.pools.push(slug(&words));
        self.capacities.push(capacity);
        self.first_loans.push(0);
        let is_closed = number == CLOSED_POOL;
        let status = if is_closed { "closed" } else { random.choose(&["open", "open", "active"]) };
        self.tables[0].add([
            ("slug", slug(&words)),
            ("name", name(&words)),
            ("platform_slug", parties.protocols[number % parties.protocols.len()].clone()),
            ("borrower", name(&format!("Borrower {}", number + 1))),
            ("category", "Sample".to_owned()),
            ("sector", sector.to_owned()),
            ("region", REGIONS[number % REGIONS.len()].to_owned()),
            ("collateral_type", COLLATERAL[number % COLLATERAL.len()].to_owned()),
            ("network_slug", (*random.choose(&["ethereum", "base", "polygon"])).to_owned()),
            ("address", format!("0x53414d504c45{}", random.hex(28))),
            ("currency", "USDC".to_owned()),
            ("status", status.to_owned()),
            (
                "asset_maturity",
                (*random.choose(&["30 to 90 days", "6 to 12 months", "3 years"])).to_owned(),
            ),
            ("capacity_amount", capacity.to_string()),
            ("lock_up_days", (*random.choose(&["0", "90", "180"])).to_owned()),
            ("website", page(&slug(&words))),
        ]);
        let [least, most] = SENIOR_MARGIN_BPS;
        self.senior_margins.push(random.between(least, most));
    }

    fn loan(&mut self, random: &mut Random, parties: &Parties, plan: &Plan) {
        let Plan { number, pool, ago, .. } = *plan;
        let status = if pool == CLOSED_POOL { "closed" } else { plan.status };
        let words = format!("Loan {}", number + 1);
        // All loans of a pool, of which six at most are open at a time, are within what it can take.
        let principal =
            (random.between(25, 500) * 10_000).min(self.capacities[pool] / 8_000 * 1_000);
        // It is the smaller borrowers who fall behind.
        let principal = match status {
            "late" | "defaulted" | "liquidated" => principal / 3_000 * 1_000,
            _ => principal,
        };
        let payments = random.between(4, 8);
        let amortizes = random.percent(50);
        // The number of past payments; a loan that was not drawn has not started.
        let behind = match status {
            "open" | "full" | "funded" => 0,
            "repaid" | "closed" | "liquidated" => payments + 2,
            _ => random.between(1, payments - 1),
        };
        let start = match status {
            "open" | "full" | "funded" => 20,
            _ => -behind * DAYS_BETWEEN_PAYMENTS - ago,
        };
        let end = start + payments * DAYS_BETWEEN_PAYMENTS;
        let late = matches!(status, "late" | "defaulted");
        // The last instalment of a loan that was liquidated was missed.
        let paid = match status {
            "liquidated" => payments - 1,
            _ => (behind - i64::from(late)).clamp(0, payments),
        };
        let repaid = match (paid == payments, amortizes) {
            (true, _) => principal,
            (false, true) => principal / payments * paid,
            (false, false) => 0,
        };
        let outstanding = match status {
            // A liquidation leaves a quarter owing, until that is written off.
            "liquidated" if loan_history::is_written_off(end) => 0,
            "liquidated" => (principal - repaid) / 4,
            _ => principal - repaid,
        };
        let drawn = start <= 0;
        self.first_loans[pool] = self.first_loans[pool].min(start);
        let rate = random.between(600, 1800);
        self.tables[1].add([
            ("slug", slug(&words)),
            ("name", name(&words)),
            ("pool_slug", self.pools[pool].clone()),
            ("platform_slug", parties.protocols[pool % parties.protocols.len()].clone()),
            ("network_slug", "ethereum".to_owned()),
            ("issuer_slug", parties.issuers[number % parties.issuers.len()].clone()),
            ("borrower", name(&format!("Borrower {}", number % 40 + 1))),
            ("status", status.to_owned()),
            ("sector", SECTORS[pool % SECTORS.len()].to_owned()),
            ("region", REGIONS[pool % REGIONS.len()].to_owned()),
            ("collateral_type", COLLATERAL[pool % COLLATERAL.len()].to_owned()),
            ("currency", "USDC".to_owned()),
            ("principal_amount", principal.to_string()),
            ("drawn_amount", if drawn { principal.to_string() } else { String::new() }),
            ("outstanding_amount", if drawn { outstanding.to_string() } else { String::new() }),
            ("interest_rate", fraction(rate)),
            ("late_fee_rate", fraction(200)),
            ("term_type", "closed_term".to_owned()),
            ("amortization", if amortizes { "amortizing" } else { "bullet" }.to_owned()),
            ("payment_interval_days", DAYS_BETWEEN_PAYMENTS.to_string()),
            ("payment_count", payments.to_string()),
            ("originated_on", day(start - 15)),
            ("starts_on", day(start)),
            ("ends_on", day(end)),
        ]);
        if matches!(status, "active" | "late" | "defaulted") {
            let next = start + (behind + i64::from(!late)) * DAYS_BETWEEN_PAYMENTS;
            self.tables[1].also([
                ("next_payment_on", day(next)),
                ("days_late", if late { (-next).to_string() } else { String::new() }),
            ]);
        }
        let missed = match status {
            "liquidated" => end,
            _ => start + behind * DAYS_BETWEEN_PAYMENTS,
        };
        let life = LoanTimeline { words: &words, status, start, end, missed };
        loan_history::add(&mut self.tables[3], &life);
        let schedule = Schedule { words, principal, payments, amortizes, rate, start, paid };
        self.payments(&schedule);
    }

    fn payments(&mut self, loan: &Schedule) {
        for number in 1..=loan.payments {
            let last = number == loan.payments;
            let principal = match (loan.amortizes, last) {
                (true, true) => {
                    loan.principal - loan.principal / loan.payments * (loan.payments - 1)
                }
                (true, false) => loan.principal / loan.payments,
                (false, true) => loan.principal,
                (false, false) => 0,
            };
            let interest = loan.principal * loan.rate / 10_000 / 12;
            let due = loan.start + number * DAYS_BETWEEN_PAYMENTS;
            let paid = number <= loan.paid;
            let words = format!("{}, payment {number}", loan.words);
            self.tables[2].add([
                ("slug", slug(&words)),
                ("name", name(&words)),
                ("loan_slug", slug(&loan.words)),
                ("number", number.to_string()),
                ("due_on", day(due)),
                ("principal_amount", principal.to_string()),
                ("interest_amount", interest.to_string()),
                (
                    "paid_amount",
                    if paid { (principal + interest).to_string() } else { String::new() },
                ),
                ("paid_on", if paid { day(due) } else { String::new() }),
            ]);
        }
    }
}

/// The average rate of the loans of a pool, weighted by what they owe, or by what was lent where nothing is owed any more.
fn average_rate_bps(loans: &[Row], pool: &str) -> i64 {
    let number = |loan: &Row, column: &str| -> f64 {
        loan.cell(column).and_then(|cell| cell.parse().ok()).unwrap_or_default()
    };
    let of_pool = || loans.iter().filter(move |loan| loan.cell("pool_slug") == Some(pool));
    let weighted_by = |column: &str| {
        let sum: f64 = of_pool().map(|loan| number(loan, column)).sum();
        let interest = of_pool().map(|loan| number(loan, column) * number(loan, "interest_rate"));
        (sum > 0.0).then(|| interest.sum::<f64>() / sum)
    };
    let rate = weighted_by("outstanding_amount").or_else(|| weighted_by("principal_amount"));
    (rate.unwrap_or_default() * 10_000.0).round() as i64
}

/// Adds what was put into each pool, which follows from its loans.
pub fn add_funding(pools: &mut Table, funded: &[i64]) {
    for (row, funded) in pools.rows.iter_mut().zip(funded) {
        row.0.push(("funded_amount", funded.to_string()));
    }
}

/// The terms of a loan, decided before it is made.
struct Plan {
    number: usize,
    pool: usize,
    status: &'static str,
    /// How many days before the present its last due payment was due.
    ago: i64,
}

/// How many days ago a payment was due: the one that a loan missed, spread over the ranges in which lenders count them, or
/// the last one that was paid.
fn days_since_due(status: &str, place: usize) -> i64 {
    let place = place as i64;
    match status {
        "late" => 6 + 15 * place,
        "defaulted" => 110 + 95 * place,
        "active" => 1 + place * 7 % 29,
        _ => 10 + 40 * place,
    }
}

struct Schedule {
    words: String,
    principal: i64,
    payments: i64,
    amortizes: bool,
    rate: i64,
    start: i64,
    paid: i64,
}

/// A word of the catalog as people read it.
fn label(sector: &str) -> String {
    if sector == "sme" {
        return sector.to_uppercase();
    }
    let words = sector.replace('_', " ");
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::tables_of_ledgers;

    #[test]
    fn a_senior_tranche_is_paid_one_to_four_points_less_than_the_loans_pay() {
        let tables = tables_of_ledgers();
        let rows = |name: &str| &tables.iter().find(|table| table.name == name).unwrap().rows;
        assert_eq!(rows("pools").len(), POOL_COUNT);
        for pool in rows("pools") {
            let number = |row: &Row, column: &str| -> f64 {
                row.cell(column).map_or(0.0, |cell| cell.parse().unwrap())
            };
            let is_owed = |loan: &&Row| number(loan, "outstanding_amount") > 0.0;
            let of_pool = |loan: &&Row| loan.cell("pool_slug") == pool.cell("slug");
            let mut loans: Vec<&Row> = rows("loans").iter().filter(of_pool).collect();
            let column = if loans.iter().any(is_owed) {
                loans.retain(is_owed);
                "outstanding_amount"
            } else {
                assert_eq!(pool.cell("status"), Some("closed"));
                "principal_amount"
            };
            let (interest, owed) = loans.iter().fold((0.0, 0.0), |(interest, owed), loan| {
                let amount = number(loan, column);
                (interest + amount * number(loan, "interest_rate"), owed + amount)
            });
            let margin = interest / owed - number(pool, "senior_rate");
            // The average is rounded to a hundredth of a percent.
            assert!((0.009_95..0.040_05).contains(&margin), "{:?}: {margin}", pool.cell("slug"));
            assert!(number(pool, "senior_rate") > 0.0);
            assert_eq!(pool.cell("senior_asset_slug"), None, "no asset's supply follows a pool");
        }
    }
}
