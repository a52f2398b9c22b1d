//! The folder of keys: `<program>/<second>.pem` holds a private key, `public/<program>.<second>.pem` its public part.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair as _};

use super::keys::{Keys, PUBLIC_LENGTH, PublicKeys, SUPERSEDED_AFTER_SECONDS};

const PUBLIC: &str = "public";
/// The bytes of DER before the 32 of an Ed25519 key (RFC 8410), in a public key of its own and in a certificate.
pub const ED25519_PUBLIC_PREFIX: [u8; 12] =
    [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
/// A key that is older is replaced.
const LONGEST_AGE_SECONDS: i64 = 30 * 24 * 3600;
const LARGEST_KEY_FILE: u64 = 16 << 10;

/// The changes that [`make`] made.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct KeyChanges {
    /// How many keys are new.
    pub new: usize,
    /// How many old ones are gone.
    pub removed: usize,
}

/// Makes a key for each program that has none, or none that is younger than 30 days, or for each where `rotate` says so.
/// A new key is read at once and signed with after minutes; old keys go once nothing that they signed is valid.
pub fn make(folder: &Path, programs: &[&str], now: i64, rotate: bool) -> io::Result<KeyChanges> {
    let mut changes = KeyChanges::default();
    let public = folder.join(PUBLIC);
    fs::DirBuilder::new().recursive(true).create(&public)?;
    for program in programs {
        let own = folder.join(program);
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&own)?;
        let mut seconds: Vec<i64> = private_files(&own)?.into_keys().collect();
        let newest = seconds.last().copied();
        if newest.is_none_or(|newest| rotate || now - newest >= LONGEST_AGE_SECONDS) {
            let second = newest.map_or(now, |newest| now.max(newest + 1));
            make_key(&own, &public, program, second)?;
            seconds.push(second);
            changes.new += 1;
        }
        let successor =
            seconds.iter().filter(|second| now - **second >= SUPERSEDED_AFTER_SECONDS).max();
        for old in seconds.iter().filter(|second| successor.is_some_and(|newer| *second < newer)) {
            // First nobody signs with it, then nobody accepts it.
            fs::remove_file(own.join(format!("{old}.pem")))?;
            let _ = fs::remove_file(public.join(format!("{program}.{old}.pem")));
            changes.removed += 1;
        }
    }
    Ok(changes)
}

/// The public part comes first: nobody signs with a key that others cannot know.
fn make_key(own: &Path, public: &Path, program: &str, second: i64) -> io::Result<()> {
    let failure = || io::Error::other("no random key could be made");
    let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).map_err(|_| failure())?;
    let pair = Ed25519KeyPair::from_pkcs8(document.as_ref()).map_err(|_| failure())?;
    let spki = [&ED25519_PUBLIC_PREFIX[..], pair.public_key().as_ref()].concat();
    let name = format!("{program}.{second}.pem");
    write(&public.join(name), 0o644, &pem("PUBLIC KEY", &spki))?;
    write(&own.join(format!("{second}.pem")), 0o600, &pem("PRIVATE KEY", document.as_ref()))
}

/// Writes a file that is there as a whole or not at all.
fn write(path: &Path, mode: u32, text: &str) -> io::Result<()> {
    let unfinished = path.with_extension("new");
    let _ = fs::remove_file(&unfinished);
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(&unfinished)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(unfinished, path)
}

impl Keys {
    /// The keys that a program finds in the folder.
    pub fn read(folder: &Path, program: &str) -> io::Result<Self> {
        let mut own = BTreeMap::new();
        for (second, path) in private_files(&folder.join(program))? {
            let pair = der(&read_bounded(&path)?)
                .and_then(|der| Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der).ok());
            own.insert(second, pair.ok_or_else(|| invalid(&path))?);
        }
        if own.is_empty() {
            let problem = format!("{} holds no key of {program}", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, problem));
        }
        let mut public = PublicKeys::new();
        for entry in fs::read_dir(folder.join(PUBLIC))? {
            let path = entry?.path();
            let Some((program, second)) = program_and_second(&path) else { continue };
            let key = der(&read_bounded(&path)?).and_then(|der| public_key(&der));
            public.insert((program, second), key.ok_or_else(|| invalid(&path))?);
        }
        Ok(Self { own, public })
    }
}

/// The files of private keys by the second in their names.
fn private_files(folder: &Path) -> io::Result<BTreeMap<i64, PathBuf>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let second =
            path.file_name().and_then(|name| name.to_str()?.strip_suffix(".pem")?.parse().ok());
        if let Some(second) = second {
            files.insert(second, path);
        }
    }
    Ok(files)
}

/// `catalog` and `1700000000` of `catalog.1700000000.pem`.
fn program_and_second(path: &Path) -> Option<(String, i64)> {
    let (program, second) = path.file_name()?.to_str()?.strip_suffix(".pem")?.split_once('.')?;
    Some((program.to_owned(), second.parse().ok()?))
}

fn read_bounded(path: &Path) -> io::Result<String> {
    if fs::metadata(path)?.len() > LARGEST_KEY_FILE {
        return Err(invalid(path));
    }
    fs::read_to_string(path)
}

