//! Addresses of fictional tokens, each in the form of its network and with the checksum that the form carries.

use sha2::{Digest, Sha256};

use super::random::Random;

/// The beginning of every address: SAMPLE.
// In letters where the form has room for them.
const MARK: &[u8; 6] = b"SAMPLE";

const BASE58: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BASE58_OF_XRPL: &[u8; 58] = b"rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BECH32: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/// Twenty bytes that begin with the mark; whatever else is needed follows from them.
pub struct Account([u8; 20]);

impl Account {
    pub fn new(random: &mut Random) -> Self {
        let mut bytes = [0; 20];
        bytes[..MARK.len()].copy_from_slice(MARK);
        // As many draws as the digits of an address of Ethereum take.
        let drawn: Vec<u8> = (0..2).flat_map(|_| random.number().to_be_bytes()).collect();
        bytes[MARK.len()..].copy_from_slice(&drawn[..14]);
        Self(bytes)
    }

    /// The account as Ethereum and its kin write it.
    pub fn plain(&self) -> String {
        format!("0x{}", hex(&self.0))
    }

    /// The address of the token of an asset on a network.
    pub fn on(&self, network: &str, number: usize) -> String {
        match network {
            "solana" => self.letters(BASE58, 43),
            "stellar" => format!("S{number}-{}", stellar(&self.wide())),
            "xrp-ledger" => {
                let mut currency = [0; 20];
                currency[..MARK.len()].copy_from_slice(MARK);
                let issuer = base58(BASE58_OF_XRPL, &checked(&[0], &self.0));
                format!("{}.{issuer}", hex(&currency).to_uppercase())
            }
            "sui" => format!("0x{}::sample::SAMPLE", hex(&self.wide())),
            "aptos" => format!("0x{}", hex(&self.wide())),
            "near" | "liquid" => hex(&self.wide()),
            "tron" => base58(BASE58, &checked(&[0x41], &self.0)),
            "tezos" => base58(BASE58, &checked(&[2, 90, 121], &self.0)),
            "bitcoin" => bech32("bc", &self.0),
            // Numbers far above those that these networks have given to assets.
            "algorand" => self.number(8_000_000_000_000_000).to_string(),
            "polkadot" => (4_200_000_000 + self.number(0) % 90_000_000).to_string(),
            "noble" => format!("usample{number}"),
            "provenance" => format!(
                "pm.sample.pool.{}",
                self.letters(b"0123456789abcdefghijklmnopqrstuvwxyz", 22).to_lowercase()
            ),
            "eos" => self.letters(b"12345abcdefghijklmnopqrstuvwxyz", 12).to_lowercase(),
            _ => self.plain(),
        }
    }

    /// Thirty-two bytes that begin with the mark.
    fn wide(&self) -> [u8; 32] {
        let mut bytes: [u8; 32] = Sha256::digest(self.0).into();
        bytes[..self.0.len()].copy_from_slice(&self.0);
        bytes
    }

    /// A number above another one.
    fn number(&self, above: u64) -> u64 {
        let tail =
            self.0.iter().rev().take(6).fold(0, |number, byte| (number << 8) | u64::from(*byte));
        above + tail
    }

    /// The mark in letters, filled up to a number of letters.
    fn letters(&self, alphabet: &[u8], length: usize) -> String {
        let mark = MARK.iter().copied();
        let bytes = self.wide().into_iter().chain(Sha256::digest(self.wide()));
        let drawn = bytes.skip(MARK.len()).map(|byte| alphabet[usize::from(byte) % alphabet.len()]);
        mark.chain(drawn).take(length).map(char::from).collect()
    }
}

fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])).collect()
}

/// The payload behind its version, with the first bytes of a double SHA-256.
fn checked(version: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut bytes = [version, payload].concat();
    let sum = Sha256::digest(Sha256::digest(&bytes));
    bytes.extend_from_slice(&sum[..4]);
    bytes
}

/// The bytes as a number to the base of 58, with one first letter for each byte of zero before it.
fn base58(alphabet: &[u8; 58], bytes: &[u8]) -> String {
    let mut digits: Vec<u8> = Vec::new();
    for byte in bytes {
        let mut carry = u32::from(*byte);
        for digit in &mut digits {
            carry += u32::from(*digit) << 8;
            *digit = (carry % 58) as u8;
            carry /= 58;
        }
        while carry > 0 {
            digits.push((carry % 58) as u8);
            carry /= 58;
        }
    }
    let zeros = bytes.iter().take_while(|byte| **byte == 0).map(|_| 0);
    zeros
        .chain(digits.into_iter().rev())
        .map(|digit| char::from(alphabet[usize::from(digit)]))
        .collect()
}

/// Groups of five bits.
fn fives(bytes: &[u8]) -> Vec<u8> {
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| (byte >> (7 - at % 8)) & 1);
    let groups = (bytes.len() * 8).div_ceil(5);
    (0..groups).map(|group| (0..5).fold(0, |five, at| (five << 1) | bit(group * 5 + at))).collect()
}

