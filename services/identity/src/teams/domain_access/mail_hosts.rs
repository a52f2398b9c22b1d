//! The long list of hosts whose addresses anybody can have: the imported one, or that of the release
//! (`services/identity/data/SOURCES.md`).

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use anyhow::{Context as _, bail, ensure};
use kit::db::Tx;
use sqlx::PgConnection;
use url::Host;

use super::email_domain;
use crate::error::IdentityError;

/// The most bytes of an imported file, and the most hosts in it: many times those of the largest public list.
pub const MOST_FILE_BYTES: u64 = 8 << 20;
const MOST_HOSTS: usize = 250_000;

/// The list of the release.
static SHIPPED: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("../../../data/disposable_mail_hosts.txt").lines().collect());

/// Whether the list contains the domain or one above it.
pub async fn contains(conn: &mut PgConnection, domain: &str) -> Result<bool, IdentityError> {
    let ascii = email_domain::to_ascii(domain).unwrap_or_else(|| domain.to_owned());
    let names: Vec<&str> = with_parents(&ascii).collect();
    let (is_imported, is_listed): (bool, bool) = sqlx::query_as(
        "SELECT EXISTS (SELECT FROM mail_hosts), EXISTS (SELECT FROM mail_hosts WHERE host = ANY($1))",
    )
    .bind(&names)
    .fetch_one(conn)
    .await?;
    Ok(if is_imported { is_listed } else { names.iter().any(|name| SHIPPED.contains(name)) })
}

/// The domain and those above it: forwarding services give each user a subdomain.
pub fn with_parents(domain: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(domain), |domain| domain.split_once('.').map(|(_, parent)| parent))
}

/// Replaces the imported list.
pub async fn replace(tx: &mut Tx, hosts: &BTreeSet<String>) -> Result<(), IdentityError> {
    let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
    sqlx::query("DELETE FROM mail_hosts").execute(&mut **tx).await?;
    sqlx::query("INSERT INTO mail_hosts (host) SELECT * FROM unnest($1::text[])")
        .bind(hosts)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The hosts of a file, one to a line. Empty lines and lines that begin with `#` do not count. Refuses the whole file if
/// one line is no host: a page of an error or a list of another kind must not replace a good list.
pub fn parse(text: &str) -> anyhow::Result<BTreeSet<String>> {
    let mut hosts = BTreeSet::new();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        hosts.insert(host(line).with_context(|| format!("line {number}"))?);
        ensure!(hosts.len() <= MOST_HOSTS, "more than {MOST_HOSTS} hosts");
    }
    ensure!(!hosts.is_empty(), "the file names no host");
    Ok(hosts)
}

/// A host in lower case. A name without a dot would refuse every domain below it.
fn host(text: &str) -> anyhow::Result<String> {
    let shown: String = text.chars().take(80).flat_map(char::escape_default).collect();
    let name = text.to_ascii_lowercase();
    let labels = name.split('.').all(|label| {
        let letters =
            label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        letters
            && (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
    });
    if !labels || name.len() > 253 {
        bail!("{shown} is not a host in ASCII letters");
    }
    ensure!(name.contains('.'), "{shown} is a whole top-level domain");
    ensure!(matches!(Host::parse(&name), Ok(Host::Domain(_))), "{shown} is an address");
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        format!("{:#}", parse(text).unwrap_err())
    }

    #[test]
    fn a_file_has_one_host_to_a_line() {
        let hosts = parse("\u{feff}# A list\r\nB.example\r\n\r\na.example\nb.example\n").unwrap();
        assert_eq!(hosts.into_iter().collect::<Vec<_>>(), ["a.example", "b.example"]);
    }

    #[test]
    fn one_wrong_line_refuses_the_file() {
        for (line, problem) in [
            ("com", "top-level domain"),
            ("someone@b.example", "not a host"),
            ("*.b.example", "not a host"),
            ("<!doctype html>", "not a host"),
            ("b..example", "not a host"),
            (".b.example", "not a host"),
            ("-b.example", "not a host"),
            ("bücher.example", "not a host"),
            ("b.example\u{1b}[2J", "not a host"),
            ("127.0.0.1", "address"),
        ] {
            let refused = refusal(&format!("a.example\n{line}\n"));
            assert!(refused.starts_with("line 2: ") && refused.contains(problem), "{refused}");
            assert!(!refused.contains('\u{1b}'));
        }
        assert!(refusal(&"a".repeat(300)).contains("not a host"));
    }

    #[test]
    fn an_empty_file_is_refused() {
        for text in ["", "\n\n", "# nothing\n"] {
            assert_eq!(refusal(text), "the file names no host");
        }
    }

    #[test]
    fn the_shipped_list_could_be_imported() {
        let shipped = parse(include_str!("../../../data/disposable_mail_hosts.txt")).unwrap();
        assert!(shipped.len() > 8_000 && shipped.len() == SHIPPED.len());
        assert!(shipped.iter().all(|host| SHIPPED.contains(host.as_str())));
    }
}
