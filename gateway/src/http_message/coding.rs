//! Content codings: which a browser takes, and how bytes are written in each.

use std::io::{self, Write};

use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

/// A way to write the same bytes in fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    Brotli,
    Zstd,
    Gzip,
}

/// How much time may go into making the bytes few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// While somebody waits.
    Live,
    /// While a process starts.
    Quick,
    /// Once per build.
    Thorough,
}

impl Coding {
    /// All of them, the preferred first: of two that a browser likes alike, the first is sent.
    pub const ALL: [Self; 3] = [Self::Brotli, Self::Zstd, Self::Gzip];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
        }
    }

    /// How files in this coding end.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Zstd => "zst",
            Self::Gzip => "gz",
        }
    }

    /// Writes the bytes in this coding.
    pub fn encode(self, bytes: &[u8], effort: Effort) -> io::Result<Vec<u8>> {
        let by_effort = |live, quick, thorough| match effort {
            Effort::Live => live,
            Effort::Quick => quick,
            Effort::Thorough => thorough,
        };
        match self {
            Self::Brotli => {
                let mut out = Vec::new();
                let settings = brotli::enc::BrotliEncoderParams {
                    quality: by_effort(1, 5, 11),
                    lgwin: 22,
                    size_hint: bytes.len(),
                    ..Default::default()
                };
                brotli::BrotliCompress(&mut &bytes[..], &mut out, &settings)?;
                Ok(out)
            }
            // Browsers refuse windows beyond 8 MiB, which is what level 19 uses at most.
            Self::Zstd => zstd::bulk::compress(bytes, by_effort(1, 6, 19)),
            Self::Gzip => {
                let level = flate2::Compression::new(by_effort(1, 6, 9).unsigned_abs());
                let mut out = flate2::write::GzEncoder::new(Vec::new(), level);
                out.write_all(bytes)?;
                out.finish()
            }
        }
    }
}

/// The weight that a request gives to each coding, in thousandths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptEncoding {
    codings: [u16; 3],
    plain: u16,
}

impl AcceptEncoding {
    /// Reads the header; a client that sends none accepts plain bytes.
    pub fn from_headers(headers: &HeaderMap) -> Self {
        let lines: Vec<_> = headers.get_all(ACCEPT_ENCODING).iter().collect();
        if lines.is_empty() {
            return Self { codings: [0; 3], plain: 1000 };
        }
        let (mut codings, mut plain, mut others) = ([None; 3], None, None);
        let items = lines.iter().filter_map(|line| line.to_str().ok()).flat_map(|l| l.split(','));
        for (name, weight) in items.filter_map(item) {
            // The first word about a coding counts.
            let place = match name.as_str() {
                "*" => &mut others,
                "identity" => &mut plain,
                "br" => &mut codings[0],
                "zstd" => &mut codings[1],
                "gzip" | "x-gzip" => &mut codings[2],
                _ => continue,
            };
            place.get_or_insert(weight);
        }
        Self {
            codings: codings.map(|weight| weight.or(others).unwrap_or(0)),
            // Unnamed, plain bytes are taken when nothing better is there.
            plain: plain.or(others.filter(|weight| *weight == 0)).unwrap_or(1),
        }
    }

    /// The best of the codings at hand; none means plain bytes, which are also the answer when nothing
    /// at hand is accepted: a file in the wrong coding serves better than no file.
    pub fn choose(&self, at_hand: impl Fn(Coding) -> bool) -> Option<Coding> {
        let mut best = None;
        for (coding, weight) in Coding::ALL.into_iter().zip(self.codings) {
            let better = weight > best.map_or(0, |(_, weight)| weight);
            if better && weight >= self.plain && at_hand(coding) {
                best = Some((coding, weight));
            }
        }
        best.map(|(coding, _)| coding)
    }

    /// Whether plain bytes are taken at all.
    pub fn takes_plain(&self) -> bool {
        self.plain > 0
    }
}

/// A member of the list: its lower-case name and weight; none if it cannot be read.
fn item(text: &str) -> Option<(String, u16)> {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?.to_ascii_lowercase();
    match (parts.next(), parts.next()) {
        (None, _) => Some((name, 1000)),
        (Some(weight), None) => Some((name, thousandths(weight)?)),
        _ => None,
    }
}

/// `q=` with 0 to 1 and at most three decimals.
fn thousandths(text: &str) -> Option<u16> {
    let (q, value) = text.split_once('=')?;
    let (whole, decimals) = value.trim().split_once('.').unwrap_or((value.trim(), ""));
    let digits = decimals.bytes().all(|byte| byte.is_ascii_digit());
    if !q.trim().eq_ignore_ascii_case("q") || decimals.len() > 3 || !digits {
        return None;
    }
    let part = format!("{decimals:0<3}").parse::<u16>().ok()?;
    match (whole, part) {
        ("0", part) => Some(part),
        ("1", 0) => Some(1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
