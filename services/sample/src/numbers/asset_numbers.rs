//! Writes the days of one asset from the ledgers of its tokens.

use engine::day::Day;
use engine::withheld_reasons;
use kit::clock::DAY_MILLISECONDS;
use time::{Duration, OffsetDateTime, PrimitiveDateTime};

use super::batch::{Holding, Sheet, Transfer, Value, Writer, address, end_of, raw};
use super::class_parameters::{self, ClassParameters};
use super::day_numbers::{HolderSet, Numbers, cents, dollars};
use super::ledger::{Entry, Kind, Ledger, TREASURY, UNIT};
use super::measures::{Facts, Line, OF_ASSET, OF_TOKEN};
use super::unit_value::{Quote, UnitValue};
use super::universe::{Asset, Incident};
use super::{HOLDER_DAYS, HOLDERS, TRANSFER_DAYS, invariants};
use crate::random::{Random, SEED};

/// When the restated values became known.
const CORRECTED_AT: Duration = Duration::hours(15);
/// The block with which 2021 began, and how many a day has.
const FIRST_BLOCK: i64 = 11_565_019;
const BLOCKS_OF_A_DAY: i64 = 7_150;
const FIRST_DAY: Day = 18_628;
const DAY_SECONDS: i64 = DAY_MILLISECONDS / 1_000;

/// The numbers of the week and the month so far.
#[derive(Default)]
struct Periods {
    week: HolderSet,
    month: HolderSet,
    /// How many took part on each of their days, together.
    days_of_week: f64,
    days_of_month: f64,
    /// The cents that were moved: as they were known first, and as they are known in the end.
    moved: [i64; 2],
    /// Until when one of its days is withheld.
    doubted_until: Option<OffsetDateTime>,
}

impl Periods {
    fn add(
        &mut self,
        day: Day,
        [first, last]: [&Numbers; 2],
        doubted_until: Option<OffsetDateTime>,
    ) {
        if class_parameters::weekday(day) == 0 {
            (self.week, self.moved, self.doubted_until) = (HolderSet::default(), [0; 2], None);
            self.days_of_week = 0.0;
        }
        if class_parameters::is_last_of_month(day - 1) {
            (self.month, self.days_of_month) = (HolderSet::default(), 0.0);
        }
        self.days_of_week += first.active.count();
        self.days_of_month += first.active.count();
        self.week.join(&first.active);
        self.month.join(&first.active);
        self.moved[0] += first.moved_cents;
        self.moved[1] += last.moved_cents;
        self.doubted_until = self.doubted_until.max(doubted_until);
    }
}

/// A subject with what is kept of it.
struct Page {
    sheet: Sheet,
    lines: &'static [Line],
    shape: ClassParameters,
    is_represented: bool,
    is_on_chain: bool,
    periods: Periods,
}

impl Page {
    fn new(asset: &Asset, kind: &'static str, slug: &str, name: &str) -> Self {
        let lines = if kind == "asset" { OF_ASSET } else { OF_TOKEN };
        let columns = lines.iter().map(|line| (line.measure(), line.frequency(&asset.shape)));
        Self {
            sheet: Sheet::new(kind, slug, name, columns.collect()),
            lines,
            shape: asset.shape,
            is_represented: false,
            is_on_chain: asset.tokens.iter().any(|token| token.is_on_chain),
            periods: Periods::default(),
        }
    }

