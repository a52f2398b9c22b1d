//! The address to which a browser returns after it signed in or out: always on the site's own origin.

use url::{Position, Url};

/// The requested address, written as a browser reads it, if it is on the origin; else the origin.
///
/// A path from the root counts as well as an absolute address. An address that no page of the site links to is refused
/// even on the origin: control characters, a user name, and a path that is another host's address once it stands alone.
pub fn resolve(requested: &str, origin: &str) -> String {
    on_origin(requested, origin).unwrap_or_else(|| origin.to_owned())
}

fn on_origin(requested: &str, origin: &str) -> Option<String> {
    if requested == origin || requested.contains(char::is_control) {
        return None;
    }
    let own_path = requested.strip_prefix(origin).filter(|rest| rest.starts_with('/'));
    let requested = own_path.unwrap_or(requested);
    let url = if requested.starts_with('/') {
        Url::parse(&format!("{origin}{requested}"))
    } else {
        Url::parse(requested)
    };
    let url = url.ok()?;
    // The origin of a blob: address is that of the address inside it.
    let own =
        matches!(url.scheme(), "http" | "https") && url.origin().ascii_serialization() == origin;
    let without_user = url.username().is_empty() && url.password().is_none();
    // Two slashes that the caller wrote stay, as the clients of NextAuth expect: the address is absolute. Those that
    // only parsing brings forth ("/.//host", "/\host") are an attempt to leave the site.
    let disguised = url.path().starts_with("//") && !requested.starts_with("//");
    (own && without_user && !disguised).then(|| format!("{origin}{}", &url[Position::BeforePath..]))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;
    use serde::Deserialize;

    use super::*;

    const ORIGINS: [(&str, &str); 2] =
        [("https://app.example", "app.example"), ("http://127.0.0.1:8080", "127.0.0.1")];

    /// The forms that the web reads, too (`web/src/lib/address/url.test.ts`, `web/e2e/returnAddress.spec.ts`).
    #[derive(Deserialize)]
    struct Forms {
        /// Forms that stay, with the path to which they lead.
        own: BTreeMap<String, String>,
        /// Forms that lead to the start of the site.
        refused: Vec<String>,
        /// Forms that stay here, and that a page refuses, since it follows the path alone.
        two_slashes: Vec<String>,
    }

    fn forms() -> Forms {
        serde_json::from_str(include_str!("../../../../proto/tests/return_addresses.json")).unwrap()
    }

    fn of_origin(form: &str, (origin, host): (&str, &str)) -> String {
        form.replace("{origin}", origin).replace("{host}", host)
    }

    /// The origin of the page that a browser opens for a `Location`.
    fn landing(location: &str, origin: &str) -> String {
        let page = Url::parse(origin).unwrap().join("/api/auth/callback/email").unwrap();
        page.join(location).unwrap().origin().ascii_serialization()
    }

    #[test]
    fn every_listed_form_stays_on_the_origin_or_leads_to_the_start() {
        let forms = forms();
        assert!(forms.refused.len() + forms.two_slashes.len() >= 200);
        for site in ORIGINS {
            let origin = site.0;
            for (form, path) in &forms.own {
                let target = resolve(&of_origin(form, site), origin);
                assert_eq!(target, format!("{origin}{path}"), "{form:?}");
            }
            for form in &forms.refused {
                let target = resolve(&of_origin(form, site), origin);
                assert_eq!(target, origin, "{form:?}");
            }
            for form in &forms.two_slashes {
                let target = resolve(&of_origin(form, site), origin);
                assert!(target.starts_with(&format!("{origin}//")), "{form:?} gave {target:?}");
                assert_eq!(landing(&target, origin), origin, "{form:?} gave {target:?}");
            }
        }
    }

    #[test]
    fn an_address_is_written_as_browsers_read_it_and_stays_so() {
        for (requested, expected) in [
            ("https://app.example", "https://app.example"),
            ("https://app.example?x=1", "https://app.example/?x=1"),
            ("HTTPS://APP.example:443/x", "https://app.example/x"),
            ("https:\\\\app.example\\x", "https://app.example/x"),
            ("https://me:secret@app.example/x", "https://app.example"),
            ("http://app.example/x", "https://app.example"),
            ("//evil.example/x", "https://app.example//evil.example/x"),
            ("https://app.example//evil.example/x", "https://app.example//evil.example/x"),
            ("HTTPS://app.example//evil.example/x", "https://app.example"),
        ] {
            let target = resolve(requested, "https://app.example");
            assert_eq!(target, expected, "{requested:?}");
            assert_eq!(resolve(&target, "https://app.example"), target, "{requested:?}");
        }
    }

    const PIECES: &[&str] = &[
        "/",
        "\\",
        ":",
        "@",
        "?",
        "#",
        ".",
        "%",
        "%2f",
        "%5c",
        "%2e",
        "\t",
        "\r\n",
        " ",
        "\u{0}",
        "\u{202e}",
        "http",
        "https",
        "javascript",
        "blob",
        "app.example",
        "evil.example",
        "[::1]",
        "。",
    ];

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: crate::testing::cases(10_240),
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        fn no_mixture_of_hostile_pieces_leaves_the_origin(pieces in vec(select(PIECES), 1..=10)) {
            let origin = "https://app.example";
            let requested = pieces.concat();
            let target = resolve(&requested, origin);
            prop_assert_eq!(landing(&target, origin), origin, "{:?} gave {:?}", requested, target);
            prop_assert!(target.bytes().all(|byte| byte.is_ascii_graphic()), "{:?}", target);
            prop_assert_eq!(resolve(&target, origin), &*target, "{:?}", requested);
            let path = &target[origin.len()..];
            let is_own = !path.starts_with("//") || requested.contains("//");
            prop_assert!(is_own, "{:?}: {:?}", requested, path);
        }
    }
}
