//! The hosts of public e-mail, whose domain stands for no employer.

/// Hosts that give an address to anybody: sharing one says nothing about two people.
const PUBLIC: &[&str] = &[
    "10minutemail.com",
    "126.com",
    "163.com",
    "aim.com",
    "alice.it",
    "aol.com",
    "arcor.de",
    "att.net",
    "bellsouth.net",
    "bigpond.com",
    "bol.com.br",
    "btinternet.com",
    "charter.net",
    "comcast.net",
    "cox.net",
    "daum.net",
    "docomo.ne.jp",
    "duck.com",
    "earthlink.net",
    "fastmail.com",
    "fastmail.fm",
    "foxmail.com",
    "free.fr",
    "freenet.de",
    "gmail.com",
    "googlemail.com",
    "guerrillamail.com",
    "hanmail.net",
    "hey.com",
    "hushmail.com",
    "icloud.com",
    "inbox.com",
    "inbox.lv",
    "interia.pl",
    "juno.com",
    "laposte.net",
    "libero.it",
    "mac.com",
    "mail.com",
    "mail.ru",
    "mailbox.org",
    "mailinator.com",
    "me.com",
    "msn.com",
    "naver.com",
    "netzero.net",
    "nifty.com",
    "o2.pl",
    "onet.pl",
    "optonline.net",
    "orange.fr",
    "pm.me",
    "posteo.de",
    "proton.me",
    "protonmail.ch",
    "protonmail.com",
    "qq.com",
    "rambler.ru",
    "rediffmail.com",
    "rocketmail.com",
    "sbcglobal.net",
    "seznam.cz",
    "sfr.fr",
    "sina.com",
    "sky.com",
    "sohu.com",
    "t-online.de",
    "talktalk.net",
    "temp-mail.org",
    "terra.com.br",
    "tiscali.it",
    "tuta.com",
    "tuta.io",
    "tutanota.com",
    "uol.com.br",
    "verizon.net",
    "virgilio.it",
    "wanadoo.fr",
    "web.de",
    "wp.pl",
    "ya.ru",
    "yeah.net",
    "ymail.com",
    "yopmail.com",
    "zoho.com",
];

/// Brands with one host per country, such as `yahoo.co.uk`.
const PUBLIC_BRANDS: &[&str] =
    &["aol", "gmx", "hotmail", "live", "outlook", "windowslive", "yahoo", "yandex"];

/// Whether anybody can have an address there.
pub fn is_public(domain: &str) -> bool {
    let mut labels = domain.split('.');
    let brand = labels.next().unwrap_or_default();
    // A country, a generic ending, or both: gmx.de, yahoo.com.br.
    let ending = labels.clone().count() <= 2 && labels.all(|label| label.len() <= 3);
    PUBLIC.contains(&domain) || (ending && PUBLIC_BRANDS.contains(&brand))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_free_mail_are_public() {
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
    fn the_list_is_sorted_and_lower_case() {
        assert!(PUBLIC.is_sorted() && PUBLIC.iter().all(|host| *host == host.to_lowercase()));
    }
}
