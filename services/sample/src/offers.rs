//! The fictional tokens, providers and properties of assets, and offers to invest in them.

use super::address::Account;
use super::assets::Assets;
use super::credit::Credit;
use super::numbers;
use super::parties::Parties;
use super::random::Random;
use super::table::{Row, Table, day, fraction, name, page, slug};

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

/// The tables that hang on assets.
pub struct Offers {
    tokens: Table,
    providers: Table,
    properties: Table,
    investments: Table,
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
            offers.investment(random, assets, credit, number);
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

    fn investment(&mut self, random: &mut Random, assets: &Assets, credit: &Credit, number: usize) {
        let at = number * 12 + 3;
        let asset = &assets.table.rows[at];
        // An offer has the terms of its asset.
        let term = |column: &str| asset.cell(column).unwrap_or_default().to_owned();
        let of_pool = assets.classes[at] == "private-credit";
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
            ("platform_slug", term("platform_slug")),
            ("issuer_slug", term("issuer_slug")),
            ("availability", if upcoming { "upcoming" } else { "live" }.to_owned()),
            (
                "status",
                if upcoming { "open" } else { *random.choose(&["open", "open", "full", "active"]) }
                    .to_owned(),
            ),
            ("currency", "USDC".to_owned()),
            ("minimum_amount", term("subscription_minimum")),
            ("target_yield", target_yield(random, asset)),
            ("management_fee_bps", term("management_fee_bps")),
            ("subscription_frequency", term("subscription_frequency")),
            ("redemption_frequency", term("redemption_frequency")),
            ("lock_up_days", (*random.choose(&["0", "30", "180", "365"])).to_owned()),
            ("kyc_required", term("kyc_required")),
            ("investor_types", term("investor_types")),
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

/// A yearly yield that assets of the class pay, or nothing for an asset that pays none.
fn target_yield(random: &mut Random, asset: &Row) -> String {
    if asset.cell("is_yield_bearing") != Some("true") {
        return String::new();
    }
    let (least, most) = numbers::yearly_gains(asset.cell("asset_class_slug").unwrap_or_default());
    fraction(random.between(least, most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::tables_of_ledgers;

    fn rows(name: &str) -> Vec<Row> {
        let found = tables_of_ledgers().into_iter().find(|table| table.name == name);
        found.map(|table| table.rows).unwrap_or_default()
    }

    #[test]
    fn each_offer_has_the_terms_of_its_asset() {
        let (assets, pools) = (rows("assets"), rows("pools"));
        let offers = rows("investments");
        assert_eq!(offers.len(), 24);
        for offer in &offers {
            let slug = offer.cell("asset_slug");
            let asset = assets.iter().find(|asset| asset.cell("slug") == slug).unwrap();
            let class = asset.cell("asset_class_slug").unwrap();
            for (column, of_asset) in [
                ("platform_slug", "platform_slug"),
                ("issuer_slug", "issuer_slug"),
                ("minimum_amount", "subscription_minimum"),
                ("management_fee_bps", "management_fee_bps"),
                ("subscription_frequency", "subscription_frequency"),
                ("redemption_frequency", "redemption_frequency"),
                ("kyc_required", "kyc_required"),
                ("investor_types", "investor_types"),
            ] {
                assert_eq!(offer.cell(column), asset.cell(of_asset), "{slug:?}: {column}");
            }
            let pool = offer.cell("pool_slug");
            assert_eq!(pool.is_some(), class == "private-credit", "{slug:?}");
            assert!(pool.is_none() || pools.iter().any(|row| row.cell("slug") == pool));
        }
        assert!(offers.iter().any(|offer| offer.cell("pool_slug").is_some()));
    }

    #[test]
    fn an_offer_targets_a_yield_of_its_class_where_the_class_has_one() {
        let assets = rows("assets");
        let offers = rows("investments");
        for offer in &offers {
            let slug = offer.cell("asset_slug");
            let asset = assets.iter().find(|asset| asset.cell("slug") == slug).unwrap();
            let class = asset.cell("asset_class_slug").unwrap();
            let target: Option<f64> = offer.cell("target_yield").map(|cell| cell.parse().unwrap());
            let has_yield = asset.cell("is_yield_bearing") == Some("true");
            assert_eq!(target.is_some(), has_yield, "{slug:?}");
            let refused = ["commodities", "public-equity", "stablecoins", "fiat-currency"];
            assert!(target.is_none() || !refused.contains(&class), "{slug:?}");
            let (least, most) = numbers::yearly_gains(class);
            let is_of_class = |target: f64| {
                (least..=most).contains(&((target * 10_000.0).round() as i64)) && target > 0.0
            };
            assert!(target.is_none_or(is_of_class), "{slug:?}: {target:?}");
        }
        assert!(offers.iter().filter(|offer| offer.cell("target_yield").is_some()).count() > 5);
    }
}
