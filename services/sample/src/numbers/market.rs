//! Prices and rates that assets follow: those that come with the program, and stated paths where none do.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use engine::day::{self, Day};

use super::class_parameters;
use crate::random::{Random, SEED};

/// 2021-01-01, when what assets follow begins.
pub const FIRST: Day = 18_628;
/// Prices of some days before it are read, since the first of January has none.
const LEAD: Day = 45;

const CURRENCIES: &str = include_str!("../../../../deploy/seed/timeseries/ecb_fx_daily.csv");
const GOLD: &str = include_str!("../../../../deploy/seed/timeseries/gold_price_usd_monthly.csv");
const BRENT: &str = include_str!("../../../../deploy/seed/timeseries/fred_dcoilbrenteu.csv");
const RATES: &str =
    include_str!("../../../../deploy/seed/timeseries/us_treasury_cmt_fred_daily.csv");

/// The rate of the 3-month bill of the U.S. Treasury.
pub const BILL: &str = "bill";

/// Yearly levels in dollars, each reached in the middle of its year, where no price may be shipped. They are round
/// numbers near the market, without a source.
pub const STATED: [(&str, [f64; 6]); 3] = [
    ("silver", [25.0, 22.0, 23.0, 28.0, 40.0, 75.0]),
    ("platinum", [1_090.0, 960.0, 970.0, 960.0, 1_280.0, 1_900.0]),
    ("carbon", [63.0, 85.0, 91.0, 70.0, 83.0, 88.0]),
];
const STATED_SINCE: i32 = 2021;

/// How far a price deviates from its level, and how fast it returns.
#[derive(Clone, Copy, Debug)]
pub struct PriceDeviation {
    /// By how much it moves on a day.
    shock: f64,
    /// The part of its distance that is left after a day.
    pull: f64,
    /// The most that it may be off.
    pub band: f64,
}

/// The prices of a day are the levels themselves.
const NONE: PriceDeviation = PriceDeviation { shock: 0.0, pull: 0.0, band: 0.0 };

/// A price over time, or a rate in percent.
#[derive(Debug)]
pub struct Market {
    levels: Vec<(Day, f64)>,
    /// Whether levels are averages of a time, between which the price moves evenly, rather than prices that stand.
    is_average: bool,
    /// Until the last level.
    pub within: PriceDeviation,
    /// After it.
    pub beyond: PriceDeviation,
}

static MARKETS: LazyLock<BTreeMap<&str, Market>> = LazyLock::new(|| {
    let metal = PriceDeviation { shock: 0.009, pull: 0.985, band: 0.15 };
    let gold = Market {
        levels: column(GOLD, "value").into_iter().map(|(day, price)| (day + 14, price)).collect(),
        is_average: true,
        within: PriceDeviation { shock: 0.006, pull: 0.8, band: 0.02 },
        beyond: metal,
    };
    let brent = Market {
        levels: column(BRENT, "value"),
        is_average: false,
        within: NONE,
        beyond: PriceDeviation { shock: 0.018, pull: 0.985, band: 0.3 },
    };
    // The last rate stands.
    let bill =
        Market { levels: column(RATES, "m3"), is_average: false, within: NONE, beyond: NONE };
    let stated = STATED.map(|(name, levels)| {
        let middle = |year: i32| day::parse(&format!("{year}-07-01")).unwrap_or(FIRST);
        let deviation = PriceDeviation { shock: 0.013, ..metal };
        let levels = (STATED_SINCE..).map(middle).zip(levels).collect();
        (name, Market { levels, is_average: true, within: deviation, beyond: deviation })
    });
    let codes = ["EUR", "GBP", "CHF", "JPY", "SGD", "AUD", "SEK"];
    let currencies = codes.map(|code| (code, currency(code)));
    let shipped = [("gold", gold), ("brent", brent), (BILL, bill)];
    shipped.into_iter().chain(stated).chain(currencies).collect()
});

/// The numbers of a column by day, from shortly before the universe begins.
fn column(file: &str, name: &str) -> Vec<(Day, f64)> {
    let mut lines = file.lines();
    let mut columns = lines.next().unwrap_or_default().split(',');
    let place = columns.position(|column| column == name).unwrap_or_default();
    let row = |line: &str| {
        let day = day::parse(line.split(',').next()?).filter(|day| *day >= FIRST - LEAD)?;
        Some((day, line.split(',').nth(place)?.parse().ok()?))
    };
    lines.filter_map(row).collect()
}

/// The dollars that one unit of a currency buys by the reference rates of its euro.
fn currency(code: &str) -> Market {
    let units: BTreeMap<Day, f64> = column(CURRENCIES, &code.to_lowercase()).into_iter().collect();
    let dollars = column(CURRENCIES, "usd").into_iter();
    let levels = dollars
        .filter_map(|(day, dollars)| {
            let units = if code == "EUR" { 1.0 } else { *units.get(&day)? };
            Some((day, dollars / units))
        })
        .collect();
    let beyond = PriceDeviation { shock: 0.004, pull: 0.99, band: 0.06 };
    Market { levels, is_average: false, within: NONE, beyond }
}

impl Market {
    pub fn by_name(name: &str) -> Option<&'static Self> {
        MARKETS.get(name)
    }

    /// The last day that has a level.
    pub fn last(&self) -> Day {
        self.levels.last().map_or(FIRST, |(day, _)| *day)
    }

    /// The level of a day; before the first one and after the last one these stand.
    pub fn level(&self, day: Day) -> f64 {
        let next = self.levels.partition_point(|(of, _)| *of <= day);
        let before = next.checked_sub(1).map(|place| self.levels[place]);
        match (before, self.levels.get(next).copied()) {
            (Some((from, level)), Some((to, other))) if self.is_average => {
                level + (other - level) * f64::from(day - from) / f64::from(to - from)
            }
            (Some((_, level)), _) | (None, Some((_, level))) => level,
            (None, None) => 0.0,
        }
    }
}

/// The price of a market on its way from day to day, which begins with the universe.
#[derive(Clone)]
pub struct Price {
    market: &'static Market,
    key: u64,
    off: f64,
}

impl Price {
    pub fn new(name: &str) -> Option<Self> {
        Market::by_name(name).map(|market| Self { market, key: Random::hash(name), off: 0.0 })
    }

    /// Goes on to a day; at weekends the price of Friday stands.
    pub fn step(&mut self, day: Day) -> f64 {
        let deviation =
            if day > self.market.last() { self.market.beyond } else { self.market.within };
        if !class_parameters::is_weekend(day) {
            let noise = Random::from_parts(&[SEED, self.key, 3, day as u64]).noise();
            let off = deviation.pull * self.off + deviation.shock * noise;
            self.off = off.clamp(-deviation.band, deviation.band);
        }
        let traded = day - (class_parameters::weekday(day) - 4).max(0);
        self.market.level(traded) * (1.0 + self.off)
    }
}
