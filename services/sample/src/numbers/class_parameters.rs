//! The parameters by which the fictional assets of a class behave.

use engine::day::Day;

use super::batch::Frequency;

/// The common parameters of the assets of a class.
#[derive(Clone, Copy, Debug)]
pub struct ClassParameters {
    /// Dollars that one unit is worth when the asset is launched.
    pub start: f64,
    /// Its gain in a year, in hundredths of a percent: the least and the most.
    pub drift: (i64, i64),
    /// Whether it gains that on top of what the 3-month bill pays, before its fee.
    pub over_bill: bool,
    /// By how much it moves on a day, as a fraction.
    pub volatility: f64,
    /// How often a net asset value is published.
    pub published: PublicationSchedule,
    /// How far a market's price strays from it, as a fraction; `None` without a market.
    pub premium: Option<f64>,
    /// Dollars that a middling asset grows to.
    pub size: f64,
    /// On how many of a hundred working days units are issued or redeemed.
    pub issues: u64,
    /// Whether weekends are days like others.
    pub always: bool,
    /// Transfers on a working day, of a quiet token and of a busy one.
    pub transfers: (f64, f64),
    /// Holders that a token may come to have.
    pub holders: i64,
    pub backing: Backing,
    /// Whether it pays to hold it: then there is a yield to maturity.
    pub yields: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backing {
    /// Claims and securities without a price of their own here.
    Claims,
    /// Something that has a price at the close of a market.
    Traded,
    /// Property that is let, whose rents are distributed beside its worth.
    Let,
}

impl ClassParameters {
    /// Whether it stands for something with a price at the close of a market.
    pub fn is_traded(&self) -> bool {
        self.backing == Backing::Traded
    }

    /// Whether it stands for property that is let.
    pub fn is_let(&self) -> bool {
        self.backing == Backing::Let
    }
}

/// When net asset values are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublicationSchedule {
    /// Every day.
    Daily,
    /// From Monday to Friday.
    BusinessDaily,
    /// On Fridays.
    Weekly,
    /// On the last day of a month.
    Monthly,
}

impl PublicationSchedule {
    /// Whether one is published on a day.
    pub fn on(self, at: Day) -> bool {
        match self {
            Self::Daily => true,
            Self::BusinessDaily => !is_weekend(at),
            Self::Weekly => weekday(at) == 4,
            Self::Monthly => is_last_of_month(at),
        }
    }

    /// How long such a value stands.
    pub fn frequency(self) -> Frequency {
        match self {
            Self::Daily => Frequency::Daily,
            Self::BusinessDaily => Frequency::BusinessDaily,
            Self::Weekly => Frequency::Weekly,
            Self::Monthly => Frequency::Monthly,
        }
    }
}

/// From 0, a Monday, to 6.
pub fn weekday(at: Day) -> i32 {
    // 1970-01-01 was a Thursday.
    (at + 3).rem_euclid(7)
}

/// Whether it is a Saturday or a Sunday.
pub fn is_weekend(at: Day) -> bool {
    weekday(at) >= 5
}

/// Whether the month ends with it.
pub fn is_last_of_month(at: Day) -> bool {
    engine::day::date(at + 1).day() == 1
}

const FUND: ClassParameters = ClassParameters {
    start: 100.0,
    drift: (300, 1_400),
    over_bill: false,
    volatility: 0.003,
    published: PublicationSchedule::Weekly,
    premium: None,
    size: 12e6,
    issues: 25,
    always: false,
    transfers: (0.2, 2.0),
    holders: 40,
    backing: Backing::Claims,
    yields: false,
};

const CURRENCY: ClassParameters = ClassParameters {
    start: 1.0,
    drift: (0, 0),
    volatility: 0.0,
    published: PublicationSchedule::Daily,
    premium: Some(0.000_6),
    size: 9e6,
    issues: 90,
    always: true,
    transfers: (6.0, 20.0),
    holders: 180,
    ..FUND
};

/// How the assets of a class behave; one that is not known behaves like a fund.
pub fn for_class(class: &str) -> ClassParameters {
    match class {
        "treasury-products" => ClassParameters {
            start: 1.0,
            drift: (-5, 10),
            over_bill: true,
            volatility: 0.000_001,
            published: PublicationSchedule::Daily,
            premium: Some(0.000_4),
            size: 40e6,
            issues: 80,
            transfers: (1.0, 10.0),
            holders: 90,
            yields: true,
            ..FUND
        },
        "stablecoins" => ClassParameters {
            start: 1.0,
            drift: (0, 0),
            volatility: 0.0,
            published: PublicationSchedule::Daily,
            premium: Some(0.000_5),
            size: 90e6,
            issues: 95,
            always: true,
            transfers: (8.0, 36.0),
            holders: 320,
            ..FUND
        },
        "private-credit" => ClassParameters {
            start: 1.0,
            drift: (700, 1_300),
            volatility: 0.000_05,
            size: 18e6,
            issues: 15,
            transfers: (0.1, 1.0),
            yields: true,
            ..FUND
        },
        "commodities" => ClassParameters {
            drift: (0, 0),
            volatility: 0.0,
            published: PublicationSchedule::Daily,
            premium: Some(0.002),
            size: 14e6,
            issues: 50,
            always: true,
            transfers: (2.0, 8.0),
            holders: 150,
            backing: Backing::Traded,
            ..FUND
        },
        "public-equity" => ClassParameters {
            drift: (-300, 1_600),
            volatility: 0.014,
            published: PublicationSchedule::BusinessDaily,
            premium: Some(0.003),
            size: 3e6,
            issues: 60,
            transfers: (2.0, 12.0),
            holders: 160,
            backing: Backing::Traded,
            ..FUND
        },
        "real-estate" => ClassParameters {
            start: 50.0,
            drift: (150, 600),
            volatility: 0.000_2,
            published: PublicationSchedule::Monthly,
            size: 450e3,
            issues: 8,
            transfers: (0.1, 1.5),
            holders: 70,
            backing: Backing::Let,
            ..FUND
        },
        "structured-credit" => ClassParameters {
            start: 1.0,
            drift: (600, 900),
            volatility: 0.000_1,
            issues: 10,
            holders: 20,
            yields: true,
            ..FUND
        },
        "municipal-bonds" => ClassParameters {
            drift: (200, 380),
            volatility: 0.000_6,
            size: 5e6,
            yields: true,
            ..FUND
        },
        "non-us-government-debt" => bond((200, 420), 0.000_8, 16e6),
        "corporate-bonds" => bond((350, 700), 0.001_2, 8e6),
        "fiat-currency" => CURRENCY,
        _ => FUND,
    }
}

fn bond(drift: (i64, i64), volatility: f64, size: f64) -> ClassParameters {
    ClassParameters {
        drift,
        volatility,
        published: PublicationSchedule::BusinessDaily,
        premium: Some(0.001),
        size,
        yields: true,
        ..FUND
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::day;

    #[test]
    fn days_of_the_week_are_those_of_the_calendar() {
        for (text, expected) in [("1970-01-01", 3), ("2026-11-20", 4), ("2021-02-28", 6)] {
            assert_eq!(weekday(day::parse(text).unwrap()), expected, "{text}");
        }
        assert!(is_last_of_month(day::parse("2024-02-29").unwrap()));
        assert!(!is_last_of_month(day::parse("2024-02-28").unwrap()));
    }
}
