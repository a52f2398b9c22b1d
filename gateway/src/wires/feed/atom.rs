//! The text of an Atom feed.

use std::fmt::Write as _;

use crate::http_message::markup::escaped;

/// The time of a feed without entries.
const NEVER: &str = "1970-01-01T00:00:00Z";

/// A feed. Its addresses are absolute.
pub struct Feed {
    pub title: &'static str,
    pub subtitle: &'static str,
    pub address: String,
    pub page: String,
    pub entries: Vec<Entry>,
}

/// An entry of a feed.
pub struct Entry {
    /// Never changes, and no other entry has it.
    pub id: String,
    pub title: String,
    pub link: String,
    /// As RFC 3339 in UTC, as services write it.
    pub updated: String,
    pub author: String,
    pub summary: String,
    /// Who may use it and how.
    pub rights: String,
    pub is_sample: bool,
}

impl Feed {
    /// The feed as XML.
    pub fn text(&self) -> String {
        let newest = self.entries.iter().map(|entry| entry.updated.as_str()).max();
        let mut text = String::from(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\">\n",
        );
        element(&mut text, "id", &self.address);
        element(&mut text, "title", self.title);
        element(&mut text, "subtitle", self.subtitle);
        element(&mut text, "updated", newest.unwrap_or(NEVER));
        link(&mut text, "self", &self.address);
        link(&mut text, "alternate", &self.page);
        text.push_str("<author><name>Assay</name></author>\n");
        for entry in &self.entries {
            entry.write(&mut text);
        }
        text.push_str("</feed>\n");
        text
    }
}

impl Entry {
    fn write(&self, text: &mut String) {
        text.push_str("<entry>\n");
        element(text, "id", &self.id);
        // The mark stands in the title, because readers show little else.
        let mark = if self.is_sample { "Sample data: " } else { "" };
        element(text, "title", &format!("{mark}{}", self.title));
        link(text, "alternate", &self.link);
        element(text, "updated", &self.updated);
        let _ = writeln!(text, "<author><name>{}</name></author>", escaped(&self.author));
        element(text, "summary", &self.summary);
        element(text, "rights", &self.rights);
        if self.is_sample {
            text.push_str("<category term=\"sample\" label=\"Sample data\"/>\n");
        }
        text.push_str("</entry>\n");
    }
}

fn element(text: &mut String, name: &str, content: &str) {
    let _ = writeln!(text, "<{name}>{}</{name}>", escaped(content));
}

fn link(text: &mut String, rel: &str, href: &str) {
    let _ = writeln!(text, "<link rel=\"{rel}\" href=\"{}\"/>", escaped(href));
}

/// The host of an origin, for identifiers.
pub fn host(origin: &str) -> &str {
    let (_, host) = origin.split_once("://").unwrap_or(("", origin));
    host.split(':').next().unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_feed_is_complete() {
        let feed = Feed {
            title: "News",
            subtitle: "All",
            address: "https://a.example/feeds/news.xml".to_owned(),
            page: "https://a.example/news".to_owned(),
            entries: Vec::new(),
        };
        let text = feed.text();
        assert!(text.contains("<updated>1970-01-01T00:00:00Z</updated>"), "{text}");
        assert!(text.ends_with("</author>\n</feed>\n"), "{text}");
    }
}
