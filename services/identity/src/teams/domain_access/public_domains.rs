//! The domains of public e-mail providers, which identify no employer (`proto/declared/public_mail_domains.json`).

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
struct PublicDomains {
    /// Hosts that give an address to anybody.
    hosts: HashSet<String>,
    /// Brands with one host per country, such as `yahoo.co.uk`.
    brands: HashSet<String>,
}

/// The web reads the same file.
static PUBLIC: LazyLock<PublicDomains> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../../proto/declared/public_mail_domains.json"))
        .expect("the file holds the two lists")
});

/// Whether anybody can have an address there.
pub fn is_public(domain: &str) -> bool {
    let mut labels = domain.split('.');
    let brand = labels.next().unwrap_or_default();
    // A country, a generic ending, or both: gmx.de, yahoo.com.br.
    let ending = labels.clone().count() <= 2 && labels.all(|label| label.len() <= 3);
    PUBLIC.hosts.contains(domain) || (ending && PUBLIC.brands.contains(brand))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_public_providers_are_public() {
        for domain in
            ["gmail.com", "yahoo.co.uk", "yahoo.com.br", "gmx.de", "outlook.com", "mail.ru"]
        {
            assert!(is_public(domain), "{domain}");
        }
    }

    #[test]
    fn other_hosts_are_not() {
        for domain in
            ["example.com", "gmail.com.example.org", "live.harbour.example", "notgmail.com", ""]
        {
            assert!(!is_public(domain), "{domain}");
        }
    }

    #[test]
    fn the_lists_are_lower_case() {
        let mut names = PUBLIC.hosts.iter().chain(&PUBLIC.brands);
        assert!(names.all(|name| *name == name.to_lowercase()));
    }
}