    /// Writes down a day as it was known at an instant.
    fn write(&mut self, out: &mut Writer, numbers: &Numbers, quote: &Quote, version: &Version) {
        let Version { day, known_at, .. } = *version;
        let weekday = class_parameters::weekday(day);
        let moved = self.periods.moved[usize::from(version.is_correction)];
        let facts = Facts {
            numbers,
            quote,
            nav: version.nav,
            of_week: (weekday == 6).then(|| (self.periods.week.count(), moved)),
            of_month: class_parameters::is_last_of_month(day).then(|| self.periods.month.count()),
            has_yield: self.shape.yields && weekday == 4,
            is_issued: version.is_issued,
        };
        let Periods { week, month, days_of_week, days_of_month, .. } = &self.periods;
        let spans = [(week, *days_of_week), (month, *days_of_month)];
        let is_doubted =
            |until: Option<OffsetDateTime>| until.is_some_and(|until| known_at < until);
        let (doubted, week_doubted) =
            (is_doubted(version.doubted_until), is_doubted(self.periods.doubted_until));
        let wrong = version.reason.or_else(|| invariants::periods(&numbers.active, spans));
        for (place, line) in self.lines.iter().enumerate() {
            // An asset that cannot leave its platform has no values of transfers, rather than zeros.
            let is_idle = (*line == Line::MovedDollar && self.is_represented)
                || (line.needs_chain() && !self.is_on_chain)
                || (version.is_silent && !line.is_of_events());
            if is_idle || !line.is_reported(&self.shape, day) {
                continue;
            }
            let number =
                line.value(&facts).filter(|number| line.says(&self.shape, day, &facts, *number));
            let Some(number) = number else { continue };
            let doubt = match line {
                Line::Nav => doubted.then_some(withheld_reasons::NAV_JUMP.code),
                Line::MovedInWeek => week_doubted.then_some(withheld_reasons::INPUT_WITHHELD.code),
                line => {
                    (line.needs_nav() && doubted).then_some(withheld_reasons::INPUT_WITHHELD.code)
                }
            };
            let reason = wrong.or(doubt);
            out.put(&mut self.sheet, place, &Value { day, number, known_at, reason });
        }
    }
}

/// A state of knowledge about a day.
#[derive(Clone, Copy)]
struct Version {
    day: Day,
    nav: f64,
    known_at: OffsetDateTime,
    is_correction: bool,
    /// Whether only flows are reported, and no levels.
    is_silent: bool,
    is_issued: bool,
    /// Until when the net asset value and everything that depends on it is withheld.
    doubted_until: Option<OffsetDateTime>,
    reason: Option<&'static str>,
}

/// The numbers of a day in a state of knowledge.
struct State {
    version: Version,
    parts: Vec<Numbers>,
    together: Numbers,
}

impl State {
    fn new(
        version: Version,
        tokens: &[(Ledger, Page)],
        entries: &[Vec<Entry>],
        quote: &Quote,
    ) -> Self {
        let parts: Vec<Numbers> = tokens
            .iter()
            .zip(entries)
            .map(|((ledger, page), entries)| {
                let numbers = Numbers::from_entries(entries, ledger, version.nav, quote);
                if page.is_on_chain { numbers } else { numbers.in_books() }
            })
            .collect();
        let together = Numbers::together(&parts);
        let reason = version.reason.or_else(|| invariants::whole(&together, &parts));
        let is_issued = together.minted != 0 || together.burned != 0;
        Self { version: Version { is_issued, reason, ..version }, parts, together }
    }
}

/// The value of all units of an asset at the ends of some days, in ascending order, in cents.
pub fn total_values(asset: &Asset, days: &[Day]) -> Vec<i64> {
    let mut worth = UnitValue::new(asset);
    let unit_value = worth.value();
    let ledgers = (0..asset.tokens.len()).map(|place| Ledger::new(asset, place, unit_value));
    let mut ledgers: Vec<Ledger> = ledgers.collect();
    let mut values = vec![0; days.len()];
    for day in asset.launch..=days.last().copied().unwrap_or_default() {
        let nav = worth.step(day).nav;
        for ledger in &mut ledgers {
            ledger.step(day);
        }
        if let Some(place) = days.iter().position(|wanted| *wanted == day) {
            values[place] = ledgers.iter().map(|ledger| cents(ledger.supply, nav)).sum();
        }
    }
    values
}

