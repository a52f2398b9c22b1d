//! Fictional assets with their terms, among them a master fund and its feeder funds.

use super::class_fields;
use super::parties::Parties;
use super::random::Random;
use super::table::{Table, day, name, page, slug};
use super::underlyings;

const ASSET_COUNT: usize = 300;

/// The yearly fee of a feeder fund, beside that of its master fund.
const FEEDER_FEE_BPS: i64 = 75;

/// Slug of the class, what its assets are called, and how many assets of each kind there are.
const CLASSES: [(&str, &[(&str, usize)]); 12] = [
    ("treasury-products", &[("Treasury Fund", 36)]),
    (
        "stablecoins",
        &[
            ("Dollar", 26),
            ("Euro", 5),
            ("Pound", 2),
            ("Franc", 1),
            ("Yen", 1),
            ("Singapore Dollar", 1),
        ],
    ),
    ("private-credit", &[("Credit Fund", 42)]),
    (
        "commodities",
        &[("Gold", 9), ("Silver", 5), ("Platinum", 3), ("Brent Oil", 4), ("Carbon", 3)],
    ),
    ("public-equity", &[("Share Tracker", 42)]),
    ("real-estate", &[("House", 36)]),
    ("institutional-funds", &[("Strategy Fund", 30)]),
    ("non-us-government-debt", &[("Gilt Note", 18)]),
    ("corporate-bonds", &[("Bond", 15)]),
    ("municipal-bonds", &[("City Bond", 6)]),
    ("structured-credit", &[("Senior Tranche", 9)]),
    (
        "fiat-currency",
        &[
            ("Euro Deposit", 2),
            ("Pound Deposit", 1),
            ("Franc Deposit", 1),
            ("Krona Deposit", 1),
            ("Australian Dollar Deposit", 1),
        ],
    ),
];

/// The place of an institutional fund that is a master fund, and of its feeder funds with what is added to their names.
const MASTER: usize = 216;
const FEEDERS: [(usize, &str); 2] = [(217, "Onshore Feeder"), (218, "Offshore Feeder")];

const WORDS: [&str; 30] = [
    "Amber", "Basalt", "Cedar", "Dahlia", "Ember", "Flint", "Garnet", "Heather", "Indigo",
    "Jasper", "Kelp", "Linden", "Maple", "Nettle", "Opal", "Poplar", "Quartz", "Rowan", "Slate",
    "Teasel", "Ulex", "Violet", "Willow", "Xenia", "Yew", "Zinnia", "Aspen", "Bramble", "Clover",
    "Dune",
];

/// The table of assets with what others need of it.
pub struct Assets {
    pub slugs: Vec<String>,
    pub names: Vec<String>,
    pub classes: Vec<&'static str>,
    pub table: Table,
}

/// The class of an asset by its place, and what it is called.
fn class_of(at: usize) -> (&'static str, &'static str) {
    let mut place = at;
    for (class, kinds) in CLASSES {
        for (kind, count) in kinds {
            if place < *count {
                return (class, kind);
            }
            place -= count;
        }
    }
    (CLASSES[0].0, CLASSES[0].1[0].0)
}

pub fn assets(random: &mut Random, parties: &Parties) -> Assets {
    let mut assets = Assets {
        slugs: Vec::new(),
        names: Vec::new(),
        classes: Vec::new(),
        table: Table::new("assets"),
    };
    for at in 0..ASSET_COUNT {
        let (class, kind) = class_of(at);
        let words = match FEEDERS.iter().find(|(place, _)| *place == at) {
            Some((_, feeder)) => format!("{} {feeder}", words_of(MASTER, kind)),
            None => words_of(at, kind),
        };
        assets.slugs.push(slug(&words));
        assets.names.push(words.clone());
        assets.classes.push(class);
        asset(&mut assets.table, random, parties, at, &words);
        terms(&mut assets.table, random, class);
        assets.table.also(class_fields::values(at, class));
    }
    join_funds(&mut assets.table);
    assets
}

fn words_of(at: usize, kind: &str) -> String {
    format!("{} {kind} {}", WORDS[at % WORDS.len()], at / WORDS.len() + 1)
}

/// Makes two funds feeder funds of a third one: of the same manager and with the same strategy, launched after it, and with
/// a fee on top of what the master fund charges.
fn join_funds(table: &mut Table) {
    let shared = ["slug", "manager_slug", "strategy"]
        .map(|column| table.rows[MASTER].cell(column).unwrap_or_default().to_owned());
    let [master, manager, strategy] = shared;
    let steady = |age: i64| [("status", "active".to_owned()), ("inception_on", day(-age))];
    table.rows[MASTER].replace(steady(1_500));
    for ((place, _), age) in FEEDERS.iter().zip([1_400, 900]) {
        let row = &mut table.rows[*place];
        row.replace(steady(age));
        row.replace([
            ("manager_slug", manager.clone()),
            ("strategy", strategy.clone()),
            ("management_fee_bps", FEEDER_FEE_BPS.to_string()),
            ("master_slug", master.clone()),
        ]);
    }
}