fn invalid(path: &Path) -> io::Error {
    let problem = format!("{} holds no Ed25519 key in PEM", path.display());
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

/// The public key in a public key of its own or in a certificate, whichever way it was made.
fn public_key(der: &[u8]) -> Option<[u8; PUBLIC_LENGTH]> {
    let prefix = ED25519_PUBLIC_PREFIX;
    let place = der.windows(prefix.len()).position(|bytes| bytes == prefix)?;
    let start = place + prefix.len();
    der.get(start..start + PUBLIC_LENGTH)?.try_into().ok()
}

/// The content of the first block of a PEM text.
fn der(pem: &str) -> Option<Vec<u8>> {
    let lines = pem.lines().map(str::trim).skip_while(|line| !line.starts_with("-----BEGIN "));
    let base64: String = lines.skip(1).take_while(|line| !line.starts_with("-----END ")).collect();
    STANDARD.decode(base64).ok().filter(|der| !der.is_empty())
}

fn pem(label: &str, der: &[u8]) -> String {
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", STANDARD.encode(der))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 3600;
    const NOW: i64 = 1_700_000_000;

    fn keys(folder: &Path) -> Keys {
        Keys::read(folder, "catalog").unwrap()
    }

    #[test]
    fn makes_what_is_missing_and_keeps_what_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let programs = ["catalog", "gateway"];
        assert_eq!(
            make(folder.path(), &programs, NOW, false).unwrap(),
            KeyChanges { new: 2, removed: 0 }
        );
        assert_eq!(
            make(folder.path(), &programs, NOW + DAY, false).unwrap(),
            KeyChanges::default()
        );
        let keys = keys(folder.path());
        assert_eq!(keys.own.keys().collect::<Vec<_>>(), [&NOW]);
        assert_eq!(keys.public.len(), 2);
        let signature = keys.signing(NOW).unwrap().1.sign(b"message");
        assert!(keys.has_signed("catalog", NOW, b"message", signature.as_ref()));
        assert!(!keys.has_signed("gateway", NOW, b"message", signature.as_ref()));
        assert!(!keys.has_signed("catalog", NOW, b"another", signature.as_ref()));
    }

    #[test]
    fn a_new_key_is_known_before_it_is_used_and_an_old_one_goes_last() {
        let folder = tempfile::tempdir().unwrap();
        let programs = ["catalog"];
        make(folder.path(), &programs, NOW, false).unwrap();
        let later = NOW + 31 * DAY;
        assert_eq!(
            make(folder.path(), &programs, later, false).unwrap(),
            KeyChanges { new: 1, removed: 0 }
        );
        let both = keys(folder.path());
        assert_eq!((both.own.len(), both.public.len()), (2, 2));
        assert_eq!(both.signing(later + 60).unwrap().0, NOW);
        assert_eq!(both.signing(later + 300).unwrap().0, later);
        // Also where no later run removes it, the old one is not accepted for ever.
        assert_eq!(keys(folder.path()).accepted(later + 599).public.len(), 2);
        let accepted = both.accepted(later + 600).public;
        assert_eq!(accepted.keys().map(|(_, made)| *made).collect::<Vec<_>>(), [later]);
        // Rotated again at once: the key that is signed with stays.
        assert_eq!(
            make(folder.path(), &programs, later, true).unwrap(),
            KeyChanges { new: 1, removed: 0 }
        );
        assert_eq!(keys(folder.path()).signing(later + 60).unwrap().0, NOW);
        let end = later + 1200;
        assert_eq!(
            make(folder.path(), &programs, end, false).unwrap(),
            KeyChanges { new: 0, removed: 2 }
        );
        let left = keys(folder.path());
        assert_eq!((left.own.len(), left.public.len()), (1, 1));
        assert_eq!(left.signing(end).unwrap().0, later + 1);
    }

    #[test]
    fn a_key_may_come_from_elsewhere() {
        // By `openssl genpkey -algorithm ed25519`: without the public part.
        let pair = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        let seed = &pair.as_ref()[16..48];
        let head = [
            0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22,
            0x04, 0x20,
        ];
        let short = [&head[..], seed].concat();
        let text = pem("PRIVATE KEY", &short);
        let pair = Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der(&text).unwrap()).unwrap();
        // A certificate holds the key among other things.
        let spki = [&ED25519_PUBLIC_PREFIX[..], pair.public_key().as_ref()].concat();
        let certificate = [b"something before", &spki[..], b"and after"].concat();
        assert_eq!(public_key(&certificate).unwrap(), pair.public_key().as_ref());
        assert_eq!(public_key(b"no key"), None);
    }

    #[test]
    fn says_which_file_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let missing = Keys::read(folder.path(), "catalog").err().unwrap();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        make(folder.path(), &["catalog"], NOW, false).unwrap();
        fs::write(folder.path().join(format!("catalog/{}.pem", NOW + 1)), "nonsense").unwrap();
        let wrong = Keys::read(folder.path(), "catalog").err().unwrap().to_string();
        assert!(wrong.contains(&format!("{}.pem", NOW + 1)), "{wrong}");
    }
}
