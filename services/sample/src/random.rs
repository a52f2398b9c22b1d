//! Pseudo-random numbers that are the same each time, on every machine and with every version of every library.

/// The seed of the whole universe.
pub const SEED: u64 = 20_261_120;

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Numbers that follow from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Independent numbers for each list of seeds.
    pub fn from_parts(parts: &[u64]) -> Self {
        let mix = |mixed: u64, part: &u64| Self(mixed ^ part).number();
        Self(parts.iter().fold(0x0053_414d_504c_4500, mix))
    }

    /// The seed of a name in such a list.
    pub fn hash(name: &str) -> u64 {
        // FNV-1a.
        name.bytes().fold(0xcbf2_9ce4_8422_2325, |mark, byte| {
            (mark ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
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

    /// A fraction, from 0 to just below 1.
    pub fn fraction(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number around 0 whose square is 1 on average, and that is never beyond 3.5. Additions alone, so that every
    /// machine finds the same.
    pub fn noise(&mut self) -> f64 {
        let sum = (0..4).map(|_| self.fraction()).sum::<f64>() - 2.0;
        sum * 1.732_050_807_568_877_2
    }

    /// One of several.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[(self.number() % items.len() as u64) as usize]
    }

    /// True in this percentage of cases.
    pub fn percent(&mut self, often: u64) -> bool {
        self.number() % 100 < often
    }

    /// Hexadecimal digits.
    pub fn hex(&mut self, digits: usize) -> String {
        let mut text = String::new();
        while text.len() < digits {
            text.extend(self.number().to_be_bytes().map(|byte| format!("{byte:02x}")));
        }
        text.truncate(digits);
        text
    }
}