/// The whole units burned of the first token and minted of the second one until the end of a day.
pub fn burned_and_minted(asset: &Asset, last: Day) -> (i64, i64) {
    let unit_value = UnitValue::new(asset).value();
    let total = |place: usize, kind: Kind| {
        if place >= asset.tokens.len() {
            return 0;
        }
        let mut ledger = Ledger::new(asset, place, unit_value);
        let entries = (asset.launch..=last).flat_map(|day| ledger.step(day));
        let amounts = entries.filter(|entry| entry.kind == kind).map(|entry| entry.amount);
        amounts.sum::<i64>() / UNIT as i64
    };
    (total(0, Kind::Burn), total(1, Kind::Mint))
}

/// Writes down all days of an asset.
pub fn write(asset: &Asset, out: &mut Writer) {
    let mut worth = UnitValue::new(asset);
    let unit_value = worth.value();
    let mut tokens: Vec<(Ledger, Page)> = (0..asset.tokens.len())
        .map(|place| {
            let token = &asset.tokens[place];
            let mut page = Page::new(asset, "token", &token.slug, &token.name);
            page.is_represented = token.is_represented;
            page.is_on_chain = token.is_on_chain;
            (Ledger::new(asset, place, unit_value), page)
        })
        .collect();
    let mut whole = Page::new(asset, "asset", &asset.slug, &asset.name);
    for day in asset.launch..=out.span.last {
        let quote = worth.step(day);
        let mut wrong = None;
        let mut entries = Vec::with_capacity(tokens.len());
        for (ledger, _) in &mut tokens {
            let before = ledger.supply;
            let of_day = ledger.step(day);
            wrong = wrong.or_else(|| invariants::ledger(before, &of_day, ledger));
            entries.push(of_day);
        }
        let doubted_until = quote.is_doubted.then(|| {
            let confirmed = worth.confirmed_on(day).map(end_of);
            confirmed.unwrap_or(PrimitiveDateTime::MAX.assume_utc())
        });
        let states: Vec<State> = versions(asset, (day, &quote), doubted_until, wrong)
            .map(|version| State::new(version, &tokens, &entries, &quote))
            .collect();
        if let (Some(first), Some(last)) = (states.first(), states.last()) {
            whole.periods.add(day, [&first.together, &last.together], doubted_until);
            for (place, (_, page)) in tokens.iter_mut().enumerate() {
                page.periods.add(day, [&first.parts[place], &last.parts[place]], doubted_until);
            }
        }
        for State { version, parts, together } in &states {
            for ((ledger, page), part) in tokens.iter_mut().zip(parts) {
                if day >= ledger.launch() {
                    page.write(out, part, &quote, version);
                }
            }
            whole.write(out, together, &quote, version);
        }
        for (place, ((ledger, _), entries)) in tokens.iter().zip(&entries).enumerate() {
            let of_day = TokenDay { asset, place, day, quote: &quote };
            of_day.transfers(out, entries);
            of_day.holders(out, ledger);
        }
    }
}

/// The versions of a day: the one known first, and those that became known later.
fn versions(
    asset: &Asset,
    (day, quote): (Day, &Quote),
    doubted_until: Option<OffsetDateTime>,
    reason: Option<&'static str>,
) -> impl Iterator<Item = Version> {
    let is_silent =
        matches!(asset.incident, Incident::Outage(from, to) if (from..=to).contains(&day));
    let first = Version {
        day,
        nav: quote.nav_at_first.unwrap_or(quote.nav),
        known_at: end_of(day),
        is_correction: false,
        is_silent,
        is_issued: false,
        doubted_until,
        reason,
    };
    // Nothing changes when it is confirmed, except that it is published.
    let confirmed = doubted_until.map(|until| Version { known_at: until, ..first });
    let corrected = match asset.incident {
        Incident::Restatement(_, _, on) if quote.nav_at_first.is_some() => Some(Version {
            day,
            nav: quote.nav,
            known_at: end_of(on - 1) + CORRECTED_AT,
            is_correction: true,
            is_silent,
            is_issued: false,
            doubted_until,
            reason,
        }),
        _ => None,
    };
    [Some(first), confirmed, corrected].into_iter().flatten()
}

