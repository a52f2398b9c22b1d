//! What search engines are told: `robots.txt` and `sitemap.xml`.

use std::fmt::Write as _;

/// Addresses that hold nothing to find.
const CLOSED: [&str; 4] = ["/api/", "/admin", "/auth/", "/settings"];
/// Pages that answer for other addresses.
const NO_ADDRESS: [&str; 4] = ["404", "500", "_error", "_app"];

/// Where crawlers may go, and where they find the list of pages.
pub fn robots(origin: &str) -> String {
    let mut text = String::from("User-agent: *\n");
    for path in CLOSED {
        let _ = writeln!(text, "Disallow: {path}");
    }
    let _ = write!(text, "\nSitemap: {origin}/sitemap.xml\n");
    text
}

/// The pages with one address each, given the names of all listed pages.
pub fn sitemap<'a>(origin: &str, pages: impl Iterator<Item = &'a str>) -> String {
    let mut paths: Vec<_> = pages.filter_map(address).collect();
    paths.sort();
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in paths {
        let _ = writeln!(text, "<url><loc>{}{}</loc></url>", escaped(origin), escaped(&path));
    }
    text.push_str("</urlset>\n");
    text
}

fn address(name: &str) -> Option<String> {
    let path = if name == "index" { "/".to_owned() } else { format!("/{name}") };
    let closed = CLOSED.iter().any(|prefix| path.starts_with(prefix));
    (!name.contains('[') && !closed && !NO_ADDRESS.contains(&name)).then_some(path)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_pages_that_have_one_public_address() {
        let pages =
            ["index", "404", "assets", "assets/[slug]", "settings/plan", "a&b", "auth/error"];
        let text = sitemap("https://assay.example", pages.into_iter());
        let listed: Vec<_> = text.lines().filter(|line| line.starts_with("<url>")).collect();
        let one = |path| format!("<url><loc>https://assay.example{path}</loc></url>");
        assert_eq!(listed, [one("/"), one("/a&amp;b"), one("/assets")]);
    }

    #[test]
    fn names_the_list_of_pages() {
        let text = robots("https://assay.example");
        assert!(text.contains("\nDisallow: /api/\n"), "{text}");
        assert!(text.ends_with("\nSitemap: https://assay.example/sitemap.xml\n"), "{text}");
    }
}
