//! Fictional issuers, managers, platforms and providers, to which the assets refer.

use super::random::Random;
use super::table::{Table, name, page, slug};

pub const ISSUERS_OF_CLASSES: [(&str, &str); 12] = [
    ("Alder Bay Capital", "US"),
    ("Birchfield Trust", "CH"),
    ("Copperline Issuance", "LU"),
    ("Dunmore Credit", "IE"),
    ("Eastwick Treasury", "SG"),
    ("Fernhollow Assets", "KY"),
    ("Gullrock Funding", "GB"),
    ("Harrowgate Metals", "AE"),
    ("Ivorycroft Property", "DE"),
    ("Juniper Quay", "HK"),
    ("Kestrel Notes", "FR"),
    ("Larkspur Reserve", "LI"),
];

const PLATFORM_WORDS: [(&str, &str); 8] = [
    ("Millrace", "Tokenizes funds and keeps the register of their holders."),
    ("Northgate Ledger", "Issues notes on listed shares and bonds."),
    ("Orchard Exchange", "Tokenizes property, one house at a time."),
    ("Pinecrest Protocol", "Pools loans to small businesses."),
    ("Quarrystone", "Issues tokens on metals in vaults."),
    ("Rookhaven", "Lends against invoices."),
    ("Saltmarsh Finance", "Structures tranches of consumer loans."),
    ("Thistledown", "Issues stablecoins pegged to a currency."),
];

/// Names, countries and legal forms.
const MANAGER_WORDS: [(&str, &str, &str); 6] = [
    ("Umberfell Management", "US", "LLC"),
    ("Vantage Moor Partners", "GB", "LLP"),
    ("Wharfedale Advisers", "LU", "S.A."),
    ("Yarrow Asset Management", "CH", "AG"),
    ("Zephyr Hill Capital", "SG", "Pte. Ltd."),
    ("Ashlar Investment", "IE", "DAC"),
];

const PROVIDER_WORDS: [(&str, &str, &str); 8] = [
    ("Blackthorn Custody", "custodian", "US"),
    ("Cobblestone Audit", "auditor", "GB"),
    ("Driftwood Fund Services", "administrator;transfer_agent", "LU"),
    ("Elmsworth Transfer", "transfer_agent", "US"),
    ("Foxglove Trustees", "trustee", "JE"),
    ("Greywater Valuation", "valuation_agent", "DE"),
    ("Hollyoak Brokerage", "broker_dealer", "US"),
    ("Inkwell Counsel", "legal_counsel", "SG"),
];

/// The slugs of everybody, and their tables.
pub struct Parties {
    pub issuers: Vec<String>,
    pub managers: Vec<String>,
    pub platforms: Vec<String>,
    pub protocols: Vec<String>,
    pub providers: Vec<(String, &'static str)>,
    issuer_countries: Vec<&'static str>,
    tables: Vec<Table>,
}

impl Parties {
    pub fn make(random: &mut Random) -> Self {
        let mut issuers = Table::new("issuers");
        for (words, country) in ISSUERS_OF_CLASSES {
            let form = random.choose(&["Ltd", "S.A.", "LLC", "AG"]);
            issuers.add([
                ("slug", slug(words)),
                ("name", name(words)),
                ("legal_name", format!("{words} {form} (sample)")),
                ("country_code", country.to_owned()),
                ("website", page(&slug(words))),
                ("legal_form", (*form).to_owned()),
            ]);
        }
        let mut managers = Table::new("managers");
        for (words, country, form) in MANAGER_WORDS {
            managers.add([
                ("slug", slug(words)),
                ("name", name(words)),
                ("legal_name", name(&format!("{words} {form}"))),
                ("country_code", country.to_owned()),
                ("website", page(&slug(words))),
            ]);
        }
        let mut providers = Table::new("service_providers");
        for (words, roles, country) in PROVIDER_WORDS {
            providers.add([
                ("slug", slug(words)),
                ("name", name(words)),
                ("roles", roles.to_owned()),
                ("country_code", country.to_owned()),
                ("website", page(&slug(words))),
            ]);
        }
        let tables = vec![issuers, managers, platforms(), providers];
        Self {
            issuers: ISSUERS_OF_CLASSES.map(|(words, _)| slug(words)).into(),
            managers: MANAGER_WORDS.map(|(words, ..)| slug(words)).into(),
            platforms: PLATFORM_WORDS.map(|(words, _)| slug(words)).into(),
            protocols: PLATFORM_WORDS
                .iter()
                .filter(|(_, does)| lends(does))
                .map(|(words, _)| slug(words))
                .collect(),
            providers: PROVIDER_WORDS
                .map(|(words, roles, _)| (slug(words), roles.split(';').next().unwrap_or(roles)))
                .into(),
            issuer_countries: ISSUERS_OF_CLASSES.map(|(_, country)| country).into(),
            tables,
        }
    }

    /// Where the issuer of this place sits.
    pub fn country(&self, issuer: usize) -> &'static str {
        self.issuer_countries[issuer % self.issuer_countries.len()]
    }

    pub fn tables(self) -> Vec<Table> {
        self.tables
    }
}

fn lends(does: &str) -> bool {
    does.contains("oans") || does.contains("Lends")
}

fn platforms() -> Table {
    let mut platforms = Table::new("platforms");
    for (at, (words, does)) in PLATFORM_WORDS.into_iter().enumerate() {
        platforms.add([
            ("slug", slug(words)),
            ("name", name(words)),
            ("is_platform", "true".to_owned()),
            ("is_protocol", lends(does).to_string()),
            ("category", "Sample".to_owned()),
            ("website", page(&slug(words))),
            ("description", format!("{does} A fictional platform.")),
            ("status", if at == 5 { "winding_down" } else { "active" }.to_owned()),
        ]);
    }
    platforms
}
