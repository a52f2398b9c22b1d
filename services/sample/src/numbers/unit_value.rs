//! The value of one unit of a fictional asset, day by day.

use engine::day::{self, Day};

use crate::random::{Random, SEED};

use super::class_parameters::{self, ClassParameters};
use super::market::{BILL, FIRST, Market, Price};
use super::property::{Property, Tenancy};
use super::universe::{Asset, Incident};

/// A net asset value that moves by more is not believed on its first day; the gate of imports says the same.
const DOUBTED: f64 = 0.1;
/// Values of weeks are seven days apart, and those of months move by less.
const DOUBTED_DAYS: Day = 7;
/// By how much the restated values were too high.
const ERROR: f64 = 1.004;
/// The part of the price that is left on the days after a coin lost its peg.
const DEPEG: [f64; 12] =
    [0.965, 0.884, 0.912, 0.937, 0.951, 0.968, 0.974, 0.981, 0.985, 0.991, 0.994, 0.997];
/// The part of the value that a default leaves.
const LEFT: f64 = 0.72;
/// The least yearly gain of a fund of bills: where bills pay hardly more, it waives its fee.
const LEAST_RATE: f64 = 0.000_1;

/// The values of a day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quote {
    /// The net asset value in force.
    pub nav: f64,
    /// The same in the currency of denomination, if that is not the dollar.
    pub own_nav: Option<f64>,
    /// The net asset value as first reported, where that was wrong.
    pub nav_at_first: Option<f64>,
    /// Whether it was published on this day.
    pub is_published: bool,
    /// Whether it is withheld, and with it all that depends on it.
    pub is_doubted: bool,
    /// The price of what one unit stands for at the close of its market.
    pub underlying: Option<f64>,
    /// How the property stands that is let, on days on which that is reported.
    pub tenancy: Option<Tenancy>,
    /// The distribution of one unit on this day, from which on its value excludes it.
    pub distribution: Option<f64>,
    /// The same in the currency of denomination, if that is not the dollar.
    pub own_distribution: Option<f64>,
    pub price: Option<f64>,
    /// The yearly yield.
    pub rate: f64,
}

/// The value of a unit of an asset from a day on.
#[derive(Clone)]
// Each day follows from the day before and from random numbers of its own, by additions and multiplications alone:
// going on from a day gives the same as going all the way.
pub struct UnitValue {
    shape: ClassParameters,
    incident: Incident,
    own: u64,
    /// The seed of its path: its own, that of its master fund, or that of a share that others follow too.
    path: u64,
    /// The price that it follows, and how much of what that is for one unit is.
    follows: Option<(Price, f64)>,
    /// The price of its currency in dollars, if it is denominated in another one.
    exchange: Option<Price>,
    /// The dollars of one unit of its currency now.
    dollars: f64,
    /// The bill on top of which it gains its drift.
    bill: Option<&'static Market>,
    drift: f64,
    /// Its yearly gain now.
    rate: f64,
    /// In its currency.
    value: f64,
    premium: f64,
    distributes: bool,
    property: Option<Property>,
    /// The income of a unit that was not distributed yet.
    income: f64,
    published: Option<(Day, f64)>,
    /// The published value in dollars of its day.
    nav: f64,
    is_doubted: bool,
    launch: Day,
}

impl UnitValue {
    /// The value on the day before the launch.
    pub fn new(asset: &Asset) -> Self {
        let own = Random::hash(&asset.slug);
        let followed = asset.follows.as_ref().map(|(name, _)| name);
        let followed = followed.or(asset.master.as_ref().map(|master| &master.slug));
        let path = followed.map_or(own, |name| Random::hash(name));
        let shape = asset.shape;
        let (least, most) = shape.drift;
        let drift = Random::from_parts(&[SEED, path, 1]).between(least, most) as f64 / 10_000.0;
        let drift = drift - asset.fee;
        let follows = asset.follows.as_ref();
        let follows = follows.and_then(|(market, quantity)| Some((Price::new(market)?, *quantity)));
        let mut value = Self {
            shape,
            incident: asset.incident,
            own,
            path,
            follows,
            exchange: asset.currency.as_deref().and_then(Price::new),
            dollars: 1.0,
            bill: if shape.over_bill { Market::by_name(BILL) } else { None },
            drift,
            rate: drift,
            value: shape.start,
            premium: 0.0,
            distributes: asset.distributes,
            property: shape.is_let().then(|| Property::new(asset)),
            income: 0.0,
            published: None,
            nav: shape.start,
            is_doubted: false,
            launch: asset.launch,
        };
        if value.follows.is_none() && shape.start >= 50.0 {
            value.value *= Random::from_parts(&[SEED, path, 2]).between(40, 300) as f64 / 100.0;
        }
        // The price that is followed has a past before the asset.
        if asset.follows.is_some() {
            (FIRST..asset.launch).for_each(|day| value.advance(day));
        }
        if let Some(price) = &mut value.exchange {
            for day in FIRST..asset.launch {
                value.dollars = price.step(day);
            }
        }
        value
    }

    /// The dollars that one unit is worth now.
    pub fn value(&self) -> f64 {
        self.value * self.dollars
    }

