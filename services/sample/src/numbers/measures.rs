//! The measures of assets and tokens, the days on which each is reported, and its value.

use super::batch::Frequency;
use super::class_parameters::{self, ClassParameters, PublicationSchedule};
use super::day_numbers::{Numbers, cents, dollars};
use super::ledger::UNIT;
use super::unit_value::Quote;

/// 2025-07-01: since then every day has every value. Before, levels are reported on Sundays, which a week carries, and
/// flows on the days on which they are not zero and on Sundays, so that every week has a sum. A supply changes on such
/// days alone, and is reported on them with both mints and burns, whose difference needs both. Counts of distinct
/// addresses, which are neither carried nor summed, are reported on every day throughout.
const DAILY_SINCE: Day = 20_270;
const FRIDAY: i32 = 4;
const SUNDAY: i32 = 6;

/// Whether levels are reported at the end of a day.
pub fn has_levels(day: Day) -> bool {
    day >= DAILY_SINCE || class_parameters::weekday(day) == SUNDAY
}

/// One measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    Nav,
    OwnNav,
    Distribution,
    OwnDistribution,
    Price,
    Underlying,
    AnnualRent,
    PropertyValue,
    LoanToValue,
    Occupancy,
    Supply,
    TotalValue,
    CirculatingValue,
    BridgedValue,
    TotalMarket,
    CirculatingMarket,
    BridgedMarket,
    MintedToken,
    BurnedToken,
    MintedDollar,
    BurnedDollar,
    MovedDollar,
    Transactions,
    Holding,
    Active,
    ActiveOfWeek,
    ActiveOfMonth,
    MovedInWeek,
    Yield,
}

use Line::{
    Active, ActiveOfMonth, ActiveOfWeek, AnnualRent, BridgedMarket, BridgedValue, BurnedDollar,
    BurnedToken, CirculatingMarket, CirculatingValue, Distribution, Holding, LoanToValue,
    MintedDollar, MintedToken, MovedDollar, MovedInWeek, Nav, Occupancy, OwnDistribution, OwnNav,
    Price, PropertyValue, Supply, TotalMarket, TotalValue, Transactions, Underlying, Yield,
};
use engine::day::Day;

/// The measures of an asset.
pub const OF_ASSET: &[Line] = &[
    Nav,
    OwnNav,
    Distribution,
    OwnDistribution,
    Price,
    Underlying,
    AnnualRent,
    PropertyValue,
    LoanToValue,
    Occupancy,
    Supply,
    TotalValue,
    CirculatingValue,
    BridgedValue,
    TotalMarket,
    CirculatingMarket,
    BridgedMarket,
    MintedToken,
    BurnedToken,
    MintedDollar,
    BurnedDollar,
    MovedDollar,
    Transactions,
    Holding,
    Active,
    ActiveOfWeek,
    ActiveOfMonth,
    MovedInWeek,
    Yield,
];

/// The measures of a token, which pages add up by network or platform. Its unit value is that of its asset.
pub const OF_TOKEN: &[Line] = &[
    Supply,
    CirculatingValue,
    BridgedValue,
    CirculatingMarket,
    BridgedMarket,
    MintedToken,
    BurnedToken,
    MintedDollar,
    BurnedDollar,
    MovedDollar,
    Holding,
];

/// Everything that a value may be taken from.
pub struct Facts<'a> {
    pub numbers: &'a Numbers,
    pub quote: &'a Quote,
    /// The net asset value as it was known.
    pub nav: f64,
    /// On the last day of a week or month: its addresses, and the cents that were moved.
    pub of_week: Option<(f64, i64)>,
    pub of_month: Option<f64>,
    /// Whether a yield is published on the day.
    pub has_yield: bool,
    /// Whether units of the asset were issued or redeemed, of whichever token: they add up on every reported day.
    pub is_issued: bool,
}

fn units(amount: i64) -> f64 {
    amount as f64 / UNIT
}

