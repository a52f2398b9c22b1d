//! The domains of public e-mail providers, forwarding services, disposable addresses and hosts of sites
//! (`services/identity/data/SOURCES.md`), which identify no employer.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;
use sqlx::PgConnection;
use url::Host;

use super::email_domain;
use super::mail_hosts::{self, with_parents};
use crate::error::IdentityError;

/// The lists of `proto/declared/public_mail_domains.json`, which the web reads, too.
#[derive(Deserialize)]
struct DomainLists {
    /// Hosts that give an address to anybody.
    hosts: HashSet<String>,
    /// Hosts whose addresses forward to a hidden one.
    relays: HashSet<String>,
    /// Brands with one host per country, such as `yahoo.co.uk`.
    brands: HashSet<String>,
}

static DECLARED: LazyLock<DomainLists> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../../proto/declared/public_mail_domains.json"))
        .expect("the file holds the lists")
});

/// The rules of the public suffix list, such as `github.io`, `*.ck` and the exception `!www.ck`.
static SUFFIX_RULES: LazyLock<HashSet<Cow<'static, str>>> = LazyLock::new(|| {
    let list = include_str!("../../../data/public_suffix_list.dat");
    let rules = list.lines().filter(|line| !line.is_empty() && !line.starts_with("//"));
    // Domains are compared as the DNS has them.
    let encoded = |rule: &'static str| match Host::parse(rule) {
        Ok(Host::Domain(domain)) if !rule.is_ascii() => Cow::Owned(domain),
        _ => Cow::Borrowed(rule),
    };
    rules.map(encoded).collect()
});

/// Whether anybody can have an address there.
pub async fn is_public(conn: &mut PgConnection, domain: &str) -> Result<bool, IdentityError> {
    Ok(is_declared(domain) || mail_hosts::contains(conn, domain).await?)
}

/// Whether the lists of the release contain the domain, or the short ones one above it.
fn is_declared(domain: &str) -> bool {
    let ascii = email_domain::to_ascii(domain);
    let domain = ascii.as_deref().unwrap_or(domain);
    let mut labels = domain.split('.');
    let brand = labels.next().unwrap_or_default();
    // A country, a generic ending, or both: gmx.de, yahoo.com.br.
    let ending = labels.clone().count() <= 2 && labels.all(|label| label.len() <= 3);
    let of_brand = ending && DECLARED.brands.contains(brand);
    let is_listed = |host: &str| DECLARED.hosts.contains(host) || DECLARED.relays.contains(host);
    of_brand || is_public_suffix(domain) || with_parents(domain).any(is_listed)
}

/// Whether anybody gets a name below the domain, in a country (`co.uk`) or from a host of sites (`github.io`). The name itself is
/// that of one holder: `harbour.co.uk`.
fn is_public_suffix(domain: &str) -> bool {
    let Some((_, parent)) = domain.split_once('.') else { return false };
    let is_rule = |rule: String| SUFFIX_RULES.contains(rule.as_str());
    SUFFIX_RULES.contains(domain)
        || is_rule(format!("*.{parent}")) && !is_rule(format!("!{domain}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_public_providers_are_public() {
        for domain in [
            "gmail.com",
            "yahoo.co.uk",
            "yahoo.com.br",
            "gmx.de",
            "outlook.com",
            "mail.ru",
            "mailfence.com",
            "cock.li",
            "tutamail.com",
            "zohomail.com",
            "zohomail.eu",
            "zoho.eu",
            "nate.com",
            "139.com",
            "aliyun.com",
            "onmail.com",
            "bluewin.ch",
            "telenet.be",
            "ziggo.nl",
            "rogers.com",
            "shaw.ca",
        ] {
            assert!(is_declared(domain), "{domain}");
        }
    }

    #[test]
    fn hosts_that_forward_are_public() {
        for domain in [
            "privaterelay.appleid.com",
            "mozmail.com",
            "desk.mozmail.com",
            "passmail.net",
            "passinbox.com",
            "aleeas.com",
            "someone.anonaddy.com",
            "duck.com",
            "spamgourmet.com",
            "someone.spamgourmet.com",
            "burnermail.io",
            "manyme.com",
            "maskme.us",
            "cloaked.id",
            "ironvest.com",
            "users.noreply.github.com",
            "proxiedmail.com",
            "someone.pxdmail.com",
        ] {
            assert!(is_declared(domain), "{domain}");
        }
    }

    #[test]
    fn what_a_country_registers_names_below_is_public() {
        for domain in ["co.uk", "com.br", "ac.jp", "desk.ck"] {
            assert!(is_declared(domain), "{domain}");
        }
    }

    #[test]
    fn a_suffix_is_public_in_each_spelling() {
        for domain in ["公司.cn", "xn--55qx5d.cn", "個人.hk", "xn--gmqw5a.hk"] {
            assert!(is_declared(domain), "{domain}");
        }
        assert!(!is_declared("harbour.公司.cn"));
    }

    #[test]
    fn what_a_host_gives_everybody_sites_below_is_public() {
        for domain in [
            "github.io",
            "gitlab.io",
            "vercel.app",
            "netlify.app",
            "web.app",
            "pages.dev",
            "herokuapp.com",
            "blogspot.com",
            "desk.compute.amazonaws.com",
        ] {
            assert!(is_declared(domain), "{domain}");
        }
    }

    #[test]
    fn other_hosts_are_not() {
        for domain in [
            "example.com",
            "gmail.com.example.org",
            "live.harbour.example",
            "notgmail.com",
            "appleid.com",
            "notmozmail.com",
            "harbour.co.uk",
            "harbour.uk.com",
            "www.ck",
            "co.example",
            "github.com",
            "com",
            "",
        ] {
            assert!(!is_declared(domain), "{domain}");
        }
    }

    #[test]
    fn the_lists_are_lower_case() {
        let mut names = DECLARED.hosts.iter().chain(&DECLARED.relays).chain(&DECLARED.brands);
        assert!(names.all(|name| *name == name.to_lowercase() && name == name.trim()));
        let known: [&HashSet<String>; 2] = [&DECLARED.hosts, &DECLARED.relays];
        assert!(known.iter().all(|list| list.iter().all(|name| name.contains('.'))));
    }
}