fn asset(table: &mut Table, random: &mut Random, parties: &Parties, at: usize, words: &str) {
    let (class, kind) = class_of(at);
    let issuer = at % parties.issuers.len();
    let is_coin = class == "stablecoins";
    let letters: String = words.split(' ').filter_map(|word| word.chars().next()).collect();
    let credit = matches!(class, "private-credit" | "structured-credit");
    table.add([
        ("slug", slug(words)),
        ("name", name(words)),
        ("symbol", format!("s{letters}{at}")),
        ("asset_class_slug", class.to_owned()),
        ("issuer_slug", parties.issuers[issuer].clone()),
        (
            "manager_slug",
            if is_coin { String::new() } else { random.choose(&parties.managers).clone() },
        ),
        ("platform_slug", parties.platforms[at % parties.platforms.len()].clone()),
        (
            "protocol_slug",
            if credit {
                parties.protocols[at % parties.protocols.len()].clone()
            } else {
                String::new()
            },
        ),
        ("country_code", parties.country(issuer).to_owned()),
        ("status", if random.percent(4) { "inactive" } else { "active" }.to_owned()),
        ("description", format!("A fictional asset of the kind {kind}, to try the product with.")),
        ("website", page(&slug(words))),
        ("peg_currency", underlyings::currency(kind).to_owned()),
        (
            "peg_mechanism",
            if underlyings::currency(kind).is_empty() { "" } else { "fiat-backed" }.to_owned(),
        ),
        ("denomination_currency", denomination(at, kind).to_owned()),
        ("unit", underlyings::unit(kind).to_owned()),
        ("inception_on", day(-age(random))),
        ("inception_precision", "day".to_owned()),
        ("is_yield_bearing", (earns_interest(class) || class == "real-estate").to_string()),
    ]);
}

/// The currency that an asset is denominated in; coins state a peg instead.
fn denomination(at: usize, kind: &str) -> &'static str {
    match kind {
        "Gilt Note" => "GBP",
        "Bond" if at.is_multiple_of(3) => "EUR",
        _ if underlyings::currency(kind).is_empty() => "USD",
        _ => "",
    }
}

/// The days since an asset was launched: from 2021 on, and more of them each year.
fn age(random: &mut Random) -> i64 {
    let share = random.between(0, 1_000);
    30 + 2_110 * share.pow(3) / 1_000_000_000
}

/// Whether assets of a class earn interest, which some of them distribute.
fn earns_interest(class: &str) -> bool {
    matches!(
        class,
        "treasury-products"
            | "private-credit"
            | "non-us-government-debt"
            | "corporate-bonds"
            | "municipal-bonds"
            | "structured-credit"
    )
}

/// The most that an asset of a class charges in a year, in hundredths of a percent: what bills pay allows no more.
fn most_fee(class: &str) -> i64 {
    if class == "treasury-products" { 40 } else { 200 }
}

fn terms(table: &mut Table, random: &mut Random, class: &str) {
    if class == "real-estate" {
        table.also([("distributes_income", "true".to_owned())]);
    }
    if matches!(class, "fiat-currency" | "real-estate") {
        return;
    }
    let investors = *random.choose(&[
        "retail;accredited",
        "accredited;qualified",
        "professional;institutional",
    ]);
    table.also([
        ("is_open_ended", random.percent(80).to_string()),
        ("is_investable", random.percent(70).to_string()),
        ("distributes_income", (random.percent(40) && earns_interest(class)).to_string()),
        ("management_fee_bps", random.between(0, most_fee(class)).to_string()),
        ("performance_fee_bps", if random.percent(20) { "1000" } else { "0" }.to_owned()),
        ("kyc_required", random.percent(75).to_string()),
        ("investor_types", investors.to_owned()),
        ("subscription_currency", "USDC".to_owned()),
        (
            "subscription_frequency",
            (*random.choose(&["continuous", "daily", "weekly", "monthly"])).to_owned(),
        ),
        ("subscription_minimum", (*random.choose(&["0", "100", "5000", "100000"])).to_owned()),
        ("subscription_fee_bps", random.between(0, 50).to_string()),
        (
            "redemption_frequency",
            (*random.choose(&["continuous", "daily", "monthly", "quarterly"])).to_owned(),
        ),
        ("redemption_fee_bps", random.between(0, 50).to_string()),
        ("legal_structure", "Fictional vehicle".to_owned()),
    ]);
}