impl Line {
    pub fn measure(self) -> &'static str {
        match self {
            Nav => "net_asset_value_dollar",
            OwnNav => "net_asset_value_own_currency",
            Distribution => "distribution_per_unit_dollar",
            OwnDistribution => "distribution_per_unit_own_currency",
            Price => "price_dollar",
            Underlying => "underlying_price_dollar",
            AnnualRent => "annual_rent_dollar",
            PropertyValue => "property_value_dollar",
            LoanToValue => "loan_to_value",
            Occupancy => "occupancy",
            Supply => "total_supply_token",
            TotalValue => "total_asset_value_dollar",
            CirculatingValue => "circulating_asset_value_dollar",
            BridgedValue => "bridged_token_value_dollar",
            TotalMarket => "market_value_dollar",
            CirculatingMarket => "circulating_market_value_dollar",
            BridgedMarket => "bridged_token_market_cap_dollar",
            MintedToken => "daily_mints_token",
            BurnedToken => "daily_burns_token",
            MintedDollar => "daily_mints_dollar",
            BurnedDollar => "daily_burns_dollar",
            MovedDollar => "daily_transfer_volume_dollar",
            Transactions => "number_of_daily_transactions_count",
            Holding => "holding_addresses_count",
            Active => "daily_active_addresses_count",
            ActiveOfWeek => "weekly_active_addresses_count",
            ActiveOfMonth => "monthly_active_addresses_count",
            MovedInWeek => "weekly_transfer_volume",
            Yield => "yield_to_maturity",
        }
    }

    /// How long a value stands.
    pub fn frequency(self, shape: &ClassParameters) -> Frequency {
        match self {
            Nav | OwnNav => shape.published.frequency(),
            ActiveOfWeek | MovedInWeek | Yield => Frequency::Weekly,
            Underlying => Frequency::BusinessDaily,
            ActiveOfMonth | Distribution | OwnDistribution | AnnualRent | PropertyValue
            | LoanToValue | Occupancy => Frequency::Monthly,
            _ => Frequency::Daily,
        }
    }

    /// Whether a day has a value of it, as far as there is one.
    pub fn is_reported(self, shape: &ClassParameters, day: Day) -> bool {
        match self {
            Nav | OwnNav if shape.published == PublicationSchedule::BusinessDaily => {
                day >= DAILY_SINCE || class_parameters::weekday(day) == FRIDAY
            }
            Nav | OwnNav if shape.published != PublicationSchedule::Daily => true,
            Nav | OwnNav | TotalValue | TotalMarket | CirculatingValue | CirculatingMarket
            | BridgedValue | BridgedMarket | Holding => has_levels(day),
            Transactions => shape.premium.is_some(),
            _ => true,
        }
    }

    /// Whether a number of a day is reported. Zeros are reported on every day only where pages show days.
    pub fn says(self, shape: &ClassParameters, day: Day, facts: &Facts<'_>, number: f64) -> bool {
        let is_shown_daily = match self {
            Supply | MintedDollar | BurnedDollar => day >= DAILY_SINCE || facts.is_issued,
            MovedDollar | Transactions => day >= DAILY_SINCE,
            // Units say something where they are money or metal.
            MintedToken | BurnedToken => (day >= DAILY_SINCE && shape.always) || facts.is_issued,
            _ => true,
        };
        let is_worth_it = self != Supply && number != 0.0;
        is_shown_daily || is_worth_it || class_parameters::weekday(day) == SUNDAY
    }

    /// Whether it says what happened in a time, rather than what stands at its end.
    pub fn is_of_events(self) -> bool {
        let is_moved = matches!(self, MintedToken | BurnedToken | MintedDollar | BurnedDollar);
        is_moved
            || matches!(self, MovedDollar | MovedInWeek | Distribution | OwnDistribution)
            || self.needs_chain()
    }

    /// Whether it counts addresses and transactions, of which units that are kept in books have none.
    pub fn needs_chain(self) -> bool {
        matches!(self, Transactions | Active | ActiveOfWeek | ActiveOfMonth)
    }

    /// Whether it is computed from the net asset value.
    pub fn needs_nav(self) -> bool {
        matches!(
            self,
            TotalValue
                | CirculatingValue
                | BridgedValue
                | MintedDollar
                | BurnedDollar
                | MovedDollar
                | MovedInWeek
                | AnnualRent
                | PropertyValue
        )
    }

    /// The value of the day, if the measure has one. No token of the universe is bridged: the supply on a network
    /// is the supply that circulates there.
    pub fn value(self, facts: &Facts<'_>) -> Option<f64> {
        let Facts { numbers, quote, .. } = facts;
        match self {
            Nav => quote.is_published.then_some(facts.nav),
            OwnNav => quote.own_nav.filter(|_| quote.is_published),
            Distribution => quote.distribution,
            OwnDistribution => quote.own_distribution,
            Price => quote.price,
            Underlying => quote.underlying,
            AnnualRent => quote.tenancy.map(|tenancy| dollars(cents(numbers.supply, tenancy.rent))),
            PropertyValue => {
                quote.tenancy.map(|tenancy| dollars(cents(numbers.supply, tenancy.value)))
            }
            LoanToValue => quote.tenancy.map(|tenancy| tenancy.loan_to_value),
            Occupancy => quote.tenancy.map(|tenancy| tenancy.occupancy),
            Supply => Some(units(numbers.supply)),
            TotalValue => Some(dollars(numbers.total_value)),
            CirculatingValue | BridgedValue => Some(dollars(numbers.circulating_value)),
            TotalMarket => numbers.total_market.map(dollars),
            CirculatingMarket | BridgedMarket => numbers.circulating_market.map(dollars),
            MintedToken => Some(units(numbers.minted)),
            BurnedToken => Some(units(numbers.burned)),
            MintedDollar => Some(dollars(numbers.minted_cents)),
            BurnedDollar => Some(dollars(numbers.burned_cents)),
            MovedDollar => Some(dollars(numbers.moved_cents)),
            Transactions => Some(numbers.transactions as f64),
            Holding => Some(numbers.holding.count()),
            Active => Some(numbers.active.count()),
            ActiveOfWeek => facts.of_week.map(|(active, _)| active),
            MovedInWeek => facts.of_week.map(|(_, moved)| dollars(moved)),
            ActiveOfMonth => facts.of_month,
            Yield => facts.has_yield.then_some(quote.rate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_nothing_that_assets_lack() {
        assert!(OF_TOKEN.iter().all(|line| OF_ASSET.contains(line)));
    }
}
