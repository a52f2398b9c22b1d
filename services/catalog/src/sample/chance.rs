//! Chance that falls the same way each time, on every machine and with every version of every library.

/// SplitMix64.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from one to another, both possible.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        least + (self.number() % (most - least + 1) as u64) as i64
    }

    /// One of several.
    pub fn one<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[(self.number() % items.len() as u64) as usize]
    }

    /// Yes, in so many of a hundred cases.
    pub fn percent(&mut self, often: u64) -> bool {
        self.number() % 100 < often
    }

    /// So many hexadecimal digits.
    pub fn hex(&mut self, digits: usize) -> String {
        let mut text = String::new();
        while text.len() < digits {
            text.extend(self.number().to_be_bytes().map(|byte| format!("{byte:02x}")));
        }
        text.truncate(digits);
        text
    }
}
