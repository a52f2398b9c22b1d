//! Fields that only assets of some classes have.

use super::random::{Random, SEED};
use super::table::{day, name};

const STRATEGIES: [&str; 7] =
    ["basis", "credit", "event_driven", "long_short", "macro", "multi_strategy", "venture"];

/// Fictional listed companies, whose tickers begin with a small letter, as those of no company do.
const UNDERLYINGS: [(&str, &str); 16] = [
    ("sAMBR", "Amber Works"),
    ("sBSLT", "Basalt Mining"),
    ("sCDAR", "Cedar Furniture"),
    ("sDUNE", "Dune Shipping"),
    ("sEMBR", "Ember Energy"),
    ("sFLNT", "Flint Tools"),
    ("sGRNT", "Garnet Optics"),
    ("sKELP", "Kelp Foods"),
    ("sLNDN", "Linden Telecom"),
    ("sMAPL", "Maple Software"),
    ("sOPAL", "Opal Semiconductors"),
    ("sQRTZ", "Quartz Watches"),
    ("sRWAN", "Rowan Rail"),
    ("sSLAT", "Slate Insurance"),
    ("sWLLW", "Willow Health"),
    ("sYEW", "Yew Total Market Fund"),
];

/// The fields that an asset has for its class; what it has not is empty.
pub fn values(at: usize, class: &str) -> [(&'static str, String); 6] {
    let [ticker, underlying] = underlying(at, class);
    [
        ("matures_on", matures_on(at, class)),
        ("strategy", strategy(at, class)),
        ("appraised_on", appraised_on(at, class)),
        ("underlying_ticker", ticker),
        ("underlying_name", underlying),
        ("redemption_minimum", redemption_minimum(at, class)),
    ]
}

// Each field draws numbers of its own, so that a new field changes no other.
fn random(field: &str, at: usize) -> Random {
    Random::from_parts(&[SEED, Random::hash(field), at as u64])
}

fn matures_on(at: usize, class: &str) -> String {
    let years = match class {
        "non-us-government-debt" => 12,
        "municipal-bonds" | "corporate-bonds" => 9,
        "structured-credit" => 6,
        _ => return String::new(),
    };
    day(random("matures_on", at).between(20, years * 365))
}

fn strategy(at: usize, class: &str) -> String {
    if class != "institutional-funds" {
        return String::new();
    }
    (*random("strategy", at).choose(&STRATEGIES)).to_owned()
}

/// Most appraisals are of the last year, some are older than two.
fn appraised_on(at: usize, class: &str) -> String {
    if class != "real-estate" {
        return String::new();
    }
    let mut random = random("appraised_on", at);
    let most = if random.percent(15) { 900 } else { 360 };
    day(-random.between(5, most))
}

fn underlying(at: usize, class: &str) -> [String; 2] {
    if class != "public-equity" {
        return [String::new(), String::new()];
    }
    let (ticker, words) = random("underlying", at).choose(&UNDERLYINGS);
    [(*ticker).to_owned(), name(words)]
}

/// In the currency of subscription: goods are delivered from some weight on.
fn redemption_minimum(at: usize, class: &str) -> String {
    if class != "commodities" {
        return String::new();
    }
    (*random("redemption_minimum", at).choose(&["100", "1000", "5000", "50000"])).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_class_has_its_own_fields_and_no_others() {
        let columns = |class: &str| -> Vec<&str> {
            let cells = values(7, class);
            cells.into_iter().filter(|(_, text)| !text.is_empty()).map(|(field, _)| field).collect()
        };
        assert_eq!(columns("corporate-bonds"), ["matures_on"]);
        assert_eq!(columns("institutional-funds"), ["strategy"]);
        assert_eq!(columns("real-estate"), ["appraised_on"]);
        assert_eq!(columns("public-equity"), ["underlying_ticker", "underlying_name"]);
        assert_eq!(columns("commodities"), ["redemption_minimum"]);
        assert!(columns("stablecoins").is_empty());
    }

    #[test]
    fn several_tokens_follow_one_share() {
        let followed: Vec<_> =
            (0..42).map(|at| underlying(at, "public-equity")[0].clone()).collect();
        let different: std::collections::BTreeSet<_> = followed.iter().collect();
        assert!(different.len() > 8 && different.len() < followed.len());
    }
}
