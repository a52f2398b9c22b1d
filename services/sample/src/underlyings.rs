//! Currencies and commodities whose prices assets follow, by the words in the names of the assets.

/// Grams of a troy ounce, in which metals are priced.
const GRAMS_OF_OUNCE: f64 = 31.103_476_8;

/// A currency that coins hold to and deposits are in.
struct Currency {
    words: &'static str,
    code: &'static str,
}

/// A commodity that tokens stand for.
pub struct Commodity {
    /// The words for it in the names of its assets.
    words: &'static str,
    /// The market whose price it has.
    pub market: &'static str,
    /// The quantity that one token represents, in words.
    pub unit: &'static str,
    /// How much of what the market prices that is.
    pub quantity: f64,
}

const CURRENCIES: [Currency; 8] = [
    Currency { words: "Dollar", code: "USD" },
    Currency { words: "Euro", code: "EUR" },
    Currency { words: "Pound", code: "GBP" },
    Currency { words: "Franc", code: "CHF" },
    Currency { words: "Yen", code: "JPY" },
    Currency { words: "Singapore Dollar", code: "SGD" },
    Currency { words: "Australian Dollar", code: "AUD" },
    Currency { words: "Krona", code: "SEK" },
];

const COMMODITIES: [Commodity; 5] = [
    Commodity {
        words: "Gold",
        market: "gold",
        unit: "gram of gold",
        quantity: 1.0 / GRAMS_OF_OUNCE,
    },
    Commodity { words: "Silver", market: "silver", unit: "troy ounce of silver", quantity: 1.0 },
    Commodity {
        words: "Platinum",
        market: "platinum",
        unit: "troy ounce of platinum",
        quantity: 1.0,
    },
    Commodity {
        words: "Brent Oil",
        market: "brent",
        unit: "barrel of Brent crude oil",
        quantity: 1.0,
    },
    Commodity {
        words: "Carbon",
        market: "carbon",
        unit: "allowance for a tonne of CO2",
        quantity: 1.0,
    },
];

/// The code of the currency that an asset is called by; empty if its name has none.
pub fn currency(kind: &str) -> &'static str {
    let kind = kind.trim_end_matches(" Deposit");
    CURRENCIES.iter().find(|currency| currency.words == kind).map_or("", |currency| currency.code)
}

/// The quantity that one token of an asset represents, in words; empty if it stands for no commodity.
pub fn unit(kind: &str) -> &'static str {
    COMMODITIES
        .iter()
        .find(|commodity| commodity.words == kind)
        .map_or("", |commodity| commodity.unit)
}

/// The commodity of which one token represents this quantity in words.
pub fn commodity(unit: &str) -> Option<&'static Commodity> {
    COMMODITIES.iter().find(|commodity| commodity.unit == unit)
}