/// The address of an account of Stellar (SEP-23): version, key and CRC-16 to the base of 32.
fn stellar(key: &[u8; 32]) -> String {
    let mut bytes = vec![6 << 3];
    bytes.extend_from_slice(key);
    let sum = bytes.iter().fold(0_u16, |sum, byte| {
        (0..8).fold(sum ^ (u16::from(*byte) << 8), |sum, _| {
            if sum & 0x8000 == 0 { sum << 1 } else { (sum << 1) ^ 0x1021 }
        })
    });
    bytes.extend_from_slice(&sum.to_le_bytes());
    fives(&bytes).into_iter().map(|five| char::from(BASE32[usize::from(five)])).collect()
}

/// The address of a first-version witness program of 20 bytes (BIP-173).
fn bech32(prefix: &str, program: &[u8; 20]) -> String {
    let step = |sum: u32, value: u8| {
        let next = ((sum & 0x1ff_ffff) << 5) ^ u32::from(value);
        [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
            .iter()
            .enumerate()
            .filter(|(at, _)| (sum >> (25 + at)) & 1 == 1)
            .fold(next, |next, (_, part)| next ^ part)
    };
    let mut data = vec![0];
    data.extend(fives(program));
    let high = prefix.bytes().map(|letter| letter >> 5);
    let low = prefix.bytes().map(|letter| letter & 31);
    let spread = high.chain([0]).chain(low).chain(data.iter().copied()).chain([0; 6]);
    let sum = spread.fold(1, step) ^ 1;
    data.extend((0..6).map(|at| ((sum >> (5 * (5 - at))) & 31) as u8));
    let letters: String =
        data.into_iter().map(|five| char::from(BECH32[usize::from(five)])).collect();
    format!("{prefix}1{letters}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        let pair = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
        (0..text.len()).step_by(2).map(pair).collect()
    }

    fn on(network: &str) -> String {
        Account::new(&mut Random::new(7)).on(network, 12)
    }

    fn value(text: &str) -> Vec<u8> {
        let mut bytes: Vec<u8> = Vec::new();
        for letter in text.bytes() {
            let digit = BASE58.iter().position(|known| *known == letter).unwrap();
            let mut carry = u32::try_from(digit).unwrap();
            for byte in &mut bytes {
                carry += u32::from(*byte) * 58;
                *byte = carry as u8;
                carry >>= 8;
            }
            if carry > 0 {
                bytes.push(carry as u8);
            }
        }
        bytes.reverse();
        bytes
    }

    #[test]
    fn checksums_are_those_of_the_networks() {
        // The contract of Tether on TRON.
        let tron = bytes("a614f803b6fd780986a42c78ec9c7f77e6ded13c");
        let known = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
        assert_eq!(base58(BASE58, &checked(&[0x41], &tron)), known);
        // ACCOUNT_ZERO of the XRP Ledger.
        assert_eq!(base58(BASE58_OF_XRPL, &checked(&[0], &[0; 20])), "rrrrrrrrrrrrrrrrrrrrrhoLvTp");
        // The example of BIP-173.
        let program = bytes("751e76e8199196d454941c45d1b3a323f1433bd6").try_into().unwrap();
        assert_eq!(bech32("bc", &program), "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
        // An example of SEP-23.
        let key = bytes("3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a");
        let known = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
        assert_eq!(stellar(&key.try_into().unwrap()), known);
    }

    #[test]
    fn each_network_has_a_form_of_its_own() {
        for (network, starts, length) in [
            ("solana", "SAMPLE", 43),
            ("stellar", "S12-G", 60),
            ("xrp-ledger", "53414D504C450000000000000000000000000000.r", 75),
            ("sui", "0x53414d504c45", 82),
            ("aptos", "0x53414d504c45", 66),
            ("near", "53414d504c45", 64),
            ("liquid", "53414d504c45", 64),
            ("tron", "T", 34),
            ("tezos", "KT1", 36),
            ("bitcoin", "bc1q", 42),
            ("algorand", "8", 16),
            ("polkadot", "42", 10),
            ("noble", "usample12", 9),
            ("provenance", "pm.sample.pool.sample", 37),
            ("eos", "sample", 12),
            ("ethereum", "0x53414d504c45", 42),
        ] {
            let address = on(network);
            assert!(address.starts_with(starts), "{network}: {address}");
            assert!(address.len().abs_diff(length) <= 1, "{network}: {address}");
        }
    }

    #[test]
    fn an_address_of_solana_is_a_key_of_32_bytes() {
        for seed in 0..50 {
            let address = Account::new(&mut Random::new(seed)).on("solana", 0);
            assert_eq!(value(&address).len(), 32, "{address}");
        }
    }

    #[test]
    fn no_address_leaves_the_alphabet_of_its_network() {
        for (network, alphabet) in [
            ("solana", &BASE58[..]),
            ("tron", BASE58),
            ("tezos", BASE58),
            ("eos", b"abcdefghijklmnopqrstuvwxyz12345."),
        ] {
            for seed in 0..50 {
                let address = Account::new(&mut Random::new(seed)).on(network, 0);
                let strange = address.bytes().find(|letter| !alphabet.contains(letter));
                assert_eq!(strange, None, "{network}: {address}");
            }
        }
    }
}
