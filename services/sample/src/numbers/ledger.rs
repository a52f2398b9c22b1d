//! The canonical ledger of one fictional token: the units minted, burned and moved on each day, and the balance of each
//! holder.

use engine::day::Day;

use crate::random::{Random, SEED};

use super::class_parameters::{self, ClassParameters};
use super::universe::{Asset, Incident, Token, today};

/// Parts of one unit.
// Amounts are whole millionths, so that nothing is lost when they are added up.
pub const UNIT: f64 = 1e6;
/// The part of an asset that its first token has.
const FIRST_TOKEN: f64 = 0.7;
/// The part of a master fund that one of its feeder funds has grown to.
const FEEDER: f64 = 0.6;
/// How long a run of good or bad weeks lasts.
const RUN: Day = 30;
const YEAR: Day = 365;
/// How often a holder is looked for.
const TRIES: usize = 6;
/// The place of the issuer's own address, whose balance does not circulate.
pub const TREASURY: usize = 0;
/// For how long units of an asset that is wound down are redeemed, until the universe stands still.
const WIND_DOWN: Day = 120;
/// The part of its units that a coin loses with its peg, and for how many days they flow out.
const RUN_ON_THE_COIN: f64 = 0.4;
const RUN_DAYS: Day = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// They came into being.
    Mint,
    /// They ceased to be.
    Burn,
    /// They changed hands.
    Transfer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub kind: Kind,
    /// The place of the sender; `None` for minted units.
    pub from: Option<usize>,
    /// The place of the receiver; `None` for burned units.
    pub to: Option<usize>,
    /// How many.
    pub amount: i64,
    /// The number of the transaction within the day.
    pub transaction: usize,
}

/// The ledger at the end of a day.
#[derive(Clone)]
pub struct Ledger {
    /// The units of each holder.
    pub balances: Vec<i64>,
    /// All units in existence.
    pub supply: i64,
    shape: ClassParameters,
    incident: Incident,
    is_over: bool,
    is_represented: bool,
    key: u64,
    /// The seed of its good and bad weeks, and the day since which it grows: its own, or those of its master fund.
    weeks: u64,
    grows_since: Day,
    launch: Day,
    size: f64,
    half: f64,
    transfers: f64,
}

impl Ledger {
    /// The ledger before the first day of a token: the first of an asset comes with it, the others later. Those of a
    /// property come all at once, as it is divided into its units once.
    pub fn new(asset: &Asset, place: usize, unit_value: f64) -> Self {
        let master = asset.master.as_ref().map(|master| Self::new(master, 0, unit_value));
        let token: &Token = &asset.tokens[place];
        let shape = asset.shape;
        let key = Random::hash(&token.slug);
        let mut random = Random::from_parts(&[SEED, Random::hash(&asset.slug), 5]);
        let (first, second) = (random.fraction(), random.fraction());
        // A few assets are far larger than the rest.
        let size = if shape.is_let() {
            0.2 + 5.0 * first * second
        } else {
            0.05 + 30.0 * first * first * first * first * second
        };
        let of_asset = match &master {
            Some(master) => master.size * unit_value / UNIT / FIRST_TOKEN * FEEDER,
            None => shape.size * size,
        };
        let mut random = Random::from_parts(&[SEED, key, 6]);
        let share = if place == 0 { FIRST_TOKEN } else { 0.08 + 0.3 * random.fraction() };
        let age = (today() - asset.launch).max(1);
        let comes_at_once = place == 0 || shape.is_let();
        let later = if comes_at_once { 0 } else { i64::from(age) * random.between(15, 70) / 100 };
        let (least, most) = shape.transfers;
        let busy = random.fraction();
        let holders = shape.holders * random.between(30, 100) / 100;
        let launch = asset.launch + later as Day;
        let half = random.between(150, 600) as f64;
        Self {
            balances: vec![0; holders.max(6) as usize + 1],
            supply: 0,
            shape,
            incident: asset.incident,
            is_over: asset.is_over,
            is_represented: token.is_represented,
            key,
            weeks: master.as_ref().map_or(key, |master| master.weeks),
            grows_since: master.as_ref().map_or(launch, |master| master.launch),
            launch,
            size: of_asset * share / unit_value * UNIT,
            half: master.map_or(half, |master| master.half),
            transfers: least + (most - least) * busy * busy,
        }
    }

    /// The first day that it has entries of.
    pub fn launch(&self) -> Day {
        self.launch
    }

    /// The circulating units: all but those that the issuer holds.
    pub fn circulating(&self) -> i64 {
        self.supply - self.balances[TREASURY]
    }

    /// Goes on to a day and answers what happened on it.
    pub fn step(&mut self, day: Day) -> Vec<Entry> {
        let mut book = Book { entries: Vec::new(), transaction: 0 };
        if day < self.launch {
            return book.entries;
        }
        let mut random = Random::from_parts(&[SEED, self.key, 7, day as u64]);
        if day == self.launch && self.shape.is_let() {
            self.sell(&mut random, &mut book);
            return book.entries;
        }
        if day == self.launch {
            let start = (self.size * 0.02) as i64 + 1_000_000;
            self.mint(&mut book, TREASURY, start / 10);
            self.mint(&mut book, 1, start - start / 10);
            return book.entries;
        }
        let weekend = class_parameters::is_weekend(day) && !self.shape.always;
        self.issue(&mut random, &mut book, day, weekend);
        if !self.is_represented {
            self.transfer(&mut random, &mut book, day);
        }
        book.entries
    }