/// One token on one day, whose transfers and holders are listed beside its numbers.
struct TokenDay<'a> {
    asset: &'a Asset,
    place: usize,
    day: Day,
    quote: &'a Quote,
}

impl TokenDay<'_> {
    fn dollar(&self, amount: i64) -> Option<f64> {
        (!self.quote.is_doubted).then(|| dollars(cents(amount, self.quote.nav)))
    }

    /// The entries of the ledger, of the last months only.
    fn transfers(&self, out: &mut Writer, entries: &[Entry]) {
        let token = &self.asset.tokens[self.place];
        let is_recent = out.span.after.is_some() || self.day > out.span.last - TRANSFER_DAYS;
        if !out.span.is_new(self.day) || !is_recent || !token.is_on_chain {
            return;
        }
        let owner = Random::hash(&self.asset.slug);
        let last = entries.iter().map(|entry| entry.transaction).max().unwrap_or_default();
        for (number, entry) in entries.iter().enumerate() {
            let second = DAY_SECONDS * (entry.transaction as i64 + 1) / (last as i64 + 2);
            let parts =
                [SEED, Random::hash(&token.slug), 10, self.day as u64, entry.transaction as u64];
            let block = i64::from(self.day - FIRST_DAY) * BLOCKS_OF_A_DAY;
            out.batch.transfers.push(Transfer {
                token: token.slug.clone(),
                happened_at: end_of(self.day - 1) + Duration::seconds(second),
                block: FIRST_BLOCK + block + second * BLOCKS_OF_A_DAY / DAY_SECONDS,
                transaction: format!("0x53414d504c45{}", Random::from_parts(&parts).hex(52)),
                number,
                kind: match entry.kind {
                    Kind::Mint => "mint",
                    Kind::Burn => "burn",
                    Kind::Transfer => "transfer",
                },
                from: entry.from.map(|place| address(owner, place)),
                to: entry.to.map(|place| address(owner, place)),
                raw: raw(entry.amount, token.decimals),
                amount: entry.amount as f64 / UNIT,
                dollar: self.dollar(entry.amount),
            });
        }
    }

    /// The largest holders: at the ends of the last months, and on the last day.
    fn holders(&self, out: &mut Writer, ledger: &Ledger) {
        let is_listed = self.day == out.span.last
            || (class_parameters::is_last_of_month(self.day)
                && self.day > out.span.last - HOLDER_DAYS);
        if !out.span.is_new(self.day) || !is_listed || ledger.supply == 0 {
            return;
        }
        let token = &self.asset.tokens[self.place];
        let owner = Random::hash(&self.asset.slug);
        let mut places: Vec<usize> =
            (0..ledger.balances.len()).filter(|place| ledger.balances[*place] > 0).collect();
        places.sort_by_key(|place| (-ledger.balances[*place], *place));
        for (rank, place) in places.into_iter().take(HOLDERS).enumerate() {
            let balance = ledger.balances[place];
            out.batch.holdings.push(Holding {
                token: token.slug.clone(),
                day: self.day,
                rank: rank + 1,
                address: address(owner, place),
                is_issuer: place == TREASURY,
                raw: raw(balance, token.decimals),
                balance: balance as f64 / UNIT,
                share: balance as f64 / ledger.supply as f64,
                dollar: self.dollar(balance),
                address_kind: address_kind(owner, place),
            });
        }
    }
}

/// Holders that are a pool and a bridge.
const POOL: usize = 3;
const BRIDGE: usize = 2;

/// The kind of an address; every fourth asset states none. A pool and a bridge hold units of the others, too.
fn address_kind(owner: u64, place: usize) -> Option<&'static str> {
    let kind = match place {
        POOL => "contract",
        BRIDGE => "bridge",
        _ => "wallet",
    };
    (!owner.is_multiple_of(4)).then_some(kind)
}
