//! The type of a file, by the end of its name.

/// The type of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub content_type: &'static str,
    /// Whether compression makes it smaller.
    pub is_text: bool,
}

const fn text(content_type: &'static str) -> Kind {
    Kind { content_type, is_text: true }
}

const fn packed(content_type: &'static str) -> Kind {
    Kind { content_type, is_text: false }
}

/// The type of a file at a path.
pub fn kind_of(path: &str) -> Kind {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => text("text/html; charset=utf-8"),
        "js" | "mjs" => text("text/javascript; charset=utf-8"),
        "css" => text("text/css; charset=utf-8"),
        "txt" => text("text/plain; charset=utf-8"),
        "csv" => text("text/csv; charset=utf-8"),
        "xml" => text("application/xml; charset=utf-8"),
        "svg" => text("image/svg+xml; charset=utf-8"),
        // JSON is UTF-8 by definition.
        "json" | "map" => text("application/json"),
        "geojson" => text("application/geo+json"),
        "webmanifest" => text("application/manifest+json"),
        "wasm" => text("application/wasm"),
        "ico" => text("image/x-icon"),
        "png" => packed("image/png"),
        "jpg" | "jpeg" => packed("image/jpeg"),
        "webp" => packed("image/webp"),
        "avif" => packed("image/avif"),
        "gif" => packed("image/gif"),
        "woff2" => packed("font/woff2"),
        "woff" => packed("font/woff"),
        "pdf" => packed("application/pdf"),
        _ => packed("application/octet-stream"),
    }
}

/// The name of the page in a file; none if the file is no page.
pub fn page_name(path: &str) -> Option<&str> {
    path.strip_suffix(".html")
}
