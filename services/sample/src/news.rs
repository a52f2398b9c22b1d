//! Fictional news about the assets of the universe, and fictional citations of the data.

use super::assets::Assets;
use super::parties::Parties;
use super::random::Random;
use super::table::{Table, day, name, page, slug};

const HEADLINES: [&str; 6] = [
    "{} passes a round number of holders",
    "{} comes to another network",
    "{} lowers its fee",
    "{} publishes its yearly audit",
    "{} opens to more investors",
    "{} pays out its first income",
];
const PUBLISHERS: [&str; 4] =
    ["The Nowhere Ledger", "Sample Street Journal", "Token Gazette", "Daily Vault"];

pub struct News([Table; 2]);

impl News {
    pub fn make(random: &mut Random, parties: &Parties, assets: &Assets) -> Self {
        let mut articles = Table::new("articles");
        for number in 0..30 {
            let at = number * 9 + 1;
            let headline = HEADLINES[number % HEADLINES.len()].replace("{}", &assets.names[at]);
            articles.add([
                ("slug", slug(&headline)),
                ("name", name(&headline)),
                ("url", page(&slug(&headline))),
                ("publisher", name(random.choose::<&str>(&PUBLISHERS))),
                ("published_at", format!("{}T09:{:02}:00Z", day(-(number as i64) * 3), number)),
                ("excerpt", "A fictional article, to try the product with.".to_owned()),
                ("topics", "sample".to_owned()),
                ("asset_slugs", assets.slugs[at].clone()),
                ("issuer_slugs", parties.issuers[at % parties.issuers.len()].clone()),
                ("platform_slugs", parties.platforms[at % parties.platforms.len()].clone()),
            ]);
        }
        let mut citations = Table::new("citations");
        for (number, kind) in
            ["press", "paper", "report", "talk"].iter().cycle().take(8).enumerate()
        {
            let words = format!("A {kind} that cites the data {}", number + 1);
            citations.add([
                ("slug", slug(&words)),
                ("name", name(&words)),
                ("publisher", name(random.choose::<&str>(&PUBLISHERS))),
                ("kind", (*kind).to_owned()),
                ("url", page(&slug(&words))),
                ("published_on", day(-(number as i64) * 40 - 5)),
                ("excerpt", "A fictional citation, to try the product with.".to_owned()),
            ]);
        }
        Self([articles, citations])
    }

    pub fn tables(self) -> [Table; 2] {
        self.0
    }
}
