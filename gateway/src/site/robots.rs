//! `robots.txt`: what search engines may visit.

use std::fmt::Write as _;

/// Addresses that search engines should not visit.
pub const CLOSED: [&str; 4] = ["/api/", "/admin", "/auth/", "/settings"];

/// The rules for crawlers, and the address of the sitemap.
pub fn robots(origin: &str) -> String {
    let mut text = String::from("User-agent: *\n");
    for path in CLOSED {
        let _ = writeln!(text, "Disallow: {path}");
    }
    let _ = write!(text, "\nSitemap: {origin}/sitemap.xml\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_list_of_pages() {
        let text = robots("https://assay.example");
        assert!(text.contains("\nDisallow: /api/\n"), "{text}");
        assert!(text.ends_with("\nSitemap: https://assay.example/sitemap.xml\n"), "{text}");
    }
}
