//! The leases and the debt of a fictional property.

use engine::day::{self, Day};

use super::universe::Asset;
use crate::random::{Random, SEED};

/// The part of rents that upkeep, taxes and management take.
const COSTS: f64 = 0.3;
/// The interest on debt in a year.
const INTEREST: f64 = 0.05;
/// The part of the debt that is paid back in a year.
const REPAID: f64 = 0.03;
const YEAR: f64 = 365.0;

#[derive(Clone)]
pub struct Property {
    key: u64,
    launch: Day,
    flats: u64,
    /// Rent of a year, fully let, as a part of the value.
    rent: f64,
    /// Debt at the launch, as a part of the value.
    debt: f64,
}

/// How a property stands on a day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tenancy {
    /// The part of its flats that is let.
    pub occupancy: f64,
    /// Its debt as a part of its value.
    pub loan_to_value: f64,
    /// The value of the property before debt, for each unit, in dollars.
    pub value: f64,
    /// The rent of a year for each unit, in dollars.
    pub rent: f64,
    /// The rent of a month for each unit, after costs and interest.
    pub income: f64,
}

impl Property {
    pub fn new(asset: &Asset) -> Self {
        let key = Random::hash(&asset.slug);
        let mut random = Random::from_parts(&[SEED, key, 11]);
        Self {
            key,
            launch: asset.launch,
            flats: random.between(4, 24) as u64,
            rent: random.between(650, 950) as f64 / 10_000.0,
            // One in three has no debt.
            debt: (random.between(-25, 50).max(0)) as f64 / 100.0,
        }
    }

    /// The tenancy on a day, as it is published; `nav` is the value of a unit then, which is a part of the value of the property
    /// less its debt.
    pub fn at(&self, day: Day, nav: f64) -> Tenancy {
        let date = day::date(day);
        let quarter = (date.year() * 12 + i32::from(u8::from(date.month())) - 1) / 3;
        // A flat stands empty for a quarter now and then.
        let is_let = |flat: &u64| {
            !Random::from_parts(&[SEED, self.key, 12, *flat, quarter as u64]).percent(7)
        };
        let let_count = (0..self.flats).filter(is_let).count();
        let occupancy = rounded(let_count as f64 / self.flats as f64);
        let repaid = REPAID * f64::from(day - self.launch) / YEAR;
        let loan_to_value = rounded(self.debt * (1.0 - repaid).max(0.0));
        let value = nav / (1.0 - loan_to_value);
        let rent = value * self.rent * occupancy;
        let income = (rent * (1.0 - COSTS) - value * loan_to_value * INTEREST).max(0.0) / 12.0;
        Tenancy { occupancy, loan_to_value, value, rent, income }
    }
}

fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}
