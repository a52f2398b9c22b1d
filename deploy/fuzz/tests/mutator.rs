//! Changes of inputs that follow from a seed: the same each time and on every machine.

/// The longest input that is tried.
const LONGEST: usize = 4096;
/// The most changes of one input.
const MOST_CHANGES: usize = 4;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below another, or 0.
    fn below(&mut self, end: usize) -> usize {
        (self.number() % end.max(1) as u64) as usize
    }

    fn byte(&mut self) -> u8 {
        self.number() as u8
    }
}

/// Makes inputs of those of a corpus.
pub struct Mutator<'a> {
    random: Random,
    corpus: &'a [Vec<u8>],
    tokens: &'a [&'a str],
}

impl<'a> Mutator<'a> {
    pub fn new(seed: u64, corpus: &'a [Vec<u8>], tokens: &'a [&'a str]) -> Self {
        Self { random: Random(seed), corpus, tokens }
    }

    pub fn input(&mut self) -> Vec<u8> {
        let mut input = self.any().to_vec();
        for _ in 0..=self.random.below(MOST_CHANGES) {
            self.change(&mut input);
        }
        input.truncate(LONGEST);
        input
    }

    fn any(&mut self) -> &'a [u8] {
        &self.corpus[self.random.below(self.corpus.len())]
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.random.below(input.len());
        let some = at..at + self.random.below(input.len() - at + 1);
        match self.random.below(8) {
            0 => {
                let bit = 1 << self.random.below(8);
                input.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= bit);
            }
            1 => {
                let other = self.random.byte();
                input.iter_mut().skip(at).take(1).for_each(|byte| *byte = other);
            }
            2 => input.insert(at, self.random.byte()),
            3 => drop(input.drain(some)),
            4 => {
                let again = input[some].to_vec();
                let place = self.random.below(input.len() + 1);
                drop(input.splice(place..place, again));
            }
            5 => {
                let other = self.any();
                let from = self.random.below(other.len() + 1);
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            _ if self.tokens.is_empty() => {}
            6 => {
                let token = self.tokens[self.random.below(self.tokens.len())];
                drop(input.splice(some, token.bytes()));
            }
            _ => {
                let token = self.tokens[self.random.below(self.tokens.len())];
                drop(input.splice(at..at, token.bytes()));
            }
        }
    }
}

#[test]
fn a_seed_says_which_inputs_are_made() {
    let corpus = [b"one".to_vec(), b"two, or more".to_vec(), Vec::new()];
    let inputs = |seed| {
        let mut mutator = Mutator::new(seed, &corpus, &["three", "\u{0}"]);
        (0..500).map(|_| mutator.input()).collect::<Vec<_>>()
    };
    assert_eq!(inputs(1), inputs(1));
    assert_ne!(inputs(1), inputs(2));
    assert!(inputs(1).iter().all(|input| input.len() <= LONGEST));
}
