//! Fictional assets, their tokens, their providers, and offers to invest.

use super::address::Account;
use super::class_fields;
use super::credit::Credit;
use super::follows;
use super::parties::Parties;
use super::random::Random;
use super::table::{Table, day, fraction, name, page, slug};

const ASSET_COUNT: usize = 300;

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

/// Every network that is no alias; the first ones are the busy ones.
const NETWORKS: [&str; 36] = [
    "ethereum",
    "solana",
    "base",
    "polygon",
    "arbitrum",
    "avalanche",
    "stellar",
    "bsc",
    "optimism",
    "aptos",
    "canto",
    "celo",
    "bitcoin",
    "gnosis",
    "blast",
    "noble",
    "mantle",
    "mantra",
    "xdc",
    "xrp-ledger",
    "sui",
    "zksync-era",
    "polygon-zkevm",
    "algorand",
    "tron",
    "flow",
    "near",
    "hedera-hashgraph",
    "polkadot",
    "ethereum-classic",
    "eos",
    "kava",
    "liquid",
    "tezos",
    "provenance",
    "plume",
];

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
    table: Table,
}

/// The tables that hang on assets.
pub struct Offers {
    tokens: Table,
    providers: Table,
    properties: Table,
    investments: Table,
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
        let words = format!("{} {kind} {}", WORDS[at % WORDS.len()], at / WORDS.len() + 1);
        assets.slugs.push(slug(&words));
        assets.names.push(words.clone());
        assets.classes.push(class);
        asset(&mut assets.table, random, parties, at, &words);
        terms(&mut assets.table, random, class);
        assets.table.also(class_fields::values(at, class));
    }
    assets
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
        ("peg_currency", follows::currency(kind).to_owned()),
        (
            "peg_mechanism",
            if follows::currency(kind).is_empty() { "" } else { "fiat-backed" }.to_owned(),
        ),
        ("denomination_currency", denomination(at, kind).to_owned()),
        ("unit", follows::unit(kind).to_owned()),
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
        _ if follows::currency(kind).is_empty() => "USD",
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
        ("management_fee_bps", random.between(0, 200).to_string()),
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

impl Offers {
    pub fn make(random: &mut Random, parties: &Parties, assets: &Assets, credit: &Credit) -> Self {
        let mut offers = Self {
            tokens: Table::new("tokens"),
            providers: Table::new("asset_providers"),
            properties: Table::new("properties"),
            investments: Table::new("investments"),
        };
        for at in 0..assets.slugs.len() {
            offers.tokens_of(random, assets, at);
            if at.is_multiple_of(3) {
                offers.provider_of(parties, assets, at);
            }
            if assets.classes[at] == "real-estate" {
                offers.property_of(random, assets, at);
            }
        }
        for number in 0..24 {
            offers.investment(random, parties, assets, credit, number);
        }
        offers
    }

    fn tokens_of(&mut self, random: &mut Random, assets: &Assets, at: usize) {
        // One network of all in turn, so that none stays empty; the others are busy ones.
        let mut networks = vec![NETWORKS[at % NETWORKS.len()]];
        for _ in 0..random.between(0, 2) {
            let network = *random.choose(&NETWORKS[..10]);
            if !networks.contains(&network) {
                networks.push(network);
            }
        }
        let represented = at.is_multiple_of(8);
        for network in networks {
            self.token(random, assets, at, network, represented);
        }
        if at.is_multiple_of(25) {
            self.token(random, assets, at, "", true);
        }
    }

    fn token(
        &mut self,
        random: &mut Random,
        assets: &Assets,
        at: usize,
        network: &str,
        represented: bool,
    ) {
        let account = Account::new(random);
        let address = account.on(network, at);
        let place = if network.is_empty() { "off-chain" } else { network };
        let off_chain = network.is_empty();
        self.tokens.add([
            ("slug", format!("{place}:{address}")),
            ("name", name(&assets.names[at])),
            ("symbol", format!("s{at}")),
            ("asset_slug", assets.slugs[at].clone()),
            ("network_slug", network.to_owned()),
            ("address", if off_chain { String::new() } else { address }),
            ("decimals", (*random.choose(&["6", "18"])).to_owned()),
            ("standard", if off_chain { "" } else { "sample" }.to_owned()),
            ("token_type", if off_chain { "book_entry" } else { "fungible" }.to_owned()),
            ("relation", "native".to_owned()),
            (
                "tokenization_type",
                if represented { "represented" } else { "distributed" }.to_owned(),
            ),
            ("tokenization_evidence", "Fictional: the sample universe says so.".to_owned()),
            ("is_pausable", random.percent(60).to_string()),
            ("is_freezable", random.percent(60).to_string()),
            ("has_allow_list", represented.to_string()),
            ("is_upgradeable", random.percent(50).to_string()),
        ]);
    }

