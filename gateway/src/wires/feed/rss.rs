//! The text of an RSS feed.

use std::borrow::Cow;
use std::fmt::Write as _;

use time::OffsetDateTime;
use time::format_description::well_known::{Rfc2822, Rfc3339};

use crate::http_message::markup::escaped;

/// The names of elements that RSS 2.0 itself lacks: the feed's own address, authors without an email, and licences.
const NAMESPACES: &str =
    "xmlns:atom=\"http://www.w3.org/2005/Atom\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"";
pub const MEDIA_TYPE: &str = "application/rss+xml";

/// A feed. Its addresses are absolute.
pub struct Feed {
    pub title: &'static str,
    pub description: Cow<'static, str>,
    pub address: String,
    pub page: String,
    pub items: Vec<Item>,
}

pub struct Item {
    /// Never changes, and no other item has it.
    pub id: String,
    pub title: String,
    pub link: String,
    /// As RFC 3339 in UTC, as services write it.
    pub published: String,
    pub author: String,
    /// Plain text; for news it is the publisher's.
    pub description: String,
    /// The licence and the source of the item.
    pub rights: String,
    pub is_sample: bool,
}

impl Feed {
    /// The feed as XML.
    pub fn text(&self) -> String {
        let newest = self.items.iter().map(|item| item.published.as_str()).max();
        let mut text = format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\" {NAMESPACES}>\n<channel>\n"
        );
        element(&mut text, "title", self.title);
        element(&mut text, "link", &self.page);
        element(&mut text, "description", &self.description);
        element(&mut text, "language", "en");
        date(&mut text, "lastBuildDate", newest);
        let own = escaped(&self.address);
        let _ = writeln!(text, "<atom:link rel=\"self\" type=\"{MEDIA_TYPE}\" href=\"{own}\"/>");
        for item in &self.items {
            item.write(&mut text);
        }
        text.push_str("</channel>\n</rss>\n");
        text
    }
}

impl Item {
    fn write(&self, text: &mut String) {
        text.push_str("<item>\n");
        // The mark stands in the title, because readers show little else.
        let mark = if self.is_sample { "Sample data: " } else { "" };
        element(text, "title", &format!("{mark}{}", self.title));
        element(text, "link", &self.link);
        let _ = writeln!(text, "<guid isPermaLink=\"false\">{}</guid>", escaped(&self.id));
        date(text, "pubDate", Some(&self.published));
        element(text, "dc:creator", &self.author);
        // RSS readers take descriptions as HTML and other elements as plain text: this text becomes HTML first.
        element(text, "description", &escaped(&self.description));
        element(text, "dc:rights", &self.rights);
        if self.is_sample {
            element(text, "category", "Sample data");
        }
        text.push_str("</item>\n");
    }
}

fn element(text: &mut String, name: &str, content: &str) {
    let _ = writeln!(text, "<{name}>{}</{name}>", escaped(content));
}

/// A time as RSS writes it; dates are optional, and a feed without items has none.
fn date(text: &mut String, name: &str, instant: Option<&str>) {
    let instant = instant.and_then(|instant| OffsetDateTime::parse(instant, &Rfc3339).ok());
    if let Some(date) = instant.and_then(|instant| instant.format(&Rfc2822).ok()) {
        element(text, name, &date);
    }
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
            description: "All".into(),
            address: "https://a.example/feeds/news.xml".to_owned(),
            page: "https://a.example/news".to_owned(),
            items: Vec::new(),
        };
        let text = feed.text();
        assert!(text.contains("<link>https://a.example/news</link>"), "{text}");
        assert!(text.ends_with("feeds/news.xml\"/>\n</channel>\n</rss>\n"), "{text}");
    }

    #[test]
    fn texts_are_no_markup_in_readers() {
        let hostile = "<b>R&D</b> &amp; <img src=x onerror=\"alert(1)\">";
        let item = Item {
            id: "1".to_owned(),
            title: hostile.to_owned(),
            link: "https://paper.example/".to_owned(),
            published: "2026-11-20T10:00:00Z".to_owned(),
            author: hostile.to_owned(),
            description: hostile.to_owned(),
            rights: hostile.to_owned(),
            is_sample: false,
        };
        let mut text = String::new();
        item.write(&mut text);
        let content = |name: &str| {
            let (_, rest) = text.split_once(&format!("<{name}>")).unwrap();
            let (content, _) = rest.split_once(&format!("</{name}>")).unwrap();
            content.to_owned()
        };
        for name in ["title", "dc:creator", "dc:rights"] {
            assert_eq!(unescaped(&content(name)), hostile, "plain text once XML is read");
        }
        let html = unescaped(&content("description"));
        assert!(!html.contains(['<', '>', '"']), "{html}");
        assert_eq!(unescaped(&html), hostile, "what a reader shows of the HTML");
    }

    /// The text as an XML or HTML parser reads it.
    fn unescaped(text: &str) -> String {
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
        entities.iter().fold(text.to_owned(), |text, (name, letter)| text.replace(name, letter))
    }
}