    fn advance(&mut self, day: Day) {
        if let Some((price, quantity)) = &mut self.follows {
            self.value = price.step(day) * *quantity;
            return;
        }
        let rests = self.shape.published == class_parameters::PublicationSchedule::BusinessDaily;
        if rests && class_parameters::is_weekend(day) {
            return;
        }
        if let Some(bill) = self.bill {
            self.rate = (bill.level(day) / 100.0 + self.drift).max(LEAST_RATE);
        }
        let days = if rests { 261.0 } else { 365.0 };
        let noise = Random::from_parts(&[SEED, self.path, 3, day as u64]).noise();
        if self.distributes && !self.shape.is_let() {
            self.income += self.value * self.rate / days;
        }
        let step = self.rate / days + self.shape.volatility * noise;
        self.value *= 1.0 + step.clamp(-0.06, 0.06);
        if self.incident == Incident::Default(day) {
            self.value *= LEFT;
            self.distributes = false;
        }
    }

    /// Goes on to a day.
    pub fn step(&mut self, day: Day) -> Quote {
        self.advance(day);
        if let Some(price) = &mut self.exchange {
            self.dollars = price.step(day);
        }
        let is_published = day == self.launch || self.shape.published.on(day);
        let tenancy = self.property.as_ref().filter(|_| is_published);
        let tenancy = tenancy.map(|property| property.at(day, rounded(self.value)));
        if let Some(tenancy) = tenancy {
            self.income = tenancy.income;
        }
        let distribution = self.distribution(day).filter(|_| is_published);
        if is_published {
            let paid = distribution.unwrap_or_default();
            self.income -= paid;
            // Rents are no part of what a property is worth.
            if !self.shape.is_let() {
                self.value -= paid;
            }
            let value = rounded(self.value);
            self.is_doubted = self.published.is_some_and(|(since, before)| {
                day - since <= DOUBTED_DAYS && (value - before).abs() > DOUBTED * before
            });
            self.published = Some((day, value));
            self.nav = if self.exchange.is_some() { rounded(value * self.dollars) } else { value };
        }
        let nav = if self.published.is_some() { self.nav } else { self.value() };
        let nav_at_first = match self.incident {
            Incident::Restatement(from, to, _) if (from..=to).contains(&day) => {
                Some(rounded(nav * ERROR))
            }
            _ => None,
        };
        let price = self.price(day);
        let own = |value: f64| self.exchange.is_some().then_some(value);
        let own_nav = self.published.and_then(|(_, value)| own(value));
        Quote {
            nav,
            own_nav,
            nav_at_first,
            is_published,
            is_doubted: self.is_doubted,
            underlying: (self.shape.is_traded() && !class_parameters::is_weekend(day))
                .then(|| rounded(self.value)),
            tenancy,
            distribution: distribution.map(|paid| match self.exchange {
                Some(_) => rounded(paid * self.dollars),
                None => paid,
            }),
            own_distribution: distribution.and_then(own),
            price,
            rate: rounded(self.rate),
        }
    }

    /// The distribution if a value is published on a day: the income since the last time, with the first value of a
    /// month, or of a quarter where values are not of every day.
    fn distribution(&self, day: Day) -> Option<f64> {
        let (before, _) = self.published.filter(|_| self.distributes)?;
        let months = match self.shape.published {
            class_parameters::PublicationSchedule::Daily
            | class_parameters::PublicationSchedule::Monthly => 1,
            class_parameters::PublicationSchedule::BusinessDaily
            | class_parameters::PublicationSchedule::Weekly => 3,
        };
        let period = |day: Day| {
            let date = day::date(day);
            (date.year() * 12 + i32::from(u8::from(date.month())) - 1) / months
        };
        let paid = rounded(self.income);
        (period(day) != period(before) && paid > 0.0).then_some(paid)
    }

    /// The day on which a doubted value is confirmed: that of the next one, if it comes soon and is near.
    pub fn confirmed_on(&self, day: Day) -> Option<Day> {
        let (since, _) = self.published?;
        let mut later = self.clone();
        let next = (day + 1..=since + DOUBTED_DAYS).find(|day| later.step(*day).is_published)?;
        (!later.is_doubted).then_some(next)
    }

    fn price(&mut self, day: Day) -> Option<f64> {
        let premium = self.shape.premium?;
        let noise = Random::from_parts(&[SEED, self.own, 4, day as u64]).noise();
        self.premium = 0.85 * self.premium + 0.5 * premium * noise;
        let mut price = self.value() * (1.0 + self.premium);
        match self.incident {
            Incident::NoPrice(from, to) if (from..=to).contains(&day) => return None,
            Incident::Depeg(since) if day >= since => {
                let left = DEPEG.get((day - since) as usize).copied().unwrap_or(1.0);
                price *= left;
            }
            _ => {}
        }
        Some(rounded(price))
    }
}

/// As it is published: six places for small numbers, four for large ones.
pub fn rounded(number: f64) -> f64 {
    let places = if number.abs() < 10.0 { 1e6 } else { 1e4 };
    (number * places).round() / places
}