    fn provider_of(&mut self, parties: &Parties, assets: &Assets, at: usize) {
        let (provider, role) = &parties.providers[at / 3 % parties.providers.len()];
        self.providers.add([
            (
                "slug",
                format!(
                    "{}-{}-sample",
                    assets.slugs[at].trim_end_matches("-sample"),
                    role.replace('_', "-")
                ),
            ),
            ("name", name(&format!("{} and its {}", assets.names[at], role.replace('_', " ")))),
            ("asset_slug", assets.slugs[at].clone()),
            ("service_provider_slug", provider.clone()),
            ("role", (*role).to_owned()),
        ]);
    }

    fn property_of(&mut self, random: &mut Random, assets: &Assets, at: usize) {
        let street = name(&format!("{} Nowhere Street", random.between(1, 400)));
        self.properties.add([
            ("slug", assets.slugs[at].clone()),
            ("name", street.clone()),
            ("asset_slug", assets.slugs[at].clone()),
            ("street", street),
            ("city", "Nowhere (sample)".to_owned()),
        ]);
    }

    fn investment(
        &mut self,
        random: &mut Random,
        parties: &Parties,
        assets: &Assets,
        credit: &Credit,
        number: usize,
    ) {
        let at = number * 12 + 3;
        let of_pool = number.is_multiple_of(3);
        let words = format!("Offer {} of {}", number + 1, assets.names[at]);
        let upcoming = number % 4 == 3;
        self.investments.add([
            ("slug", slug(&words)),
            ("name", name(&words)),
            ("asset_slug", assets.slugs[at].clone()),
            (
                "pool_slug",
                if of_pool {
                    credit.pools[number % credit.pools.len()].clone()
                } else {
                    String::new()
                },
            ),
            ("platform_slug", parties.platforms[number % parties.platforms.len()].clone()),
            ("issuer_slug", parties.issuers[at % parties.issuers.len()].clone()),
            ("availability", if upcoming { "upcoming" } else { "live" }.to_owned()),
            (
                "status",
                if upcoming { "open" } else { *random.choose(&["open", "open", "full", "active"]) }
                    .to_owned(),
            ),
            ("currency", "USDC".to_owned()),
            ("minimum_amount", (*random.choose(&["10", "1000", "50000"])).to_owned()),
            ("target_yield", fraction(random.between(200, 1400))),
            ("management_fee_bps", random.between(0, 150).to_string()),
            (
                "subscription_frequency",
                (*random.choose(&["continuous", "daily", "monthly"])).to_owned(),
            ),
            (
                "redemption_frequency",
                (*random.choose(&["daily", "quarterly", "at_maturity"])).to_owned(),
            ),
            ("lock_up_days", (*random.choose(&["0", "30", "180", "365"])).to_owned()),
            ("kyc_required", random.percent(80).to_string()),
            (
                "investor_types",
                (*random.choose(&["retail;accredited", "qualified;institutional"])).to_owned(),
            ),
            (
                "excluded_country_codes",
                if random.percent(50) { "US".to_owned() } else { String::new() },
            ),
            ("opens_on", day(if upcoming { 30 } else { -60 })),
            ("closes_on", day(random.between(90, 400))),
            ("website", page(&slug(&words))),
            ("terms", "Fictional terms. Nothing is offered here.".to_owned()),
        ]);
    }

    pub fn tables(self, assets: Assets) -> Vec<Table> {
        vec![assets.table, self.tokens, self.providers, self.properties, self.investments]
    }
}