    /// Makes all units of a property at once and sells them to everybody; the issuer keeps what is left.
    fn sell(&mut self, random: &mut Random, book: &mut Book) {
        let mut left = self.size as i64;
        let holders = self.balances.len() as i64 - 1;
        for place in 1..=holders {
            let amount = (left / holders * random.between(20, 250) / 100).min(left);
            self.mint(book, place as usize, amount);
            left -= amount;
        }
        self.mint(book, TREASURY, left);
    }

    /// How many units there would be if they could be made and taken back at any time.
    fn wanted(&self, day: Day) -> f64 {
        let age = f64::from(day - self.grows_since);
        let growth = age * age / (age * age + self.half * self.half);
        let of_year = f64::from(day.rem_euclid(YEAR)) / f64::from(YEAR);
        let season = 0.97 + 0.06 * (2.0 * of_year - 1.0).abs();
        let (run, within) = (day.div_euclid(RUN), f64::from(day.rem_euclid(RUN)) / f64::from(RUN));
        let luck = |run: Day| Random::from_parts(&[SEED, self.weeks, 8, run as u64]).noise();
        let luck = luck(run) * (1.0 - within) + luck(run + 1) * within;
        let wanted = self.size * (0.02 + growth) * season * (1.0 + 0.12 * luck).max(0.3);
        match self.incident {
            Incident::Depeg(since) if day >= since => {
                let gone = f64::from((day - since + 1).min(RUN_DAYS)) / f64::from(RUN_DAYS);
                wanted * (1.0 - RUN_ON_THE_COIN * gone)
            }
            _ if self.shape.is_let() && !self.is_over => self.supply as f64,
            _ if self.is_over => {
                let left =
                    f64::from((today() - 10 - day).clamp(0, WIND_DOWN)) / f64::from(WIND_DOWN);
                wanted * left
            }
            _ => wanted,
        }
    }

    fn issue(&mut self, random: &mut Random, book: &mut Book, day: Day, weekend: bool) {
        let is_frozen = matches!(self.incident, Incident::Default(since) if day >= since);
        if is_frozen {
            return;
        }
        let wanted = self.wanted(day);
        let is_idle = weekend || !random.percent(self.shape.issues);
        // An asset that is wound down redeems on every day, and not on its days of issue alone.
        if is_idle && wanted > 0.0 {
            return;
        }
        let churned = (self.supply as f64 * 0.004 * random.fraction()) as i64;
        let missing = wanted as i64 - self.supply;
        let (minted, burned) =
            if missing > 0 { (missing + churned, churned) } else { (0, -missing) };
        let reach = self.reach(day);
        if minted > 0 {
            let parts = random.between(1, 3);
            for part in 0..parts {
                let amount = minted / parts + if part == 0 { minted % parts } else { 0 };
                // The issuer keeps a little of what is made.
                let to =
                    if random.percent(3) { TREASURY } else { random.between(1, reach) as usize };
                self.mint(book, to, amount);
            }
        }
        let mut left = burned;
        for _ in 0..TRIES * 2 {
            let Some(from) = self.somebody(random, reach) else { break };
            let amount = left.min(self.balances[from]);
            self.burn(book, from, amount);
            left -= amount;
            if left == 0 {
                break;
            }
        }
        // Then the last holders are paid out too.
        if wanted <= 0.0 {
            for from in 0..self.balances.len() {
                let amount = self.balances[from];
                self.burn(book, from, amount);
            }
        }
    }

    fn transfer(&mut self, random: &mut Random, book: &mut Book, day: Day) {
        let reach = self.reach(day);
        let of_week = if class_parameters::is_weekend(day) { 0.35 } else { 1.0 };
        let wanted = self.transfers * of_week * (0.4 + 1.2 * random.fraction()) + random.fraction();
        for _ in 0..wanted as usize {
            let Some(from) = self.somebody(random, reach) else { return };
            let to = random.between(1, reach) as usize;
            let share = random.fraction();
            let amount = if random.percent(6) {
                self.balances[from]
            } else {
                (self.balances[from] as f64 * share * share * 0.3) as i64
            };
            if to == from || amount == 0 {
                continue;
            }
            // Now and then one transaction moves units twice.
            if !random.percent(10) {
                book.transaction += 1;
            }
            self.balances[from] -= amount;
            self.balances[to] += amount;
            book.add(Kind::Transfer, Some(from), Some(to), amount);
        }
    }

    /// The last place of those who know of the token by now.
    fn reach(&self, day: Day) -> i64 {
        let age = f64::from(day - self.launch);
        let most = (self.balances.len() - 1) as f64;
        ((most * age / (age + 1.5 * self.half)) as i64).clamp(3, most as i64)
    }

    /// One who holds something, if one is found; not the issuer.
    fn somebody(&self, random: &mut Random, reach: i64) -> Option<usize> {
        (0..TRIES)
            .map(|_| random.between(1, reach) as usize)
            .find(|place| self.balances[*place] > 0)
    }

    fn mint(&mut self, book: &mut Book, to: usize, amount: i64) {
        if amount > 0 {
            self.balances[to] += amount;
            self.supply += amount;
            book.transaction += 1;
            book.add(Kind::Mint, None, Some(to), amount);
        }
    }

    fn burn(&mut self, book: &mut Book, from: usize, amount: i64) {
        if amount > 0 {
            self.balances[from] -= amount;
            self.supply -= amount;
            book.transaction += 1;
            book.add(Kind::Burn, Some(from), None, amount);
        }
    }
}

struct Book {
    entries: Vec<Entry>,
    transaction: usize,
}

impl Book {
    fn add(&mut self, kind: Kind, from: Option<usize>, to: Option<usize>, amount: i64) {
        let transaction = self.transaction;
        self.entries.push(Entry { kind, from, to, amount, transaction });
    }
}
